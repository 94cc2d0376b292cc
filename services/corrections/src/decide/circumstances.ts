/** Circumstances of a year: set as a whole, or removed. Pure. */
import {
  CIRCUMSTANCE_FIELDS,
  type CircumstanceField,
  type CircumstancesRecord,
  type CircumstanceValues,
} from '@ctx/domain/circumstances';
import { parseEur } from '@ctx/domain/decimal';
import type { Rejection } from '@ctx/domain/rejections';
import { stableId } from '@ctx/domain/stable-id';
import type { Change, Context } from './decision.ts';
import { rejectionOfYears, type YearMarkers } from './years.ts';

/** Values of a request. Absent and null both mean that the field has no value. */
export type RequestedCircumstances = Readonly<Partial<Record<CircumstanceField, string | null | undefined>>>;

/** The outcome of setting the circumstances of a year. */
export interface CircumstancesOutcome {
  /** Null if nothing changes. */
  readonly change: Change | null;
  readonly record: CircumstancesRecord;
}

/** Decides on replacing the circumstances of a year. */
export function decideCircumstances(
  year: number,
  requested: RequestedCircumstances,
  current: CircumstancesRecord | null,
  years: readonly YearMarkers[],
  context: Context,
): Rejection | CircumstancesOutcome {
  const values = valuesOf((field) => requested[field] ?? null);
  const rejection = rejectionOfYears([year], years);
  if (rejection !== null) return rejection;
  if (CIRCUMSTANCE_FIELDS.every((field) => values[field] === null)) return { rejected: 'NOTHING_TO_APPLY' };
  if (current !== null && CIRCUMSTANCE_FIELDS.every((field) => isSameValue(field, current, values)))
    return { change: null, record: current };
  const record = circumstancesOf(year, values, context);
  return { change: { action: 'CIRCUMSTANCES_SET', years: [year], before: current, after: record }, record };
}

/** Decides on removing the circumstances of a year. */
export function decideRemovedCircumstances(
  year: number,
  current: CircumstancesRecord | null,
  years: readonly YearMarkers[],
): Rejection | Change {
  const rejection = rejectionOfYears([year], years);
  if (rejection !== null) return rejection;
  if (current === null) return { rejected: 'NOT_FOUND' };
  return { action: 'CIRCUMSTANCES_REMOVED', years: [year], before: current, after: null };
}

/** Returns the row of a year with these values, as the caller sets it now. */
export function circumstancesOf(
  year: number,
  values: CircumstanceValues,
  { userId, now, via }: Context,
): CircumstancesRecord {
  const id = stableId('circumstances', String(userId), String(year));
  return { ...values, id, year, updatedAt: now, updatedVia: via };
}

/** Returns the values of all fields. */
export function valuesOf(valueOf: (field: CircumstanceField) => string | null): CircumstanceValues {
  return Object.fromEntries(
    CIRCUMSTANCE_FIELDS.map((field) => [field, valueOf(field)]),
  ) as CircumstanceValues;
}

/** Returns whether a field has the same value in both, however its digits are written. */
export function isSameValue(
  field: CircumstanceField,
  one: CircumstanceValues | null,
  other: CircumstanceValues | null,
): boolean {
  const [was, is] = [one?.[field] ?? null, other?.[field] ?? null];
  return was === null || is === null ? was === is : parseEur(was) === parseEur(is);
}

/** Circumstances of a year: set as a whole, or removed. Pure. */
import {
  type AccountShare,
  CIRCUMSTANCE_FIELDS,
  type CircumstanceField,
  type CircumstancesRecord,
  type CircumstanceValues,
  STATED_FIELDS,
  type StatedField,
} from '@ctx/domain/circumstances';
import { parseEur } from '@ctx/domain/decimal';
import type { Rejection } from '@ctx/domain/rejections';
import { stableId } from '@ctx/domain/stable-id';
import type { Change, Context } from './decision.ts';
import { rejectionOfYears, type YearMarkers } from './years.ts';

/** Values of a request. Absent and null both mean that the field has no value. */
export type RequestedCircumstances = Readonly<
  Partial<Record<CircumstanceField, string | null | undefined>>
> & { readonly accountShares?: readonly AccountShare[] | null | undefined };

/** What a decision on circumstances is made of. */
export interface CircumstancesFacts {
  readonly current: CircumstancesRecord | null;
  readonly years: readonly YearMarkers[];
  /** Whether the user has every account of the shares. */
  readonly hasAccounts: boolean;
}

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
  { current, years, hasAccounts }: CircumstancesFacts,
  context: Context,
): Rejection | CircumstancesOutcome {
  const values = valuesOf((field) => requested[field] ?? null, inOrder(requested.accountShares ?? []));
  // First what the request names, as in every correction.
  if (!hasAccounts) return { rejected: 'NOT_FOUND' };
  const rejection = rejectionOfYears([year], years);
  if (rejection !== null) return rejection;
  if (!statesAnything(values)) return { rejected: 'NOTHING_TO_APPLY' };
  if (current !== null && STATED_FIELDS.every((field) => isSameValue(field, current, values)))
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
export function valuesOf(
  valueOf: (field: CircumstanceField) => string | null,
  accountShares: readonly AccountShare[],
): CircumstanceValues {
  const decimals = Object.fromEntries(CIRCUMSTANCE_FIELDS.map((field) => [field, valueOf(field)]));
  return {
    ...(decimals as Record<CircumstanceField, string | null>),
    accountShares: accountShares.length === 0 ? null : accountShares,
  };
}

/** Returns whether any field has a value. */
export function statesAnything(values: CircumstanceValues): boolean {
  return STATED_FIELDS.some((field) => (values[field] ?? null) !== null);
}

/** Returns shares in the order of the accounts' ids. Of an account that is named twice, the last share counts. */
function inOrder(shares: readonly AccountShare[]): AccountShare[] {
  const byAccount = new Map(shares.map((share) => [share.accountId.toLowerCase(), share.ownedSharePercent]));
  return [...byAccount]
    .map(([accountId, ownedSharePercent]) => ({ accountId, ownedSharePercent }))
    .toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1));
}

/** Returns whether a field has the same value in both, however its digits are written. */
export function isSameValue(
  field: StatedField,
  one: CircumstanceValues | null,
  other: CircumstanceValues | null,
): boolean {
  if (field === 'accountShares')
    return digestOf(one?.accountShares ?? []) === digestOf(other?.accountShares ?? []);
  const [was, is] = [one?.[field] ?? null, other?.[field] ?? null];
  return was === null || is === null ? was === is : parseEur(was) === parseEur(is);
}

const digestOf = (shares: readonly AccountShare[]): string =>
  shares
    .map(({ accountId, ownedSharePercent }) => `${accountId} ${String(parseEur(ownedSharePercent))}`)
    .join();

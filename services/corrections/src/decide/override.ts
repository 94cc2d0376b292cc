/**
 * Overrides: setting, clearing and removing fields, and the years that an event leaves and enters (service.md, "Behavior
 * rules" 1). Pure.
 */
import { CORRECTED_FIELDS, type CorrectedField } from '@ctx/contract/requests';
import { parseAmount } from '@ctx/domain/decimal';
import { parseInstantUs, taxYear, timestampText } from '@ctx/domain/instant';
import {
  type FactRow,
  overrideRecord,
  type OverrideRow,
  type ShownOverride,
} from '@ctx/domain/override-record';
import type { Rejection } from '@ctx/domain/rejections';
import { stableId } from '@ctx/domain/stable-id';
import type { Change, Context } from './decision.ts';
import { rejectionOfYears, type YearMarkers } from './years.ts';

/** An event as imported, with its natural key. */
export interface EventFacts extends FactRow {
  readonly accountId: string;
  /** Label of the account, else its file or source. */
  readonly accountLabel: string;
  /** The asset as imported; `assetOf` returns it as corrected. */
  readonly assetKey: string;
  readonly assetSymbol: string;
  /** Whether the asset is a currency. */
  readonly fiat: boolean;
  readonly referenceId: string;
  readonly timestamp: string;
  readonly protocol: string | null;
  readonly counterpartyAddress: string | null;
  /** Chain of the event, else of its account. */
  readonly chainId: number | null;
}

/** An event and its override. If the event was removed, `fact` is null and the override is orphaned. */
export interface CorrectedEvent {
  readonly id: string;
  readonly fact: EventFacts | null;
  readonly override: OverrideRow | null;
}

/** A requested change of an override: values to set and names of fields to clear. */
export interface OverridePatch {
  /** Absent and null both keep the current value. */
  readonly values: Partial<Pick<OverrideRow, CorrectedField>>;
  readonly clear: readonly CorrectedField[];
}

/** The outcome for one event's override. */
export interface OverrideOutcome {
  /** Null if nothing changes. */
  readonly change: Change | null;
  readonly created: boolean;
  readonly overrideId: string | null;
  readonly record: ReturnType<typeof overrideRecord>;
}

/** Returns the rejection of a patch that is invalid for every event, or null. */
export function rejectionOfPatch({ values, clear }: OverridePatch): Rejection | null {
  const given = CORRECTED_FIELDS.filter((field) => isGiven(values[field]));
  const conflicts = given.filter((field) => clear.includes(field));
  if (conflicts.length > 0) {
    const message = 'has a value and is named in clear';
    return { rejected: 'CLEAR_CONFLICT', fieldErrors: conflicts.map((field) => ({ field, message })) };
  }
  return given.length === 0 && clear.length === 0 ? { rejected: 'NOTHING_TO_APPLY' } : null;
}

/** Decides on setting and clearing fields of one event's override. */
export function decideOverride(
  event: CorrectedEvent | undefined,
  patch: OverridePatch,
  years: readonly YearMarkers[],
  context: Context,
): Rejection | OverrideOutcome {
  if (event?.fact === null || event === undefined) return { rejected: 'NOT_FOUND' };
  const { id: eventId, fact, override: current } = event;
  const merged = mergeOverride(current ?? blankOverride(fact), patch);
  const concerned = [yearOf(fact, current), yearOf(fact, merged)];
  const rejection = rejectionOfYears(concerned, years) ?? rejectionOfPatch(patch);
  if (rejection !== null) return rejection;
  const shown = (override: ShownOverride): OverrideOutcome['record'] =>
    overrideRecord(override, fact, context.userId);
  if (CORRECTED_FIELDS.every((field) => merged[field] === null)) {
    const change: Change | null =
      current === null
        ? null
        : { action: 'OVERRIDE_REMOVED', eventId, years: concerned, before: current, after: null };
    return { change, created: false, overrideId: null, record: shown({ ...merged, ...NOT_STORED }) };
  }
  if (current !== null && CORRECTED_FIELDS.every((field) => isSame(field, current[field], merged[field])))
    return { change: null, created: false, overrideId: current.id, record: shown(current) };
  const after: OverrideRow = {
    ...merged,
    id: current?.id ?? stableId('override', String(context.userId), eventId),
    createdAt: current?.createdAt ?? context.now,
    updatedAt: context.now,
    orphanedSince: null,
  };
  const change: Change = { action: 'OVERRIDE_SET', eventId, years: concerned, before: current, after };
  return { change, created: current === null, overrideId: after.id, record: shown(after) };
}

/** Decides on removing an override. If its event was removed, there is no year to check. */
export function decideRemoval(
  event: CorrectedEvent | undefined,
  years: readonly YearMarkers[],
): Rejection | Change {
  if (event === undefined || event.override === null) return { rejected: 'NOT_FOUND' };
  const { id: eventId, fact, override: before } = event;
  const concerned = fact === null ? [] : [yearOf(fact, before), yearOf(fact, null)];
  return (
    rejectionOfYears(concerned, years) ?? {
      action: 'OVERRIDE_REMOVED',
      eventId,
      years: concerned,
      before,
      after: null,
    }
  );
}

/** Returns the tax year of an event with its override applied. */
export function yearOf(
  fact: Pick<EventFacts, 'timestamp'>,
  override: Pick<ShownOverride, 'overriddenTimestamp'> | null,
): number {
  return taxYear(instantUs(override?.overriddenTimestamp ?? fact.timestamp));
}

const NOT_STORED = { id: null, createdAt: null, updatedAt: null, orphanedSince: null } as const;

/** Returns the override of an event that has none: no value set. */
export function blankOverride(fact: EventFacts): ShownOverride {
  return {
    ...NOT_STORED,
    accountId: fact.accountId,
    assetId: fact.assetKey,
    originalType: fact.type,
    referenceId: fact.referenceId,
    originAcquiredAt: null,
    overriddenTimestamp: null,
    overriddenType: null,
    overriddenTreatment: null,
    overriddenTaxable: null,
    overriddenEuroValue: null,
    overriddenAmount: null,
    overriddenDescription: null,
    overriddenFlags: null,
    overriddenAssetId: null,
    overriddenAssetSymbol: null,
    overriddenAssetName: null,
    overriddenAssetChain: null,
    notes: null,
  };
}

/** Applies a patch: omitted and null fields keep their value, cleared fields become null. */
function mergeOverride(current: ShownOverride, { values, clear }: OverridePatch): ShownOverride {
  const fields = CORRECTED_FIELDS.map((field) => {
    if (clear.includes(field)) return [field, null];
    const value = values[field];
    if (!isGiven(value)) return [field, current[field]];
    return [field, INSTANTS.includes(field) ? timestampText(instantUs(String(value))) : value];
  });
  return { ...current, ...(Object.fromEntries(fields) as Pick<ShownOverride, CorrectedField>) };
}

const INSTANTS: readonly CorrectedField[] = ['overriddenTimestamp', 'originAcquiredAt'];

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

type FieldValue = ShownOverride[CorrectedField];

/** Fields whose value can be written in several ways, with the value that a text stands for. */
const MEANINGS: Partial<Record<CorrectedField, (text: string) => number | bigint>> = {
  overriddenEuroValue: parseAmount,
  overriddenAmount: parseAmount,
  overriddenTimestamp: instantUs,
  originAcquiredAt: instantUs,
};

/** Returns whether two values of a field mean the same, however they are written. */
export function isSame(field: CorrectedField, one: FieldValue, other: FieldValue): boolean {
  const meaning = MEANINGS[field];
  if (meaning !== undefined && typeof one === 'string' && typeof other === 'string')
    return meaning(one) === meaning(other);
  return JSON.stringify(one) === JSON.stringify(other);
}

function instantUs(text: string): number {
  const parsed = parseInstantUs(text);
  if (parsed === null) throw new RangeError('not an instant');
  return parsed;
}

/** Totals of a year that an exchange stated: stated, replaced or removed. Pure. */
import type { StatedTotalsInput } from '@ctx/contract/stated-totals';
import type { RequestOf } from '@ctx/contract/parse-input';
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal, parseDecimal } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import type { FieldError, Rejection } from '@ctx/domain/rejections';
import {
  exchangeName,
  keyOfTotal,
  STATED_TOTAL_FIELDS,
  type StatedTotalRecord,
  statedTotalId,
} from '@ctx/domain/stated-totals';
import type { Change, Context } from './decision.ts';

export type RequestedTotals = RequestOf<typeof StatedTotalsInput>;

/** The outcome of one stated total. */
export interface StatedTotalDecision {
  /** Null if nothing changes. */
  readonly change: Change | null;
  readonly record: StatedTotalRecord;
}

/** Decides on totals of an exchange, each in place of the one of the same asset and kind. `stored` are those of the year. */
export function decideStatedTotals(
  requested: RequestedTotals,
  stored: readonly StatedTotalRecord[],
  context: Context,
): Rejection | { readonly decisions: readonly StatedTotalDecision[] } {
  const records = recordsOf(requested, context);
  const fieldErrors = repeatedTotals(records);
  if (fieldErrors.length > 0) return { rejected: 'INVALID', fieldErrors };
  const decisions = records.map((record) => decisionOn(record, stored));
  const added = decisions.filter(({ change }) => change?.before === null);
  if (added.length > 0 && stored.length + added.length > LIMITS.statedTotalsOfYearMax)
    return { rejected: 'TOO_MANY_TOTALS' };
  return { decisions };
}

/** Decides on removing a stated total. */
export function decideRemovedTotal(
  statedId: string,
  stored: readonly StatedTotalRecord[],
): Rejection | Change {
  const before = stored.find(({ id }) => id === statedId.toLowerCase());
  if (before === undefined) return { rejected: 'NOT_FOUND' };
  return { action: 'REPORTED_REMOVED', years: [before.year], before, after: null };
}

/** Returns whether two rows state the same, however their digits are written. */
export function isSameTotal(one: StatedTotalRecord | null, other: StatedTotalRecord | null): boolean {
  if (one === null || other === null) return one === other;
  return STATED_TOTAL_FIELDS.every((field) => canonical(field, one) === canonical(field, other));
}

function canonical(field: (typeof STATED_TOTAL_FIELDS)[number], record: StatedTotalRecord): string {
  const value = record[field] ?? null;
  if (field === 'units') return String(parseDecimal(record.units, AMOUNT_SCALE));
  if (field === 'statedEur' && value !== null) return String(parseDecimal(String(value), EUR_SCALE));
  return String(value ?? '');
}

function recordsOf(
  { year, platform, amounts, totals, notes }: RequestedTotals,
  { userId, now, via }: Context,
): StatedTotalRecord[] {
  const exchange = exchangeName(platform, year);
  return totals.map(({ assetId, kind, units, eur, transactions }) => ({
    id: statedTotalId(userId, year, { platform: exchange, assetId, kind }),
    year,
    platform: exchange,
    assetId,
    kind,
    units: formatDecimal(parseDecimal(units, AMOUNT_SCALE), AMOUNT_SCALE),
    statedEur: eur == null ? null : formatDecimal(parseDecimal(eur, EUR_SCALE), EUR_SCALE),
    transactions: transactions ?? null,
    amounts: amounts ?? 'GROSS',
    notes: notes ?? null,
    statedAt: now,
    statedVia: via,
  }));
}

/** Two totals of one request with the same asset and kind: it is not known which one the exchange stated. */
function repeatedTotals(records: readonly StatedTotalRecord[]): FieldError[] {
  const known = new Set<string>();
  return records.flatMap((record, index): FieldError[] => {
    const key = keyOfTotal(record);
    if (known.has(key))
      return [{ field: `totals.${String(index)}`, message: 'has the asset and kind of an earlier total' }];
    known.add(key);
    return [];
  });
}

function decisionOn(record: StatedTotalRecord, stored: readonly StatedTotalRecord[]): StatedTotalDecision {
  const before = stored.find(({ id }) => id === record.id) ?? null;
  if (before !== null && isSameTotal(before, record)) return { change: null, record: before };
  return { change: { action: 'REPORTED_STATED', years: [record.year], before, after: record }, record };
}

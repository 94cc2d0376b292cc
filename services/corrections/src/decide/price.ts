/** Prices that the taxpayer enters: set, replaced and removed, and the years whose events they can value. Pure. */
import type { EnteredPriceRequest } from '@ctx/contract/prices';
import type { RequestOf } from '@ctx/contract/parse-input';
import { parseEur } from '@ctx/domain/decimal';
import {
  ENTERED_PRICE_FIELDS,
  type EnteredPriceField,
  type EnteredPriceRecord,
  type PricedMoment,
  validityOf,
} from '@ctx/domain/entered-price';
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { parseInstantUs, shownInstant, taxYear } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import type { FieldError, Rejection } from '@ctx/domain/rejections';
import { stableId } from '@ctx/domain/stable-id';
import type { Change, Context } from './decision.ts';
import { rejectionOfYears, type YearMarkers } from './years.ts';

/** A price of a request. */
export type RequestedPrice = RequestOf<typeof EnteredPriceRequest>;

/** What a price can value. */
export interface PricedEvents {
  /** Years of the events that it can value and, for a photo price, years from 2026 on in which units of its asset were sold. */
  readonly years: readonly number[];
  readonly reach: readonly string[] | 'EVERYTHING';
}

/** The outcome of one price of a request. */
export interface PriceOutcome {
  /** Null if nothing changes. */
  readonly change: Change | null;
  readonly record: EnteredPriceRecord;
}

/** Returns an error for each price of a request that is of the euro, not of exactly one moment, or of the moment of an earlier one. */
export function faultsOfPrices(requested: readonly RequestedPrice[]): FieldError[] {
  const known = new Set<string>();
  return requested.flatMap(({ assetKey, at = null, day = null }, index): FieldError[] => {
    const field = (name: string): string => `prices.${String(index)}.${name}`;
    // The price of the euro is always 1.
    if (assetKey === EUR_ASSET_KEY)
      return [{ field: field('assetKey'), message: 'is the euro, whose price is always 1' }];
    if (at === null && day === null) return [{ field: field('at'), message: 'is required, or `day` is' }];
    if (at !== null && day !== null)
      return [{ field: field('day'), message: 'is not allowed beside `at`: a price is of one or the other' }];
    const key = keyOf(assetKey, { at, day });
    if (known.has(key))
      return [
        { field: field(at === null ? 'day' : 'at'), message: 'is that of an earlier price of this asset' },
      ];
    known.add(key);
    return [];
  });
}

/** Returns the record that a requested price becomes. */
export function recordOf(
  { assetKey, at = null, day = null, eur, source, notes = null }: RequestedPrice,
  { userId, now, via }: Context,
): EnteredPriceRecord {
  const instantUs = at === null ? null : parseInstantUs(at);
  const moment = { at: instantUs === null ? null : shownInstant(instantUs), day };
  const { fromUs, untilUs } = validityOf(moment);
  return {
    id: stableId('price', String(userId), keyOf(assetKey, moment)),
    assetKey,
    ...moment,
    validFrom: shownInstant(fromUs),
    validUntil: shownInstant(untilUs),
    eur,
    source,
    notes,
    updatedAt: now,
    updatedVia: via,
  };
}

/** Decides on a price. `count` is the number of prices that the user has then without it. */
export function decidePrice(
  record: EnteredPriceRecord,
  current: EnteredPriceRecord | null,
  {
    priced,
    years,
    count,
  }: { readonly priced: PricedEvents; readonly years: readonly YearMarkers[]; readonly count: number },
): Rejection | PriceOutcome {
  const rejection = rejectionOfYears(priced.years, years);
  if (rejection !== null) return rejection;
  if (current === null && count >= LIMITS.pricesMax) return { rejected: 'TOO_MANY_PRICES' };
  if (current !== null && ENTERED_PRICE_FIELDS.every((field) => isSameField(field, current, record)))
    return { change: null, record: current };
  return { change: priceSet(current, record, priced), record };
}

/** Decides on removing a price. */
export function decideRemovedPrice(
  current: EnteredPriceRecord | undefined,
  priced: PricedEvents,
  years: readonly YearMarkers[],
): Rejection | Change {
  if (current === undefined) return { rejected: 'NOT_FOUND' };
  return rejectionOfYears(priced.years, years) ?? priceRemoved(current, priced);
}

/** Returns the change that stores a price. */
export function priceSet(
  before: EnteredPriceRecord | null,
  after: EnteredPriceRecord,
  priced: PricedEvents,
): Change {
  return { action: 'PRICE_SET', before, after, years: yearsOf(after, priced), reach: priced.reach };
}

/** Returns the change that removes a price. */
export function priceRemoved(before: EnteredPriceRecord, priced: PricedEvents): Change {
  return {
    action: 'PRICE_REMOVED',
    before,
    after: null,
    years: yearsOf(before, priced),
    reach: priced.reach,
  };
}

/** Returns whether a field has the same value in both, however its digits are written. */
export function isSameField(
  field: EnteredPriceField,
  one: EnteredPriceRecord | null,
  other: EnteredPriceRecord | null,
): boolean {
  const [was, is] = [one?.[field] ?? null, other?.[field] ?? null];
  if (field !== 'eur' || was === null || is === null) return was === is;
  return parseEur(was) === parseEur(is);
}

// The years of the validity too: the history shows the price with them, although it may value no event of theirs.
function yearsOf(moment: PricedMoment, { years }: PricedEvents): number[] {
  const { fromUs, untilUs } = validityOf(moment);
  return [...new Set([taxYear(fromUs), taxYear(untilUs - 1), ...years])].sort((one, other) => one - other);
}

// Asset keys may have any character, so the moment comes first.
function keyOf(assetKey: string, { at, day }: PricedMoment): string {
  return `${at === null ? (day ?? '') : String(parseInstantUs(at))} ${assetKey}`;
}

/** Undoing a change of an entered price, field by field like that of an override. Pure. */
import { ENTERED_PRICE_FIELDS, type EnteredPriceRecord } from '@ctx/domain/entered-price';
import { LIMITS } from '@ctx/domain/limits';
import type { Rejection } from '@ctx/domain/rejections';
import { type Context, isPriceAction } from './decision.ts';
import type { LoggedChange } from './history-entry.ts';
import { changedBy, type LaterChange } from './later-entry.ts';
import { isSameField, type PricedEvents, priceRemoved, priceSet } from './price.ts';
import type { Reversal } from './reversal.ts';

type LoggedPrice = EnteredPriceRecord | null;

/** Prices as they are stored now, what they can value, and later rows of the log. */
export interface PriceFacts {
  readonly prices: ReadonlyMap<string, EnteredPriceRecord>;
  readonly priced: ReadonlyMap<string, PricedEvents>;
  /** Number of prices that the user has. */
  readonly priceCount: number;
  readonly later: readonly LaterChange[];
}

/** Returns the prices that the changes of an entry set or removed. */
export function loggedPrices(logged: readonly LoggedChange[]): EnteredPriceRecord[] {
  return logged
    .filter(({ action }) => isPriceAction(action))
    .map(({ before, after }) => (after ?? before) as EnteredPriceRecord);
}

const NOTHING: PricedEvents = { years: [], reach: [] };

/** Returns the opposite of a change of a price. */
export function reversalOfPrice(logged: LoggedChange, facts: PriceFacts, context: Context): Reversal {
  const [before, after] = [logged.before as LoggedPrice, logged.after as LoggedPrice];
  const current = facts.prices.get(logged.target) ?? null;
  const priced = facts.priced.get(logged.target) ?? NOTHING;
  const years = priced.years;
  const touched = ENTERED_PRICE_FIELDS.filter(
    (field) => !isSameField(field, before, after) && !isSameField(field, current, after),
  );
  // A price that was removed meanwhile has no field left to restore, and one that was entered again is another.
  if (touched.length > 0 || (current === null) !== (after === null))
    return { years, outcome: changedSince(logged, touched.length > 0 ? touched : ['eur'], facts) };
  if (before === null)
    return { years, outcome: current === null ? NOT_THERE : priceRemoved(current, priced) };
  if (current === null && facts.priceCount >= LIMITS.pricesMax)
    return { years, outcome: { rejected: 'TOO_MANY_PRICES' } };
  const kept = current ?? before;
  const changed = ENTERED_PRICE_FIELDS.filter((field) => !isSameField(field, before, after));
  const restored = {
    ...kept,
    ...Object.fromEntries(changed.map((field) => [field, before[field]])),
    updatedAt: context.now,
    updatedVia: context.via,
  };
  return { years, outcome: priceSet(current, restored, priced) };
}

const NOT_THERE: Rejection = { rejected: 'CHANGED_SINCE', fieldErrors: [] };

function changedSince(
  { target }: LoggedChange,
  fields: readonly (typeof ENTERED_PRICE_FIELDS)[number][],
  { later }: PriceFacts,
): Rejection {
  const fieldErrors = fields.map((field) =>
    changedBy(
      { field, message: `of price ${target} has another value now` },
      later,
      target,
      (row) => !isSameField(field, row.before as LoggedPrice, row.after as LoggedPrice),
    ),
  );
  return { rejected: 'CHANGED_SINCE', fieldErrors };
}

/** The price of an asset at a moment in the past, and the value of the units that were held then. */
import { shownCents, valueAt } from './money.ts';

/** What was held of an asset, and its price then; null for each where none is known. */
export interface PriceThen {
  readonly amount: string;
  readonly eur: string | null;
  readonly at: string | null;
  readonly is_own: boolean | null;
  /** ENTERED or DERIVED; null for an imported price. */
  readonly origin: string | null;
}

/** Returns the price with its source and its age at a moment, and the value at it, in the form of the contract. */
export function priceThen({ amount, eur: price, at, origin, is_own: isOwn }: PriceThen, momentMs: number) {
  const value = valueAt(amount, price);
  return {
    price,
    priceSource: price === null ? null : (origin ?? (isOwn === true ? 'OWN' : 'SHARED')),
    priceAt: at,
    priceAgeSeconds: at === null ? null : Math.floor((momentMs - Date.parse(at)) / 1000),
    value: value === null ? null : shownCents(value),
  };
}

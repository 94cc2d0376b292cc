/** The price that gave an event its value. */
import { formatCents, parseAmount, parseEur, VALUE_SCALE } from '@ctx/domain/decimal';
import { shown } from '@ctx/domain/shown-text';
import type { StepsRow } from './explain-steps.ts';

type PricedRow = Pick<
  StepsRow,
  'price_source' | 'price_eur' | 'price_at' | 'price_origin' | 'amount' | 'euro_value'
> & { readonly occurred_at: string };

/** The price of a value from the price series, if the stored price still gives that value. */
export function priceOf({
  price_source,
  price_eur,
  price_at,
  price_origin,
  amount,
  euro_value,
  occurred_at,
}: PricedRow) {
  const source = shown(price_source);
  const isSame =
    price_eur !== null &&
    price_at !== null &&
    formatCents(parseAmount(amount) * parseEur(price_eur), VALUE_SCALE) === euro_value;
  if (!isSame) return { source, unitPrice: null, at: null, ageSeconds: null, origin: null };
  return {
    source,
    unitPrice: price_eur,
    at: price_at,
    ageSeconds: secondsBetween(price_at, occurred_at),
    // A year that was submitted earlier does not know it.
    origin: price_origin,
  };
}

function secondsBetween(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / 1000);
}

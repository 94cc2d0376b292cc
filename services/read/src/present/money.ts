/** Numbers that are computed at the read: unit prices, values at today's prices, percentages. Decimal strings in and out. */
import {
  AMOUNT_SCALE,
  divideHalfEven,
  EUR_SCALE,
  formatCents,
  formatDecimal,
  parseAmount,
  parseEur,
  valueEur,
} from '@ctx/common/domain/decimal';

const UNIT = 10n ** BigInt(AMOUNT_SCALE);
const PERCENT = 100n * 10n ** BigInt(EUR_SCALE);

/** EUR a unit, 12 digits; null for no amount. */
export function unitPrice(eur: string | null, amount: string): string | null {
  const units = parseAmount(amount);
  if (eur === null || units === 0n) return null;
  return formatDecimal(divideHalfEven(parseEur(eur) * UNIT, units), EUR_SCALE);
}

/** What something is worth now, in cents, and what was gained on it. */
export interface Valuation {
  readonly currentPrice: string | null;
  readonly currentValue: string;
  readonly unrealizedGain: string;
  readonly unrealizedGainPercentage: string | null;
}

/** Without a price the value is 0 and there is no percentage. */
export function valuation(amount: string, costBasis: string, price: string | null): Valuation {
  const cost = parseEur(costBasis);
  const value = price === null ? 0n : valueEur(parseAmount(amount), parseEur(price));
  const gain = value - cost;
  return {
    currentPrice: price,
    currentValue: formatCents(value),
    unrealizedGain: formatCents(gain),
    unrealizedGainPercentage: price === null ? null : percentOf(gain, cost),
  };
}

/** A share in percent, 12 digits; null of nothing. */
export function percentOf(part: bigint, whole: bigint): string | null {
  return whole <= 0n ? null : formatDecimal(divideHalfEven(part * PERCENT, whole), EUR_SCALE);
}

/** EUR with 12 digits of an amount at a price; null without a price. */
export function valueAt(amount: string, price: string | null | undefined): bigint | null {
  return typeof price === 'string' ? valueEur(parseAmount(amount), parseEur(price)) : null;
}

/**
 * Computes figures that are not stored: unit prices, values at the latest prices, percentages. Input and output are decimal strings.
 * Values and their sums stay exact (VALUE_SCALE fraction digits) until they are rounded to cents.
 */
import {
  AMOUNT_SCALE,
  divideHalfEven,
  EUR_SCALE,
  formatCents,
  formatDecimal,
  parseAmount,
  parseDecimal,
  parseEur,
  VALUE_SCALE,
} from '@ctx/domain/decimal';

const UNIT = 10n ** BigInt(AMOUNT_SCALE);
const PERCENT = 100n * 10n ** BigInt(EUR_SCALE);

/** Returns EUR per unit, with 12 fraction digits; null for an amount of 0. */
export function unitPrice(eur: string | null, amount: string): string | null {
  const units = parseAmount(amount);
  if (eur === null || units === 0n) return null;
  return formatDecimal(divideHalfEven(parseEur(eur) * UNIT, units), EUR_SCALE);
}

/** The current value of an amount and its unrealised gain, rounded to cents. */
export interface Valuation {
  readonly currentPrice: string | null;
  readonly currentValue: string;
  readonly unrealizedGain: string;
  readonly unrealizedGainPercentage: string | null;
}

/** Values an amount at a price. Without a price, the value is 0 and the percentage null. */
export function valuation(amount: string, costBasis: string, price: string | null): Valuation {
  const cost = parseExactEur(costBasis);
  const value = valueAt(amount, price) ?? 0n;
  const gain = value - cost;
  return {
    currentPrice: price,
    currentValue: shownCents(value),
    unrealizedGain: shownCents(gain),
    unrealizedGainPercentage: price === null ? null : percentOf(gain, cost),
  };
}

/** Returns a share in percent, with 12 fraction digits; null if the whole is not positive. */
export function percentOf(part: bigint, whole: bigint): string | null {
  return whole <= 0n ? null : formatDecimal(divideHalfEven(part * PERCENT, whole), EUR_SCALE);
}

/** Returns the exact EUR value of an amount at a price; null without a price. */
export function valueAt(amount: string, price: string | null | undefined): bigint | null {
  return typeof price === 'string' ? parseAmount(amount) * parseEur(price) : null;
}

/** Parses an EUR value so that it can be added to exact ones. */
export function parseExactEur(eur: string): bigint {
  return parseDecimal(eur, VALUE_SCALE);
}

/** Rounds an exact EUR value or sum to cents. */
export function shownCents(exact: bigint): string {
  return formatCents(exact, VALUE_SCALE);
}

interface AssetAmount {
  readonly assetKey: string;
  readonly amount: string;
}

/**
 * Returns the growth in units from `before` to `after`, in percent, without prices. Null unless both sides have units of one and the
 * same asset: units of different assets cannot be added.
 */
export function unitGrowthPercent(
  before: readonly AssetAmount[],
  after: readonly AssetAmount[],
): string | null {
  const assets = new Set([...before, ...after].map(({ assetKey }) => assetKey));
  if (assets.size !== 1 || after.length === 0) return null;
  return percentOf(unitsOf(after) - unitsOf(before), unitsOf(before));
}

function unitsOf(amounts: readonly AssetAmount[]): bigint {
  return amounts.reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
}

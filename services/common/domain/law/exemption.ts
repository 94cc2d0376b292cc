/**
 * The yearly exemption of gains under the 10 % regime and its carry-over (engine.md §4). Sources: law of 6 April 2026 (Official
 * Gazette 21 April 2026), income tax code art. 96/2. Using the carried exemption before the base is one reading of the law
 * (docs/tax-assumptions.md). EUR with 12 fraction digits.
 */
import { parseEur } from '../decimal.ts';
import { FIRST_TAXED_YEAR } from './rates.ts';

/** Published amounts by first income year. The amount is indexed yearly; each new amount is a new row. */
export const PUBLISHED: readonly { readonly year: number; readonly base: bigint }[] = [
  { year: FIRST_TAXED_YEAR, base: parseEur('10000') },
];
/** The most that one year adds to the carried stock. */
export const CARRIED_A_YEAR_MAX = parseEur('1000');
/** The most of the carried stock that one year can use. */
export const CARRIED_USABLE_MAX = parseEur('5000');

/** The exemption of one year, in EUR. */
export interface Exemption {
  readonly baseExemption: bigint;
  /** The part of the carried stock that this year can use. */
  readonly carriedIn: bigint;
  readonly total: bigint;
  readonly used: bigint;
  readonly remaining: bigint;
  /** The stock for later years. */
  readonly carriedOut: bigint;
  /** False if the year reuses the amount of an earlier year. */
  readonly indexedAmountConfirmed: boolean;
}

/** Returns the exemption of one year. `stock` is carried out of earlier years and used first; `net` is the net gain of the year. */
export function exemptionOf(year: number, net: bigint, stock: bigint): Exemption {
  const published = PUBLISHED.findLast((row) => row.year <= year);
  if (published === undefined) throw new RangeError(`no exemption in ${String(year)}`);
  const carriedIn = least(stock, CARRIED_USABLE_MAX);
  const total = published.base + carriedIn;
  const used = least(net > 0n ? net : 0n, total);
  const usedCarried = least(used, carriedIn);
  const unusedBase = published.base - (used - usedCarried);
  return {
    baseExemption: published.base,
    carriedIn,
    total,
    used,
    remaining: total - used,
    carriedOut: stock - usedCarried + least(unusedBase, CARRIED_A_YEAR_MAX),
    indexedAmountConfirmed: published.year === year,
  };
}

/** A year's net gain: exact, or between two bounds. Null for a SPECULATIEF year, which neither uses nor adds exemption. */
export type NetGain = { readonly low: bigint; readonly high: bigint } | null;

/** The bounds of an exemption if a net gain of this or an earlier year is only known between bounds. */
export interface ExemptionBounds {
  readonly low: Exemption;
  readonly high: Exemption;
}

/**
 * Returns the exemption of `year`, computed from all years since the first taxed one. `netOf` returns the net gain of a year,
 * 0 for a year without events. Each field is between its `low` and its `high`. Null before 2026 and for SPECULATIEF.
 */
export function exemptionIn(year: number, netOf: (year: number) => NetGain): ExemptionBounds | null {
  if (year < FIRST_TAXED_YEAR || netOf(year) === null) return null;
  let stock = { low: 0n, high: 0n };
  for (let earlier = FIRST_TAXED_YEAR; earlier < year; earlier += 1) {
    const bounds = boundsOf(earlier, netOf(earlier), stock);
    if (bounds !== null) stock = { low: bounds.low.carriedOut, high: bounds.high.carriedOut };
  }
  return boundsOf(year, netOf(year), stock);
}

// `used` and `carriedIn` grow with the stock. `used` grows with the net gain; `remaining` and `carriedOut` shrink with it.
function boundsOf(year: number, net: NetGain, stock: { low: bigint; high: bigint }): ExemptionBounds | null {
  if (net === null) return null;
  const leastGain = {
    low: exemptionOf(year, net.low, stock.low),
    high: exemptionOf(year, net.low, stock.high),
  };
  const mostGain = {
    low: exemptionOf(year, net.high, stock.low),
    high: exemptionOf(year, net.high, stock.high),
  };
  return {
    low: { ...leastGain.low, remaining: mostGain.low.remaining, carriedOut: mostGain.low.carriedOut },
    high: { ...mostGain.high, remaining: leastGain.high.remaining, carriedOut: leastGain.high.carriedOut },
  };
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Tax rates by income year and regime (engine.md §4). A new law is a new row. Percentages are whole numbers, so that
 * tax = base × percent / 100 is exact.
 */
import { divideHalfEven, EUR_SCALE } from '../decimal.ts';
import type { Regime } from '../vocabulary.ts';

/** The rates of one year, in percent. */
export interface Rates {
  readonly capitalGainsPercent: number;
  readonly incomePercent: number;
}

/** A rate, valid from an income year until the next row. */
export interface RateFrom {
  readonly fromYear: number;
  readonly percent: number;
}

/** Rates of the tax on gains. */
export const CAPITAL_GAINS: Readonly<Record<Regime, readonly RateFrom[]>> = {
  NORMAAL_BEHEER: [
    // Income tax code, art. 90: gains from normal management of private assets were not taxed.
    { fromYear: 0, percent: 0 },
    // Law of 6 April 2026 (Official Gazette 21 April 2026), income tax code, art. 171: 10 % on gains from 2026 on.
    { fromYear: 2026, percent: 10 },
  ],
  // Income tax code, art. 90 and 171: speculative gains are miscellaneous income, 33 %.
  SPECULATIEF: [{ fromYear: 0, percent: 33 }],
};

/** Rates of the tax on income: an indicative flat rate (service.md, "What the service does", 4). */
export const INCOME: readonly RateFrom[] = [{ fromYear: 0, percent: 30 }];

/** The first income year in which gains of normal management are taxed (law of 6 April 2026). */
export const FIRST_TAXED_YEAR = 2026;

/** Returns the rates of an income year under a regime. */
export function ratesOf(year: number, regime: Regime): Rates {
  return {
    capitalGainsPercent: percentIn(CAPITAL_GAINS[regime], year),
    incomePercent: percentIn(INCOME, year),
  };
}

function percentIn(rows: readonly RateFrom[], year: number): number {
  const row = rows.findLast(({ fromYear }) => fromYear <= year);
  if (row === undefined) throw new RangeError(`no rate for ${String(year)}`);
  return row.percent;
}

const EUR_PER_CENT = 10n ** BigInt(EUR_SCALE - 2);

/**
 * Returns the tax at a whole percentage of a base, at least 0 and rounded to cents. Rounded once, half to even, from the exact
 * product, which can have more digits than an EUR value.
 */
export function taxOf(base: bigint, percent: number): bigint {
  if (base <= 0n) return 0n;
  return divideHalfEven(base * BigInt(percent), 100n * EUR_PER_CENT) * EUR_PER_CENT;
}

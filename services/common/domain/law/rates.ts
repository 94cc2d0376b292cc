/**
 * Tax rates by income year and regime (engine.md §4). A new law is a new row. Percentages are whole numbers, so that
 * tax = base × percent / 100 is exact.
 */
import { divideHalfEven, EUR_SCALE } from '../decimal.ts';
import type { Regime } from '../vocabulary.ts';
import { agreeing, disagreeing } from './readers.ts';
import { assumed, confirmed, type LawSource } from './source.ts';

/** The rates of one year, in percent. */
export interface Rates {
  readonly capitalGainsPercent: number;
  readonly incomePercent: number;
}

/** A rate, valid from an income year until the next row. */
export interface RateFrom {
  readonly fromYear: number;
  readonly percent: number;
  readonly law: LawSource;
}

/** Rates of the tax on gains and on income. */
export interface RateTables {
  readonly capitalGains: Readonly<Record<Regime, readonly RateFrom[]>>;
  readonly income: readonly RateFrom[];
}

/** The rates in force. */
export const RATES: RateTables = {
  capitalGains: {
    NORMAAL_BEHEER: [
      // Gains from normal management of private assets were not taxed.
      { fromYear: 0, percent: 0, law: confirmed('INCOME_TAX_CODE', '90', '2026-11-24') },
      {
        fromYear: 2026,
        percent: 10,
        law: confirmed('LAW_2026', '171, 2°', '2026-11-28', {
          readers: [agreeing('AEACUS_FAQ'), agreeing('CRELAN'), agreeing('EY')],
        }),
      },
    ],
    // Speculative gains are miscellaneous income.
    SPECULATIEF: [
      {
        fromYear: 0,
        percent: 33,
        law: confirmed('INCOME_TAX_CODE', '90 and 171', '2026-11-28', {
          readers: [agreeing('AEACUS_FAQ'), agreeing('EY')],
        }),
      },
    ],
  },
  // An indicative flat rate (service.md, "What the service does", 4).
  income: [
    {
      fromYear: 0,
      percent: 30,
      law: assumed('INCOME_TAX_CODE', '90 and 171', '2026-11-28', 'INCOME_FLAT_RATE', {
        readers: [agreeing('CRYPTOTAX'), disagreeing('WALTIO_AIRDROPS')],
      }),
    },
  ],
};

/** The first income year in which gains of normal management are taxed (law of 6 April 2026). */
export const FIRST_TAXED_YEAR = 2026;

/** Returns the rates of an income year under a regime. */
export function ratesOf(year: number, regime: Regime, rates: RateTables = RATES): Rates {
  return {
    capitalGainsPercent: percentIn(rates.capitalGains[regime], year),
    incomePercent: percentIn(rates.income, year),
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

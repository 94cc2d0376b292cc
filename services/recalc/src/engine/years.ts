/** The figures of each Brussels year (engine.md §4). */
import { divideHalfEven, EUR_SCALE } from '@ctx/common/domain/decimal';
import { incomeOf } from './effective.ts';
import { ratesOf } from './law/rates.ts';
import type { EffectiveEvent, YearFigures, YearRegime } from './types.ts';

interface YearSums {
  readonly monthlyGains: bigint[];
  readonly monthlyIncome: bigint[];
  readonly accountIds: Set<string>;
  transactionCount: number;
  needsReviewCount: number;
}

const MONTHS_PER_YEAR = 12;
const EUR_PER_CENT = 10n ** BigInt(EUR_SCALE - 2);

/** Years with at least one event, ignored and spam ones too, oldest first. A year is NORMAAL_BEHEER unless set. */
export function yearFigures(
  events: readonly EffectiveEvent[],
  regimes: readonly YearRegime[],
): YearFigures[] {
  const regimeByYear = new Map(regimes.map(({ year, regime }) => [year, regime]));
  return [...sumsByYear(events)]
    .toSorted(([a], [b]) => a - b)
    .map(([year, sums]) => figuresOf(year, regimeByYear.get(year) ?? 'NORMAAL_BEHEER', sums));
}

/**
 * Tax at a whole percentage of a base, never below 0, in cents: rounded once, half to even, from the exact product,
 * which may have more digits than an EUR value keeps.
 */
export function taxOf(base: bigint, percent: number): bigint {
  if (base <= 0n) return 0n;
  return divideHalfEven(base * BigInt(percent), 100n * EUR_PER_CENT) * EUR_PER_CENT;
}

function figuresOf(year: number, regime: YearFigures['regime'], sums: YearSums): YearFigures {
  const { capitalGainsPercent, incomePercent } = ratesOf(year, regime);
  const capitalGains = total(sums.monthlyGains);
  const income = total(sums.monthlyIncome);
  const capitalGainsTax = taxOf(capitalGains, capitalGainsPercent);
  const incomeTax = taxOf(income, incomePercent);
  return {
    year,
    regime,
    capitalGains,
    capitalGainsTax,
    income,
    incomeTax,
    // Both are in cents: the sum is that of the taxes as shown.
    totalTax: capitalGainsTax + incomeTax,
    monthlyGains: sums.monthlyGains,
    monthlyIncome: sums.monthlyIncome,
    transactionCount: sums.transactionCount,
    walletCount: sums.accountIds.size,
    needsReviewCount: sums.needsReviewCount,
  };
}

function sumsByYear(events: readonly EffectiveEvent[]): Map<number, YearSums> {
  const years = new Map<number, YearSums>();
  for (const event of events) {
    const sums = years.get(event.year) ?? emptySums();
    years.set(event.year, sums);
    const monthIndex = event.month - 1;
    sums.monthlyGains[monthIndex] = (sums.monthlyGains[monthIndex] ?? 0n) + (event.totalGain ?? 0n);
    sums.monthlyIncome[monthIndex] = (sums.monthlyIncome[monthIndex] ?? 0n) + incomeOf(event);
    sums.accountIds.add(event.raw.accountId);
    sums.transactionCount += 1;
    if (event.needsReview) sums.needsReviewCount += 1;
  }
  return years;
}

function emptySums(): YearSums {
  return {
    monthlyGains: Array<bigint>(MONTHS_PER_YEAR).fill(0n),
    monthlyIncome: Array<bigint>(MONTHS_PER_YEAR).fill(0n),
    accountIds: new Set(),
    transactionCount: 0,
    needsReviewCount: 0,
  };
}

function total(parts: readonly bigint[]): bigint {
  return parts.reduce((sum, part) => sum + part, 0n);
}

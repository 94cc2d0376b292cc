/** The figures of each Brussels year (engine.md §4). */
import { ratesOf, taxOf } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';
import type { EffectiveEvent, Outcome, YearFigures } from '../types.ts';

interface YearSums {
  readonly monthlyGains: bigint[];
  readonly monthlyIncome: bigint[];
  readonly accountIds: Set<string>;
  transactionCount: number;
  needsReviewCount: number;
}

const MONTHS_PER_YEAR = 12;

/** Returns the figures of each year that has an event (ignored and spam too), oldest first; `outcomes` by index of `events`. */
export function yearFigures(
  events: readonly EffectiveEvent[],
  outcomes: readonly Outcome[],
  regimeOf: (year: number) => Regime,
): YearFigures[] {
  const years = new Map<number, YearSums>();
  for (const [index, event] of events.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    let sums = years.get(event.year);
    if (sums === undefined) years.set(event.year, (sums = emptySums()));
    add(sums, event, outcome);
  }
  return [...years]
    .toSorted(([a], [b]) => a - b)
    .map(([year, sums]) => figuresOf(year, regimeOf(year), sums));
}

function add(sums: YearSums, event: EffectiveEvent, outcome: Outcome): void {
  const month = event.month - 1;
  if (outcome.totalGain !== null)
    sums.monthlyGains[month] = (sums.monthlyGains[month] ?? 0n) + outcome.totalGain;
  if (outcome.income !== 0n) sums.monthlyIncome[month] = (sums.monthlyIncome[month] ?? 0n) + outcome.income;
  sums.accountIds.add(event.raw.accountId);
  sums.transactionCount += 1;
  if (outcome.needsReview) sums.needsReviewCount += 1;
}

function figuresOf(year: number, regime: Regime, sums: YearSums): YearFigures {
  const { monthlyGains, monthlyIncome, transactionCount, accountIds, needsReviewCount } = sums;
  return {
    ...yearSums({ year, regime, monthlyGains, monthlyIncome }),
    transactionCount,
    walletCount: accountIds.size,
    needsReviewCount,
  };
}

/** Returns the totals and taxes that follow from the figures of a year's months. */
export function yearSums({
  year,
  regime,
  monthlyGains,
  monthlyIncome,
}: Pick<YearFigures, 'year' | 'regime' | 'monthlyGains' | 'monthlyIncome'>): Omit<
  YearFigures,
  'transactionCount' | 'walletCount' | 'needsReviewCount'
> {
  const { capitalGainsPercent, incomePercent } = ratesOf(year, regime);
  const capitalGains = total(monthlyGains);
  const income = total(monthlyIncome);
  const capitalGainsTax = taxOf(capitalGains, capitalGainsPercent);
  const incomeTax = taxOf(income, incomePercent);
  return {
    year,
    regime,
    capitalGains,
    capitalGainsTax,
    income,
    incomeTax,
    // Both taxes are rounded to cents already, so the total is the sum of the taxes as shown.
    totalTax: capitalGainsTax + incomeTax,
    monthlyGains,
    monthlyIncome,
  };
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

/** What events add to the figures of a year. */
type YearAdds = Pick<YearFigures, 'monthlyGains' | 'monthlyIncome' | 'transactionCount' | 'needsReviewCount'>;

/** What a change adds to the figures of a year. */
export interface YearDifference {
  readonly monthlyGains: bigint[];
  readonly monthlyIncome: bigint[];
  transactionCount: number;
  needsReviewCount: number;
}

/** Returns what a year adds now less what it added before. */
export function differenceOfYears(now: YearAdds, before: YearAdds): YearDifference {
  const less = (a: readonly bigint[], b: readonly bigint[]): bigint[] =>
    a.map((sum, month) => sum - (b[month] ?? 0n));
  return {
    monthlyGains: less(now.monthlyGains, before.monthlyGains),
    monthlyIncome: less(now.monthlyIncome, before.monthlyIncome),
    transactionCount: now.transactionCount - before.transactionCount,
    needsReviewCount: now.needsReviewCount - before.needsReviewCount,
  };
}

export function isNoDifference(difference: YearDifference): boolean {
  const { monthlyGains, monthlyIncome, transactionCount, needsReviewCount } = difference;
  return (
    transactionCount === 0 &&
    needsReviewCount === 0 &&
    [...monthlyGains, ...monthlyIncome].every((sum) => sum === 0n)
  );
}

export function noDifference(): YearDifference {
  return {
    monthlyGains: Array<bigint>(MONTHS_PER_YEAR).fill(0n),
    monthlyIncome: Array<bigint>(MONTHS_PER_YEAR).fill(0n),
    transactionCount: 0,
    needsReviewCount: 0,
  };
}

/** The figures of each Brussels year (engine.md §4). */
import { ratesOf, taxOf } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';
import type { EffectiveEvent, Outcome, YearFigures } from '../types.ts';
import { contributionsOf, type Contributor } from './contributions.ts';

/** The figures of a year that are sums over its events, but for those of its months. */
const COUNTS = ['transactionCount', 'needsReviewCount', 'gainCount', 'incomeCount', 'feeCount'] as const;

/** What events add to the figures of a year. */
export type YearAdds = Pick<YearFigures, 'monthlyGains' | 'monthlyIncome' | 'fees' | (typeof COUNTS)[number]>;

/** What a change adds to the figures of a year. */
export interface YearDifference extends YearAdds {
  readonly monthlyGains: bigint[];
  readonly monthlyIncome: bigint[];
  transactionCount: number;
  needsReviewCount: number;
  gainCount: number;
  incomeCount: number;
  feeCount: number;
  fees: bigint;
}

interface YearSums extends YearDifference {
  readonly accountIds: Set<string>;
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
  sums.accountIds.add(event.raw.accountId);
  sums.transactionCount += 1;
  addOutcome(sums, countedOf(event), outcome, 1);
}

/** What of an event a year counts. */
export interface CountedEvent extends Contributor {
  /** From 1 to 12, in Brussels. */
  readonly month: number;
}

/** Returns what a year counts of an event. */
export function countedOf({
  month,
  type,
  treatment,
  taxable,
  spam,
  value,
  effect,
}: EffectiveEvent): CountedEvent {
  return { month, type, treatment, taxable, spam, value, actsOnPools: effect.pool !== 'NONE' };
}

/** Adds what an event adds to its year with an outcome, or takes it away; its `transactionCount` stays. */
export function addOutcome(
  sums: YearDifference,
  event: CountedEvent,
  outcome: Pick<Outcome, 'totalGain' | 'income' | 'needsReview' | 'hasSurplus'>,
  sign: 1 | -1,
): void {
  const month = event.month - 1;
  const { totalGain, income, needsReview } = outcome;
  const { fees, ...counts } = contributionsOf(event, outcome);
  if (totalGain !== null)
    sums.monthlyGains[month] = (sums.monthlyGains[month] ?? 0n) + BigInt(sign) * totalGain;
  if (income !== 0n) sums.monthlyIncome[month] = (sums.monthlyIncome[month] ?? 0n) + BigInt(sign) * income;
  if (needsReview) sums.needsReviewCount += sign;
  sums.gainCount += sign * counts.gainCount;
  sums.incomeCount += sign * counts.incomeCount;
  sums.feeCount += sign * counts.feeCount;
  sums.fees += BigInt(sign) * fees;
}

function figuresOf(year: number, regime: Regime, { accountIds, ...sums }: YearSums): YearFigures {
  const { monthlyGains, monthlyIncome, ...added } = sums;
  return {
    ...yearSums({ year, regime, monthlyGains, monthlyIncome }),
    ...added,
    walletCount: accountIds.size,
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
  (typeof COUNTS)[number] | 'fees' | 'walletCount'
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
  return { ...noDifference(), accountIds: new Set() };
}

function total(parts: readonly bigint[]): bigint {
  return parts.reduce((sum, part) => sum + part, 0n);
}

/** Returns what a year adds now less what it added before. */
export function differenceOfYears(now: YearAdds, before: YearAdds): YearDifference {
  const less = (a: readonly bigint[], b: readonly bigint[]): bigint[] =>
    a.map((sum, month) => sum - (b[month] ?? 0n));
  const difference = noDifference();
  for (const count of COUNTS) difference[count] = now[count] - before[count];
  return {
    ...difference,
    monthlyGains: less(now.monthlyGains, before.monthlyGains),
    monthlyIncome: less(now.monthlyIncome, before.monthlyIncome),
    fees: now.fees - before.fees,
  };
}

export function isNoDifference(difference: YearAdds): boolean {
  const { monthlyGains, monthlyIncome, fees } = difference;
  return (
    COUNTS.every((count) => difference[count] === 0) &&
    [...monthlyGains, ...monthlyIncome, fees].every((sum) => sum === 0n)
  );
}

export function noDifference(): YearDifference {
  return {
    monthlyGains: Array<bigint>(MONTHS_PER_YEAR).fill(0n),
    monthlyIncome: Array<bigint>(MONTHS_PER_YEAR).fill(0n),
    transactionCount: 0,
    needsReviewCount: 0,
    gainCount: 0,
    incomeCount: 0,
    feeCount: 0,
    fees: 0n,
  };
}

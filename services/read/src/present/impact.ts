/** Computes how a suggestion would change gross tax (engine.md §5). */
import { parseEur } from '@ctx/domain/decimal';
import { ratesOf, taxOf } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';

/** The figures of a year that its taxes depend on; decimal strings of EUR. */
export interface TaxedYear {
  readonly year: number;
  readonly regime: string;
  readonly locked: boolean;
  readonly capital_gains: string;
  readonly income: string;
}

export interface Change {
  readonly year: number;
  readonly gain: string;
  readonly income: string;
}

/**
 * Returns the change in gross tax, EUR: each year's changes are taxed on top of its figures. Returns null if the changes were not
 * computed, or if the figure would reveal something about a locked year. That is a year that changes, and also a year of one of the
 * events (`ofEvents`): if that year does not change, the event's gain there is 0.
 */
export function impactOf(
  changes: readonly Change[] | null,
  ofEvents: readonly number[],
  years: ReadonlyMap<number, TaxedYear>,
): bigint | null {
  if (changes === null) return null;
  const concerned = [...ofEvents, ...changes.map(({ year }) => year)];
  if (concerned.some((year) => years.get(year)?.locked ?? true)) return null;
  return changes.reduce((sum, change) => sum + changeOfTax(change, years.get(change.year)), 0n);
}

function changeOfTax(change: Change, year: TaxedYear | undefined): bigint {
  if (year === undefined) return 0n;
  const rates = ratesOf(year.year, year.regime as Regime);
  const gains = parseEur(year.capital_gains);
  const income = parseEur(year.income);
  return (
    taxOf(gains + parseEur(change.gain), rates.capitalGainsPercent) -
    taxOf(gains, rates.capitalGainsPercent) +
    taxOf(income + parseEur(change.income), rates.incomePercent) -
    taxOf(income, rates.incomePercent)
  );
}

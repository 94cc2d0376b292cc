/** The estimate of a year as responses show it, and where it is left out. */
import type { CircumstancesRecord } from '@ctx/domain/circumstances';
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { ESTIMATE_PARTS, type Estimate, type EstimatePart } from '@ctx/domain/law/estimate';
import { type AccountAmounts, type HouseholdYear, taxpayersEstimate } from '@ctx/domain/law/household';
import type { KeptSums, Openings } from '@ctx/domain/law/kept-sums';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';

/** The figures of a year that an estimate is made of. */
export interface Figures {
  readonly year: number;
  readonly locked: boolean;
  readonly regime: Regime;
  /** Exact EUR. */
  readonly capital_gains: string;
}

/** A part in the form of the contract. */
interface ShownAmount {
  readonly eur: string;
  readonly assumption: string;
}

/** An estimate in the form of the contract; null for a part that the year does not have. */
export type ShownEstimate = Record<EstimatePart, ShownAmount | null>;

/** What an estimate is computed from: a year and the years before it. */
export interface EstimateInputs {
  readonly years: ReadonlyMap<number, Figures>;
  readonly marks: ReadonlyMap<number, Pick<Figures, 'year' | 'regime'>>;
  readonly circumstances: readonly CircumstancesRecord[];
  /** What a submitted year keeps. */
  readonly kept: Pick<KeptSums, 'estimate' | 'household'> | null;
  readonly openings: Pick<Openings, 'estimated' | 'partner'>;
  /** What arose in accounts with a share of their own, by year. */
  readonly ofAccounts: ReadonlyMap<number, AccountAmounts>;
}

/**
 * Returns the estimate of a year, rounded to cents; for a submitted year, the estimate that it keeps. Null without circumstances; and in a
 * locked year, and where an earlier locked year could change it, because even a range would reveal more than the bands.
 */
export function shownEstimate(of: Figures, inputs: EstimateInputs): ShownEstimate | null {
  if (isHidden(of, inputs)) return null;
  const { kept, openings } = inputs;
  const estimate =
    kept === null ? taxpayersEstimate(of.year, householdYears(of, inputs), openings) : kept.estimate;
  return estimate === null ? null : shownParts(estimate);
}

/** Returns a year and the years before it, as the estimates of both partners see them. */
export function householdYears(
  of: Figures,
  { years, marks, circumstances, ofAccounts }: EstimateInputs,
): (year: number) => HouseholdYear {
  const byYear = new Map(circumstances.map((row) => [row.year, row]));
  return (year) => {
    const row = year === of.year ? of : years.get(year);
    return {
      regime: (row ?? marks.get(year))?.regime ?? 'NORMAAL_BEHEER',
      net: parseEur(row?.capital_gains ?? '0'),
      circumstances: byYear.get(year) ?? null,
      ofAccounts: ofAccounts.get(year),
    };
  };
}

/** Returns an estimate in the form of the contract, rounded to cents. */
export function shownParts(estimate: Estimate): ShownEstimate {
  const parts = ESTIMATE_PARTS.map((part): [EstimatePart, ShownAmount | null] => {
    const amount = estimate[part];
    return [
      part,
      amount === undefined ? null : { eur: formatCents(amount.eur), assumption: amount.assumption },
    ];
  });
  return Object.fromEntries(parts) as ShownEstimate;
}

/** Tells whether the estimates of a year are left out. */
export function isHidden({ year, locked }: Figures, { years }: Pick<EstimateInputs, 'years'>): boolean {
  if (locked) return true;
  return years
    .values()
    .some(
      (each) =>
        each.locked && each.year < year && (each.year >= FIRST_TAXED_YEAR || each.regime === 'SPECULATIEF'),
    );
}

/** A household as responses show it: the parts of a year of both partners, which add up to the year in cents. */
import { formatCents, parseEur } from '@ctx/domain/decimal';
import type { DeclarationKind } from '@ctx/domain/law/declaration';
import { ownAmounts, partnersEstimate, taxpayersEstimate } from '@ctx/domain/law/household';
import type { Household } from '@ctx/domain/law/kept-sums';
import { ratesOf, taxOf } from '@ctx/domain/law/rates';
import { type CodeRow, declarationSummary } from './declaration.ts';
import type { SourceRow } from '@ctx/domain/law/exchange';
import {
  type EstimateInputs,
  type Figures,
  householdYears,
  isHidden,
  type ShownEstimate,
  shownParts,
} from './estimate.ts';

/** What the lines of a partner are called, by the kind of their code. */
export const NAMES_OF_PARTNER: Readonly<Record<DeclarationKind, string>> = {
  INCOME: 'PARTNER_INCOME',
  SPECULATIVE_GAIN: 'PARTNER_SPECULATIVE_GAIN',
  CAPITAL_GAIN: 'PARTNER_CAPITAL_GAIN',
  FOREIGN_ACCOUNT: 'PARTNER_FOREIGN_ACCOUNT',
};

interface HouseholdFigures extends Figures {
  /** Exact EUR. */
  readonly income: string;
  readonly income_tax: string;
}

/** One partner in the form of the contract. */
interface ShownPart {
  readonly capitalGains: string;
  readonly income: string;
  readonly incomeTax: string;
  readonly estimate: ShownEstimate;
  readonly declarationRows: CodeRow[];
}

/** A household in the form of the contract. */
export interface ShownHousehold {
  readonly taxpayer: ShownPart;
  readonly partner: ShownPart;
}

/** Amounts of one partner, in whole cents. */
interface PartAmounts {
  readonly gains: bigint;
  readonly income: bigint;
  readonly incomeTax: bigint;
}

/**
 * Returns the household of a year; for a submitted year, the one that it keeps. Null in a year without shares, and wherever its estimate is left
 * out.
 */
export function shownHousehold(
  of: HouseholdFigures,
  inputs: EstimateInputs,
  sources: readonly SourceRow[],
): ShownHousehold | null {
  if (isHidden(of, inputs)) return null;
  const { kept } = inputs;
  const estimate = kept === null ? estimateOf(of, inputs) : kept.estimate;
  const household = kept === null ? householdOf(of, inputs) : kept.household;
  if (estimate === null || household == null) return null;
  const whole = {
    gains: inCents(parseEur(of.capital_gains)),
    income: inCents(parseEur(of.income)),
    incomeTax: inCents(parseEur(of.income_tax)),
  };
  const taxpayer = {
    gains: inCents(household.own.gains),
    income: inCents(household.own.income),
    incomeTax: taxOf(household.own.income, ratesOf(of.year, of.regime).incomePercent),
  };
  const partner = {
    gains: whole.gains - taxpayer.gains,
    income: whole.income - taxpayer.income,
    incomeTax: whole.incomeTax - taxpayer.incomeTax,
  };
  const rows = (part: PartAmounts): CodeRow[] => rowsOf(of, part, sources);
  return {
    taxpayer: { ...shownAmounts(taxpayer), estimate: shownParts(estimate), declarationRows: rows(taxpayer) },
    partner: {
      ...shownAmounts(partner),
      estimate: shownParts(household.partner),
      // A row with one code alone is the same for both.
      declarationRows: rows(partner)
        .filter(({ declarantCode, partnerCode }) => declarantCode === null || partnerCode !== null)
        .map((row) => ({ ...row, code: row.partnerCode })),
    },
  };
}

const inCents = (eur: bigint): bigint => parseEur(formatCents(eur));

const estimateOf = (of: Figures, inputs: EstimateInputs) =>
  taxpayersEstimate(of.year, householdYears(of, inputs), inputs.openings);

function householdOf(of: HouseholdFigures, inputs: EstimateInputs): Household | null {
  const yearOf = householdYears(of, inputs);
  const partner = partnersEstimate(of.year, yearOf, inputs.openings);
  if (partner === null) return null;
  const whole = { gains: parseEur(of.capital_gains), income: parseEur(of.income) };
  return { own: ownAmounts(whole, yearOf(of.year)), partner };
}

function shownAmounts({ gains, income, incomeTax }: PartAmounts) {
  return {
    capitalGains: formatCents(gains),
    income: formatCents(income),
    incomeTax: formatCents(incomeTax),
  };
}

function rowsOf(
  { year, regime }: Figures,
  { gains, income }: PartAmounts,
  sources: readonly SourceRow[],
): CodeRow[] {
  const exactly = (eur: bigint) => ({ low: eur, high: eur });
  const declared = { year, regime, locked: false, gains: exactly(gains), income: exactly(income) };
  return declarationSummary(declared, sources)?.rows ?? [];
}

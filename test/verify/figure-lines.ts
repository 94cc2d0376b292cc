/** The lines of `data/figures.jsonl`, computed with the law of the service. */
import { formatCents } from '@ctx/domain/decimal';
import type { CircumstanceValues } from '@ctx/domain/circumstances';
import { declarationCodes, FIRST_DECLARATION_YEAR } from '@ctx/domain/law/declaration';
import { ESTIMATE_PARTS, type Estimate } from '@ctx/domain/law/estimate';
import {
  type HouseholdYear,
  ownAmounts,
  partnersEstimate,
  taxpayersEstimate,
} from '@ctx/domain/law/household';
import { hasShares } from '@ctx/domain/circumstances';
import {
  FROM_FIRST_YEAR,
  type KeptSums,
  keptSumsOf,
  type Openings,
  openingsAfter,
} from '@ctx/domain/law/kept-sums';
import { ratesOf, taxOf } from '@ctx/domain/law/rates';
import { atLeastZero, parseEur } from '@ctx/domain/decimal';
import type { Regime } from '@ctx/domain/vocabulary';
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs, EngineOutputs } from '../../services/recalc/src/engine/types.ts';
import type { Line } from './line.ts';

export type Circumstances = readonly { readonly year: number; readonly values: CircumstanceValues }[];

/** A submitted year, and what it was computed from. */
export interface SubmittedYear {
  readonly year: number;
  readonly inputs: EngineInputs;
}

type YearOf = (year: number) => HouseholdYear & { readonly income: bigint };

export function regimeIn({ regimes }: EngineInputs, year: number): Regime {
  return regimes.find((each) => each.year === year)?.regime ?? 'NORMAAL_BEHEER';
}

/** Returns the years as sums over them see them. */
function yearsOf(inputs: EngineInputs, outputs: EngineOutputs, circumstances: Circumstances): YearOf {
  return (year) => {
    const figures = outputs.years.find((each) => each.year === year);
    const ofAccounts = new Map<string, { gains: bigint; income: bigint }>();
    for (const [index, event] of outputs.events.entries()) {
      const outcome = outputs.outcomes[index];
      if (event.year !== year || outcome === undefined) continue;
      const { gains, income } = ofAccounts.get(event.raw.accountId) ?? { gains: 0n, income: 0n };
      ofAccounts.set(event.raw.accountId, {
        gains: gains + (outcome.totalGain ?? 0n),
        income: income + outcome.income,
      });
    }
    return {
      regime: regimeIn(inputs, year),
      net: figures?.capitalGains ?? 0n,
      income: figures?.income ?? 0n,
      circumstances: circumstances.find((each) => each.year === year)?.values ?? null,
      ofAccounts,
    };
  };
}

/** Returns the sums that a year keeps when it is submitted before any other. */
export function sumsOf({ year, inputs }: SubmittedYear, circumstances: Circumstances): KeptSums {
  return keptSumsOf(year, yearsOf(inputs, recalculate(inputs), circumstances));
}

interface Dossier {
  readonly inputs: EngineInputs;
  readonly year: number;
  readonly circumstances: Circumstances;
  readonly opening?: SubmittedYear;
  readonly isSubmitted?: boolean;
}

/** Returns the figures of a year. */
export function figureLines(
  { inputs, year, circumstances, opening, isSubmitted = false }: Dossier,
  outputs: EngineOutputs,
): Line[] {
  const yearOf = yearsOf(inputs, outputs, circumstances);
  const openings: Openings =
    opening === undefined ? FROM_FIRST_YEAR : openingsAfter(opening.year, sumsOf(opening, circumstances));
  const of = yearOf(year);
  const { capitalGainsPercent, incomePercent } = ratesOf(year, of.regime);
  const [tax, incomeTax] = [taxOf(of.net, capitalGainsPercent), taxOf(of.income, incomePercent)];
  const figures: Record<string, bigint> = {
    totalCapitalGains: of.net,
    totalCapitalGainsTax: tax,
    totalIncome: of.income,
    totalIncomeTax: incomeTax,
    totalTax: tax + incomeTax,
  };
  const { exemption } = keptSumsOf(year, yearOf, openings);
  if (exemption !== null) {
    for (const name of ['baseExemption', 'carriedIn', 'total', 'used', 'remaining', 'carriedOut'] as const)
      figures[`exemption.${name}`] = exemption[name];
    if (of.circumstances === null)
      figures['taxAfterExemption'] = taxOf(atLeastZero(of.net) - exemption.used, capitalGainsPercent);
  }
  if (!isSubmitted) addEstimate(figures, 'estimate', taxpayersEstimate(year, yearOf, openings));
  if (hasShares(of.circumstances)) addHousehold(figures, year, yearOf, isSubmitted ? null : openings);
  else addRows(figures, '', year, of.regime, { gains: of.net, income: of.income });
  return Object.entries(figures)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, eur]) => ({ name, eur: formatCents(eur), low: null, high: null }));
}

function addEstimate(figures: Record<string, bigint>, prefix: string, estimate: Estimate | null): void {
  for (const part of ESTIMATE_PARTS) {
    const eur = estimate?.[part]?.eur;
    if (eur !== undefined) figures[`${prefix}.${part}`] = eur;
  }
}

const inCents = (eur: bigint): bigint => parseEur(formatCents(eur));

function addHousehold(
  figures: Record<string, bigint>,
  year: number,
  yearOf: YearOf,
  openings: Openings | null,
): void {
  const of = yearOf(year);
  const { incomePercent } = ratesOf(year, of.regime);
  const own = ownAmounts({ gains: of.net, income: of.income }, of);
  const taxpayer = {
    gains: inCents(own.gains),
    income: inCents(own.income),
    incomeTax: taxOf(own.income, incomePercent),
  };
  const partner = {
    gains: inCents(of.net) - taxpayer.gains,
    income: inCents(of.income) - taxpayer.income,
    incomeTax: taxOf(of.income, incomePercent) - taxpayer.incomeTax,
  };
  for (const [who, part] of Object.entries({ taxpayer, partner })) {
    figures[`household.${who}.capitalGains`] = part.gains;
    figures[`household.${who}.income`] = part.income;
    figures[`household.${who}.incomeTax`] = part.incomeTax;
    addRows(figures, who === 'partner' ? 'PARTNER_' : '', year, of.regime, part);
  }
  if (openings !== null)
    addEstimate(figures, 'household.partner.estimate', partnersEstimate(year, yearOf, openings));
}

function addRows(
  figures: Record<string, bigint>,
  prefix: string,
  year: number,
  regime: Regime,
  { gains, income }: { readonly gains: bigint; readonly income: bigint },
): void {
  if (year < FIRST_DECLARATION_YEAR) return;
  for (const { kind } of declarationCodes(year, regime)) {
    if (kind === 'INCOME') figures[`${prefix}INCOME`] = income;
    else if (kind !== 'FOREIGN_ACCOUNT') figures[`${prefix}${kind}`] = atLeastZero(gains);
  }
}

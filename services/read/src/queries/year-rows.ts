/** The stored figures of years, and their conversion to AmountVO; shared by the overview and the single year. */
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { ratesOf } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';
import { prepare, sql, USER } from '@ctx/platform/sql';
import {
  type Amount,
  type Band,
  bandOf,
  eurs,
  exactAmount,
  lockedAmount,
  sumBands,
  taxBand,
} from '../present/blur.ts';

export interface YearRow {
  year: number;
  locked: boolean;
  frozen: boolean;
  /** Since when a locked year has kept its ranges while files of the user wait (ADR 44); null if it shows those of the last run. */
  held_since: string | null;
  regime: Regime;
  /** Exact EUR; rounded when shown. */
  capital_gains: string;
  capital_gains_tax: string;
  income: string;
  income_tax: string;
  total_tax: string;
  monthly_gains: string[];
  monthly_income: string[];
  transaction_count: number;
  wallet_count: number;
  needs_review_count: number;
  /** How many events are in the lists of contributions, and the fees. */
  gain_count: number;
  income_count: number;
  fee_count: number;
  fees: string;
}

/** Selects the months of a year that its figures are shown from. Requires `figures.years f` and `facts.years y`. */
export const SHOWN_MONTHS = sql`coalesce(y.held_gains, f.monthly_gains)::text[] AS monthly_gains,
    coalesce(y.held_income, f.monthly_income)::text[] AS monthly_income, y.held_since`;

/** Selects YearRow; the caller adds conditions. */
export const YEAR_ROWS = sql`
  SELECT f.year, NOT coalesce(y.paid, false) AS locked, y.submitted_at IS NOT NULL AS frozen, f.regime,
    f.capital_gains, f.capital_gains_tax, f.income, f.income_tax,
    f.total_tax, ${SHOWN_MONTHS},
    f.transaction_count, f.wallet_count, f.needs_review_count,
    f.gain_count, f.income_count, f.fee_count, f.fees
  FROM figures.years f LEFT JOIN facts.years y ON y.user_id = f.user_id AND y.year = f.year
  WHERE f.user_id = ${USER}`;

/** Returns the figures of a year without events. */
export function emptyYear(
  year: number,
  marker: Pick<YearRow, 'locked' | 'frozen' | 'regime'> | undefined,
): YearRow {
  const months = Array.from({ length: 12 }, () => '0');
  return {
    year,
    locked: marker?.locked ?? true,
    held_since: null,
    frozen: marker?.frozen ?? false,
    regime: marker?.regime ?? 'NORMAAL_BEHEER',
    capital_gains: '0',
    capital_gains_tax: '0',
    income: '0',
    income_tax: '0',
    total_tax: '0',
    monthly_gains: months,
    monthly_income: months,
    transaction_count: 0,
    wallet_count: 0,
    needs_review_count: 0,
    gain_count: 0,
    income_count: 0,
    fee_count: 0,
    fees: '0',
  };
}

/** Selects whether a run is in progress or requested. */
export const STALE = sql`coalesce((
  SELECT s.status <> 'IDLE' FROM corrections.recalc_state s WHERE s.user_id = ${USER}), false) AS stale`;

/** Selects the number of the run that the figures come from; null before the first run. */
export const FIGURES_VERSION = sql`(
  SELECT v.version FROM figures.versions v WHERE v.user_id = ${USER}) AS figures_version`;

/** What STALE and FIGURES_VERSION select. */
export interface RunRow {
  readonly stale: boolean;
  readonly figures_version: number | null;
}

/** The statement that reads only STALE and FIGURES_VERSION. */
export const SELECT_RUN = prepare('run-of-figures', sql`SELECT ${STALE}, ${FIGURES_VERSION}`);

/**
 * Returns the number of the run that the figures of a year come from. None in a frozen year, whose response stays the same forever,
 * nor in a locked one, whose response must not show that figures within its ranges have changed.
 */
export function versionShown(
  { locked, frozen }: { readonly locked: boolean; readonly frozen: boolean },
  version: number | null | undefined,
): number | undefined {
  return locked || frozen ? undefined : (version ?? undefined);
}

/** The totals of a year, exact or in bands. */
export interface Totals {
  readonly totalCapitalGains: Amount;
  readonly totalCapitalGainsTax: Amount;
  readonly totalIncome: Amount;
  readonly totalIncomeTax: Amount;
  readonly totalTax: Amount;
}

/** Returns the totals of a year; in a locked year they are computed from the bands of its months. */
export function totalsOf(row: YearRow): Totals {
  if (row.locked) return lockedTotals(row);
  return {
    totalCapitalGains: exactEur(parseEur(row.capital_gains)),
    totalCapitalGainsTax: exactEur(parseEur(row.capital_gains_tax)),
    totalIncome: exactEur(parseEur(row.income)),
    totalIncomeTax: exactEur(parseEur(row.income_tax)),
    totalTax: exactEur(parseEur(row.total_tax)),
  };
}

/** Returns the gain of each month, January first. */
export function monthlyGainsOf(row: YearRow): { month: number; gain: Amount }[] {
  return row.monthly_gains.map((gain, index) => ({
    month: index + 1,
    gain: row.locked ? lockedAmount(bandOf(parseEur(gain))) : exactEur(parseEur(gain)),
  }));
}

/** Returns a year's net gain: two equal bounds, or the sum of its months' bands in a locked year. */
export function netGainOf(row: YearRow): Band {
  if (row.locked) return leavesOf(row.monthly_gains);
  const net = parseEur(row.capital_gains);
  return { low: net, high: net };
}

/** Returns a year's income, in the same form as `netGainOf`. */
export function incomeOf(row: YearRow): Band {
  if (row.locked) return leavesOf(row.monthly_income);
  const income = parseEur(row.income);
  return { low: income, high: income };
}

/** Returns an exact sum in the form of the contract, rounded to cents. */
export function exactEur(eur: bigint): Amount {
  return exactAmount(formatCents(eur));
}

function lockedTotals(row: YearRow): Totals {
  const { capitalGainsPercent, incomePercent } = ratesOf(row.year, row.regime);
  const gains = netGainOf(row);
  const income = incomeOf(row);
  const gainsTax = taxBand(gains, BigInt(capitalGainsPercent));
  const incomeTax = taxBand(income, BigInt(incomePercent));
  return {
    totalCapitalGains: lockedAmount(gains),
    totalCapitalGainsTax: lockedAmount(gainsTax),
    totalIncome: lockedAmount(income),
    totalIncomeTax: lockedAmount(incomeTax),
    totalTax: lockedAmount(sumBands([gainsTax, incomeTax])),
  };
}

function leavesOf(monthly: readonly string[]): Band {
  return sumBands(eurs(monthly).map(bandOf));
}

/** The stored figures of years and how they become AmountVO: shared by the overview and the single year. */
import { parseEur } from '@ctx/common/domain/decimal';
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
  regime: string;
  capital_gains_rate_percent: string;
  income_rate_percent: string;
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
}

/** Selects YearRow; the caller adds its condition. */
export const YEAR_ROWS = `
  SELECT f.year, NOT coalesce(y.paid, false) AS locked, y.submitted_at IS NOT NULL AS frozen, f.regime,
    f.capital_gains_rate_percent, f.income_rate_percent, f.capital_gains, f.capital_gains_tax, f.income, f.income_tax,
    f.total_tax, f.monthly_gains::text[] AS monthly_gains, f.monthly_income::text[] AS monthly_income,
    f.transaction_count, f.wallet_count, f.needs_review_count
  FROM figures.years f LEFT JOIN facts.years y ON y.user_id = f.user_id AND y.year = f.year
  WHERE f.user_id = $1`;

/** True while a run is running or still to come. */
export const STALE = `coalesce((SELECT s.status <> 'IDLE' FROM corrections.recalc_state s WHERE s.user_id = $1), false) AS stale`;

/** The money fields of a year's totals, exact or in bands. */
export interface Totals {
  readonly totalCapitalGains: Amount;
  readonly totalCapitalGainsTax: Amount;
  readonly totalIncome: Amount;
  readonly totalIncomeTax: Amount;
  readonly totalTax: Amount;
}

/** Totals as shown; of a locked year all are made from the bands of its months. */
export function totalsOf(row: YearRow): Totals {
  if (row.locked) return lockedTotals(row);
  return {
    totalCapitalGains: exactAmount(row.capital_gains),
    totalCapitalGainsTax: exactAmount(row.capital_gains_tax),
    totalIncome: exactAmount(row.income),
    totalIncomeTax: exactAmount(row.income_tax),
    totalTax: exactAmount(row.total_tax),
  };
}

/** The gain of each month, January first. */
export function monthlyGainsOf(row: YearRow): { month: number; gain: Amount }[] {
  return row.monthly_gains.map((gain, index) => ({
    month: index + 1,
    gain: row.locked ? lockedAmount(bandOf(parseEur(gain))) : exactAmount(gain),
  }));
}

function lockedTotals(row: YearRow): Totals {
  const gains = leavesOf(row.monthly_gains);
  const income = leavesOf(row.monthly_income);
  const gainsTax = taxBand(gains, BigInt(row.capital_gains_rate_percent));
  const incomeTax = taxBand(income, BigInt(row.income_rate_percent));
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

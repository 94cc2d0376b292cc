/** Corrects the figures of years by a difference. */
import { parseEur } from '@ctx/domain/decimal';
import { hexOf } from '@ctx/domain/digest';
import type { Regime } from '@ctx/domain/vocabulary';
import type { Client } from '@ctx/platform/postgres';
import { noDifference, type YearDifference, yearSums } from '../engine/figures/years.ts';
import type { YearFigures } from '../engine/types.ts';
import { YEARS } from '../tables/events-and-years.ts';
import type { CellValue } from '../tables/table.ts';
import type { Upserts } from './upsert-rows.ts';

type Texts = 'monthlyGains' | 'monthlyIncome' | 'fees';
/** What `yearSums` returns of other figures. */
type ComputedSum = 'capitalGains' | 'capitalGainsTax' | 'income' | 'incomeTax' | 'totalTax';

/** EUR are decimals. */
export interface StoredYear extends Omit<YearFigures, Texts | ComputedSum> {
  readonly monthlyGains: readonly string[];
  readonly monthlyIncome: readonly string[];
  readonly fees: string;
  readonly digest: string;
}

/** Adds the differences; a year without events has no row. Pass `walletCounts` where they may have changed. */
export async function saveYears(
  client: Client,
  userId: number,
  years: ReadonlyMap<number, YearDifference>,
  upserts: Upserts,
  walletCounts: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  if (years.size === 0) return;
  const known = await readYears(client, userId);
  const rows: CellValue[][] = [];
  const emptied: number[] = [];
  for (const [year, difference] of years) {
    const before = known.get(year);
    const after = yearAfter(before, year, difference, walletCounts.get(year));
    const digest = before === undefined ? null : hexOf(before.digest);
    if (after.transactionCount === 0) {
      if (digest !== null) upserts.sums.subtract(YEARS.name, digest);
      emptied.push(year);
      continue;
    }
    const row = YEARS.rowOf(after);
    if (upserts.replaceDigest(YEARS, digest, row)) rows.push(row);
  }
  await upserts.write(YEARS, rows);
  if (emptied.length === 0) return;
  await client.query('DELETE FROM figures.years WHERE user_id = $1 AND year = ANY ($2)', [userId, emptied]);
}

/** Returns the stored figures of the user's years, by year. */
export async function readYears(client: Client, userId: number): Promise<Map<number, StoredYear>> {
  const { rows } = await client.query<StoredYear>(
    `SELECT year, regime, monthly_gains::text[] AS "monthlyGains", monthly_income::text[] AS "monthlyIncome",
       transaction_count AS "transactionCount", wallet_count AS "walletCount",
       needs_review_count AS "needsReviewCount", gain_count AS "gainCount", income_count AS "incomeCount",
       fee_count AS "feeCount", fees, digest
     FROM figures.years WHERE user_id = $1`,
    [userId],
  );
  return new Map(rows.map((row) => [row.year, row]));
}

/** Returns the figures of a year without events. */
export function emptyYear(year: number, regime: Regime): StoredYear {
  const months = Array<string>(MONTHS_PER_YEAR).fill('0');
  return {
    year,
    regime,
    monthlyGains: months,
    monthlyIncome: months,
    transactionCount: 0,
    walletCount: 0,
    needsReviewCount: 0,
    gainCount: 0,
    incomeCount: 0,
    feeCount: 0,
    fees: '0',
    digest: '',
  };
}

const MONTHS_PER_YEAR = 12;

/** Returns a year's figures after a difference; without one, as they are stored. */
export function yearAfter(
  known: StoredYear | undefined,
  year: number,
  difference: YearDifference = noDifference(),
  walletCount?: number,
): YearFigures {
  // Years under another regime are never corrected: they are computed in full.
  const stored = known ?? emptyYear(year, 'NORMAAL_BEHEER');
  const { regime } = stored;
  const added = (texts: readonly string[], more: readonly bigint[]): bigint[] =>
    texts.map((text, month) => parseEur(text) + (more[month] ?? 0n));
  const monthlyGains = added(stored.monthlyGains, difference.monthlyGains);
  const monthlyIncome = added(stored.monthlyIncome, difference.monthlyIncome);
  return {
    ...yearSums({ year, regime, monthlyGains, monthlyIncome }),
    transactionCount: stored.transactionCount + difference.transactionCount,
    walletCount: walletCount ?? stored.walletCount,
    needsReviewCount: stored.needsReviewCount + difference.needsReviewCount,
    gainCount: stored.gainCount + difference.gainCount,
    incomeCount: stored.incomeCount + difference.incomeCount,
    feeCount: stored.feeCount + difference.feeCount,
    fees: parseEur(stored.fees) + difference.fees,
  };
}

import { type Pool, readAsUser } from '@ctx/platform/postgres';
import { prepare, sql } from '@ctx/platform/sql';
import type { SummaryResponse } from '@ctx/proto/gen/ctx/v1/read';
import { SELECT_STALE, totalsOf, YEAR_ROWS, type YearRow } from './year-rows.ts';

const SUMMARY = prepare('summary', sql`${YEAR_ROWS} ORDER BY f.year DESC`);

/** Returns the figures of every year with activity, newest first (service.md, "Summary of all years"). */
export async function getSummary(pool: Pool, userId: number): Promise<SummaryResponse> {
  const [states, rows] = await readAsUser<[{ stale: boolean }, YearRow]>(
    pool,
    userId,
    SELECT_STALE({ userId }),
    SUMMARY({ userId }),
  );
  return {
    stale: states[0]?.stale ?? false,
    years: rows.map((row) => ({
      year: row.year,
      locked: row.locked,
      frozen: row.frozen,
      regime: row.regime,
      ...totalsOf(row),
      transactionCount: row.transaction_count,
      needsReviewCount: row.needs_review_count,
    })),
  };
}

import { readAsUser, type Source } from '../sources/source.ts';
import { prepare, sql } from '@ctx/platform/sql';
import type { SummaryResponse } from '@ctx/proto/gen/ctx/v1/read';
import { type RunRow, SELECT_RUN, totalsOf, YEAR_ROWS, type YearRow } from './year-rows.ts';

const SUMMARY = prepare('summary', sql`${YEAR_ROWS} ORDER BY f.year DESC`);

/** Returns the figures of every year with activity, newest first (service.md, "Summary of all years"). */
export async function getSummary(source: Source, userId: number): Promise<SummaryResponse> {
  const [[run], rows] = await readAsUser<[RunRow, YearRow]>(
    source,
    userId,
    SELECT_RUN({ userId }),
    SUMMARY({ userId }),
  );
  return {
    stale: run?.stale ?? false,
    years: rows.map((row) => ({
      year: row.year,
      locked: row.locked,
      frozen: row.frozen,
      regime: row.regime,
      ...totalsOf(row),
      transactionCount: row.transaction_count,
      needsReviewCount: row.needs_review_count,
    })),
    figuresVersion: run?.figures_version ?? undefined,
  };
}

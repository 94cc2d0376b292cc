import { LIMITS } from '@ctx/domain/limits';
import type { GetReportedRequest, Reported } from '@ctx/proto/gen/ctx/v1/read';
import { type ReportedRow, reportedTotals } from '@ctx/domain/law/reported-totals';
import { readAsUser, type Source } from '../sources/source.ts';
import { REPORT_STATE } from './report-rows.ts';
import { REPORTED_KEYS, REPORTED_ROWS } from '@ctx/records/reported-rows';

/** Returns a page of the totals that exchanges report about a year. A locked year does not show values, as its report would not. */
export async function getReported(
  source: Source,
  userId: number,
  { year, after, size: asked }: GetReportedRequest,
): Promise<Reported> {
  const size = Math.min(asked, LIMITS.pageSizeMax);
  const [found, [state]] = await readAsUser<[{ folded: string }, StateRow]>(
    source,
    userId,
    REPORTED_KEYS({ userId, size, after: after ?? '' }),
    REPORT_STATE({ userId, year }),
  );
  const { locked, submitted_at, stale } = state as StateRow;
  const folded = found.map((row) => row.folded);
  const [rows] = await readAsUser<[ReportedRow]>(source, userId, REPORTED_ROWS({ userId, year, folded }));
  return {
    year,
    locked,
    frozen: submitted_at !== null,
    stale,
    totals: reportedTotals(rows, year, locked),
    next: folded.length < size ? null : (folded.at(-1) ?? null),
  };
}

interface StateRow {
  readonly locked: boolean;
  readonly submitted_at: string | null;
  readonly stale: boolean;
}

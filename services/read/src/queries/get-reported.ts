import { inOrder, type ReportedRow, shownTotal } from '@ctx/domain/law/reported-totals';
import { LIMITS } from '@ctx/domain/limits';
import type { GetReportedRequest, Reported } from '@ctx/proto/gen/ctx/v1/read';
import { REPORTED_KEYS, REPORTED_ROWS } from '@ctx/records/reported-rows';
import { shownExplained } from '../present/stated-totals.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import { comparedTotals } from './compared-totals.ts';
import { REPORT_STATE } from './report-rows.ts';
import { STATED_TOTALS, type StatedTotalOfPage } from './stated-total-rows.ts';

/**
 * Returns a page of the totals that exchanges report about a year, each beside what the exchange stated. A locked year does not show values, as
 * its report would not.
 */
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
  const next = folded.length < size ? null : (folded.at(-1) ?? null);
  const [rows, allStated] = await readAsUser<[ReportedRow, StatedTotalOfPage]>(
    source,
    userId,
    REPORTED_ROWS({ userId, year, folded }),
    // Assets without transactions are on the page between whose assets they are.
    STATED_TOTALS({ userId, after: after ?? '', last: next }),
  );
  const stated = allStated.filter((each) => each.year === year && each.isOnPage);
  const { plain, explained } = await comparedTotals(source, userId, { year, locked, rows, stated });
  const totals = [
    ...plain.map((own) => ({ own, shown: shownTotal(own, locked) })),
    ...explained.map((total) => ({ own: total.own, shown: shownExplained(total, locked) })),
  ];
  return {
    year,
    locked,
    frozen: submitted_at !== null,
    stale,
    totals: totals.toSorted((one, other) => inOrder(one.own, other.own)).map((each) => each.shown),
    next,
  };
}

interface StateRow {
  readonly locked: boolean;
  readonly submitted_at: string | null;
  readonly stale: boolean;
}

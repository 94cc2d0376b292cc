/** Compares the totals that exchanges stated about a year with those of the user's transactions. */
import type { StatedTotalRecord } from '@ctx/domain/stated-totals';
import { totalsOf, type ReportedRow, type Total } from '@ctx/domain/law/reported-totals';
import {
  type ComparedRow,
  compareTotals,
  type ExplainedTotal,
  explainTotals,
  keysOfDifferences,
} from '../present/stated-totals.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import { COMPARED_EVENTS, DUPLICATE_FILES, type DuplicateFile } from './stated-total-rows.ts';

/** What totals of a year are compared. */
export interface TotalsToCompare {
  readonly year: number;
  readonly locked: boolean;
  /** The transactions of the assets, those of other totals too. */
  readonly rows: readonly ReportedRow[];
  readonly stated: readonly StatedTotalRecord[];
}

/** Returns the totals that nothing is stated of, and the others with what explains their differences. */
export async function comparedTotals(
  source: Source,
  userId: number,
  { year, locked, rows, stated }: TotalsToCompare,
): Promise<{ readonly plain: readonly Total[]; readonly explained: readonly ExplainedTotal[] }> {
  const { plain, compared } = compareTotals(totalsOf(rows, year), stated, year, locked);
  const keys = keysOfDifferences(compared);
  if (keys.folded.length === 0) return { plain, explained: explainTotals(compared, [], year) };
  const [duplicates] = await readAsUser<[DuplicateFile]>(source, userId, DUPLICATE_FILES({ userId }));
  const files = duplicates.filter(({ dismissed }) => !dismissed).map(({ fileId }) => fileId);
  const [events] = await readAsUser<[ComparedRow]>(
    source,
    userId,
    COMPARED_EVENTS({ userId, year, ...keys, files }),
  );
  return { plain, explained: explainTotals(compared, events, year) };
}

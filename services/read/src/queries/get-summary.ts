import { readAsUser, type Source } from '../sources/source.ts';
import type { SummaryResponse } from '@ctx/proto/gen/ctx/v1/read';
import { completenessOf } from '../present/completeness.ts';
import { type LackRows, selectAllLacks } from './completeness-rows.ts';
import { shownTaxAfterExemption } from './get-year-summary.ts';
import { type BalanceRows, provenAccounts, selectHasBalances } from './proven-accounts.ts';
import { type RunRow, SELECT_RUN, totalsOf } from './year-rows.ts';
import { selectAllYears, type YearsRows, yearSeenOfAll } from './years-seen.ts';

/** Returns the figures of every year with activity, newest first (service.md, "Summary of all years"). */
export async function getSummary(source: Source, userId: number): Promise<SummaryResponse> {
  const values = { userId };
  const [[run], stated, files, lacking, photo, unknownCost, ...all] = await readAsUser<
    [RunRow, ...BalanceRows, ...LackRows, ...YearsRows]
  >(
    source,
    userId,
    SELECT_RUN(values),
    ...selectHasBalances(values),
    ...selectAllLacks(values),
    ...selectAllYears(values),
  );
  const accounts = await provenAccounts(source, userId, [stated, files]);
  return {
    stale: run?.stale ?? false,
    years: all[0].map((row) => ({
      year: row.year,
      locked: row.locked,
      frozen: row.frozen,
      regime: row.regime,
      ...totalsOf(row),
      transactionCount: row.transaction_count,
      needsReviewCount: row.needs_review_count,
      taxAfterExemption: shownTaxAfterExemption(yearSeenOfAll(row.year, all)),
      completeness: completenessOf(row, [lacking, photo, unknownCost], accounts),
    })),
    figuresVersion: run?.figures_version ?? undefined,
  };
}

/** What arose in accounts with a share of their own, for users who stated such shares. */
import { accountsWithShares } from '@ctx/domain/law/household';
import { type AccountAmountsRow, amountsByYear, SELECT_ACCOUNT_AMOUNTS } from '@ctx/records/account-amounts';
import { isHidden } from '../present/estimate.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import type { YearHistory } from './years-seen.ts';

/** Returns a year with what arose in accounts with a share of their own. Without such accounts, and where no estimate is shown, it reads nothing. */
export async function withAccountAmounts(
  source: Source,
  userId: number,
  seen: YearHistory,
): Promise<YearHistory> {
  const { row, kept, openings, circumstances } = seen;
  if (kept !== null || isHidden(row, seen)) return seen;
  const { years, accounts } = accountsWithShares(
    circumstances.filter(({ year }) => year >= openings.estimated.year),
  );
  if (years.length === 0) return seen;
  const [rows] = await readAsUser<[AccountAmountsRow]>(
    source,
    userId,
    SELECT_ACCOUNT_AMOUNTS({ userId, years, accounts }),
  );
  return { ...seen, ofAccounts: amountsByYear(rows) };
}

/** SQL that adds up the gains and the income of a year by the account where they arose. */
import { parseEur } from '@ctx/domain/decimal';
import type { AccountAmounts, YearAmounts } from '@ctx/domain/law/household';
import { parameter, prepare, sql, USER } from '@ctx/platform/sql';

/** What arose in one account in one year. Exact EUR. */
export interface AccountAmountsRow {
  readonly year: number;
  readonly account_id: string;
  readonly gains: string;
  readonly income: string;
}

/** The statement that adds up the gains and the income of some years in some accounts, as the years themselves add up those of all accounts. */
export const SELECT_ACCOUNT_AMOUNTS = prepare(
  'account-amounts',
  sql`SELECT v.year, v.account_id, coalesce(sum(v.total_gain), 0) AS gains, sum(v.income) AS income
    FROM figures.events v
    WHERE v.user_id = ${USER} AND v.year = ANY (${parameter('years')}::integer[])
      AND v.account_id = ANY (${parameter('accounts')}::uuid[])
    GROUP BY v.year, v.account_id`,
);

/** Returns the amounts of each year by account. */
export function amountsByYear(rows: readonly AccountAmountsRow[]): ReadonlyMap<number, AccountAmounts> {
  const byYear = new Map<number, Map<string, YearAmounts>>();
  for (const { year, account_id: account, gains, income } of rows) {
    const ofYear = byYear.get(year) ?? new Map<string, YearAmounts>();
    byYear.set(year, ofYear.set(account, { gains: parseEur(gains), income: parseEur(income) }));
  }
  return byYear;
}

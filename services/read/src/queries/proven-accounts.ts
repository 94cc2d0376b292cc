/** How many accounts balances prove: of users with a stated balance, or a file that has balances. */
import type { Statement } from '@ctx/platform/single-sync';
import { prepare, sql, USER } from '@ctx/platform/sql';
import type { ProvenAccounts } from '../present/completeness.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import { balanceProofs } from './balance-proofs.ts';

/** Whether a user has stated a balance; whether a file has balances. */
export type BalanceRows = [{ readonly stated: boolean }, { readonly found: boolean }];

const STATED = prepare(
  'has-stated-balances',
  sql`SELECT EXISTS (SELECT FROM corrections.balances b WHERE b.user_id = ${USER}) AS stated`,
);

const OF_FILES = prepare(
  'files-with-balances',
  sql`SELECT f.balances IS NOT NULL AS found FROM facts.files f WHERE f.user_id = ${USER}`,
);

/** The statements that tell whether a user has balances. Read with the figures, so that users without any wait for nothing more. */
export function selectHasBalances(values: { readonly userId: number }): readonly [Statement, Statement] {
  return [STATED(values), OF_FILES(values)];
}

const ACCOUNTS = prepare(
  'accounts-for-proofs',
  sql`SELECT a.account_id AS id, a.event_count AS events FROM facts.accounts a WHERE a.user_id = ${USER}`,
);

/** Returns until when each account with transactions is proven; null for a user without balances. */
export async function provenAccounts(
  source: Source,
  userId: number,
  [stated, files]: readonly [readonly BalanceRows[0][], readonly BalanceRows[1][]],
): Promise<ProvenAccounts | null> {
  if (stated[0]?.stated !== true && !files.some(({ found }) => found)) return null;
  const [accounts] = await readAsUser<[{ readonly id: string; readonly events: number }]>(
    source,
    userId,
    ACCOUNTS({ userId }),
  );
  const proofs = await balanceProofs(source, userId, null);
  return accounts.filter(({ events }) => events > 0).map(({ id }) => proofs.get(id)?.provenUntil ?? null);
}

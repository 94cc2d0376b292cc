import { GrpcRejection } from '@ctx/platform/grpc-server';
import { shown } from '@ctx/domain/shown-text';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import { CHANGE_OF_BALANCE } from '@ctx/records/balance-sums';
import type { BalancesResponse, ListBalancesRequest, NegativeBalance } from '@ctx/proto/gen/ctx/v1/read';
import { status } from '@grpc/grpc-js';
import { readAsUser, type Source } from '../sources/source.ts';
import { balanceProofs } from './balance-proofs.ts';

const ACCOUNT = prepare(
  'account-of-balances',
  sql`SELECT a.account_id AS id FROM facts.accounts a
    WHERE a.user_id = ${USER} AND a.account_id = ${parameter('accountId')}::uuid`,
);

/** What happened in one second counts as one moment: a file may write a purchase after the sale that it paid for. */
const NEGATIVE = prepare(
  'negative-balances',
  sql`WITH changes AS MATERIALIZED (
      SELECT v.event_id, v.asset_key, v.occurred_at, date_trunc('second', v.occurred_at) AS second,
        CASE WHEN e.asset_fiat THEN 0 ELSE ${raw(CHANGE_OF_BALANCE)} END AS change
      FROM figures.events v LEFT JOIN facts.events e ON e.user_id = ${USER} AND e.event_id = v.event_id
      WHERE v.user_id = ${USER} AND v.account_id = ${parameter('accountId')}::uuid
    ), running AS (
      SELECT c.*, sum(c.change) OVER (PARTITION BY c.asset_key ORDER BY c.second, c.change < 0, c.occurred_at, c.event_id
        ROWS UNBOUNDED PRECEDING) AS balance
      FROM changes c
    )
    SELECT DISTINCT ON (r.asset_key) r.asset_key AS "assetId", r.occurred_at AS at, r.event_id AS "taxEventId", r.balance::text
    FROM running r WHERE r.balance < 0
    ORDER BY r.asset_key, r.second, r.occurred_at, r.event_id`,
);

/** Returns the balances of an account: what the user stated, and what its files prove to be missing. */
export async function listBalances(
  source: Source,
  userId: number,
  { accountId }: ListBalancesRequest,
): Promise<BalancesResponse> {
  const [[account], negative] = await readAsUser<[{ readonly id: string }, NegativeBalance]>(
    source,
    userId,
    ACCOUNT({ userId, accountId }),
    NEGATIVE({ userId, accountId }),
  );
  if (account === undefined) throw new GrpcRejection(status.NOT_FOUND, 'there is no such account');
  const proofs = (await balanceProofs(source, userId, account.id)).get(account.id);
  return {
    accountId: account.id,
    provenUntil: proofs?.provenUntil ?? null,
    balances: [...(proofs?.balances ?? [])],
    breaks: [...(proofs?.breaks ?? [])],
    negative: negative.map((each) => ({ ...each, assetId: shown(each.assetId) })),
  };
}

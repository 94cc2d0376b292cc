/** SQL that adds up what the transactions of an account leave of an asset at an instant, with all corrections and rules. */
import { INCOMING_TYPES } from '@ctx/domain/stated-balances';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';

/** SQL expression: what an event `v` of the figures adds to the balance of its account. What is ignored, or spam, adds nothing. */
export const CHANGE_OF_BALANCE = `CASE WHEN v.treatment = 'IGNORED' OR v.spam THEN 0
  WHEN v.type IN (${INCOMING_TYPES.map((type) => `'${type}'`).join(', ')}) THEN v.amount ELSE -v.amount END`;

/** One balance to add up. */
export interface BalanceToSum {
  readonly accountId: string;
  readonly assetId: string;
  readonly at: string;
}

const SUMS = prepare(
  'balance-sums',
  sql`SELECT coalesce(s.sum, 0)::text AS expected
    FROM unnest(${parameter('accounts')}::uuid[], ${parameter('assets')}::text[],
      ${parameter('times')}::timestamptz[]) WITH ORDINALITY AS w(account_id, asset_key, at, place)
    CROSS JOIN LATERAL (
      SELECT sum(${raw(CHANGE_OF_BALANCE)}) AS sum FROM figures.events v
      WHERE v.user_id = ${USER} AND v.account_id = w.account_id AND v.asset_key = w.asset_key
        AND v.occurred_at <= w.at
    ) s ORDER BY w.place`,
);

const BETWEEN = prepare(
  'balance-changes-between',
  sql`SELECT coalesce(s.sum, 0)::text AS change
    FROM unnest(${parameter('accounts')}::uuid[], ${parameter('assets')}::text[],
      ${parameter('from')}::timestamptz[], ${parameter('until')}::timestamptz[])
      WITH ORDINALITY AS w(account_id, asset_key, after, before, place)
    CROSS JOIN LATERAL (
      SELECT sum(${raw(CHANGE_OF_BALANCE)}) AS sum FROM figures.events v
      WHERE v.user_id = ${USER} AND v.account_id = w.account_id AND v.asset_key = w.asset_key
        AND v.occurred_at > w.after AND v.occurred_at < w.before
    ) s ORDER BY w.place`,
);

/** A time in which transactions of an account are added up. */
export interface ChangesToSum extends Omit<BalanceToSum, 'at'> {
  readonly from: string;
  readonly until: string;
}

/** Returns the statement that adds up changes between two instants: a row with `change` for each, in their order. */
export function changesBetween(userId: number, changes: readonly ChangesToSum[]): ReturnType<typeof BETWEEN> {
  return BETWEEN({
    userId,
    accounts: changes.map(({ accountId }) => accountId),
    assets: changes.map(({ assetId }) => assetId),
    from: changes.map(({ from }) => from),
    until: changes.map(({ until }) => until),
  });
}

/** Returns the statement that adds up balances: a row with `expected` for each, in their order. */
export function balanceSums(userId: number, balances: readonly BalanceToSum[]): ReturnType<typeof SUMS> {
  return SUMS({
    userId,
    accounts: balances.map(({ accountId }) => accountId),
    assets: balances.map(({ assetId }) => assetId),
    times: balances.map(({ at }) => at),
  });
}

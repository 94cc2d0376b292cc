/** SQL that adds up what the transactions of an account leave of an asset at an instant, with all corrections and rules. */
import { taxYear, US_PER_MS } from '@ctx/domain/instant';
import { INCOMING_TYPES } from '@ctx/domain/stated-balances';
import { EVENT_TYPES } from '@ctx/domain/vocabulary';
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

/**
 * Reads by asset, year, type and time: the index of an account's events has no time, and all of its events of an asset may be many more than those
 * between two balances.
 */
const BETWEEN = prepare(
  'balance-changes-between',
  sql`SELECT coalesce(s.sum, 0)::text AS change
    FROM unnest(${parameter('accounts')}::uuid[], ${parameter('assets')}::text[], ${parameter('folded')}::text[],
      ${parameter('from')}::timestamptz[], ${parameter('until')}::timestamptz[],
      ${parameter('yearsFrom')}::integer[], ${parameter('yearsUntil')}::integer[])
      WITH ORDINALITY AS w(account_id, asset_key, folded, after, before, year_from, year_until, place)
    CROSS JOIN LATERAL (
      SELECT sum(${raw(CHANGE_OF_BALANCE)}) AS sum
      FROM generate_series(w.year_from, w.year_until) AS y(year) CROSS JOIN unnest(${parameter('types')}::text[]) AS t(type)
      CROSS JOIN LATERAL (
        SELECT * FROM figures.events e WHERE e.user_id = ${USER} AND e.asset_key_folded = w.folded AND e.year = y.year
          AND e.type = t.type AND e.occurred_at > w.after AND e.occurred_at < w.before OFFSET 0) v
      WHERE v.account_id = w.account_id AND v.asset_key = w.asset_key
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
    folded: changes.map(({ assetId }) => assetId.toLowerCase()),
    types: EVENT_TYPES,
    from: changes.map(({ from }) => from),
    until: changes.map(({ until }) => until),
    yearsFrom: changes.map(({ from }) => yearOf(from)),
    yearsUntil: changes.map(({ until }) => yearOf(until)),
  });
}

function yearOf(at: string): number {
  return taxYear(Date.parse(at) * US_PER_MS);
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

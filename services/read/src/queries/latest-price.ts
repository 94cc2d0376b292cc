import { raw, sql, type Sql, USER } from '@ctx/platform/sql';

/**
 * Returns SQL for the latest price of an asset at or before now. A user's own price has priority over a shared one of the same
 * instant. `assetKey` is an SQL expression.
 */
export function latestPrice(assetKey: string): Sql {
  const key = raw(assetKey);
  return sql`(SELECT p.eur FROM (
      (SELECT o.at, o.eur, true AS is_own FROM facts.prices o
       WHERE o.user_id = ${USER} AND o.asset_key = ${key} AND o.at <= now() ORDER BY o.at DESC LIMIT 1)
      UNION ALL
      (SELECT s.at, s.eur, false FROM facts.shared_prices s
       WHERE s.asset_key = ${key} AND s.at <= now() ORDER BY s.at DESC LIMIT 1)) p
    ORDER BY p.at DESC, p.is_own DESC LIMIT 1)`;
}

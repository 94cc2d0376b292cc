/**
 * SQL of the latest price of an asset known at or before now; a user's own price wins over a shared one at the same
 * instant. `assetKey` is an SQL expression; `$1` is the user.
 */
export function latestPrice(assetKey: string): string {
  return `(SELECT p.eur FROM (
      (SELECT o.at, o.eur, true AS is_own FROM facts.prices o
       WHERE o.user_id = $1 AND o.asset_key = ${assetKey} AND o.at <= now() ORDER BY o.at DESC LIMIT 1)
      UNION ALL
      (SELECT s.at, s.eur, false FROM facts.shared_prices s
       WHERE s.asset_key = ${assetKey} AND s.at <= now() ORDER BY s.at DESC LIMIT 1)) p
    ORDER BY p.at DESC, p.is_own DESC LIMIT 1)`;
}

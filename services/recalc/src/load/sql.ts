/** SQL that the loads share. */

/** Microseconds of a timestamptz column, under a name of the engine. */
export const micros = (column: string, name: string): string =>
  `(extract(epoch FROM ${column}) * 1000000)::bigint AS "${name}"`;

/** Prices `p` of the user ($1) and of all users that meet a condition each. */
export const pricesWhere = (own: string, shared: string): string => `
  SELECT p.asset_key AS "assetKey", ${micros('p.at', 'atUs')}, p.eur, false AS shared
  FROM facts.prices p WHERE p.user_id = $1 AND ${own}
  UNION ALL
  SELECT p.asset_key, ${micros('p.at', 'atUs')}, p.eur, true
  FROM facts.shared_prices p WHERE ${shared}`;

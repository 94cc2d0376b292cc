/** SQL that several loaders share. */
import type { Client } from '@ctx/platform/postgres';
import { raw, sql, type Sql } from '@ctx/platform/sql';

/** Runs a query and returns its rows. */
export async function rowsOf<Row extends object>(client: Client, query: Sql): Promise<Row[]> {
  return (await client.query<Row>(query)).rows;
}

/** Selects a timestamptz column as microseconds, under the engine's name if given. */
export function micros(column: string, name?: string): Sql {
  const us = `(extract(epoch FROM ${column}) * 1000000)::bigint`;
  return raw(name === undefined ? us : `${us} AS "${name}"`);
}

/** Selects the user's own prices `p` and the shared prices `p` that meet a condition each. */
export function pricesWhere(userId: number, own: Sql, shared: Sql): Sql {
  return sql`
    SELECT p.asset_key AS "assetKey", ${micros('p.at', 'atUs')}, p.eur, false AS shared
    FROM facts.prices p WHERE p.user_id = ${userId} AND ${own}
    UNION ALL
    SELECT p.asset_key, ${micros('p.at', 'atUs')}, p.eur, true
    FROM facts.shared_prices p WHERE ${shared}`;
}

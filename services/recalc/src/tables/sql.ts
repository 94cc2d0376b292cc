/** SQL that several loaders share. */
import type { Client } from '@ctx/platform/postgres';
import { raw, type Sql } from '@ctx/platform/sql';

/** Runs a query and returns its rows. */
export async function rowsOf<Row extends object>(client: Client, query: Sql): Promise<Row[]> {
  return (await client.query<Row>(query)).rows;
}

/** Selects a timestamptz column as microseconds, under the engine's name if given. */
export function micros(column: string, name?: string): Sql {
  const us = `(extract(epoch FROM ${column}) * 1000000)::bigint`;
  return raw(name === undefined ? us : `${us} AS "${name}"`);
}

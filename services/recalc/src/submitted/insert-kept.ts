/** Writes rows that submitted years keep. */
import type { Client } from '@ctx/platform/postgres';
import { raw, sql } from '@ctx/platform/sql';
import { givenRows } from '@ctx/platform/given-rows';
import type { CellValue } from '@ctx/platform/cells';
import { columnList } from '../tables/table.ts';

/** All rows in one statement could be hundreds of megabytes. */
export const ROWS_AT_A_TIME = 5000;

/** Inserts rows of text. Joins facts.owners, so that Citus inserts on the server that has the user's rows (ADR 40). */
export async function insertKept(
  client: Client,
  userId: number,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CellValue[])[],
): Promise<void> {
  const source = await givenRows(client, `figures.${table}`, columns, rows);
  await client.query(
    sql`INSERT INTO figures.${raw(table)} (user_id, ${columnList(columns)})
      SELECT o.user_id, ${columnList(columns, 's')} FROM facts.owners o, ${source} WHERE o.user_id = ${userId}`,
  );
}

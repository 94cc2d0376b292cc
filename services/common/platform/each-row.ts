/** Reads the rows of a query of any size in bounded memory. */
import type { QueryResultRow } from 'pg';
import type { Client } from './postgres.ts';

const ROWS_AT_A_TIME = 1000;

/** Calls `use` with each row of a query, one after the other, within the client's transaction. Waits for each call. */
export async function eachRow<Row extends QueryResultRow>(
  client: Client,
  { text, values }: { readonly text: string; readonly values: unknown[] },
  use: (row: Row) => Promise<void>,
): Promise<void> {
  await client.query({ text: `DECLARE each_row NO SCROLL CURSOR FOR ${text}`, values });
  for (let isMore = true; isMore;) {
    const { rows } = await client.query<Row>(`FETCH ${String(ROWS_AT_A_TIME)} FROM each_row`);
    for (const row of rows) await use(row);
    isMore = rows.length === ROWS_AT_A_TIME;
  }
  await client.query('CLOSE each_row');
}

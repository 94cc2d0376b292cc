/** Rows within a statement, one text array a column: PostgreSQL reads them faster than JSON, and no digit is lost. */
import { arrayText } from '@ctx/platform/copy';
import type { Client } from '@ctx/platform/postgres';
import { join, raw, sql, type Sql } from '@ctx/platform/sql';
import { type CellValue, columnList } from '../tables/table.ts';

/** Returns rows with these columns of a table as an item of FROM with the alias `s`. */
export async function givenRows(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CellValue[])[],
): Promise<Sql> {
  const types = await columnTypes(client, table);
  const typed = columns.map((column) => `${column}::${types.get(column) ?? ''} AS ${column}`);
  const texts = columns.map((_column, index) => arrayText(rows.map((row) => cellText(row[index] ?? null))));
  const arrays = join(
    texts.map((text) => sql`${text}::text[]`),
    ', ',
  );
  return sql`(SELECT ${raw(typed.join(', '))} FROM unnest(${arrays}) AS given (${columnList(columns)})) s`;
}

function cellText(cell: CellValue): string | null {
  if (cell === null || typeof cell === 'string') return cell;
  return typeof cell === 'object' ? arrayText(cell) : String(cell);
}

const TYPES = new Map<string, ReadonlyMap<string, string>>();

/** The types of a table's columns, read once: migrations add columns and never change a type. */
async function columnTypes(client: Client, table: string): Promise<ReadonlyMap<string, string>> {
  const known = TYPES.get(table);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = ('figures.' || $1)::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  TYPES.set(table, types);
  return types;
}

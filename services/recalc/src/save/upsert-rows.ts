/** Writes a few rows of figures, and keeps the sums behind the fingerprint correct. */
import { givenRows } from '@ctx/platform/given-rows';
import type { Client } from '@ctx/platform/postgres';
import { raw, sql, type Sql } from '@ctx/platform/sql';
import { RunTakeover } from '../state.ts';
import {
  type CellValue,
  columnList,
  type TableDescription,
  rowDigest,
  writtenColumns,
} from '../tables/table.ts';
import type { DigestSums } from '../tables/tables.ts';

/** Writes the `count` rows `s` of an item of FROM over the rows with their keys. Returns how many rows were replaced. */
export async function upsertFrom(
  client: Client,
  userId: number,
  described: TableDescription,
  source: Sql,
  count: number,
): Promise<number> {
  const { key } = described;
  const assigned = writtenColumns(described)
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  // PostgreSQL sets xmax on the new version of a row that it updates, and not on a new row.
  const { rows } = await client.query<{ replaced: boolean }>(
    sql`${insertOf(userId, described, source)}
      ON CONFLICT (user_id, ${columnList(key)}) DO UPDATE SET ${raw(assigned.join(', '))} RETURNING xmax <> 0 AS replaced`,
  );
  requireAll(described, rows.length, count);
  return rows.filter(({ replaced }) => replaced).length;
}

/** Inserts the `count` rows `s` of an item of FROM. */
export async function insertRows(
  client: Client,
  userId: number,
  described: TableDescription,
  source: Sql,
  count: number,
): Promise<void> {
  const { rowCount } = await client.query(insertOf(userId, described, source));
  requireAll(described, rowCount ?? 0, count);
}

/** Without its row of facts.owners, no row of a user is written: the user has been erased since the claim, which has ended too. */
function requireAll({ name }: TableDescription, written: number, count: number): void {
  if (written !== count)
    throw new RunTakeover(`figures.${name}: ${String(written)} of ${String(count)} rows were written`);
}

/**
 * Joins the user's row of facts.owners, so that Citus inserts on the server that has the user's rows, where row security holds (ADR 40). A
 * table on the coordinator has no such server.
 */
function insertOf(userId: number, described: TableDescription, source: Sql): Sql {
  const columns = writtenColumns(described);
  const owner =
    described.isOnCoordinator === true ? sql`(SELECT ${userId}::bigint AS user_id)` : raw('facts.owners');
  return sql`INSERT INTO figures.${raw(described.name)} (user_id, ${columnList(columns)})
    SELECT o.user_id, ${columnList(columns, 's')} FROM ${owner} o, ${source} WHERE o.user_id = ${userId}`;
}

/** Rows to be sent; each has its digest as last cell. */
export class Upserts {
  /** Rows written so far. */
  written = 0;
  readonly sums: DigestSums;
  readonly #client: Client;
  readonly #userId: number;

  constructor(client: Client, userId: number, sums: DigestSums) {
    this.#client = client;
    this.#userId = userId;
    this.sums = sums;
  }

  /** Adds the row's digest to the sum. Returns whether it differs from the previous one (32 hexadecimal digits, null for a new row). */
  replaceDigest(described: TableDescription, before: string | null, row: CellValue[]): boolean {
    const digest = rowDigest(described, row);
    row.push(digest);
    if (digest === before) return false;
    if (before !== null) this.sums.subtract(described.name, before);
    this.sums.add(described.name, digest);
    return true;
  }

  async write(described: TableDescription, rows: readonly CellValue[][]): Promise<void> {
    if (rows.length === 0) return;
    const source = await givenRows(
      this.#client,
      `figures.${described.name}`,
      writtenColumns(described),
      rows,
    );
    await upsertFrom(this.#client, this.#userId, described, source, rows.length);
    this.written += rows.length;
  }

  /** Updates existing rows in one statement: each holds the table's key, new cells of `columns`, and its digest. */
  async update(
    { name, key }: Pick<TableDescription, 'name' | 'key'>,
    columns: readonly string[],
    rows: readonly CellValue[][],
  ): Promise<void> {
    if (rows.length === 0) return;
    const assigned = [...columns, 'digest'].map((column) => `${column} = s.${column}`);
    const isSame = key.map((column) => `t.${column} = s.${column}`);
    const source = await givenRows(this.#client, `figures.${name}`, [...key, ...columns, 'digest'], rows);
    // MATERIALIZED: Citus updates no row with what it must convert first, such as an array.
    await this.#client.query(
      sql`WITH s AS MATERIALIZED (SELECT * FROM ${source})
        UPDATE figures.${raw(name)} t SET ${raw(assigned.join(', '))} FROM s
        WHERE t.user_id = ${this.#userId} AND ${raw(isSame.join(' AND '))}`,
    );
    this.written += rows.length;
  }
}

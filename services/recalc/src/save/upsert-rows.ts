/** Writes a few rows of figures, and keeps the sums behind the fingerprint correct. */
import type { Client } from '@ctx/platform/postgres';
import { type CellValue, type FiguresTable, rowDigest } from '../tables/table.ts';
import type { DigestSums } from '../tables/tables.ts';

type Described = Pick<FiguresTable<never>, 'name' | 'key' | 'columns' | 'digestedColumns' | 'jsonColumns'>;

/** Rows, each with its digest as last cell, as jsonb_populate_recordset takes them. Numbers travel as text: no digit is lost. */
export function recordsOf(
  { columns, jsonColumns = [] }: Pick<Described, 'columns' | 'jsonColumns'>,
  rows: readonly (readonly CellValue[])[],
): string {
  const cell = (column: string, value: CellValue): unknown =>
    typeof value === 'string' && jsonColumns.includes(column) ? JSON.parse(value) : value;
  const records = rows.map((row) =>
    Object.fromEntries(
      [...columns, 'digest'].map((column, index) => [column, cell(column, row[index] ?? null)]),
    ),
  );
  return JSON.stringify(records);
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
  replaceDigest(described: Described, before: string | null, row: CellValue[]): boolean {
    const digest = rowDigest(described, row);
    row.push(digest);
    if (digest === before) return false;
    if (before !== null) this.sums.subtract(described.name, before);
    this.sums.add(described.name, digest);
    return true;
  }

  async write(described: Described, rows: readonly CellValue[][]): Promise<void> {
    if (rows.length === 0) return;
    const { name, key, columns } = described;
    const all = [...columns, 'digest'];
    const assigned = all
      .filter((column) => !key.includes(column))
      .map((column) => `${column} = excluded.${column}`);
    await this.#client.query(
      `INSERT INTO figures.${name} (user_id, ${all.join(', ')})
       SELECT $1, ${all.join(', ')} FROM jsonb_populate_recordset(NULL::figures.${name}, $2)
       ON CONFLICT (user_id, ${key.join(', ')}) DO UPDATE SET ${assigned.join(', ')}`,
      [this.#userId, recordsOf(described, rows)],
    );
    this.written += rows.length;
  }

  /** Updates existing rows in one statement: each holds the table's key, new cells of `columns`, and its digest. */
  async update(
    { name, key }: Pick<Described, 'name' | 'key'>,
    columns: readonly string[],
    rows: readonly CellValue[][],
  ): Promise<void> {
    if (rows.length === 0) return;
    const assigned = [...columns, 'digest'].map((column) => `${column} = changed.${column}`);
    const isSame = key.map((column) => `t.${column} = changed.${column}`);
    await this.#client.query(
      `UPDATE figures.${name} t SET ${assigned.join(', ')}
       FROM jsonb_populate_recordset(NULL::figures.${name}, $2) changed
       WHERE t.user_id = $1 AND ${isSame.join(' AND ')}`,
      [this.#userId, recordsOf({ columns: [...key, ...columns] }, rows)],
    );
    this.written += rows.length;
  }
}

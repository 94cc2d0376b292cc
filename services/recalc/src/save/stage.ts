/** Sends new and changed rows to a table: a few within a statement, many through a temporary table. */
import { arrayText, copyRows, type CopyValue } from '@ctx/platform/copy';
import type { Client } from '@ctx/platform/postgres';
import { join, raw, sql, type Sql } from '@ctx/platform/sql';
import { columnList, type FiguresTable } from '../tables/table.ts';

/** A temporary table costs the database 1 to 2 ms whatever it holds, and twice the writing of a row. */
export const BATCH_ROWS = 5000;

/** The temporary table of a table's rows. */
export const stageOf = ({ name }: FiguresTable<unknown>): string => `stage_${name}`;

/** Creates the temporary table, which lasts until the transaction ends. */
export async function createStage(client: Client, table: FiguresTable<unknown>): Promise<void> {
  const columns = columnList([...table.columns, 'digest']);
  await client.query(
    sql`CREATE TEMP TABLE ${raw(stageOf(table))} ON COMMIT DROP AS
      SELECT ${columns} FROM figures.${raw(table.name)} WITH NO DATA`,
  );
}

export class Stage {
  size = 0;
  readonly table: FiguresTable<unknown>;
  readonly #client: Client;
  readonly #name: string;
  #isTable = false;
  #batch: CopyValue[][] = [];

  constructor(client: Client, table: FiguresTable<unknown>) {
    this.#name = stageOf(table);
    this.#client = client;
    this.table = table;
  }

  /** Adds a row with its digest. Rows are sent in batches: all at once cost 300 MB at 100,000 events. */
  async add(row: CopyValue[]): Promise<void> {
    if (this.#batch.length >= BATCH_ROWS) await this.#flush();
    this.#batch.push(row);
    this.size += 1;
  }

  async finish(): Promise<void> {
    if (!this.#isTable) return;
    await this.#flush();
    await this.#client.query(`ANALYZE ${this.#name}`);
  }

  /** Returns these columns of the rows, as an item of FROM with the alias `s`. */
  async source(columns: readonly string[]): Promise<Sql> {
    if (this.#isTable) return raw(`${this.#name} s`);
    const types = await columnTypes(this.#client, this.table.name);
    const typed = raw(
      columns.map((column) => `${column}::${types.get(column) ?? ''} AS ${column}`).join(', '),
    );
    const cells = columns.map((column) => sql`${this.#cells(column)}::text[]`);
    return sql`(SELECT ${typed} FROM unnest(${join(cells, ', ')}) AS given(${columnList(columns)})) s`;
  }

  /** Moves the rows into the table. Where the user has no rows yet, there is nothing to conflict with. */
  async insert(userId: number, isFirst: boolean): Promise<void> {
    const { name, key } = this.table;
    const all = this.#columns();
    const assigned = all
      .filter((column) => !key.includes(column))
      .map((column) => `${column} = excluded.${column}`);
    const conflict = isFirst
      ? ''
      : `ON CONFLICT (user_id, ${key.join(', ')}) DO UPDATE SET ${assigned.join(', ')}`;
    const columns = columnList(all);
    await this.#client.query(
      sql`INSERT INTO figures.${raw(name)} (user_id, ${columns})
        SELECT ${userId}, ${columns} FROM ${await this.source(all)} ${raw(conflict)}`,
    );
  }

  async #flush(): Promise<void> {
    if (!this.#isTable) await createStage(this.#client, this.table);
    this.#isTable = true;
    await copyRows(this.#client, this.#name, this.#batch);
    this.#batch = [];
  }

  /** The cells of a column, as an array of texts that PostgreSQL reads. */
  #cells(column: string): string {
    const index = this.#columns().indexOf(column);
    const texts = this.#batch.map((row) => {
      const cell = row[index] ?? null;
      if (cell === null || typeof cell === 'string') return cell;
      return typeof cell === 'object' ? arrayText(cell) : String(cell);
    });
    return arrayText(texts);
  }

  #columns(): string[] {
    return [...this.table.columns, 'digest'];
  }
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

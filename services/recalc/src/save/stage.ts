/** Sends new and changed rows to a table: a few within a statement, many through a temporary table. */
import { copyRows } from '@ctx/platform/copy';
import type { Client } from '@ctx/platform/postgres';
import { raw, sql } from '@ctx/platform/sql';
import { type CellValue, columnList, type FiguresTable, writtenColumns } from '../tables/table.ts';
import { givenRows } from './given-rows.ts';
import { upsertFrom } from './upsert-rows.ts';

/** A temporary table costs the database 1 to 2 ms whatever it holds, and twice the writing of a row. */
export const BATCH_ROWS = 5000;

/** The temporary table of a table's rows. */
export const stageOf = ({ name }: FiguresTable<unknown>): string => `stage_${name}`;

/** Creates the temporary table, which lasts until the transaction ends. */
export async function createStage(client: Client, table: FiguresTable<unknown>): Promise<void> {
  await client.query(
    sql`CREATE TEMP TABLE ${raw(stageOf(table))} ON COMMIT DROP AS
      SELECT ${columnList(writtenColumns(table))} FROM figures.${raw(table.name)} WITH NO DATA`,
  );
}

export class Stage {
  size = 0;
  readonly #client: Client;
  readonly #table: FiguresTable<unknown>;
  #isTable = false;
  #batch: CellValue[][] = [];

  constructor(client: Client, table: FiguresTable<unknown>) {
    this.#client = client;
    this.#table = table;
  }

  /** Adds a row with its digest. Rows are sent in batches: all at once cost 300 MB at 100,000 events. */
  async add(row: CellValue[]): Promise<void> {
    if (this.#batch.length >= BATCH_ROWS) await this.#flush();
    this.#batch.push(row);
    this.size += 1;
  }

  /** Moves the rows into the table. Returns how many of them replaced a row. */
  async write(userId: number): Promise<number> {
    if (this.size === 0) return 0;
    if (this.#isTable) await this.#flush();
    const source = this.#isTable
      ? raw(`${stageOf(this.#table)} s`)
      : await givenRows(this.#client, this.#table.name, writtenColumns(this.#table), this.#batch);
    return upsertFrom(this.#client, userId, this.#table, source);
  }

  async #flush(): Promise<void> {
    if (!this.#isTable) await createStage(this.#client, this.#table);
    this.#isTable = true;
    await copyRows(this.#client, stageOf(this.#table), this.#batch);
    this.#batch = [];
  }
}

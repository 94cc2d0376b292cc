/** Writes the rows of a table: a few within a statement; many in batches, of which PostgreSQL writes one while the next is computed. */
import { copyLines, copyText } from '@ctx/platform/copy';
import type { Client } from '@ctx/platform/postgres';
import { raw, sql, type Sql } from '@ctx/platform/sql';
import { type CellValue, columnList, type Described, writtenColumns } from '../tables/table.ts';
import { givenRows } from './given-rows.ts';
import { insertOf, upsertFrom } from './upsert-rows.ts';

/** All rows at once cost 300 MB at 100,000 events. */
const BATCH_ROWS = 5000;

export class Batches {
  /** Rows added so far. */
  size = 0;
  readonly #client: Client;
  readonly #userId: number;
  readonly #table: Described;
  readonly #isFirst: boolean;
  readonly #stage: string;
  #batch: CellValue[][] = [];
  /** How many rows the batches sent so far replaced. */
  #replaced: Promise<number> | null = null;

  /** Pass `isFirst` where the user has no rows in the table, so that none can be replaced. */
  constructor(client: Client, userId: number, table: Described, isFirst: boolean) {
    this.#client = client;
    this.#userId = userId;
    this.#table = table;
    this.#isFirst = isFirst;
    this.#stage = `stage_${table.name}`;
  }

  /** Adds a row with its digest. */
  async add(row: CellValue[]): Promise<void> {
    if (this.#batch.length === BATCH_ROWS) await this.#sendStaged();
    this.#batch.push(row);
    this.size += 1;
  }

  /** Returns how many rows were replaced, when all are written. */
  async finish(): Promise<number> {
    if (this.size === 0) return 0;
    if (this.#replaced === null) return this.#writeFrom(await this.#given());
    await this.#sendStaged();
    return this.#replaced;
  }

  /** Sends a batch through a temporary table, as COPY does not write tables with row security. */
  async #sendStaged(): Promise<void> {
    const lines = copyText(this.#batch);
    this.#batch = [];
    const columns = columnList(writtenColumns(this.#table));
    const before = await this.#replaced;
    await this.#client.query(
      before === null
        ? sql`CREATE TEMP TABLE ${raw(this.#stage)} ON COMMIT DROP AS
            SELECT ${columns} FROM figures.${raw(this.#table.name)} WITH NO DATA`
        : sql`TRUNCATE ${raw(this.#stage)}`,
    );
    await copyLines(this.#client, this.#stage, lines);
    this.#replaced = this.#writeFrom(raw(`${this.#stage} s`)).then((replaced) => (before ?? 0) + replaced);
    // A failure is thrown where the next batch, or the end, waits for this one.
    this.#replaced.catch(() => undefined);
  }

  async #writeFrom(source: Sql): Promise<number> {
    if (!this.#isFirst) return upsertFrom(this.#client, this.#userId, this.#table, source);
    await this.#client.query(insertOf(this.#userId, this.#table, source));
    return 0;
  }

  #given(): Promise<Sql> {
    return givenRows(this.#client, this.#table.name, writtenColumns(this.#table), this.#batch);
  }
}

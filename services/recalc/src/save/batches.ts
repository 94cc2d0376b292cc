/** Writes the rows of a table in batches, of which PostgreSQL writes one while the next is computed. */
import { givenRows } from '@ctx/platform/given-rows';
import type { Client } from '@ctx/platform/postgres';
import type { Sql } from '@ctx/platform/sql';
import { type CellValue, type TableDescription, writtenColumns } from '../tables/table.ts';
import { forgetPages, yearsOfMoved } from './page-marks.ts';
import { insertRows, upsertFrom } from './upsert-rows.ts';

/**
 * Rows of one statement. All rows at once cost 300 MB at 100,000 events. Rows that wait long become old objects, which are dear to collect: to
 * make the rows of 100,000 events and their texts, without PostgreSQL, takes 6.3 s by 5,000 rows and 4.6 s by 1,000.
 */
const BATCH_ROWS = 1000;

/** What decides where an event is in the pages of its year. */
const PLACE_COLUMNS = ['event_id', 'year', 'occurred_at'] as const;

export class Batches {
  /** Rows added so far. */
  size = 0;
  readonly #client: Client;
  readonly #userId: number;
  readonly #table: TableDescription;
  readonly #isFirst: boolean;
  #batch: CellValue[][] = [];
  /** How many rows the batches sent so far replaced. */
  #replaced: Promise<number> | null = null;

  /** Pass `isFirst` where the user has no rows in the table, so that none can be replaced. */
  constructor(client: Client, userId: number, table: TableDescription, isFirst: boolean) {
    this.#client = client;
    this.#userId = userId;
    this.#table = table;
    this.#isFirst = isFirst;
  }

  /** Whether the rows added so far are a batch, which is to be sent before the next one. */
  get isFull(): boolean {
    return this.#batch.length === BATCH_ROWS;
  }

  /** Adds a row with its digest. */
  add(row: CellValue[]): void {
    this.#batch.push(row);
    this.size += 1;
  }

  /** Returns how many rows were replaced, when all are written. */
  async finish(): Promise<number> {
    if (this.#batch.length > 0) await this.send();
    return this.#replaced ?? 0;
  }

  /** Sends the rows added so far, while PostgreSQL may still write those before. */
  async send(): Promise<void> {
    const rows = this.#batch;
    this.#batch = [];
    const written = writtenColumns(this.#table);
    const source = await givenRows(this.#client, `figures.${this.#table.name}`, written, rows);
    const before = await this.#replaced;
    if (this.#table.hasPages === true) await this.#forgetPagesOf(written, rows);
    this.#replaced = this.#write(source, rows.length).then((replaced) => (before ?? 0) + replaced);
    // A failure is thrown where the next batch, or the end, waits for this one.
    this.#replaced.catch(() => undefined);
  }

  async #write(source: Sql, count: number): Promise<number> {
    if (this.#isFirst) {
      await insertRows(this.#client, this.#userId, this.#table, source, count);
      return 0;
    }
    return upsertFrom(this.#client, this.#userId, this.#table, source, count);
  }

  async #forgetPagesOf(written: readonly string[], rows: readonly CellValue[][]): Promise<void> {
    const places = PLACE_COLUMNS.map((column) => written.indexOf(column));
    const cells = rows.map((row) => places.map((index) => row[index] ?? null));
    const years = this.#isFirst
      ? [...new Set(cells.map(([, year]) => Number(year)))]
      : await yearsOfMoved(
          this.#client,
          this.#userId,
          await givenRows(this.#client, `figures.${this.#table.name}`, PLACE_COLUMNS, cells),
        );
    await forgetPages(this.#client, this.#userId, years);
  }
}

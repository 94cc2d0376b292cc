/** Writes a user's first figures: there is nothing to compare with, and PostgreSQL writes while the next rows are computed. */
import { copyRows, type CopyValue } from '@ctx/platform/copy';
import type { Client } from '@ctx/platform/postgres';
import { raw, sql } from '@ctx/platform/sql';
import type { EngineOutputs } from '../engine/types.ts';
import { columnList, type FiguresTable, rowDigest, writtenColumns } from '../tables/table.ts';
import { type DigestSums, TABLES } from '../tables/tables.ts';
import { BATCH_ROWS, createStage, stageOf } from './stage.ts';

/** Tells whether a user has no figures yet. */
export async function hasNoFigures(client: Client, userId: number): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM figures.versions WHERE user_id = $1', [userId]);
  return rowCount === 0;
}

/**
 * Writes the rows of all tables, and adds their digests to the sums. Returns how many rows there are. A batch goes through a temporary
 * table, as COPY does not write tables with row security.
 */
export async function writeFirstRows(
  client: Client,
  userId: number,
  outputs: EngineOutputs,
  sums: DigestSums,
): Promise<number> {
  let count = 0;
  let inserted: Promise<unknown> = Promise.resolve();
  for (const table of TABLES) {
    let isNew = true;
    // The next batch is computed here, while PostgreSQL inserts the one before.
    for (const batch of batchesOf(table, outputs, sums)) {
      await inserted;
      await stageBatch(client, table, { batch, isNew });
      inserted = insertStaged(client, userId, table);
      // A failure is thrown where the next batch, or the end, waits for this one.
      inserted.catch(() => undefined);
      count += batch.length;
      isNew = false;
    }
  }
  await inserted;
  return count;
}

function* batchesOf(
  table: FiguresTable<unknown>,
  outputs: EngineOutputs,
  sums: DigestSums,
): Generator<CopyValue[][]> {
  let batch: CopyValue[][] = [];
  for (const item of table.itemsOf(outputs)) {
    const row = table.rowOf(item);
    const digest = rowDigest(table, row);
    sums.add(table.name, digest);
    batch.push([...row, digest]);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function stageBatch(
  client: Client,
  table: FiguresTable<unknown>,
  { batch, isNew }: { readonly batch: readonly CopyValue[][]; readonly isNew: boolean },
): Promise<void> {
  if (isNew) await createStage(client, table);
  else await client.query(`TRUNCATE ${stageOf(table)}`);
  await copyRows(client, stageOf(table), batch);
}

function insertStaged(client: Client, userId: number, table: FiguresTable<unknown>): Promise<unknown> {
  const all = columnList(writtenColumns(table));
  return client.query(
    sql`INSERT INTO figures.${raw(table.name)} (user_id, ${all})
      SELECT ${userId}::bigint, ${all} FROM ${raw(stageOf(table))}`,
  );
}

/** Makes the rows of a table equal to the computed ones: only differences are sent and written. */
import type { CellValue } from '@ctx/platform/cells';
import type { Client } from '@ctx/platform/postgres';
import { empty, join, raw, sql } from '@ctx/platform/sql';
import type { EngineOutputs } from '../engine/types.ts';
import {
  columnList,
  type TableDescription,
  type FiguresTable,
  isFrozenRow,
  type PoolScope,
  rowDigest,
} from '../tables/table.ts';
import { type DigestSums, TABLES } from '../tables/tables.ts';
import { Batches } from './batches.ts';
import { forgetPages } from './page-marks.ts';

export interface ComputedFigures {
  readonly outputs: EngineOutputs;
  /** Years whose rows stay as they are. */
  readonly frozenYears: readonly number[];
  /** The pools that were computed; null for all. */
  readonly pools: PoolScope | null;
  /** Sums of the rows of all pools: empty where all were computed, else as the last run left them. */
  readonly sums: DigestSums;
  /** Whether the user is known to have no rows in the table (`emptyTables`). */
  readonly isEmpty: boolean;
}

/**
 * Returns the names of tables in which the user has no rows, of those that Citus has beside the user's events. Few users have loans or transfers: to
 * find none of their rows by 20,000 events takes 25 ms for each table, and even a read of nothing is a message there and back.
 */
export async function emptyTables(client: Client, userId: number): Promise<ReadonlySet<string>> {
  const names = TABLES.filter(({ isOnCoordinator }) => isOnCoordinator !== true).map(({ name }) => name);
  const hasRows = names.map(
    (name) => sql`EXISTS (SELECT FROM figures.${raw(name)} WHERE user_id = ${userId})`,
  );
  const { text, values } = sql`SELECT ${join(hasRows, ', ')}`;
  const { rows } = await client.query<boolean[]>({ text, values, rowMode: 'array' });
  return new Set(names.filter((_name, index) => rows[0]?.[index] !== true));
}

/** Answers how many rows it touched, and corrects the sums. */
export async function replaceRows<Item>(
  client: Client,
  userId: number,
  table: FiguresTable<Item>,
  computed: ComputedFigures,
): Promise<number> {
  const { sums, pools, outputs } = computed;
  const { name, itemsOf, rowOf } = table;
  const isAll = pools === null;
  const stored = await storedRows(client, userId, table, computed);
  const batches = new Batches(client, userId, table, stored.isEmpty);
  let replacedFrozen = 0;
  for (const item of itemsOf(outputs)) {
    const row = rowOf(item);
    const digest = rowDigest(table, row);
    // A digest covers the row's key: a row with this digest is already there and unchanged.
    const isThere = stored.live.delete(digest) || stored.frozen.has(digest);
    if (isAll || !isThere) sums.add(name, digest);
    if (isThere) continue;
    const frozen = stored.frozenByKey.size === 0 ? undefined : stored.frozenByKey.get(keyText(table, row));
    if (frozen !== undefined) replacedFrozen += 1;
    if (!isAll && frozen !== undefined) sums.subtract(name, frozen);
    row.push(digest);
    batches.add(row);
    if (batches.isFull) await batches.send();
  }
  const gone = [...stored.live];
  if (!isAll) for (const digest of gone) sums.subtract(name, digest);
  const replaced = (await batches.finish()) - replacedFrozen;
  const removed = replaced === gone.length ? 0 : await removeRows(client, userId, table, gone, pools);
  return removed + batches.size;
}

interface StoredDigests {
  /** Digests of rows that computed rows replace. */
  readonly live: Set<string>;
  /** Digests of rows of frozen years. A lot that such a year acquired is computed as long as units of it are left. */
  readonly frozen: ReadonlySet<string>;
  readonly frozenByKey: ReadonlyMap<string, string>;
  readonly isEmpty: boolean;
}

async function storedRows(
  client: Client,
  userId: number,
  table: TableDescription,
  { frozenYears, pools, isEmpty }: ComputedFigures,
): Promise<StoredDigests> {
  if (isEmpty) return { live: new Set(), frozen: new Set(), frozenByKey: new Map(), isEmpty };
  const { name, key, poolRows } = table;
  const isFrozen = isFrozenRow(table, frozenYears);
  const keyOfFrozen = sql`CASE WHEN ${isFrozen} THEN concat_ws(' ', ${columnList(key, 't')}) END`;
  const ofPools = pools === null || poolRows === null ? empty : sql`AND ${poolRows(pools)}`;
  const { text, values } =
    sql`SELECT replace(t.digest::text, '-', ''), ${keyOfFrozen} FROM figures.${raw(name)} t
    WHERE t.user_id = ${userId} ${ofPools}`;
  const { rows } = await client.query<[digest: string, frozenKey: string | null]>({
    text,
    values,
    rowMode: 'array',
  });
  const live = new Set<string>();
  const frozen = new Set<string>();
  const frozenByKey = new Map<string, string>();
  for (const [digest, frozenKey] of rows)
    if (frozenKey === null) live.add(digest);
    else {
      frozen.add(digest);
      frozenByKey.set(frozenKey, digest);
    }
  return { live, frozen, frozenByKey, isEmpty: rows.length === 0 };
}

function keyText({ key, columns }: TableDescription, row: readonly CellValue[]): string {
  return key.map((column) => String(row[columns.indexOf(column)])).join(' ');
}

/** Removes rows by their digests: those that were replaced have others now. */
async function removeRows(
  client: Client,
  userId: number,
  { name, poolRows, hasPages = false }: TableDescription,
  digests: readonly string[],
  pools: PoolScope | null,
): Promise<number> {
  // Without it, the whole of the user's rows would be read: there is no index by digest.
  const ofPools = pools === null || poolRows === null ? empty : sql`AND ${poolRows(pools)}`;
  const { rows, rowCount } = await client.query<{ year?: number }>(
    sql`DELETE FROM figures.${raw(name)} t
      WHERE t.user_id = ${userId} AND t.digest = ANY (${digests}::uuid[]) ${ofPools} ${hasPages ? raw('RETURNING t.year') : empty}`,
  );
  await forgetPages(client, userId, [...new Set(rows.flatMap(({ year }) => year ?? []))]);
  return rowCount ?? 0;
}

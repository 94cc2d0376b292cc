/** Compares a user's stored figures with figures computed from facts and corrections. Writes nothing. */
import { eachRow } from '@ctx/platform/each-row';
import { givenRows } from '@ctx/platform/given-rows';
import { type Client, type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import { raw, sql } from '@ctx/platform/sql';
import { recalculate } from '../engine/recalculate.ts';
import type { EngineOutputs } from '../engine/types.ts';
import { ENGINE_VERSION } from '../engine/version.ts';
import { inputSums } from '../tables/input-sums.ts';
import { readInputs } from '../runs/everything/load.ts';
import {
  type CellValue,
  columnList,
  type FiguresTable,
  isFrozenRow,
  rowDigest,
  writtenColumns,
} from '../tables/table.ts';
import { DigestSums, TABLES } from '../tables/tables.ts';

/** What differs in one table: where, and never by how much. */
export interface TableDifference {
  readonly table: string;
  /** Rows that are missing. */
  readonly missing: number;
  /** Rows with another value than computed. */
  readonly different: number;
  /** Rows that should not exist. */
  readonly extra: number;
  /** Columns of the rows with another value. */
  readonly columns: readonly string[];
  /** Keys of the first rows, at most KEYS_MAX. */
  readonly keys: readonly string[];
}

/** NOT_CURRENT: a run is under way or requested, or this version of the engine has not run yet; stored figures need not be right. */
export type Comparison =
  | { readonly outcome: 'COMPARED'; readonly events: number; readonly tables: readonly TableDifference[] }
  | { readonly outcome: 'NOT_CURRENT' };

const KEYS_MAX = 5;
const BATCH_ROWS = 5000;

/**
 * All on one snapshot: a correction with its recalculation request, a run with all its figures. Rows of submitted years need not
 * equal what is computed now.
 */
export async function compareUser(pool: Pool, userId: number): Promise<Comparison> {
  return snapshotAsUser(pool, userId, async (client) => {
    const version = await readVersion(client, userId);
    if (version === null) return { outcome: 'NOT_CURRENT' };
    const inputs = await readInputs(client, userId);
    const outputs = recalculate(inputs);
    const frozenYears = inputs.frozenYears.map(({ year }) => year);
    const sums = new DigestSums();
    const tables: TableDifference[] = [];
    for (const table of TABLES)
      tables.push(await compareTable(client, userId, table, outputs, frozenYears, sums));
    const events = inputs.events.length;
    if (version !== 'NEVER_RUN')
      tables.push(
        versionDifference(userId, version, {
          events,
          walletCount: outputs.accountIds.size,
          inputFingerprint: inputSums(inputs).fingerprint(),
          outputFingerprint: sums.fingerprint(),
        }),
      );
    return { outcome: 'COMPARED', events, tables: tables.filter((table) => rowsOf(table) > 0) };
  });
}

/** Counts rows that differ in any way. */
export function rowsOf({ missing, different, extra }: TableDifference): number {
  return missing + different + extra;
}

interface Version {
  readonly events: number;
  readonly walletCount: number;
  readonly inputFingerprint: string;
  readonly outputFingerprint: string;
}

interface StoredVersion extends Version {
  /** A year was submitted or opened since: the stored sums are of the rows that were live before. */
  readonly areSumsStale: boolean;
}

/** NEVER_RUN: no run was ever requested, and there are no figures. */
async function readVersion(client: Client, userId: number): Promise<StoredVersion | 'NEVER_RUN' | null> {
  const { rows } = await client.query<StoredVersion & { isCurrent: boolean; isNew: boolean }>(
    `SELECT coalesce(s.requested, 0) = 0 AS "isNew",
       coalesce(s.status = 'IDLE' AND v.engine_version = $2, false) AS "isCurrent",
       v.events, v.wallet_count AS "walletCount", v.input_fingerprint AS "inputFingerprint",
       v.output_fingerprint AS "outputFingerprint", v.output_sums = '{}' AS "areSumsStale"
     FROM (SELECT $1::bigint AS user_id) u
     LEFT JOIN corrections.recalc_state s ON s.user_id = u.user_id
     LEFT JOIN figures.versions v ON v.user_id = u.user_id`,
    [userId, ENGINE_VERSION],
  );
  const [row] = rows;
  if (row === undefined || row.isNew) return 'NEVER_RUN';
  return row.isCurrent ? row : null;
}

function versionDifference(userId: number, stored: StoredVersion, computed: Version): TableDifference {
  const names = Object.keys(computed) as (keyof Version)[];
  const columns = stored.areSumsStale ? [] : names.filter((name) => stored[name] !== computed[name]);
  const isDifferent = columns.length > 0;
  return {
    table: 'versions',
    missing: 0,
    different: isDifferent ? 1 : 0,
    extra: 0,
    columns,
    keys: isDifferent ? [String(userId)] : [],
  };
}

/** Adds the digests of the computed rows to `sums`. */
async function compareTable(
  client: Client,
  userId: number,
  table: FiguresTable<unknown>,
  outputs: EngineOutputs,
  frozenYears: readonly number[],
  sums: DigestSums,
): Promise<TableDifference> {
  const found = new DifferenceTally();
  const computedKeys = new Set<string>();
  let batch: CellValue[][] = [];
  const compare = async (): Promise<void> => {
    await compareRows(client, userId, table, batch, found);
    batch = [];
  };
  for (const item of table.itemsOf(outputs)) {
    const row = table.rowOf(item);
    computedKeys.add(keyOf(table, row));
    const digest = rowDigest(table, row);
    sums.add(table.name, digest);
    batch.push([...row, digest]);
    if (batch.length === BATCH_ROWS) await compare();
  }
  if (batch.length > 0) await compare();
  await findExtra(client, userId, table, frozenYears, computedKeys, found);
  return { table: table.name, ...found.counts, columns: [...found.columns].toSorted(), keys: found.keys };
}

class DifferenceTally {
  readonly counts = { missing: 0, different: 0, extra: 0 };
  readonly keys: string[] = [];
  readonly columns = new Set<string>();

  add(kind: keyof DifferenceTally['counts'], key: string, columns: readonly string[] = []): void {
    this.counts[kind] += 1;
    if (this.keys.length < KEYS_MAX) this.keys.push(key);
    for (const column of columns) this.columns.add(column);
  }
}

function keyOf({ key, columns }: FiguresTable<unknown>, row: readonly CellValue[]): string {
  return key.map((column) => String(row[columns.indexOf(column)])).join(' ');
}

const keyText = ({ key }: FiguresTable<unknown>, alias: string): string =>
  `concat_ws(' ', ${key.map((column) => `${alias}.${column}`).join(', ')})`;

// Compares the cells themselves: a damaged row still has its old digest.
async function compareRows(
  client: Client,
  userId: number,
  table: FiguresTable<unknown>,
  rows: readonly (readonly CellValue[])[],
  found: DifferenceTally,
): Promise<void> {
  const compared = writtenColumns(table);
  const differing = compared.map(
    (column) => `CASE WHEN t.${column} IS DISTINCT FROM s.${column} THEN '${column}' END`,
  );
  const isSame = table.key.map((column) => `t.${column} = s.${column}`);
  const { rows: answers } = await client.query<{ key: string; isMissing: boolean; columns: string[] }>(
    sql`SELECT ${raw(keyText(table, 's'))} AS key, t.user_id IS NULL AS "isMissing",
        array_remove(ARRAY[${raw(differing.join(', '))}], NULL) AS columns
      FROM ${await givenRows(client, `figures.${table.name}`, compared, rows)}
      LEFT JOIN figures.${raw(table.name)} t ON t.user_id = ${userId} AND ${raw(isSame.join(' AND '))}
      WHERE t.user_id IS NULL OR ROW(${columnList(compared, 't')}) IS DISTINCT FROM ROW(${columnList(compared, 's')})`,
  );
  for (const { key, isMissing, columns } of answers)
    if (isMissing) found.add('missing', key);
    else found.add('different', key, columns);
}

async function findExtra(
  client: Client,
  userId: number,
  table: FiguresTable<unknown>,
  frozenYears: readonly number[],
  computedKeys: ReadonlySet<string>,
  found: DifferenceTally,
): Promise<void> {
  const query = sql`SELECT ${raw(keyText(table, 't'))} AS key FROM figures.${raw(table.name)} t
    WHERE t.user_id = ${userId} AND NOT ${isFrozenRow(table, frozenYears)}`;
  await eachRow<{ key: string }>(client, query, ({ key }) => {
    if (!computedKeys.has(key)) found.add('extra', key);
    return Promise.resolve();
  });
}

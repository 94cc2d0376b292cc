/** Saves what a run computed: only what differs is written, all in one transaction with the end of the run. */
import type { RecalcStatus } from '@ctx/common/domain/vocabulary';
import { copyRows, type CopyValue } from '@ctx/common/platform/copy';
import { type Client, type Pool, writeAsUser } from '@ctx/common/platform/postgres';
import type { Difference } from './engine/incremental/change.ts';
import type { EngineOutputs } from './engine/types.ts';
import { ENGINE_VERSION } from './engine/version.ts';
import type { Change } from './load-change.ts';
import { saveDifference } from './save-change.ts';
import { type FiguresTable, rowDigest } from './tables/table.ts';
import { DigestSums, TABLES } from './tables/tables.ts';
import { type Claim, completeRun } from './state.ts';

export interface RunReport {
  readonly events: number;
  readonly walletCount: number;
  readonly durationMs: number;
  readonly engineVersion: number;
  readonly inputs: DigestSums;
  /** Rows of changed_events that the run has taken in. */
  readonly changeIds: readonly number[];
}

/** A change with what it makes different. */
export interface WorkedOut {
  readonly change: Change;
  readonly difference: Difference;
  readonly changeIds: readonly number[];
}

/** Rows of a table that a run wrote or removed. */
export interface Saved {
  readonly status: RecalcStatus;
  readonly rowsChanged: number;
}

const BATCH_ROWS = 5000;

/** Writes the figures and ends the run; answers the status after. Throws Fenced when another worker has taken over. */
export async function saveRun(
  pool: Pool,
  claim: Claim,
  outputs: EngineOutputs,
  frozenYears: readonly number[],
  report: RunReport,
): Promise<Saved> {
  return writeAsUser(pool, claim.userId, async (client) => {
    const sums = new DigestSums();
    let rowsChanged = 0;
    for (const table of TABLES)
      rowsChanged += await replaceRows(client, claim.userId, table, { outputs, frozenYears, sums });
    await saveVersion(client, claim.userId, report, sums);
    // Last, so that the state's row is locked for a moment only; a fence passed meanwhile undoes everything above.
    return { status: await completeRun(client, claim), rowsChanged };
  });
}

interface Computed {
  readonly outputs: EngineOutputs;
  readonly frozenYears: readonly number[];
  readonly sums: DigestSums;
}

/** Writes what a change made different and ends the run, likewise. */
export async function saveChangeRun(
  pool: Pool,
  claim: Claim,
  { change, difference, changeIds }: WorkedOut,
  durationMs: number,
): Promise<Saved> {
  const { userId } = claim;
  return writeAsUser(pool, userId, async (client) => {
    const { inputs, outputs, rowsChanged } = await saveDifference(client, userId, change, difference);
    const { events, walletCount } = change;
    const report = { events, walletCount, durationMs, engineVersion: ENGINE_VERSION, inputs, changeIds };
    await saveVersion(client, userId, report, outputs);
    return { status: await completeRun(client, claim), rowsChanged };
  });
}

/** Makes the user's rows of a table equal to what was computed, those of frozen years aside; answers how many it touched. */
async function replaceRows(
  client: Client,
  userId: number,
  table: FiguresTable<unknown>,
  { outputs, frozenYears, sums }: Computed,
): Promise<number> {
  const { name, frozenRows, itemsOf, rowOf } = table;
  const { rows } = await client.query<[digest: string, isLive: boolean]>({
    text: `SELECT t.digest, ${frozenRows === null ? 'true' : `NOT coalesce(${frozenRows}, false)`}
           FROM figures.${name} t WHERE t.user_id = $1`,
    values: frozenRows === null ? [userId] : [userId, frozenYears],
    rowMode: 'array',
  });
  // A digest holds the row's key: what is among them is there already, as it should be.
  const stored = new Map(rows.map(([digest, isLive]) => [digest.replaceAll('-', ''), isLive]));
  const stage = new Stage(client, table);
  for (const item of itemsOf(outputs)) {
    const row = rowOf(item);
    const digest = rowDigest(table, row);
    sums.add(name, digest);
    if (stored.delete(digest)) continue;
    row.push(digest);
    await stage.add(row);
  }
  await stage.finish();
  const gone = [...stored].filter(([, isLive]) => isLive).map(([digest]) => digest);
  const removed = gone.length === 0 ? 0 : await removeRows(client, userId, stage, gone);
  if (stage.size > 0) await stage.insert(userId, rows.length === 0);
  return removed + stage.size;
}

/** Removes rows, but for those that a staged row is about to take the place of. */
async function removeRows(
  client: Client,
  userId: number,
  { name, size, table }: Stage,
  digests: readonly string[],
): Promise<number> {
  const isSame = table.key.map((column) => `s.${column} = t.${column}`).join(' AND ');
  const isUnstaged = size === 0 ? '' : `AND NOT EXISTS (SELECT FROM ${name} s WHERE ${isSame})`;
  const { rowCount } = await client.query(
    `DELETE FROM figures.${table.name} t WHERE t.user_id = $1 AND t.digest = ANY ($2::uuid[]) ${isUnstaged}`,
    [userId, digests],
  );
  return rowCount ?? 0;
}

/** New and changed rows on their way into a table. */
class Stage {
  readonly name: string;
  size = 0;
  readonly #client: Client;
  readonly table: FiguresTable<unknown>;
  #batch: CopyValue[][] = [];

  constructor(client: Client, table: FiguresTable<unknown>) {
    this.name = `stage_${table.name}`;
    this.#client = client;
    this.table = table;
  }

  /** Takes a row with its digest. Rows leave a batch at a time: all at once cost 300 MB at 100,000 events. */
  async add(row: CopyValue[]): Promise<void> {
    this.#batch.push(row);
    if (this.#batch.length >= BATCH_ROWS) await this.#flush();
  }

  async finish(): Promise<void> {
    if (this.#batch.length > 0) await this.#flush();
    if (this.size > 0) await this.#client.query(`ANALYZE ${this.name}`);
  }

  /** Moves the rows into the table; where the user has none yet, nothing can be in their way. */
  async insert(userId: number, isFirst: boolean): Promise<void> {
    const { name, key } = this.table;
    const all = this.#columns();
    const assigned = all
      .filter((column) => !key.includes(column))
      .map((column) => `${column} = excluded.${column}`);
    const conflict = isFirst
      ? ''
      : `ON CONFLICT (user_id, ${key.join(', ')}) DO UPDATE SET ${assigned.join(', ')}`;
    await this.#client.query(
      `INSERT INTO figures.${name} (user_id, ${all.join(', ')}) SELECT $1, ${all.join(', ')} FROM ${this.name} ${conflict}`,
      [userId],
    );
  }

  async #flush(): Promise<void> {
    if (this.size === 0)
      await this.#client.query(
        `CREATE TEMP TABLE ${this.name} ON COMMIT DROP AS SELECT ${this.#columns().join(', ')} FROM figures.${this.table.name} WITH NO DATA`,
      );
    await copyRows(this.#client, this.name, this.#batch);
    this.size += this.#batch.length;
    this.#batch = [];
  }

  #columns(): string[] {
    return [...this.table.columns, 'digest'];
  }
}

async function saveVersion(
  client: Client,
  userId: number,
  report: RunReport,
  outputs: DigestSums,
): Promise<void> {
  await client.query(
    `INSERT INTO figures.versions AS v
       (user_id, version, engine_version, events, wallet_count, duration_ms, input_fingerprint, output_fingerprint,
        input_sums, output_sums, completed_at)
     VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp())
     ON CONFLICT (user_id) DO UPDATE SET
       version = v.version + 1, engine_version = excluded.engine_version, events = excluded.events,
       wallet_count = excluded.wallet_count, duration_ms = excluded.duration_ms, input_fingerprint = excluded.input_fingerprint,
       output_fingerprint = excluded.output_fingerprint,
       input_sums = excluded.input_sums, output_sums = excluded.output_sums, completed_at = excluded.completed_at`,
    [
      userId,
      report.engineVersion,
      report.events,
      report.walletCount,
      report.durationMs,
      report.inputs.fingerprint(),
      outputs.fingerprint(),
      report.inputs.toJson(),
      outputs.toJson(),
    ],
  );
  await client.query('DELETE FROM corrections.changed_events WHERE user_id = $1 AND change_id = ANY ($2)', [
    userId,
    report.changeIds,
  ]);
}

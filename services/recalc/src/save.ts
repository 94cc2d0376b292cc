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
  const { name, key, columns, frozenRows, itemsOf, rowOf } = table;
  const all = [...columns, 'digest'].join(', ');
  const stage = `stage_${name}`;
  await client.query(
    `CREATE TEMP TABLE ${stage} ON COMMIT DROP AS SELECT ${all} FROM figures.${name} WITH NO DATA`,
  );
  // Rows are made a batch at a time: all at once cost 300 MB at 100,000 events.
  let batch: CopyValue[][] = [];
  for (const item of itemsOf(outputs)) {
    const row = rowOf(item);
    const digest = rowDigest(table, row);
    sums.add(name, digest);
    row.push(digest);
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    await copyRows(client, stage, batch);
    batch = [];
  }
  await copyRows(client, stage, batch);
  await client.query(`ANALYZE ${stage}`);
  const isSame = key.map((column) => `s.${column} = t.${column}`).join(' AND ');
  const isLive = frozenRows === null ? '' : `AND NOT coalesce(${frozenRows}, false)`;
  const { rowCount: removed } = await client.query(
    `DELETE FROM figures.${name} t
     WHERE t.user_id = $1 ${isLive} AND NOT EXISTS (SELECT FROM ${stage} s WHERE ${isSame})`,
    frozenRows === null ? [userId] : [userId, frozenYears],
  );
  const assigned = [...columns, 'digest']
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  const { rowCount: written } = await client.query(
    `INSERT INTO figures.${name} AS t (user_id, ${all})
     SELECT $1, ${all} FROM ${stage} s
     WHERE NOT EXISTS (SELECT FROM figures.${name} t WHERE t.user_id = $1 AND ${isSame} AND t.digest = s.digest)
     ON CONFLICT (user_id, ${key.join(', ')}) DO UPDATE SET ${assigned.join(', ')}`,
    [userId],
  );
  return (removed ?? 0) + (written ?? 0);
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
       wallet_count = excluded.wallet_count,       duration_ms = excluded.duration_ms, input_fingerprint = excluded.input_fingerprint,
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

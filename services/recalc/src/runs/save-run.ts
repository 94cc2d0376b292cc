/** Saves the figures of a run: only differences are written, in one transaction with the end of the run. */
import { type Client, type Pool, writeAsUser } from '@ctx/platform/postgres';
import { ENGINE_VERSION } from '../engine/version.ts';
import { markPages } from '../save/page-marks.ts';
import { type Claim, type CompletedRun, completeRun } from '../state.ts';
import type { DigestSums } from '../tables/tables.ts';
import { changedYears, noteChanges, readBefore } from './changes-of-run.ts';

/** What a run wrote in the transaction that ends it. */
export interface WriteResult {
  readonly inputs: DigestSums;
  readonly outputs: DigestSums;
  readonly rowsChanged: number;
  /** Number of all the user's events. */
  readonly events: number;
  readonly walletCount: number;
}

export interface SaveResult extends CompletedRun {
  readonly rowsChanged: number;
  /** Set where the previous figures were of another version of the engine. */
  readonly replaced: ReplacedVersion | null;
}

/** The differences that a new version of the engine made (engine.md §7, "Versioned"). */
export interface ReplacedVersion {
  readonly version: number;
  /** Years whose figures differ. */
  readonly years: readonly number[];
}

export interface RunFacts {
  readonly durationMs: number;
  /** Rows of changed_events that the run has consumed. */
  readonly changeIds: readonly number[];
}

/** The advisory lock on the figures of user $1; app.erase_user takes it too. */
export const FIGURES_OF_USER = "hashtextextended('figures of ' || $1::bigint, 0)";

/** Writes the figures and ends the run. Returns the status after it. Throws RunTakeover when another worker has taken over. */
export async function saveRun(
  pool: Pool,
  claim: Claim,
  facts: RunFacts,
  write: (client: Client) => Promise<WriteResult>,
): Promise<SaveResult> {
  const { userId } = claim;
  return writeAsUser(pool, userId, async (client) => {
    // A rebuild and the user's erasure wait for this save. If they came first, the claim has ended and the save is dropped.
    await client.query(`SELECT pg_advisory_xact_lock_shared(${FIGURES_OF_USER})`, [userId]);
    const before = await readBefore(client, userId);
    const written = await write(client);
    await markPages(client, userId);
    await client.query({
      name: 'fill-held-years',
      text: 'SELECT facts.fill_held_years($1)',
      values: [userId],
    });
    const years = before.digests === null ? [] : await changedYears(client, userId, before.digests);
    const version = await saveVersion(client, userId, facts, written);
    // Last, so that the state's row is locked only for a moment; a lost claim rolls back everything above.
    const completed = await completeRun(client, claim);
    if (before.issues !== null)
      await noteChanges(client, userId, { years, figuresVersion: version, issuesBefore: before.issues });
    const replaced = before.engineVersion === null ? null : { version: before.engineVersion, years };
    return { ...completed, rowsChanged: written.rowsChanged, replaced };
  });
}

async function saveVersion(
  client: Client,
  userId: number,
  { durationMs, changeIds }: RunFacts,
  { inputs, outputs, events, walletCount }: WriteResult,
): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `INSERT INTO figures.versions AS v
       (user_id, version, engine_version, events, wallet_count, duration_ms, input_fingerprint, output_fingerprint,
        input_sums, output_sums, completed_at)
     VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp())
     ON CONFLICT (user_id) DO UPDATE SET
       version = v.version + 1, engine_version = excluded.engine_version, events = excluded.events,
       wallet_count = excluded.wallet_count, duration_ms = excluded.duration_ms,
       input_fingerprint = excluded.input_fingerprint, output_fingerprint = excluded.output_fingerprint,
       input_sums = excluded.input_sums, output_sums = excluded.output_sums, completed_at = excluded.completed_at
     RETURNING v.version`,
    [
      userId,
      ENGINE_VERSION,
      events,
      walletCount,
      durationMs,
      inputs.fingerprint(),
      outputs.fingerprint(),
      inputs.toJson(),
      outputs.toJson(),
    ],
  );
  await client.query('DELETE FROM corrections.changed_events WHERE user_id = $1 AND change_id = ANY ($2)', [
    userId,
    changeIds,
  ]);
  return rows[0]?.version ?? 1;
}

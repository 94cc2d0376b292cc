/** Claims, keeps and ends runs (decisions.md, "Recalculation"). A fencing number rejects what a stale worker would still write. */
import type { RecalcOutcome, RecalcStatus } from '@ctx/domain/vocabulary';
import type { Logger } from '@ctx/platform/log';
import { type Client, inTransaction, type Pool, writeAsUser } from '@ctx/platform/postgres';

export interface Claim {
  readonly userId: number;
  readonly fence: number;
  readonly attempts: number;
  /** A full run was requested: everything stored is computed again. */
  readonly fromNothing: boolean;
  /** Claimed from a worker whose lease expired. */
  readonly takenOver: boolean;
}

/** A run that fails this often is parked for the operator. */
export const ATTEMPTS_MAX = 3;

/** Another worker took the run over, or its user was erased: what this one computed is dropped. */
export class RunTakeover extends Error {}

/**
 * Claims the user for a run. Returns null when there is nothing to do or another worker has the user. In a transaction, so that its commit has
 * the time limit of commits: a worker that claims on an old primary would wait ten minutes, and the sweep with it.
 */
export async function claimRun(
  pool: Pool,
  userId: number,
  worker: string,
  leaseMs: number,
): Promise<Claim | null> {
  const { rows } = await inTransaction(pool, 'BEGIN', (client) =>
    client.query<Claim>(
      `SELECT user_id AS "userId", fence, attempts, from_nothing AS "fromNothing", taken_over AS "takenOver"
       FROM corrections.claim_run($1, $2, $3 * interval '1 ms')`,
      [userId, worker, leaseMs],
    ),
  );
  return rows[0] ?? null;
}

/** Renews the lease of a claim while its run lives. Returns a function that stops renewing. */
export function keepLease(pool: Pool, log: Logger, claim: Claim, leaseMs: number): () => void {
  const heartbeat = setInterval(() => {
    renewLease(pool, claim, leaseMs).catch((error: unknown) => {
      log.warn({ err: error, userId: claim.userId }, 'run lease could not be renewed');
    });
  }, leaseMs / 3);
  return () => {
    clearInterval(heartbeat);
  };
}

async function renewLease(pool: Pool, claim: Claim, leaseMs: number): Promise<void> {
  await writeAsUser(pool, claim.userId, (client) =>
    client.query(
      `UPDATE corrections.recalc_state SET lease_until = clock_timestamp() + $3 * interval '1 ms'
       WHERE user_id = $1 AND fence = $2 AND completed < absorbed`,
      [claim.userId, claim.fence, leaseMs],
    ),
  );
}

/** The status after a run, and the time since the first request that it served, in seconds. */
export interface CompletedRun {
  readonly status: RecalcStatus;
  readonly sinceRequest: number;
}

/** Ends the run in the transaction that saves its figures. Throws RunTakeover when another worker has taken over. */
export async function completeRun(client: Client, claim: Claim): Promise<CompletedRun> {
  const { rows } = await client.query<CompletedRun>(
    `UPDATE corrections.recalc_state SET
       completed = absorbed, attempts = 0, lease_owner = NULL, lease_until = NULL,
       full_requested = full_requested AND requested > absorbed,
       last_completed_at = greatest(last_completed_at, clock_timestamp())
     WHERE user_id = $1 AND fence = $2
     RETURNING status, extract(epoch FROM clock_timestamp() - taken_since)::double precision AS "sinceRequest"`,
    [claim.userId, claim.fence],
  );
  const [row] = rows;
  if (row === undefined) throw new RunTakeover('another worker has taken this run over');
  return row;
}

/** Releases a claim without counting an attempt: the next worker may claim at once. */
export async function releaseClaim(pool: Pool, claim: Claim): Promise<void> {
  await writeAsUser(pool, claim.userId, (client) =>
    client.query(
      `UPDATE corrections.recalc_state SET lease_owner = NULL, lease_until = NULL, attempts = attempts - 1
       WHERE user_id = $1 AND fence = $2 AND completed < absorbed`,
      [claim.userId, claim.fence],
    ),
  );
}

/** Records a failed run: retried after a pause, or parked with its error; one that was saved before it failed is done. Returns whether it is parked. */
export async function failRun(pool: Pool, claim: Claim, message: string): Promise<boolean> {
  const parked = claim.attempts >= ATTEMPTS_MAX;
  const { rowCount } = await writeAsUser(pool, claim.userId, (client) =>
    client.query(
      `UPDATE corrections.recalc_state SET
         lease_owner = NULL,
         lease_until = CASE WHEN $3::text IS NULL THEN clock_timestamp() + $4 * interval '1 s' END,
         parked_error = $3, parked_at = CASE WHEN $3::text IS NULL THEN NULL ELSE clock_timestamp() END
       WHERE user_id = $1 AND fence = $2 AND completed < absorbed`,
      [claim.userId, claim.fence, parked ? message.slice(0, 500) : null, claim.attempts],
    ),
  );
  return parked && rowCount === 1;
}

/** Returns users whose request no worker serves: lost messages of NATS, and claims of dead workers. */
export async function dueUsers(pool: Pool, usersMax: number): Promise<number[]> {
  const { rows } = await pool.query<{ user_id: number }>('SELECT user_id FROM corrections.due_users($1)', [
    usersMax,
  ]);
  return rows.map((row) => row.user_id);
}

/** Ends the markers of imports whose process died. Returns the users' statuses. */
export async function clearDeadImports(pool: Pool): Promise<{ user_id: number; status: RecalcStatus }[]> {
  const { rows } = await pool.query<{ user_id: number; status: RecalcStatus }>(
    'SELECT user_id, status FROM corrections.clear_dead_imports()',
  );
  return rows;
}

/** Retries parked runs after an hour. Returns how many. */
export async function retryParked(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(`SELECT corrections.retry_parked('1 hour')`);
  return rowCount ?? 0;
}

/** Waiting users, the longest wait in seconds, users being computed, users whose run is parked; and the self-check's figures. */
export type QueueFigures = Readonly<
  Record<'waiting' | 'oldest' | 'running' | 'parked' | 'differing' | 'checkedAt', number>
>;

/** Reads the queue of runs over all users, and the self-check: 0 before its first complete round, null while it is off. */
export async function readQueue(pool: Pool, isSelfCheckOn: boolean): Promise<QueueFigures | undefined> {
  const { rows } = await pool.query<QueueFigures>({
    name: 'queue-figures',
    text: `SELECT waiting, oldest_wait_seconds AS oldest, running, parked, differing,
        CASE WHEN $1 THEN coalesce(completed_at_seconds, 0) END AS "checkedAt"
      FROM corrections.queue_figures(), corrections.self_check_figures()`,
    values: [isSelfCheckOn],
  });
  return rows[0];
}

/** Events without a value that the figures need, and users with a gain whose photo price is missing. */
export type MissingPriceFigures = Readonly<Record<'events' | 'photos', number>>;

/** Counts the prices that the figures of all users lack. */
export async function readMissingPrices(pool: Pool): Promise<MissingPriceFigures | undefined> {
  const { rows } = await pool.query<MissingPriceFigures>({
    name: 'missing-price-figures',
    text: 'SELECT events, photos FROM figures.missing_price_figures()',
  });
  return rows[0];
}

export interface RunRow {
  readonly status: RecalcStatus;
  readonly parkedError: string | null;
  readonly events: number | null;
  readonly durationMs: number | null;
  readonly inputFingerprint: string | null;
  readonly outputFingerprint: string | null;
}

/** Returns the status and last run of a user, for the operator. */
export async function readRun(pool: Pool, userId: number): Promise<RunRow | null> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<RunRow>(
      `SELECT s.status, s.parked_error AS "parkedError", v.events, v.duration_ms AS "durationMs",
         v.input_fingerprint AS "inputFingerprint", v.output_fingerprint AS "outputFingerprint"
       FROM corrections.recalc_state s LEFT JOIN figures.versions v ON v.user_id = s.user_id WHERE s.user_id = $1`,
      [userId],
    );
    return rows[0] ?? null;
  });
}

/** Requests a full run, and retries a parked one. */
export async function requestFullRun(pool: Pool, userId: number): Promise<RecalcOutcome> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<{ recalc: RecalcOutcome }>(
      'SELECT corrections.request_run($1, true) AS recalc',
      [userId],
    );
    return rows[0]?.recalc ?? 'SCHEDULED';
  });
}

/** Returns whether figures of another version of the engine exist. The cost does not depend on the number of users. */
export async function hasOtherVersions(pool: Pool, engineVersion: number): Promise<boolean> {
  const { rows } = await pool.query<{ exist: boolean }>(
    'SELECT corrections.has_other_versions($1) AS exist',
    [engineVersion],
  );
  return rows[0]?.exist ?? false;
}

/** Requests runs for users whose figures are of another version of the engine, a few at a time (engine.md §7, "Versioned"). Reads all users. */
export async function requestOutdated(
  pool: Pool,
  engineVersion: number,
  usersMax: number,
): Promise<number[]> {
  const { rows } = await pool.query<{ user_id: number }>(
    'SELECT user_id FROM corrections.request_outdated($1, $2)',
    [engineVersion, usersMax],
  );
  return rows.map((row) => row.user_id);
}

/** The recalculation state of a user: recalculation requests and the import marker (decisions.md, "Recalculation"). */
import type { RecalcOutcome, RecalcStatus } from '@ctx/domain/vocabulary';
import { oneFlight } from '@ctx/platform/one-flight';
import type { Client } from '@ctx/platform/postgres';

/** Another import of the same user is in progress. */
export class RunningImport extends Error {}

/**
 * Requests a recalculation in the transaction of the change: of the changed events, or of everything if something else
 * changed. The run decides whether the changed events are enough. Returns the outcome and the user's new status.
 */
export async function requestRun(
  client: Client,
  userId: number,
  changed: readonly string[] | 'EVERYTHING',
): Promise<{ recalc: RecalcOutcome; status: RecalcStatus }> {
  const [{ rows }] = await oneFlight(
    client.query<{ recalc: RecalcOutcome }>({
      name: 'request-run',
      text: 'SELECT corrections.request_run($1, $2) AS recalc',
      values: [userId, changed === 'EVERYTHING'],
    }),
    changed === 'EVERYTHING' || changed.length === 0
      ? Promise.resolve()
      : client.query({
          name: 'note-changed-events',
          text: 'INSERT INTO corrections.changed_events (user_id, event_id) SELECT $1, unnest($2::uuid[])',
          values: [userId, changed],
        }),
  );
  const recalc = rows[0]?.recalc ?? 'SCHEDULED';
  return { recalc, status: recalc === 'SCHEDULED' ? 'RUNNING' : 'QUEUED' };
}

/** Gives the user's data a new version after a change that requests no run. A user without the row has no figures. */
export async function noteChange(client: Client, userId: number): Promise<void> {
  await client.query({
    name: 'note-change',
    text: 'UPDATE corrections.recalc_state SET years_changed = years_changed + 1 WHERE user_id = $1',
    values: [userId],
  });
}

/** Sets the user's import marker, which keeps the status at RUNNING for `leaseMs`. Throws RunningImport. */
export async function takeImportMarker(
  client: Client,
  userId: number,
  importId: string,
  leaseMs: number,
): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO corrections.recalc_state AS s (user_id, import_id, import_until)
     VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms')
     ON CONFLICT (user_id) DO UPDATE SET import_id = excluded.import_id, import_until = excluded.import_until
     WHERE s.import_id IS NULL OR s.import_until < clock_timestamp()`,
    [userId, importId, leaseMs],
  );
  if (rowCount === 0)
    throw new RunningImport('another import of this user is in progress; try again when it is done');
}

/** Extends the lease of the import marker, unless it was released. */
export async function prolongImportMarker(
  client: Client,
  userId: number,
  importId: string,
  leaseMs: number,
): Promise<void> {
  await client.query(
    `UPDATE corrections.recalc_state SET import_until = clock_timestamp() + $3 * interval '1 ms'
     WHERE user_id = $1 AND import_id = $2`,
    [userId, importId, leaseMs],
  );
}

/** Releases the import marker, after an import that is stored or that failed. Returns the user's new status. */
export async function releaseImportMarker(
  client: Client,
  userId: number,
  importId: string,
  outcome: 'STORED' | 'FAILED',
): Promise<RecalcStatus> {
  await client.query(
    `UPDATE corrections.recalc_state SET import_id = NULL, import_until = NULL,
       imported_at = CASE WHEN $3 THEN clock_timestamp() ELSE imported_at END
     WHERE user_id = $1 AND import_id = $2`,
    [userId, importId, outcome === 'STORED'],
  );
  const { rows } = await client.query<{ status: RecalcStatus }>(
    'SELECT status FROM corrections.recalc_state WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.status ?? 'IDLE';
}

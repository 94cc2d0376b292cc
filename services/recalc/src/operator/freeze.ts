/** Submits a year and opens it again (engine.md §7, "Frozen years stand"; decisions.md, "Years"). */
import { LIMITS } from '@ctx/domain/limits';
import type { RecalcOutcome, RecalcStatus } from '@ctx/domain/vocabulary';
import { GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import { noteEvent } from '@ctx/platform/note-event';
import { type Client, type Pool, lockUser, writeAsUser } from '@ctx/platform/postgres';
import { status } from '@grpc/grpc-js';
import { closingToParts } from '../tables/closing-parts.ts';
import { closeYear } from '../engine/recalculate.ts';
import { readInputs } from '../runs/everything/load.ts';
import { keepSubmittedYear } from '../submitted/keep.ts';

/** A submission by the user of the year. */
export interface UserSubmission {
  /** The run whose figures the user saw; null before the first. */
  readonly seenVersion: number | null;
  /** Where the user submitted the year from, for the access log. */
  readonly browser: string | null;
  readonly network: string | null;
}

/**
 * Keeps the closing state of a year, the fingerprint of its inputs and what it shows beside its figures, and marks it
 * submitted, in one transaction; its figures are those of the last run. Returns false for a year that is frozen already, which stays as
 * it is. Rejects with NOT_IDLE. A submission by the user is rejected with FIGURES_CHANGED if there was another run since, and written to the
 * access log.
 */
export async function freezeYear(
  pool: Pool,
  userId: number,
  year: number,
  byUser: UserSubmission | null = null,
): Promise<boolean> {
  requireYear(year);
  return writeAsUser(pool, userId, async (client) => {
    // First of all, so that no correction, import or plan change comes in between.
    await lockUser(client, userId);
    if (await isFrozen(client, userId, year)) return false;
    await requireIdle(client, userId);
    if (byUser !== null) await requireVersion(client, userId, byUser.seenVersion);
    const { closing, inputFingerprint } = closeYear(await readInputs(client, userId), year);
    await client.query(
      'INSERT INTO figures.frozen_years (user_id, year, input_fingerprint) VALUES ($1, $2, $3)',
      [userId, year, inputFingerprint],
    );
    await keepSubmittedYear(client, userId, year);
    for (const part of closingToParts(closing))
      await client.query(
        'INSERT INTO figures.closing_states (user_id, year, asset_key, state) VALUES ($1, $2, $3, $4)',
        [userId, year, part.assetKey, JSON.stringify(part)],
      );
    // The stored sums covered rows that are now frozen: the next run computes everything and stores sums of the live rows.
    await client.query("UPDATE figures.versions SET output_sums = '{}' WHERE user_id = $1", [userId]);
    await client.query('SELECT facts.mark_submitted($1, $2, true)', [userId, year]);
    await noteEvent(client, userId, 'year.frozen', { year });
    if (byUser !== null)
      await client.query('SELECT app.log_submission($1, $2, $3, $4)', [
        userId,
        year,
        byUser.browser,
        byUser.network,
      ]);
    return true;
  });
}

/** Deletes what freezing stored and requests a full run. Returns null for a year that was not frozen. */
export async function unfreezeYear(pool: Pool, userId: number, year: number): Promise<RecalcOutcome | null> {
  requireYear(year);
  return writeAsUser(pool, userId, async (client) => {
    await lockUser(client, userId);
    const { rowCount } = await client.query(
      'DELETE FROM figures.frozen_years WHERE user_id = $1 AND year = $2',
      [userId, year],
    );
    if (rowCount === 0) return null;
    await client.query('SELECT facts.mark_submitted($1, $2, false)', [userId, year]);
    const { rows } = await client.query<{ recalc: RecalcOutcome }>(
      'SELECT corrections.request_run($1, true) AS recalc',
      [userId],
    );
    return rows[0]?.recalc ?? 'SCHEDULED';
  });
}

function requireYear(year: number): void {
  if (year < LIMITS.yearMin || year > LIMITS.yearMax)
    throw new GrpcRejection(status.INVALID_ARGUMENT, 'no such year');
}

async function isFrozen(client: Client, userId: number, year: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM figures.frozen_years WHERE user_id = $1 AND year = $2',
    [userId, year],
  );
  return rowCount !== 0;
}

async function requireVersion(client: Client, userId: number, seenVersion: number | null): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    'SELECT version FROM figures.versions WHERE user_id = $1',
    [userId],
  );
  if ((rows[0]?.version ?? null) !== seenVersion)
    throw new GrpcRejection(
      status.FAILED_PRECONDITION,
      'the figures have changed since they were shown; read them again',
      rejectionCode('FIGURES_CHANGED'),
    );
}

async function requireIdle(client: Client, userId: number): Promise<void> {
  // Locked, so that a recalculation request waits until the year is frozen and is then computed with it.
  const { rows } = await client.query<{ status: RecalcStatus }>(
    'SELECT status FROM corrections.recalc_state WHERE user_id = $1 FOR UPDATE',
    [userId],
  );
  if ((rows[0]?.status ?? 'IDLE') !== 'IDLE')
    throw new GrpcRejection(
      status.FAILED_PRECONDITION,
      'a run is under way or still to come; freeze the year when the status is IDLE',
      rejectionCode('NOT_IDLE'),
    );
}

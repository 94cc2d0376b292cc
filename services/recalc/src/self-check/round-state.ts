/** The round of the self-check in the database: one worker at a time has it. */
import type { Pool } from '@ctx/platform/postgres';
import { ENGINE_VERSION } from '../engine/version.ts';

export interface Round {
  /** RFC 3339. It identifies the round. */
  readonly startedAt: string;
  /** Users checked so far. */
  readonly checked: number;
}

/** Hour in Brussels from which the round of a day may begin: few people change anything then. */
const HOUR = 3;

/**
 * Claims the round that is due: the one of the last time it was three o'clock in Brussels, by the database's clock, or the current
 * one where its worker's lease expired. Returns null when no round is due.
 */
export async function takeRound(pool: Pool, worker: string, leaseMs: number): Promise<Round | null> {
  const { rows } = await pool.query<Round>(
    `WITH brussels AS (SELECT clock_timestamp() AT TIME ZONE 'Europe/Brussels' AS now),
       due AS (
         SELECT (date_trunc('day', b.now - $3 * interval '1 hour') + $3 * interval '1 hour') AT TIME ZONE 'Europe/Brussels' AS at
         FROM brussels b)
     UPDATE corrections.self_check c SET
       started_at = CASE WHEN c.is_open AND c.started_at >= due.at THEN c.started_at ELSE clock_timestamp() END,
       checked = CASE WHEN c.is_open AND c.started_at >= due.at THEN c.checked ELSE 0 END,
       is_open = true, lease_owner = $1, lease_until = clock_timestamp() + $2 * interval '1 ms'
     FROM due
     WHERE (c.is_open OR c.started_at < due.at) AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
     RETURNING c.started_at AS "startedAt", c.checked`,
    [worker, leaseMs, HOUR],
  );
  return rows[0] ?? null;
}

/** Renews the lease. Returns false when another worker has the round. */
export async function renewRound(pool: Pool, worker: string, leaseMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE corrections.self_check SET lease_until = clock_timestamp() + $2 * interval '1 ms'
     WHERE lease_owner = $1 AND is_open`,
    [worker, leaseMs],
  );
  return rowCount === 1;
}

/** Returns the next user of the round; null when all were tried. */
export async function nextToCheck(pool: Pool, { startedAt }: Round): Promise<number | null> {
  const { rows } = await pool.query<{ user_id: number }>(
    'SELECT user_id FROM corrections.next_to_check($1, $2)',
    [startedAt, ENGINE_VERSION],
  );
  return rows[0]?.user_id ?? null;
}

/** Counts a user of the round. */
export async function countChecked(pool: Pool, worker: string): Promise<void> {
  await pool.query(
    'UPDATE corrections.self_check SET checked = checked + 1 WHERE lease_owner = $1 AND is_open',
    [worker],
  );
}

/** Ends the round, or releases it for another worker to continue. */
export async function leaveRound(pool: Pool, worker: string, isComplete: boolean): Promise<void> {
  await pool.query(
    `UPDATE corrections.self_check SET is_open = NOT $2, lease_owner = NULL, lease_until = NULL,
       completed_at = CASE WHEN $2 THEN clock_timestamp() ELSE completed_at END
     WHERE lease_owner = $1 AND is_open`,
    [worker, isComplete],
  );
}

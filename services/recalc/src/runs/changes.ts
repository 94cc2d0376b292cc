/** What changed since the last run, and what that run left. */
import { LIMITS } from '@ctx/domain/limits';
import type { Client } from '@ctx/platform/postgres';
import { sql, type Sql } from '@ctx/platform/sql';
import { ENGINE_VERSION } from '../engine/version.ts';
import { type Proposal, proposedTable } from './proposal.ts';
import { rowsOf } from '../tables/sql.ts';

/** Returns events whose inputs changed since the last run, and the rows that name them. */
export async function readChanges(
  client: Client,
  userId: number,
): Promise<{ readonly changeIds: readonly number[]; readonly eventIds: readonly string[] }> {
  const { rows } = await client.query<{ change_id: number; event_id: string }>(
    'SELECT change_id, event_id FROM corrections.changed_events WHERE user_id = $1',
    [userId],
  );
  return {
    changeIds: rows.map((row) => row.change_id),
    eventIds: [...new Set(rows.map((row) => row.event_id))],
  };
}

/** Returns how many events the user has, as the imports counted them. */
export async function countEvents(client: Client, userId: number): Promise<number> {
  const { rows } = await client.query<{ events: string | null }>(
    'SELECT sum(event_count) AS events FROM facts.accounts WHERE user_id = $1',
    [userId],
  );
  return Number(rows[0]?.events ?? 0);
}

/** What changed since the last run, where its figures can be corrected. */
export interface ChangesSince {
  readonly lastRun: LastRun;
  /** The changed events with all legs of their swaps and transfers. */
  readonly ids: readonly string[];
}

/**
 * Returns null before the first run, after another version of the engine, where a full run was requested, and where too many events
 * changed.
 */
export async function readChangesSince(
  client: Client,
  userId: number,
  changedIds: readonly string[],
  proposal: Proposal,
): Promise<ChangesSince | null> {
  if (changedIds.length > LIMITS.changedEventsMax) return null;
  const stored = await readLastRun(client, userId);
  const lastRun =
    stored === null ? null : { ...stored, hasJoinedMatches: stored.hasJoinedMatches || joins(proposal) };
  const ids = lastRun === null ? null : await withLegs(client, userId, changedIds, proposal);
  return lastRun === null || ids === null ? null : { lastRun, ids };
}

function joins({ matches }: Proposal): boolean {
  return matches?.rows.some(({ joined_match_id: joined = null }) => joined !== null) ?? false;
}

/** What the last run left, apart from its rows. */
export interface LastRun {
  readonly engineVersion: number;
  readonly inputSums: Record<string, string>;
  readonly outputSums: Record<string, string>;
  readonly events: number;
  readonly walletCount: number;
  readonly lastFrozenYear: number;
  readonly frozenYears: readonly number[];
  readonly isFull: boolean;
  /** Whether a match has several departures or several arrivals. */
  readonly hasJoinedMatches: boolean;
}

async function readLastRun(client: Client, userId: number): Promise<LastRun | null> {
  const { rows } = await client.query<Omit<LastRun, 'lastFrozenYear' | 'frozenYears' | 'hasJoinedMatches'>>(
    `SELECT v.engine_version AS "engineVersion", v.input_sums AS "inputSums", v.output_sums AS "outputSums", v.events,
       v.wallet_count AS "walletCount", s.full_requested AS "isFull"
     FROM figures.versions v JOIN corrections.recalc_state s ON s.user_id = v.user_id
     WHERE v.user_id = $1 AND v.output_sums <> '{}'`,
    [userId],
  );
  const [row] = rows;
  if (row === undefined || row.isFull || row.engineVersion !== ENGINE_VERSION) return null;
  const frozen = await client.query<{ year: number }>(
    'SELECT year FROM figures.frozen_years WHERE user_id = $1',
    [userId],
  );
  const frozenYears = frozen.rows.map(({ year }) => year);
  const joined = await client.query(
    'SELECT 1 FROM corrections.transfer_matches WHERE user_id = $1 AND joined_match_id IS NOT NULL LIMIT 1',
    [userId],
  );
  const hasJoinedMatches = joined.rows.length > 0;
  return { ...row, frozenYears, lastFrozenYear: Math.max(0, ...frozenYears), hasJoinedMatches };
}

/** How far legs of legs are followed; beyond, everything is computed. */
const ROUNDS_MAX = 5;

function legsOf(userId: number, ids: readonly string[], proposal: Proposal): Sql {
  const events = proposedTable('events', userId, proposal);
  const matches = proposedTable('matches', userId, proposal);
  return sql`
  SELECT g.event_id FROM ${events} e JOIN ${events} g
    ON g.user_id = ${userId} AND g.continuity_group_id = e.continuity_group_id
  WHERE e.user_id = ${userId} AND e.event_id = ANY (${ids})
  UNION
  SELECT g.event_id FROM figures.events e JOIN ${events} g
    ON g.user_id = ${userId} AND g.continuity_group_id = e.continuity_group_id
  WHERE e.user_id = ${userId} AND e.event_id = ANY (${ids})
  UNION
  SELECT m.in_event_id FROM ${matches} m WHERE m.user_id = ${userId} AND m.out_event_id = ANY (${ids})
  UNION
  SELECT m.out_event_id FROM ${matches} m WHERE m.user_id = ${userId} AND m.in_event_id = ANY (${ids})`;
}

/** Returns the events with all legs of their swaps and transfers; null where there are too many. */
async function withLegs(
  client: Client,
  userId: number,
  ids: readonly string[],
  proposal: Proposal,
): Promise<string[] | null> {
  const known = new Set(ids);
  for (let round = 0; round < ROUNDS_MAX && known.size <= LIMITS.changedEventsMax; round += 1) {
    const rows = await rowsOf<{ event_id: string }>(client, legsOf(userId, [...known], proposal));
    const before = known.size;
    for (const { event_id } of rows) known.add(event_id);
    if (known.size === before) return [...known];
  }
  return null;
}

/** The stored events that an import removes. */
import { ENTERED_FORMAT } from '@ctx/converters/entered';
import type { Client } from '@ctx/platform/postgres';
import { sql, type Sql } from '@ctx/platform/sql';
import { accountId } from './kinds.ts';

/** SQL condition on an event `e`: what a person entered by hand, because the source lacks it, is not part of the source. */
export const IS_NOT_ENTERED = `NOT EXISTS (SELECT FROM facts.file_events h
  JOIN facts.files f ON f.user_id = $1 AND f.file_id = h.file_id AND f.format = '${ENTERED_FORMAT}'
  WHERE h.user_id = $1 AND h.event_id = e.event_id)`;

/** Replacing more than this share of an account's events needs a confirmation, because the file may be incomplete. */
const UNCONFIRMED_REMOVAL_SHARE_MAX = 0.5;

/** The replacement would remove a large part of the account without confirmation. Nothing is stored. */
export class UnconfirmedRemoval extends Error {}

/** Throws UnconfirmedRemoval. Requires the user lock, so that it counts exactly the events that the merge removes. */
export async function requireSmallRemoval(client: Client, userId: number, accountRef: string): Promise<void> {
  const { rows } = await client.query<{ events: number; removed: number }>(
    `SELECT count(*) AS events, count(*) FILTER (
       WHERE NOT EXISTS (SELECT FROM facts.stage_event s WHERE s.user_id = $1 AND s.event_id = e.event_id)) AS removed
     FROM facts.events e WHERE e.user_id = $1 AND e.account_id = $2 AND ${IS_NOT_ENTERED}`,
    [userId, accountId(userId, accountRef)],
  );
  const { events, removed } = rows[0] ?? { events: 0, removed: 0 };
  if (removed <= events * UNCONFIRMED_REMOVAL_SHARE_MAX) return;
  throw new UnconfirmedRemoval(
    `the file would remove ${String(removed)} of the ${String(events)} events of the account ${accountRef}; nothing was changed`,
  );
}

/**
 * Removes the events of the account `replaced` that the file does not hold, and the events that each of `leaving` selects. Returns how many there
 * were.
 */
export async function removeEvents(
  client: Client,
  userId: number,
  replaced: string | null,
  leaving: readonly Sql[],
): Promise<number> {
  let removed = replaced === null ? 0 : await removeUnstaged(client, userId, replaced);
  for (const events of leaving) removed += await removeAll(client, userId, events);
  return removed;
}

async function removeAll(client: Client, userId: number, events: Sql): Promise<number> {
  const { rowCount } = await client.query(
    sql`DELETE FROM facts.events WHERE user_id = ${userId} AND event_id IN (SELECT o.event_id FROM (${events}) o)`,
  );
  return rowCount ?? 0;
}

async function removeUnstaged(client: Client, userId: number, account: string): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM facts.events e WHERE e.user_id = $1 AND e.account_id = $2
       AND NOT EXISTS (SELECT FROM facts.stage_event s WHERE s.user_id = $1 AND s.event_id = e.event_id)
       AND ${IS_NOT_ENTERED}`,
    [userId, account],
  );
  return rowCount ?? 0;
}

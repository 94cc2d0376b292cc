/** The events of rows of the audit log as they were imported. */
import type { Client } from '@ctx/platform/postgres';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import type { Statement } from '@ctx/platform/single-sync';
import type { ListedChange, LoggedChange, LoggedEvent } from '../decide/history-entry.ts';

/** The name of an account `a`, as the pages show it. */
export const ACCOUNT_LABEL = 'coalesce(a.label, a.original_filename, a.datasource)';

const EVENTS = prepare(
  'logged-events',
  sql`SELECT f.event_id AS id, f.type, f.treatment, f.amount::text, f.asset_symbol AS "assetSymbol", f.occurred_at AS timestamp,
    ${raw(ACCOUNT_LABEL)} AS "accountLabel"
  FROM facts.events f LEFT JOIN facts.accounts a ON a.user_id = ${USER} AND a.account_id = f.account_id
  WHERE f.user_id = ${USER} AND f.event_id = ANY (${parameter('eventIds')}::uuid[])`,
);

/** The events of some rows of the log, by id, as far as they are still imported. */
export type LoggedEvents = ReadonlyMap<string, LoggedEvent>;

/** Returns the statement that reads the events of changes. One of its own, because Citus has events and the log on different servers. */
export function selectLoggedEvents(userId: number, changes: readonly LoggedChange[]): Statement {
  return EVENTS({ userId, eventIds: [...new Set(changes.flatMap(({ eventIds }) => eventIds))] });
}

/** Returns events by their id. */
export function loggedEvents(rows: readonly LoggedEvent[]): LoggedEvents {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads the events of changes in the transaction of `client`. */
export async function readLoggedEvents(
  client: Client,
  userId: number,
  changes: readonly LoggedChange[],
): Promise<LoggedEvents> {
  if (changes.every(({ eventIds }) => eventIds.length === 0)) return new Map();
  const { rows } = await client.query<LoggedEvent>(selectLoggedEvents(userId, changes));
  return loggedEvents(rows);
}

/** Adds its events to a change, in the order of their ids. */
export function withEvents(change: LoggedChange, known: LoggedEvents): ListedChange {
  return { ...change, events: change.eventIds.flatMap((id) => known.get(id) ?? []) };
}

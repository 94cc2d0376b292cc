/** Reads the history of corrections from the audit log. */
import type { HistoryQuery } from '@ctx/contract/history';
import { LIMITS } from '@ctx/domain/limits';
import { HISTORY_ACTIONS } from '@ctx/domain/vocabulary';
import { type Client, type Pool, readAsUser } from '@ctx/platform/postgres';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import type { HistoryResponse } from '@ctx/proto/gen/ctx/v1/corrections';
import type { z } from 'zod';
import {
  CHANGES_BYTES_MAX,
  type EntryHead,
  historyEntry,
  type ListedChange,
  type LoggedChange,
  type LoggedUndo,
} from '../decide/history-entry.ts';
import { LOGGED_EVENTS } from './logged-events.ts';

interface EntryRow extends EntryHead {
  readonly changeCount: number;
  readonly eventIds: readonly string[];
  readonly undos: readonly LoggedUndo[];
  readonly changes: readonly [ListedChange, ...ListedChange[]];
}

const [YEAR, ACTIONS, VIA, EVENT, ENTRY] = ['year', 'actions', 'via', 'eventId', 'entryId'].map(parameter);

// `opens_entry` marks the first row of each entry. An entry without years concerns every year.
const ENTRIES = sql`FROM corrections.audit_log e WHERE e.user_id = ${USER} AND e.opens_entry
  AND (${YEAR}::integer IS NULL OR e.years = '{}' OR ${YEAR}::integer = ANY (e.years))
  AND (${ACTIONS}::text[] IS NULL OR e.action = ANY (${ACTIONS}::text[]))
  AND (${VIA}::text IS NULL OR e.via = ${VIA}::text)
  AND (${ENTRY}::uuid IS NULL OR e.entry_id = ${ENTRY}::uuid)
  AND (${EVENT}::uuid IS NULL OR e.entry_id IN (SELECT r.entry_id FROM corrections.audit_log r
    WHERE r.user_id = ${USER} AND ${EVENT}::uuid = ANY (r.event_ids)))`;

const COUNT = prepare('history-count', sql`SELECT count(*)::integer AS total ${ENTRIES}`);

const CHANGE = sql`jsonb_build_object('action', r.action, 'target', r.target, 'eventIds', r.event_ids,
  'events', ${LOGGED_EVENTS}, 'before', r.before, 'after', r.after)`;

// What undid an entry has a row with the same target: the event, rule or match. So has what undid that, and is newer.
const UNDOS = sql`SELECT jsonb_agg(jsonb_build_object('id', u.entry_id, 'undoOf', u.undo_of) ORDER BY u.audit_id) AS undos
  FROM (SELECT * FROM corrections.audit_log l
    WHERE l.user_id = ${USER} AND l.target = e.target AND l.audit_id > e.audit_id
    ORDER BY l.audit_id DESC LIMIT ${raw(String(LIMITS.historyLaterRowsMax))}) u
  WHERE u.undo_of IS NOT NULL`;

const PAGE = prepare(
  'history-page',
  sql`SELECT e.entry_id AS id, e.at, e.via, e.undo_of AS "undoOf", e.years, c.count AS "changeCount",
    coalesce(v.ids, '[]') AS "eventIds", coalesce(n.undos, '[]') AS undos, f.changes
  FROM (SELECT * ${ENTRIES} ORDER BY e.audit_id DESC LIMIT ${parameter('size')} OFFSET ${parameter('skipped')}) e,
  LATERAL (SELECT count(*)::integer FROM corrections.audit_log r
    WHERE r.user_id = ${USER} AND r.entry_id = e.entry_id) c,
  LATERAL (SELECT jsonb_agg(DISTINCT id ORDER BY id) AS ids
    FROM corrections.audit_log r, unnest(r.event_ids) AS id
    WHERE r.user_id = ${USER} AND r.entry_id = e.entry_id) v,
  LATERAL (${UNDOS}) n,
  LATERAL (SELECT jsonb_agg(${CHANGE} ORDER BY r.audit_id) AS changes FROM (
    SELECT * FROM corrections.audit_log a WHERE a.user_id = ${USER} AND a.entry_id = e.entry_id
    ORDER BY a.audit_id LIMIT ${raw(String(LIMITS.historyChangesMax))}) r) f
  ORDER BY e.audit_id DESC`,
);

/** Reads one page of a user's entries, newest first. */
export async function readHistory(
  pool: Pool,
  userId: number,
  { page, size: requestedSize, year, kind, via, taxEventId, entryId }: z.output<typeof HistoryQuery>,
): Promise<HistoryResponse> {
  const size = Math.min(requestedSize, LIMITS.pageSizeMax);
  const values = {
    userId,
    year: year ?? null,
    actions: kind === undefined ? null : HISTORY_ACTIONS[kind],
    via: via ?? null,
    eventId: taxEventId ?? null,
    entryId: entryId ?? null,
  };
  const [[counted], rows] = await readAsUser<[{ total: number }, EntryRow]>(
    pool,
    userId,
    COUNT(values),
    PAGE({ ...values, size, skipped: page * size }),
  );
  const totalElements = counted?.total ?? 0;
  const totalPages = Math.ceil(totalElements / size);
  return {
    page,
    size,
    totalElements,
    totalPages,
    hasNext: page + 1 < totalPages,
    hasPrevious: page > 0 && totalPages > 0,
    entries: rows.map((row) => historyEntry(row, row.changes, row, CHANGES_BYTES_MAX / rows.length)),
  };
}

/** Reads the changes of one entry, in their order; none if the user has no such entry. */
export async function readEntry(client: Client, userId: number, entryId: string): Promise<LoggedChange[]> {
  const { rows } = await client.query<LoggedChange>({
    name: 'history-entry',
    text: `SELECT action, target, event_ids AS "eventIds", before, after
      FROM corrections.audit_log WHERE user_id = $1 AND entry_id = $2 ORDER BY audit_id`,
    values: [userId, entryId],
  });
  return rows;
}

/** Reads the history of corrections from the audit log. */
import type { HistoryQuery } from '@ctx/contract/history';
import { utcText } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import { pageOfList } from '@ctx/domain/page-of-list';
import { HISTORY_ACTIONS } from '@ctx/domain/vocabulary';
import { type Client, type Pool, readAsUserThen } from '@ctx/platform/postgres';
import { parameter, prepare, type PreparedStatement, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import type { HistoryResponse } from '@ctx/proto/gen/ctx/v1/corrections';
import type { z } from 'zod';
import {
  CHANGES_BYTES_MAX,
  type EntryHead,
  type HistoryEntry,
  historyEntry,
  type LoggedChange,
  type LoggedEvent,
  type LoggedUndo,
} from '../decide/history-entry.ts';
import type { LaterChange } from '../decide/later-entry.ts';
import {
  loggedEvents,
  type LoggedEvents,
  readLoggedEvents,
  selectLoggedEvents,
  withEvents,
} from './logged-events.ts';

/** An entry with its first row. */
interface EntryRow extends EntryHead, LoggedChange {
  readonly changeCount: number;
  readonly undos: readonly LoggedUndo[];
  /** The first changes, and the events of all; null if the first row is the only one. */
  readonly allChanges: readonly [LoggedChange, ...LoggedChange[]] | null;
  readonly allEventIds: readonly string[] | null;
}

const [YEAR, ACTIONS, VIA, EVENT, ENTRY, FROM, TO] = [
  'year',
  'actions',
  'via',
  'eventId',
  'entryId',
  'from',
  'to',
].map(parameter);

// `opens_entry` marks the first row of each entry.
const ALL_ENTRIES = sql`FROM corrections.audit_log e WHERE e.user_id = ${USER} AND e.opens_entry`;
// An entry without years concerns every year.
const FILTERED_ENTRIES = sql`${ALL_ENTRIES}
  AND (${YEAR}::integer IS NULL OR e.years = '{}' OR ${YEAR}::integer = ANY (e.years))
  AND (${ACTIONS}::text[] IS NULL OR e.action = ANY (${ACTIONS}::text[]))
  AND (${VIA}::text IS NULL OR e.via = ${VIA}::text)
  AND (${FROM}::timestamptz IS NULL OR e.at >= ${FROM}::timestamptz)
  AND (${TO}::timestamptz IS NULL OR e.at < ${TO}::timestamptz)
  AND (${ENTRY}::uuid IS NULL OR e.entry_id = ${ENTRY}::uuid)
  AND (${EVENT}::uuid IS NULL OR e.entry_id IN (SELECT r.entry_id FROM corrections.audit_log r
    WHERE r.user_id = ${USER} AND ${EVENT}::uuid = ANY (r.event_ids)))`;

/** The statements of a list of entries: which plans to use, how many entries there are, and one page of them. */
interface List {
  readonly plans: PreparedStatement;
  readonly count: PreparedStatement;
  readonly page: PreparedStatement;
}

// PostgreSQL would plan each page again, because it cannot know that a page is short: 0.5 ms of 1.5 ms. Filters are different: plans
// that know which of them are given are better.
const plansOf = (mode: string): PreparedStatement =>
  prepare(`plans-${mode}`, sql`SELECT set_config('plan_cache_mode', ${raw(`'${mode}'`)}, true)`);

const CHANGES = sql`(SELECT json_agg(json_build_object('action', r.action, 'target', r.target, 'eventIds', r.event_ids,
    'before', r.before, 'after', r.after) ORDER BY r.audit_id) FROM (
  SELECT * FROM corrections.audit_log a WHERE a.user_id = ${USER} AND a.entry_id = e.entry_id
  ORDER BY a.audit_id LIMIT ${raw(String(LIMITS.historyChangesMax))}) r)`;
const EVENT_IDS = sql`ARRAY(SELECT DISTINCT id::text FROM corrections.audit_log r, unnest(r.event_ids) AS id
  WHERE r.user_id = ${USER} AND r.entry_id = e.entry_id)`;

// What undid an entry has a row with the same target: the event, rule or match. So has what undid that, and is newer.
const UNDOS = sql`SELECT jsonb_agg(jsonb_build_object('id', u.entry_id, 'undoOf', u.undo_of) ORDER BY u.audit_id) AS undos
  FROM (SELECT * FROM corrections.audit_log l
    WHERE l.user_id = ${USER} AND l.target = e.target AND l.audit_id > e.audit_id
    ORDER BY l.audit_id DESC LIMIT ${raw(String(LIMITS.historyLaterRowsMax))}) u
  WHERE u.undo_of IS NOT NULL`;

// Nearly all entries have one row, which is read with the entry: building JSON for each took two thirds of the time of a page. The
// entries before the page are skipped in an index: 0.4 ms for 2,500 of them, whose rows took 5 ms to read.
function listOf(filter: string, entries: Sql, plans: PreparedStatement): List {
  return {
    plans,
    count: prepare(`history-count${filter}`, sql`SELECT count(*)::integer AS total ${entries}`),
    page: prepare(
      `history-page${filter}`,
      sql`SELECT e.entry_id AS id, e.at, e.via, e.undo_of AS "undoOf", e.years, c.count AS "changeCount",
        e.action, e.target, e.event_ids::text[] AS "eventIds", e.before, e.after,
        coalesce(n.undos, '[]') AS undos,
        CASE WHEN c.count > 1 THEN ${CHANGES} END AS "allChanges",
        CASE WHEN c.count > 1 THEN ${EVENT_IDS} END AS "allEventIds"
      FROM (SELECT e.audit_id ${entries} ORDER BY e.audit_id DESC LIMIT ${parameter('size')} OFFSET ${parameter('skipped')}) k
      CROSS JOIN LATERAL (SELECT * FROM corrections.audit_log v WHERE v.user_id = ${USER} AND v.audit_id = k.audit_id LIMIT 1) e
      CROSS JOIN LATERAL (SELECT count(*)::integer FROM corrections.audit_log r
        WHERE r.user_id = ${USER} AND r.entry_id = e.entry_id) c
      CROSS JOIN LATERAL (${UNDOS}) n
      ORDER BY e.audit_id DESC`,
    ),
  };
}

// Citus has no plan for a statement on its workers that does not know the user: the events of a page are read with usual plans again.
const USUAL_PLANS = plansOf('auto');
const ALL = listOf('', ALL_ENTRIES, plansOf('force_generic_plan'));
const FILTERED = listOf('-filtered', FILTERED_ENTRIES, USUAL_PLANS);

const NO_FILTERS = {
  year: null,
  actions: null,
  via: null,
  eventId: null,
  entryId: null,
  from: null,
  to: null,
};

/** Reads one page of a user's entries, newest first. */
export async function readHistory(
  pool: Pool,
  userId: number,
  {
    page,
    size: requestedSize,
    year,
    kind,
    via,
    taxEventId,
    entryId,
    from,
    to,
  }: z.output<typeof HistoryQuery>,
): Promise<HistoryResponse> {
  const size = Math.min(requestedSize, LIMITS.pageSizeMax);
  const isFiltered = [year, kind, via, taxEventId, entryId, from, to].some((filter) => filter != null);
  const list = isFiltered ? FILTERED : ALL;
  const values = {
    userId,
    year: year ?? null,
    actions: kind === undefined ? null : HISTORY_ACTIONS[kind],
    via: via ?? null,
    eventId: taxEventId ?? null,
    entryId: entryId ?? null,
    from: utcText(from),
    to: utcText(to),
  };
  const [[, [counted], rows], events] = await readAsUserThen<
    [object, { total: number }, EntryRow, object],
    LoggedEvent
  >(
    pool,
    userId,
    [
      list.plans({}),
      list.count(values),
      list.page({ ...values, size, skipped: page * size }),
      USUAL_PLANS({}),
    ],
    ([, , found]) =>
      selectLoggedEvents(
        userId,
        found.flatMap((row) => row.allChanges ?? [row]),
      ),
  );
  const known = loggedEvents(events);
  return {
    ...pageOfList(page, size, counted?.total ?? 0),
    entries: rows.map((row) => entryOf(row, known, CHANGES_BYTES_MAX / rows.length)),
  };
}

/** Returns an entry whose changes take at most `bytesMax`. */
function entryOf(row: EntryRow, known: LoggedEvents, bytesMax: number): HistoryEntry {
  const { changeCount, allChanges, allEventIds, undos } = row;
  const eventIds = [...new Set(allEventIds ?? row.eventIds)].sort();
  const [first, ...others] = allChanges ?? [row];
  const listed = [withEvents(first, known), ...others.map((change) => withEvents(change, known))] as const;
  return historyEntry(row, listed, { changeCount, eventIds, undos }, bytesMax);
}

/** Reads one entry as the history shows it, in the transaction of a correction; null if the user has no such entry. */
export async function readHistoryEntry(
  client: Client,
  userId: number,
  entryId: string,
): Promise<HistoryEntry | null> {
  const filters = { ...NO_FILTERS, entryId };
  const { rows } = await client.query<EntryRow>(FILTERED.page({ userId, ...filters, size: 1, skipped: 0 }));
  const [row] = rows;
  if (row === undefined) return null;
  const known = await readLoggedEvents(client, userId, row.allChanges ?? [row]);
  return entryOf(row, known, CHANGES_BYTES_MAX);
}

/** Reads the newest rows of the log after an entry that have a target of the entry, oldest first. */
export async function readLaterChanges(
  client: Client,
  userId: number,
  entryId: string,
): Promise<LaterChange[]> {
  const { rows } = await client.query<LaterChange>({
    name: 'history-later',
    text: `SELECT l.entry_id AS "entryId", l.undo_of AS "undoOf", l.target, l.before, l.after
      FROM corrections.audit_log e JOIN corrections.audit_log l ON l.user_id = $1 AND l.target = e.target AND l.audit_id > e.audit_id
      WHERE e.user_id = $1 AND e.entry_id = $2 AND l.entry_id <> $2 ORDER BY l.audit_id DESC LIMIT $3`,
    values: [userId, entryId, LIMITS.historyLaterRowsMax],
  });
  return rows.reverse();
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

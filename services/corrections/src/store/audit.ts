/** Reads the audit log of corrections and checks its chain of hashes. Entries are never changed. */
import type { Client } from '@ctx/platform/postgres';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import type {
  AuditEntry,
  AuditVerification,
  ListAuditEntriesRequest,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { changeOf, CHANGES_BYTES_MAX, fitting, type LoggedChange } from '../decide/history-entry.ts';
import { readLoggedEvents, withEvents } from './logged-events.ts';

const COLUMNS = `audit_id AS id, years, at, action, target, via, request_id AS "requestId", before::text, after::text,
  entry_id AS "entryId", undo_of AS "undoOf"`;

/**
 * Reads entries of a user, newest first. If `beforeId` is not 0, only entries with a smaller id. With `afterId`, only entries with a
 * larger id, oldest first. With `withChange`, fewer entries if they are large, but at least one if there is any.
 */
export async function readAudit(
  client: Client,
  userId: number,
  { limit, beforeId, afterId, withChange }: ListAuditEntriesRequest,
): Promise<AuditEntry[]> {
  if (withChange === true) return readChanges(client, userId, limit, beforeId);
  if (typeof afterId === 'number') return readAuditAfter(client, userId, limit, afterId);
  const { rows } = await client.query<AuditEntry>({
    name: 'read-audit',
    text: `SELECT ${COLUMNS}
      FROM corrections.audit_log WHERE user_id = $1 AND ($3 = 0 OR audit_id < $3) ORDER BY audit_id DESC LIMIT $2`,
    values: [userId, limit, beforeId],
  });
  return rows;
}

// The user lock orders a user's corrections, so no entry appears later with a smaller id.
async function readAuditAfter(
  client: Client,
  userId: number,
  limit: number,
  afterId: number,
): Promise<AuditEntry[]> {
  const { rows } = await client.query<AuditEntry>({
    name: 'read-audit-after',
    text: `SELECT ${COLUMNS}
      FROM corrections.audit_log WHERE user_id = $1 AND audit_id > $3 ORDER BY audit_id LIMIT $2`,
    values: [userId, limit, afterId],
  });
  return rows;
}

const CHANGES = prepare(
  'read-audit-changes',
  sql`SELECT r.audit_id AS id, r.at, r.action, r.target, r.via, r.request_id AS "requestId", r.entry_id AS "entryId",
      r.undo_of AS "undoOf", r.event_ids AS "eventIds", r.years, r.before, r.after
    FROM corrections.audit_log r
    WHERE r.user_id = ${USER} AND (${parameter('beforeId')} = 0 OR r.audit_id < ${parameter('beforeId')})
    ORDER BY r.audit_id DESC LIMIT ${parameter('limit')}`,
);

/** Reads entries with their changes as the history shows them. */
async function readChanges(
  client: Client,
  userId: number,
  limit: number,
  beforeId: number,
): Promise<AuditEntry[]> {
  type Row = Omit<AuditEntry, 'before' | 'after' | 'change' | 'action'> & LoggedChange;
  const { rows } = await client.query<Row>(CHANGES({ userId, limit, beforeId }));
  const known = await readLoggedEvents(client, userId, rows);
  const entries = rows.map((row): AuditEntry => {
    const { id, at, action, target, via, requestId, entryId, undoOf, years } = row;
    return {
      id,
      at,
      action,
      target,
      via,
      requestId,
      entryId,
      undoOf,
      years,
      change: changeOf(withEvents(row, known)),
    };
  });
  const first = fitting(entries, CHANGES_BYTES_MAX);
  return first.length === 0 ? entries.slice(0, 1) : first;
}

const FAULTS_MAX = 1000;

/** One statement, so that a correction or a cleanup between two cannot look like a fault. */
const VERIFICATION = prepare(
  'audit-verification',
  sql`WITH log AS (SELECT count(*) AS chained, count(*) FILTER (WHERE l.opens_entry) AS entries, min(l.at) AS "from", max(l.at) AS "to"
      FROM corrections.audit_log l WHERE l.user_id = ${USER}),
    cleanup AS (SELECT k.* FROM corrections.audit_cleanups k WHERE k.user_id = ${USER} ORDER BY k.place DESC LIMIT 1),
    noted AS (SELECT min(k.place) AS place FROM (
        SELECT k.place, k.hash FROM corrections.audit_links(${USER}) k UNION ALL SELECT c.cleared, c.cleared_hash FROM cleanup c) k
      WHERE k.hash = decode(${parameter('notedHead')}::text, 'hex'))
    SELECT log.*, coalesce(k.row_count, 0) AS cleared, k.at AS "clearedAt", k.newest_at AS "clearedUntil",
      coalesce((SELECT encode(c.hash, 'hex') FROM corrections.audit_chains c WHERE c.user_id = ${USER}), '') AS head,
      (SELECT (SELECT count(*) FROM corrections.audit_log l WHERE l.user_id = ${USER} AND l.place > n.place)
        FROM noted n WHERE n.place IS NOT NULL) AS "rowsSinceNotedHead",
      (SELECT coalesce(json_agg(json_build_object('fault', f.fault, 'place', f.place, 'auditId', f.audit_id, 'entryId', f.entry_id)), '[]')
        FROM corrections.audit_faults(${USER}, ${raw(String(FAULTS_MAX))}) f) AS faults
    FROM log LEFT JOIN cleanup k ON true`,
);

/** Compares the log of a user with its chain of hashes (ADR 43), and the chain with a head that was noted elsewhere. */
export async function verifyAudit(
  client: Client,
  userId: number,
  notedHead: string | null,
): Promise<AuditVerification> {
  const { rows } = await client.query<AuditVerification>(VERIFICATION({ userId, notedHead }));
  return rows[0] as AuditVerification;
}

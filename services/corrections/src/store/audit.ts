/** Reads the audit log of corrections. Entries are never changed. */
import type { Client } from '@ctx/platform/postgres';
import type { AuditEntry } from '@ctx/proto/gen/ctx/v1/corrections';

/** Reads entries of a user, newest first. If `beforeId` is not 0, only entries with a smaller id. */
export async function readAudit(
  client: Client,
  userId: number,
  limit: number,
  beforeId: number,
): Promise<AuditEntry[]> {
  const { rows } = await client.query<AuditEntry>({
    name: 'read-audit',
    text: `SELECT audit_id AS id, at, action, target, via, request_id AS "requestId", before::text, after::text
      FROM corrections.audit_log WHERE user_id = $1 AND ($3 = 0 OR audit_id < $3) ORDER BY audit_id DESC LIMIT $2`,
    values: [userId, limit, beforeId],
  });
  return rows;
}

/** The log of corrections as it is read; nothing here or elsewhere changes it. */
import type { Client } from '@ctx/common/platform/postgres';
import type { AuditEntry } from '@ctx/proto/gen/ctx/v1/corrections';

/** Entries of a user, newest first, from below `beforeId` where that is not 0. */
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

/** AuditService: the audit log of corrections, newest first. */
import { GrpcRejection, type GrpcServerSettings, unary } from '@ctx/platform/grpc-server';
import { type Pool, writeAsUser } from '@ctx/platform/postgres';
import type { AuditServiceServer } from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';
import { readAudit } from './store/audit.ts';

const ENTRIES_MAX = 1000;

/** AuditService over the pool for short statements. */
export function auditService(pool: Pool, settings: GrpcServerSettings): AuditServiceServer {
  return {
    listAuditEntries: unary(settings, async ({ limit, beforeId }, { caller: { userId } }) => {
      if (limit < 1 || limit > ENTRIES_MAX || beforeId < 0)
        throw new GrpcRejection(
          status.INVALID_ARGUMENT,
          `limit must be 1 to ${String(ENTRIES_MAX)}, and beforeId must not be negative`,
        );
      const entries = await writeAsUser(pool, userId, (client) => readAudit(client, userId, limit, beforeId));
      return { entries };
    }),
  };
}

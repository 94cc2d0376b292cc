/** AuditService: the audit log of corrections, and the check of its chain of hashes. */
import { GrpcRejection, type GrpcServerSettings, operatorUnary, unary } from '@ctx/platform/grpc-server';
import { type Pool, writeAsUser } from '@ctx/platform/postgres';
import type { AuditServiceServer } from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';
import { readAudit, verifyAudit } from '../store/audit.ts';

const ENTRIES_MAX = 1000;
const HEAD = /^[0-9a-f]{64}$/;

/** AuditService over the pool for short statements. */
export function auditService(pool: Pool, settings: GrpcServerSettings): AuditServiceServer {
  return {
    listAuditEntries: unary(settings, async (request, { caller: { userId } }) => {
      const { limit, beforeId } = request;
      if (limit < 1 || limit > ENTRIES_MAX || beforeId < 0 || (request.afterId ?? 0) < 0)
        throw new GrpcRejection(
          status.INVALID_ARGUMENT,
          `limit must be 1 to ${String(ENTRIES_MAX)}, and beforeId and afterId must not be negative`,
        );
      const entries = await writeAsUser(pool, userId, (client) => readAudit(client, userId, request));
      return { entries };
    }),
    verifyAuditLog: operatorUnary(settings)(async ({ notedHead }, { caller: { userId } }) => {
      if (typeof notedHead === 'string' && !HEAD.test(notedHead))
        throw new GrpcRejection(status.INVALID_ARGUMENT, 'a head must have 64 hexadecimal digits');
      return writeAsUser(pool, userId, (client) => verifyAudit(client, userId, notedHead ?? null));
    }),
  };
}

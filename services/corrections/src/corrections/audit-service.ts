/** AuditService: the audit log of corrections, the check of its chain of hashes, and the log of the operator's calls. */
import { GrpcRejection, type GrpcServerSettings, operatorUnary, unary } from '@ctx/platform/grpc-server';
import { type Pool, writeAsUser } from '@ctx/platform/postgres';
import type { AuditServiceServer } from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';
import { readAudit, verifyAudit } from '../store/audit.ts';
import { readOperatorCalls } from '../store/operator-calls.ts';

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
    listOperatorCalls: operatorUnary(settings)(async (request) => {
      const { limit, beforeId, userId, since } = request;
      if (limit < 1 || limit > ENTRIES_MAX || beforeId < 0 || userId < 0)
        throw new GrpcRejection(
          status.INVALID_ARGUMENT,
          `limit must be 1 to ${String(ENTRIES_MAX)}, and beforeId and userId must not be negative`,
        );
      if (typeof since === 'string' && Number.isNaN(Date.parse(since)))
        throw new GrpcRejection(status.INVALID_ARGUMENT, 'since must be a time, as RFC 3339 writes it');
      return { calls: await readOperatorCalls(pool, request) };
    }),
  };
}

/** The rpcs that export and erase a user's data (import-format.md, "The command"). */
import { exportService } from '@ctx/platform/export-service';
import {
  GrpcRejection,
  type GrpcServerSettings,
  operatorUnary,
  rejectionCode,
} from '@ctx/platform/grpc-server';
import { type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import type { ErasureServiceServer, ExportServiceServer } from '@ctx/proto/gen/ctx/v1/person';
import { status } from '@grpc/grpc-js';
import type { WorkQueue } from '../import/work-queue.ts';
import { exportCorrections } from './corrections.ts';
import { eraseUser, UserBusy } from './erase.ts';
import { exportFacts } from './facts.ts';

/** What exports and erasures need: a pool for statements that take minutes, and their share of its connections. */
export interface PersonParts {
  readonly pool: Pool;
  readonly queue: WorkQueue;
}

/** Returns the ExportService for the data of this service, read from one snapshot. */
export function correctionsExport(
  { pool, queue }: PersonParts,
  settings: GrpcServerSettings,
): ExportServiceServer {
  const inTurn = ofQueue(queue);
  return exportService(settings, (userId, take) =>
    inTurn(() =>
      snapshotAsUser(pool, userId, async (client) => {
        await exportFacts(client, userId, take);
        await exportCorrections(client, userId, take);
      }),
    ),
  );
}

/** Returns the ErasureService. */
export function erasureService(
  { pool, queue }: PersonParts,
  settings: GrpcServerSettings,
): ErasureServiceServer {
  const inTurn = ofQueue(queue);
  return {
    eraseUser: operatorUnary(settings)(async (_request, { caller: { userId, via, requestId } }) => {
      const erased = await inTurn(() => eraseUser(pool, userId, via)).catch((error: unknown) => {
        if (!(error instanceof UserBusy)) throw error;
        throw new GrpcRejection(status.FAILED_PRECONDITION, error.message, rejectionCode('USER_BUSY'));
      });
      if (erased.length === 0) throw new GrpcRejection(status.NOT_FOUND, 'there is no such user');
      settings.log.info({ requestId, tables: erased.length }, 'user data erased');
      return { erased };
    }),
  };
}

/** An erasure is never cancelled, and an export notices at its first line that its client is gone. */
function ofQueue(queue: WorkQueue): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const { signal } = new AbortController();
  return (work) => queue.admit(() => queue.inTurn(signal, work));
}

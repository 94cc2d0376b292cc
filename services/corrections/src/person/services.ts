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
import { exportCorrections } from './corrections.ts';
import { eraseUser, UserBusy } from './erase.ts';
import { exportFacts } from './facts.ts';

/** Returns the ExportService for the data of this service, read from one snapshot. `pool` is for statements that take minutes. */
export function correctionsExport(pool: Pool, settings: GrpcServerSettings): ExportServiceServer {
  return exportService(settings, (userId, take) =>
    snapshotAsUser(pool, userId, async (client) => {
      await exportFacts(client, userId, take);
      await exportCorrections(client, userId, take);
    }),
  );
}

/** Returns the ErasureService. `pool` is for statements that take minutes. */
export function erasureService(pool: Pool, settings: GrpcServerSettings): ErasureServiceServer {
  return {
    eraseUser: operatorUnary(settings)(async (_request, { caller: { userId, via, requestId } }) => {
      const erased = await eraseUser(pool, userId, via).catch((error: unknown) => {
        if (!(error instanceof UserBusy)) throw error;
        throw new GrpcRejection(status.FAILED_PRECONDITION, error.message, rejectionCode('USER_BUSY'));
      });
      if (erased.length === 0) throw new GrpcRejection(status.NOT_FOUND, 'there is no such user');
      // No id: the log outlives the user.
      settings.log.info({ requestId, tables: erased.length }, 'user data erased');
      return { erased };
    }),
  };
}

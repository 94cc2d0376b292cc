/** The rpcs of transactions that a person enters. */
import { GrpcRejection, type GrpcServerSettings, unary } from '@ctx/platform/grpc-server';
import type { FileServiceServer } from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';
import { type PreviewEvents, previewEntry, readEntry, sourced } from './entries.ts';
import { type StoreParts, storeRecords } from './store-records.ts';

/** Returns the rpcs. */
export function entryRpcs(
  parts: StoreParts & { readonly previewEvents: PreviewEvents },
  settings: GrpcServerSettings,
): Pick<FileServiceServer, 'previewEntry' | 'addEntry'> {
  const { pools, queue } = parts;
  return {
    previewEntry: unary(
      settings,
      (request, { caller, signal }) => queue.admit(() => previewEntry(parts, request, caller, signal)),
      'write',
    ),
    addEntry: unary(
      settings,
      async (request, { caller, signal }) => {
        const entry = await readEntry(pools, request, caller);
        if ('faults' in entry)
          throw new GrpcRejection(status.INVALID_ARGUMENT, 'a part of the transaction cannot be stored');
        const { file, records } = entry;
        return queue.admit(() => storeRecords(parts, file, sourced(records), { caller, signal }));
      },
      'write',
    ),
  };
}

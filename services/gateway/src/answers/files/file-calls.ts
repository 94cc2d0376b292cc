/** The calls to the service that converts, stores and removes files. */
import { callerMetadata, callUnary, createGrpcClient, rejectionCodeOf } from '@ctx/platform/grpc-client';
import { IDEMPOTENCY_METADATA, type SigningKey } from '@ctx/platform/caller';
import type { Tls } from '@ctx/platform/tls';
import {
  type AddFileResponse,
  type EntryPreview,
  type EntryRequest,
  type FileList,
  type FilePreviewResponse,
  type FileRemoval,
  type FileRequest,
  FileServiceClient,
  type FilesPreview,
  type PriceFile,
  type PriceFileRequest,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { type Metadata, status } from '@grpc/grpc-js';
import { OperationRejection } from '../../http/rejection-of-status.ts';

/** Deadlines in milliseconds: a conversion takes at most 40 s, and waits for those before it. */
const READ_MS = 5000;
const WORK_MS = 45_000;
/** Several files are converted for 15 s and the rest of the file that is under way then; twice, if one of them takes too long. */
const SEVERAL_MS = 110_000;

/** Another file of the user is being read, or another change of the user's data is being stored. */
export class RunningImport extends OperationRejection {
  constructor() {
    super({ rejected: 'IMPORT_RUNNING' });
  }
}

/** Who calls. */
export interface FileCaller {
  readonly userId: number;
  readonly requestId: string;
  /** Name of the token or app, in place of the one of the pages. */
  readonly via?: string;
  /** The client's own id of an addition or a removal. */
  readonly idempotencyKey?: string | null;
  readonly onReplayed?: (() => void) | undefined;
}

/** Calls for a user. All but `list` throw RunningImport. */
export interface FileCalls {
  /** Returns the files of a user, or only the one with an id. */
  readonly list: (caller: FileCaller, fileId: string | null) => Promise<FileList>;
  readonly preview: (caller: FileCaller, request: FileRequest) => Promise<FilePreviewResponse>;
  /** Returns the answers for the first of several files; the service had no time for the others. */
  readonly previewSeveral: (caller: FileCaller, files: readonly FileRequest[]) => Promise<FilesPreview>;
  readonly add: (caller: FileCaller, request: FileRequest) => Promise<AddFileResponse>;
  /** Says what an entered transaction would do; nothing is stored. */
  readonly previewEntry: (caller: FileCaller, request: EntryRequest) => Promise<EntryPreview>;
  /** Returns null if a part of the transaction cannot be stored: the preview says which. */
  readonly addEntry: (caller: FileCaller, request: EntryRequest) => Promise<AddFileResponse | null>;
  /** Returns null if the user has no such file. */
  readonly remove: (caller: FileCaller, fileId: string) => Promise<FileRemoval | null>;
  /** Returns whether the user has such a group of possible duplicates. */
  readonly keepDuplicates: (caller: FileCaller, duplicateId: string) => Promise<boolean>;
  /** Reads a price file, of which nothing is stored. */
  readonly readPrices: (caller: FileCaller, request: PriceFileRequest) => Promise<PriceFile>;
}

/** Returns the calls, signed with `via` as their origin. */
export function createFileCalls(settings: {
  readonly correctionsAddress: string;
  readonly callerKey: SigningKey;
  readonly tls: Tls | null;
  readonly via: string;
}): FileCalls & { close(): void } {
  const { correctionsAddress, callerKey, tls, via } = settings;
  const client = createGrpcClient(FileServiceClient, correctionsAddress, tls);
  const signed = (
    { userId, requestId, idempotencyKey = null, ...caller }: FileCaller,
    scope: 'read' | 'write',
  ): Metadata => {
    const metadata = callerMetadata({ userId, requestId, scope, via: caller.via ?? via }, callerKey);
    if (idempotencyKey !== null) metadata.set(IDEMPOTENCY_METADATA, idempotencyKey);
    return metadata;
  };
  const listFiles = client.listFiles.bind(client);
  const previewFile = client.previewFile.bind(client);
  const previewFiles = client.previewFiles.bind(client);
  const addFile = client.addFile.bind(client);
  const previewEntry = client.previewEntry.bind(client);
  const addEntry = client.addEntry.bind(client);
  const removeFile = client.removeFile.bind(client);
  const keepDuplicates = client.keepDuplicates.bind(client);
  const readPriceFile = client.readPriceFile.bind(client);
  return {
    list: (caller, fileId) => callUnary(listFiles, { fileId }, signed(caller, 'read'), READ_MS),
    preview: (caller, request) =>
      orRunning(callUnary(previewFile, request, signed(caller, 'write'), WORK_MS)),
    previewSeveral: (caller, files) =>
      orRunning(callUnary(previewFiles, { files: [...files] }, signed(caller, 'write'), SEVERAL_MS)),
    add: (caller, request) =>
      orRunning(callUnary(addFile, request, signed(caller, 'write'), WORK_MS, undefined, caller.onReplayed)),
    previewEntry: (caller, request) =>
      orRunning(callUnary(previewEntry, request, signed(caller, 'write'), WORK_MS)),
    addEntry: (caller, request) =>
      orNull(callUnary(addEntry, request, signed(caller, 'write'), WORK_MS), status.INVALID_ARGUMENT),
    remove: (caller, fileId) =>
      orNull(
        callUnary(removeFile, { fileId }, signed(caller, 'write'), WORK_MS, undefined, caller.onReplayed),
      ),
    keepDuplicates: async (caller, duplicateId) =>
      (await orNull(callUnary(keepDuplicates, { duplicateId }, signed(caller, 'write'), WORK_MS))) !== null,
    readPrices: (caller, request) =>
      orRunning(callUnary(readPriceFile, request, signed(caller, 'write'), WORK_MS)),
    close: () => {
      client.close();
    },
  };
}

/** Returns null for an error with the code, by default for what the user does not have. */
async function orNull<Result>(call: Promise<Result>, code = status.NOT_FOUND): Promise<Result | null> {
  try {
    return await orRunning(call);
  } catch (error) {
    if ((error as { code?: unknown }).code === code) return null;
    throw error;
  }
}

async function orRunning<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw rejectionCodeOf(error) === 'IMPORT_RUNNING' ? new RunningImport() : error;
  }
}

/** FileService: exports that users add and remove themselves. */
import { FORMATS } from '@ctx/converters/formats';
import { rowsToCheck } from '@ctx/converters/preview';
import { isOfLength } from '@ctx/contract/requests';
import { LIMITS } from '@ctx/domain/limits';
import type { RecalcOutcome } from '@ctx/domain/vocabulary';
import { UUID } from '@ctx/domain/uuid';
import type { Caller } from '@ctx/platform/caller';
import { type CallContext, GrpcRejection, type GrpcServerSettings, unary } from '@ctx/platform/grpc-server';
import {
  AddFileResponse,
  type FileFormat,
  type FilePreviewResponse,
  FileRemoval,
  FileRequest,
  type FileServiceServer,
  type FilesPreview,
  type FilesRequest,
  type PriceFile,
  type PriceFileRequest,
  RemoveFileRequest,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';
import type { PreviewEvents } from './entries.ts';
import { entryRpcs } from './entry-rpcs.ts';
import { isUserLocked, runningChange as running, storeRecords } from './store-records.ts';
import { findFile, listAccounts, listFiles } from './stored-files.ts';
import { compareTogether, type ComparisonTogether } from '../compare-facts.ts';
import type { ImportPools } from '../import-facts.ts';
import { keepDuplicates } from './possible-duplicates.ts';
import { recordsOfBatches } from './record-batches.ts';
import { removeFile } from './remove-file.ts';
import { once, type RepeatableRequest } from './repeated-requests.ts';
import { requireAddable } from './unseen-files.ts';
import type { WorkQueue } from '../work-queue.ts';
import type { Relay } from '../../relay.ts';
import { faultsMessage } from './fault-messages.ts';
import { convertRequest, convertRequests, unlessConverting } from './file-requests.ts';
import { balancesMessage, columnsMessage, leftOutMessages, previewMessage } from './preview-message.ts';
import type { Conversions } from './conversions.ts';
import type { ConversionAnswer, ConvertedRecords } from './convert-file.ts';

export interface FileServiceParts {
  readonly pools: ImportPools;
  /** Files of users, which imports by operators do not delay. */
  readonly queue: WorkQueue;
  readonly relay: Relay;
  readonly conversions: Conversions;
  readonly previewEvents: PreviewEvents;
}

const FORMATS_LISTED: readonly FileFormat[] = FORMATS.map(
  ({ id, title, needsTimeZone, platform, guide }) => ({
    id,
    title,
    needsTimeZone: needsTimeZone === true,
    platform: platform.name,
    download: guide.download,
  }),
);

/** Returns the FileService. */
export function fileService(parts: FileServiceParts, settings: GrpcServerSettings): FileServiceServer {
  const { pools } = parts;
  return {
    ...entryRpcs(parts, settings),
    listFiles: unary(settings, async ({ fileId }, { caller: { userId } }) => {
      const id = typeof fileId === 'string' ? uuidOf(fileId) : null;
      const [files, accounts] = await Promise.all([
        id === null ? listFiles(pools.short, userId) : findFile(pools.short, userId, id),
        listAccounts(pools.short, userId),
      ]);
      const ofFiles = accounts.filter(({ kind }) => kind === 'file');
      return {
        files,
        accounts: ofFiles.map(({ ref, label }) => ({ ref, label: label ?? ref })),
        formats: [...FORMATS_LISTED],
      };
    }),
    previewFile: unary(
      settings,
      async (request, { caller, signal }) => {
        const answer = await convertRequest(parts, request, caller, signal);
        if ('faults' in answer) return previewResponse(answer);
        const [comparison] = await compared(parts, [answer], caller, signal);
        return previewResponse(answer, comparison);
      },
      'write',
    ),
    previewFiles: unary(
      settings,
      (request, { caller, signal }) => previewTogether(parts, request, caller, signal),
      'write',
    ),
    addFile: unary(settings, (request, context) => adding(parts, request, context), 'write'),
    removeFile: unary(settings, (request, context) => removal(parts, request, context), 'write'),
    keepDuplicates: unary(
      settings,
      ({ duplicateId }, { caller }) => keeping(parts, uuidOf(duplicateId), caller),
      'write',
    ),
    readPriceFile: unary(
      settings,
      (request, { caller: { userId }, signal }) => pricesOfFile(parts, userId, request, signal),
      'write',
    ),
  };
}

async function pricesOfFile(
  { conversions }: FileServiceParts,
  userId: number,
  request: PriceFileRequest,
  signal: AbortSignal,
): Promise<PriceFile> {
  const { content, assetKey } = request;
  const isNamed = isOfLength(assetKey ?? '', 0, LIMITS.assetKeyCharactersMax);
  if (content.length > LIMITS.priceFileBytesMax || !isNamed)
    throw new GrpcRejection(status.INVALID_ARGUMENT, 'the file or the key of its asset is too long');
  return unlessConverting(conversions.readPrices(userId, request, signal));
}

function removal(
  parts: FileServiceParts,
  request: RemoveFileRequest,
  context: CallContext,
): Promise<FileRemoval> {
  const fileId = uuidOf(request.fileId);
  const repeated = { id: 'removeFile', request, encoding: RemoveFileRequest };
  return once(parts.pools.short, context, repeated, FileRemoval, (repeatable) =>
    removeOnce(parts, fileId, context, repeatable),
  );
}

async function removeOnce(
  { pools, queue, relay }: FileServiceParts,
  fileId: string,
  { caller: { userId, scope }, signal }: CallContext,
  request: RepeatableRequest<FileRemoval>,
): Promise<FileRemoval> {
  const remove = (): ReturnType<typeof removeFile> =>
    removeFile(pools.long, { userId, fileId, isByUser: scope !== 'operator', request });
  const removed = await unlessLocked(queue.admit(() => queue.inTurn(signal, remove)));
  if (removed === null) throw new GrpcRejection(status.NOT_FOUND, 'there is no such file');
  if (removed.status !== null) relay.wake(userId, removed.status);
  return removed.removal;
}

async function keeping(
  { pools, relay }: FileServiceParts,
  duplicateId: string,
  { userId }: Caller,
): Promise<{ recalc: RecalcOutcome }> {
  const kept = await unlessLocked(keepDuplicates(pools.short, userId, duplicateId));
  if (kept === null) throw new GrpcRejection(status.NOT_FOUND, 'there is no such group');
  if (kept.status !== null) relay.wake(userId, kept.status);
  return { recalc: kept.recalc };
}

async function unlessLocked<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    throw isUserLocked(error) ? running('another change of this user is in progress') : error;
  }
}

/** Converts the files for which there is time, and compares each with what is stored and with those before it. */
async function previewTogether(
  parts: FileServiceParts,
  { files }: FilesRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<FilesPreview> {
  const answers = await convertRequests(parts, files, caller, signal);
  const readable = answers.flatMap((answer, place) => ('faults' in answer ? [] : [{ answer, place }]));
  const comparisons = await compared(
    parts,
    readable.map(({ answer }) => answer),
    caller,
    signal,
  );
  const found = new Map(readable.map(({ place }, index) => [place, comparisons[index]]));
  const inRequest = ({ earlier, ...comparison }: ComparisonTogether): ComparisonTogether => ({
    ...comparison,
    earlier: earlier.map((each) => ({ ...each, file: readable[each.file]?.place ?? each.file })),
  });
  return {
    files: answers.map((answer, place) => {
      const comparison = found.get(place);
      return previewResponse(answer, comparison && inRequest(comparison));
    }),
  };
}

function previewResponse(answer: ConversionAnswer, comparison?: ComparisonTogether): FilePreviewResponse {
  if ('faults' in answer) return { faults: faultsMessage(answer.faults), columns: columnsMessage(answer) };
  if (comparison === undefined) throw new Error('a converted file was not compared');
  return { preview: previewMessage(answer.preview, comparison), faults: [], columns: [] };
}

function compared(
  { pools, queue }: FileServiceParts,
  converted: readonly ConvertedRecords[],
  { userId }: Caller,
  signal: AbortSignal,
): Promise<readonly ComparisonTogether[]> {
  if (converted.length === 0) return Promise.resolve([]);
  const files = converted.map(({ preview, batches }) => ({
    accountRef: preview.account.ref,
    format: preview.format,
    records: recordsOfBatches(batches),
  }));
  const onPhase = (): void => undefined;
  return unlessLocked(queue.admit(() => compareTogether(pools, queue, { userId, files, onPhase, signal })));
}

function adding(
  parts: FileServiceParts,
  request: FileRequest,
  context: CallContext,
): Promise<AddFileResponse> {
  const repeated = { id: 'addFile', request, encoding: FileRequest };
  return once(parts.pools.short, context, repeated, AddFileResponse, (repeatable) =>
    addOnce(parts, request, context, repeatable),
  );
}

async function addOnce(
  parts: FileServiceParts,
  request: FileRequest,
  context: CallContext,
  repeatable: RepeatableRequest<AddFileResponse>,
): Promise<AddFileResponse> {
  const { caller, signal } = context;
  const answer = await convertRequest(parts, request, caller, signal);
  if ('faults' in answer) return { faults: faultsMessage(answer.faults), recalc: 'NOT_NEEDED' };
  if (request.isUnseen !== true)
    return parts.queue.admit(() => addConverted(parts, answer, context, repeatable));
  const [comparison] = await compared(parts, [answer], caller, signal);
  if (comparison === undefined) throw new Error('a converted file was not compared');
  requireAddable(answer.preview, comparison, request.acceptLookalikes === true);
  const { added, known, changed, lookalikes, undone } = comparison;
  const transactions = { added, known, changed, lookalikes, undone };
  const withCounts = (response: AddFileResponse): AddFileResponse => ({ ...response, transactions });
  const stored = await parts.queue.admit(() =>
    addConverted(parts, answer, context, {
      keep: (client, response) => repeatable.keep(client, withCounts(response)),
    }),
  );
  return stored.fileId == null ? stored : withCounts(stored);
}

async function addConverted(
  parts: FileServiceParts,
  { preview, platform, sha256, name, batches }: ConvertedRecords,
  { caller, signal }: CallContext,
  repeatable: Pick<RepeatableRequest<AddFileResponse>, 'keep'>,
): Promise<AddFileResponse> {
  const { via } = caller;
  const { account, format, rows } = preview;
  const balances = balancesMessage(preview);
  const leftOut = leftOutMessages(rowsToCheck(preview));
  const stored = { accountRef: account.ref, name, platform, format, sha256, rowCount: rows, via };
  const file = { ...stored, balances, leftOut };
  return storeRecords(parts, file, recordsOfBatches(batches), { caller, signal }, repeatable);
}

function uuidOf(text: string): string {
  if (UUID.test(text)) return text;
  throw new GrpcRejection(status.INVALID_ARGUMENT, 'the id must be a UUID');
}

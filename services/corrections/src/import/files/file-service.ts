/** FileService: exports that users add and remove themselves. */
import { FORMATS } from '@ctx/converters/formats';
import { LEFT_OUT_MAX, type OmittedCount, type Preview, rowsToCheck } from '@ctx/converters/preview';
import { LIMITS } from '@ctx/domain/limits';
import type { RecalcOutcome } from '@ctx/domain/vocabulary';
import { UUID } from '@ctx/domain/uuid';
import type { Caller } from '@ctx/platform/caller';
import { GrpcRejection, type GrpcServerSettings, unary } from '@ctx/platform/grpc-server';
import type {
  AddFileResponse,
  FileBalances,
  FileColumn,
  FileFormat,
  FileLeftOut,
  FilePreview,
  FileRemoval,
  FileRequest,
  FileServiceServer,
  PriceFile,
  PriceFileRequest,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';
import type { PreviewEvents } from './entries.ts';
import { entryRpcs } from './entry-rpcs.ts';
import { isUserLocked, runningChange as running, storeRecords } from './store-records.ts';
import { findFile, listAccounts, listFiles } from './stored-files.ts';
import { compareFacts, type Comparison } from '../compare-facts.ts';
import type { ImportPools } from '../import-facts.ts';
import { keepDuplicates } from './possible-duplicates.ts';
import { recordsOfBatches } from './record-batches.ts';
import { removeFile } from './remove-file.ts';
import type { WorkQueue } from '../work-queue.ts';
import type { Relay } from '../../relay.ts';
import { codesMessage, faultsMessage } from './fault-messages.ts';
import { RunningConversion, type Conversions, ConversionsBusy } from './conversions.ts';
import type { ConversionAnswer, ConvertedRecords, RejectedConversion } from './convert-file.ts';

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
  const { pools, queue } = parts;
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
        if ('faults' in answer)
          return { faults: faultsMessage(answer.faults), columns: columnsMessage(answer) };
        const transactions = await queue.admit(() => compared(parts, answer, caller, signal));
        return { preview: { ...previewMessage(answer.preview), transactions }, faults: [], columns: [] };
      },
      'write',
    ),
    addFile: unary(
      settings,
      async (request, { caller, signal }) => {
        const answer = await convertRequest(parts, request, caller, signal);
        if ('faults' in answer) return { faults: faultsMessage(answer.faults), recalc: 'NOT_NEEDED' };
        return queue.admit(() => addConverted(parts, answer, caller, signal));
      },
      'write',
    ),
    removeFile: unary(
      settings,
      ({ fileId }, { caller, signal }) => removal(parts, uuidOf(fileId), caller, signal),
      'write',
    ),
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
  if (content.length > LIMITS.priceFileBytesMax || (assetKey ?? '').length > LIMITS.assetKeyCharactersMax)
    throw new GrpcRejection(status.INVALID_ARGUMENT, 'the file or the key of its asset is too long');
  return unlessConverting(conversions.readPrices(userId, request, signal));
}

async function removal(
  { pools, queue, relay }: FileServiceParts,
  fileId: string,
  { userId, scope }: Caller,
  signal: AbortSignal,
): Promise<FileRemoval> {
  const remove = (): ReturnType<typeof removeFile> =>
    removeFile(pools.long, { userId, fileId, isByUser: scope !== 'operator' });
  const removed = await unlessLocked(queue.admit(() => queue.inTurn(signal, remove)));
  if (removed === null) throw new GrpcRejection(status.NOT_FOUND, 'there is no such file');
  if (removed.status !== null) relay.wake(userId, removed.status);
  const { name, removedEvents, recalc } = removed;
  return { name, removedEvents, recalc };
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

async function convertRequest(
  { pools, conversions }: FileServiceParts,
  request: FileRequest,
  { userId }: Caller,
  signal: AbortSignal,
): Promise<ConversionAnswer> {
  const { name, content } = request;
  const texts = [request.format, request.accountRef, request.accountLabel, request.timeZone];
  const mapping = request.mapping ?? null;
  const isTooLong = mapping !== null && Buffer.byteLength(mapping) > LIMITS.mappingBytesMax;
  if (
    isTooLong ||
    content.length > LIMITS.fileBytesMax ||
    texts.some((text) => (text ?? '').length > TEXT_MAX)
  )
    throw new GrpcRejection(
      status.INVALID_ARGUMENT,
      'the file, its mapping or the name of its account is too long',
    );
  if (mapping !== null && request.format != null)
    throw new GrpcRejection(status.INVALID_ARGUMENT, 'give either a format or a mapping');
  const accounts = await listAccounts(pools.short, userId);
  const task = {
    name,
    content,
    format: request.format ?? null,
    accountRef: request.accountRef ?? null,
    accountLabel: request.accountLabel ?? null,
    timeZone: request.timeZone ?? null,
    mapping,
    accounts,
  };
  return unlessConverting(conversions.run(userId, task, signal));
}

async function unlessConverting<Answer>(conversion: Promise<Answer>): Promise<Answer> {
  try {
    return await conversion;
  } catch (error) {
    if (error instanceof RunningConversion) throw running('another file of this user is being read');
    if (!(error instanceof ConversionsBusy)) throw error;
    throw new GrpcRejection(
      status.RESOURCE_EXHAUSTED,
      'too many files are being read; try again in a moment',
    );
  }
}

function compared(
  { pools, queue }: FileServiceParts,
  { preview, batches }: ConvertedRecords,
  { userId }: Caller,
  signal: AbortSignal,
): Promise<Comparison> {
  return compareFacts(pools, queue, {
    userId,
    accountRef: preview.account.ref,
    format: preview.format,
    records: recordsOfBatches(batches),
    onPhase: () => undefined,
    signal,
  });
}

/** Longest name of a format, account or time zone. */
const TEXT_MAX = 200;

async function addConverted(
  parts: FileServiceParts,
  { preview, platform, sha256, name, batches }: ConvertedRecords,
  caller: Caller,
  signal: AbortSignal,
): Promise<AddFileResponse> {
  const { via } = caller;
  const { account, format, rows } = preview;
  const balances = balancesMessage(preview);
  const leftOut = leftOutMessages(rowsToCheck(preview));
  const stored = { accountRef: account.ref, name, platform, format, sha256, rowCount: rows, via };
  const file = { ...stored, balances, leftOut };
  return storeRecords(parts, file, recordsOfBatches(batches), { caller, signal });
}

function uuidOf(text: string): string {
  if (UUID.test(text)) return text;
  throw new GrpcRejection(status.INVALID_ARGUMENT, 'the id must be a UUID');
}

function previewMessage(preview: Preview): Omit<FilePreview, 'transactions'> {
  const { format, title, account, rows, events, assets, from, to, transfers, withoutValue, leftOut } =
    preview;
  return {
    format,
    title,
    accountRef: account.ref,
    accountLabel: account.label,
    rows,
    events: { ...events },
    assets: assets.map((asset) => ({ ...asset })),
    from,
    to,
    transfers,
    withoutValue,
    leftOut: leftOutMessages(leftOut.slice(0, LEFT_OUT_MAX)),
    balances: balancesMessage(preview),
  };
}

function columnsMessage({ columns = [] }: RejectedConversion): FileColumn[] {
  return columns.map(({ name, samples, values }) => ({ name, samples: [...samples], values: [...values] }));
}

function leftOutMessages(rows: readonly OmittedCount[]): FileLeftOut[] {
  return rows.map((row) => ({ ...row, lines: [...row.lines], messages: codesMessage(row.messages) }));
}

function balancesMessage({ balances }: Preview): FileBalances | null {
  if (balances === null) return null;
  const { breaks, openings } = balances;
  return {
    ...balances,
    breaks: breaks.map((each) => ({ ...each, unreadable: [...each.unreadable] })),
    openings: [...openings],
  };
}

/** ImportService: facts and shared prices that an operator imports. */
import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import type { Caller } from '@ctx/platform/caller';
import {
  clientGone,
  GrpcRejection,
  type GrpcServerSettings,
  operatorStream,
  rejectionCode,
} from '@ctx/platform/grpc-server';
import type { RecalcOutcome } from '@ctx/domain/vocabulary';
import { withTimeout } from '@ctx/platform/with-timeout';
import {
  type ConvertedFile,
  type ImportFactsRequest,
  type ImportFactsResponse,
  type ImportHeader,
  type ImportServiceServer,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { type ImportOutcome, type ImportPools, importFacts, type RecordsOfFile } from './import-facts.ts';
import { compareFacts, type Comparison } from './compare-facts.ts';
import { recordsOfLines } from './json-lines/records-of-lines.ts';
import { UnconfirmedRemoval } from './removals.ts';
import { RejectedImport } from './rejected-import.ts';
import type { WorkQueue } from './work-queue.ts';
import { importSharedPrices } from './shared-prices.ts';
import type { ImportedFile } from './files/stored-files.ts';
import { countImport, METRICS } from '../metrics.ts';
import type { Relay } from '../relay.ts';
import { RunningImport } from '../store/recalc-state.ts';

type ImportCall = ServerDuplexStream<ImportFactsRequest, ImportFactsResponse>;

const SHA256_BYTES = 32;

/** What an import needs apart from its call. */
export interface ImportParts {
  readonly pools: ImportPools;
  /** Imports by operators; the files of users have a queue of their own. */
  readonly queue: WorkQueue;
  readonly relay: Relay;
}

/** Returns the ImportService, which reads files of any size. */
export function importService(parts: ImportParts, settings: GrpcServerSettings): ImportServiceServer {
  return {
    importFacts: operatorStream(settings, async (call: ImportCall, caller) => {
      try {
        call.write(await runImport(parts, caller, call));
      } catch (error) {
        if (error instanceof RejectedImport)
          call.write({ part: { $case: 'rejection', value: { errors: [...error.errors] } } });
        throw asRejection(error);
      }
    }),
  };
}

async function runImport(parts: ImportParts, caller: Caller, call: ImportCall): Promise<ImportFactsResponse> {
  const requests = withoutStalls(call[Symbol.asyncIterator]() as AsyncIterator<ImportFactsRequest>);
  const header = await readHeader(requests);
  const startedAt = performance.now();
  const kind = header.sharedPrices ? 'shared_prices' : 'user';
  try {
    const { counts, recalc, transactions, undone } = await parts.queue.admit(() =>
      storeImport(parts, caller, call, requests, header),
    );
    if (header.dryRun !== true) countImport(kind, startedAt, counts);
    return { part: { $case: 'result', value: { counts, recalc, transactions, undone } } };
  } catch (error) {
    METRICS.imports.inc({ kind, outcome: outcomeOf(error) });
    throw error;
  }
}

/** Returns the metric's outcome of an import that failed. */
export function outcomeOf(error: unknown): 'rejected' | 'running' | 'busy' | 'failed' {
  if (error instanceof RunningImport) return 'running';
  if (error instanceof GrpcRejection && error.status === status.RESOURCE_EXHAUSTED) return 'busy';
  return asRejection(error) instanceof GrpcRejection ? 'rejected' : 'failed';
}

type StoredImport = Pick<ImportOutcome, 'counts'> & {
  readonly recalc: RecalcOutcome;
  readonly transactions?: Comparison;
  readonly undone?: ImportOutcome['undone'];
};

async function storeImport(
  { pools, queue, relay }: ImportParts,
  { userId, via }: Caller,
  call: ImportCall,
  requests: AsyncIterator<ImportFactsRequest>,
  header: ImportHeader,
): Promise<StoredImport> {
  const file = fileOf(call, requests);
  if (header.sharedPrices) {
    const { counts, userIds } = await importSharedPrices(pools, queue, {
      ...file,
      isStoredKept: header.keepStoredPrices === true,
    });
    for (const affectedId of userIds) relay.wake(affectedId, 'RUNNING');
    return { counts, recalc: userIds.length > 0 ? 'SCHEDULED' : 'NOT_NEEDED' };
  }
  if (userId === 0)
    throw new GrpcRejection(status.INVALID_ARGUMENT, 'a user is required, except for shared prices');
  const { replaceAccountRef: accountRef, removalConfirmed: isRemovalConfirmed } = header;
  const replace = typeof accountRef === 'string' ? { accountRef, isRemovalConfirmed } : null;
  const converted = header.file == null ? null : importedFile(header.file, via);
  if (header.dryRun === true) {
    if (converted === null)
      throw new GrpcRejection(status.INVALID_ARGUMENT, 'only an export can be compared, not JSON Lines');
    const { accountRef: ref, format } = converted;
    const transactions = await compareFacts(pools, queue, { ...file, userId, accountRef: ref, format });
    return { counts: {}, recalc: 'NOT_NEEDED', transactions };
  }
  const source = { file: converted, isByUser: false };
  const outcome = await importFacts(pools, queue, { ...file, ...source, userId, replace });
  relay.wake(userId, outcome.status);
  return outcome;
}

const PROGRESS_LINES = 5000;

/** Returns the records of the JSON Lines that a client sends. The client gets messages about the progress. */
function fileOf(call: ImportCall, requests: AsyncIterator<ImportFactsRequest>): RecordsOfFile {
  let bytes = 0;
  let lines = 0;
  const report = (phase: 'READING' | 'QUEUED' | 'MERGING'): void => {
    call.write({ part: { $case: 'progress', value: { phase, lines, bytes } } });
  };
  const chunks = chunksOf(
    requests,
    (size) => (bytes += size),
    () => call.cancelled,
  );
  const records = recordsOfLines(chunks, (line) => {
    lines = line;
    if (line % PROGRESS_LINES === 0) report('READING');
  });
  return { records, onPhase: report, signal: signalOf(call) };
}

function importedFile(file: ConvertedFile, via: string): ImportedFile {
  if (file.sha256.length !== SHA256_BYTES)
    throw new GrpcRejection(status.INVALID_ARGUMENT, 'the SHA-256 of the file must have 32 bytes');
  const sha256 = Buffer.from(file.sha256).toString('hex');
  return { ...file, sha256, via, balances: file.balances ?? null };
}

/** Aborts when the client disconnects. */
function signalOf(call: ImportCall): AbortSignal {
  const gone = new AbortController();
  const leave = (): void => {
    gone.abort(clientGone());
  };
  if (call.cancelled) leave();
  else call.once('cancelled', leave);
  return gone.signal;
}

/** A client that sends nothing for this long has gone, or will come back with the whole file. */
const STALL_MS_MAX = 30_000;

/** Rejects with DEADLINE_EXCEEDED when no message arrives for 30 s. */
function withoutStalls<Message>(messages: AsyncIterator<Message>): AsyncIterator<Message> {
  return {
    next: () =>
      withTimeout(
        messages.next(),
        STALL_MS_MAX,
        () =>
          new GrpcRejection(
            status.DEADLINE_EXCEEDED,
            `no part of the file arrived for ${String(STALL_MS_MAX / 1000)} s; nothing was stored`,
          ),
      ),
  };
}

async function readHeader(requests: AsyncIterator<ImportFactsRequest>): Promise<ImportHeader> {
  const first = await requests.next();
  if (first.done !== true && first.value.part?.$case === 'header') return first.value.part.value;
  throw new GrpcRejection(status.INVALID_ARGUMENT, 'the first message must be the header');
}

async function* chunksOf(
  requests: AsyncIterator<ImportFactsRequest>,
  onBytes: (size: number) => void,
  isCancelled: () => boolean,
): AsyncGenerator<Uint8Array> {
  for (let next = await requests.next(); next.done !== true; next = await requests.next()) {
    if (next.value.part?.$case !== 'chunk')
      throw new GrpcRejection(
        status.INVALID_ARGUMENT,
        'every message after the header must be a chunk of the file',
      );
    onBytes(next.value.part.value.length);
    yield next.value.part.value;
  }
  // A client that disconnects ends the stream too; half a file must not count as a whole one.
  if (isCancelled()) throw clientGone();
}

function asRejection(error: unknown): unknown {
  if (error instanceof RunningImport)
    return new GrpcRejection(status.FAILED_PRECONDITION, error.message, rejectionCode('IMPORT_RUNNING'));
  if (error instanceof UnconfirmedRemoval)
    return new GrpcRejection(status.FAILED_PRECONDITION, error.message, rejectionCode('NOT_CONFIRMED'));
  return error instanceof RejectedImport
    ? new GrpcRejection(status.INVALID_ARGUMENT, error.message, rejectionCode('INVALID_FILE'))
    : error;
}

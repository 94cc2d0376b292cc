/** The rpcs of the corrections service for imports and years. */
import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import type { Caller } from '@ctx/platform/caller';
import {
  GrpcRejection,
  type GrpcServerSettings,
  operatorStream,
  operatorUnary,
  rejectionCode,
} from '@ctx/platform/grpc-server';
import { LIMITS } from '@ctx/domain/limits';
import { type RecalcOutcome, REGIMES } from '@ctx/domain/vocabulary';
import { type Pool, writeAsUser } from '@ctx/platform/postgres';
import {
  type ConvertedFile,
  type ImportFactsRequest,
  type ImportFactsResponse,
  type ImportHeader,
  type ImportServiceServer,
  type YearServiceServer,
} from '@ctx/proto/gen/ctx/v1/corrections';
import {
  type ImportOutcome,
  type ImportPools,
  importFacts,
  RejectedImport,
  RemovalNotConfirmed,
} from './import/import-facts.ts';
import { importSharedPrices } from './import/shared-prices.ts';
import type { ImportedFile } from './import/files.ts';
import { countImport, METRICS } from './metrics.ts';
import type { Relay } from './relay.ts';
import { ImportRunning } from './store/recalc-state.ts';
import { paidYears, readYear, setPaidYears, setRegime, YearFrozen } from './store/years.ts';

type ImportCall = ServerDuplexStream<ImportFactsRequest, ImportFactsResponse>;

const SHA256_BYTES = 32;

/** Returns the ImportService, which reads files of any size. */
export function importService(
  pools: ImportPools,
  relay: Relay,
  settings: GrpcServerSettings,
): ImportServiceServer {
  return {
    importFacts: operatorStream(settings, async (call: ImportCall, caller) => {
      try {
        call.write(await runImport(pools, relay, caller, call));
      } catch (error) {
        if (error instanceof RejectedImport)
          call.write({ part: { $case: 'rejection', value: { errors: [...error.errors] } } });
        throw asRejection(error);
      }
    }),
  };
}

async function runImport(
  pools: ImportPools,
  relay: Relay,
  caller: Caller,
  call: ImportCall,
): Promise<ImportFactsResponse> {
  const requests = call[Symbol.asyncIterator]() as AsyncIterator<ImportFactsRequest>;
  const header = await readHeader(requests);
  const startedAt = performance.now();
  const kind = header.sharedPrices ? 'shared_prices' : 'user';
  try {
    const { counts, recalc } = await storeImport(pools, relay, caller, call, requests, header);
    countImport(kind, startedAt, counts);
    return { part: { $case: 'result', value: { counts, recalc } } };
  } catch (error) {
    METRICS.imports.inc({ kind, outcome: outcomeOf(error) });
    throw error;
  }
}

/** Returns the metric's outcome of an import that failed. */
export function outcomeOf(error: unknown): 'rejected' | 'running' | 'failed' {
  if (error instanceof ImportRunning) return 'running';
  return asRejection(error) instanceof GrpcRejection ? 'rejected' : 'failed';
}

type StoredImport = Pick<ImportOutcome, 'counts'> & { readonly recalc: RecalcOutcome };

async function storeImport(
  pools: ImportPools,
  relay: Relay,
  { userId, via }: Caller,
  call: ImportCall,
  requests: AsyncIterator<ImportFactsRequest>,
  header: ImportHeader,
): Promise<StoredImport> {
  let bytes = 0;
  const chunks = chunksOf(
    requests,
    (size) => (bytes += size),
    () => call.cancelled,
  );
  const onProgress = (phase: 'READING' | 'MERGING', lines: number): void => {
    call.write({ part: { $case: 'progress', value: { phase, lines, bytes } } });
  };
  if (header.sharedPrices) {
    const { counts, userIds } = await importSharedPrices(pools, { chunks, onProgress });
    for (const affectedId of userIds) relay.wake(affectedId, 'RUNNING');
    return { counts, recalc: userIds.length > 0 ? 'SCHEDULED' : 'NOT_NEEDED' };
  }
  if (userId === 0)
    throw new GrpcRejection(status.INVALID_ARGUMENT, 'a user is required, except for shared prices');
  const { replaceAccountRef: accountRef, removalConfirmed: isRemovalConfirmed } = header;
  const replace = typeof accountRef === 'string' ? { accountRef, isRemovalConfirmed } : null;
  const file = header.file == null ? null : importedFile(header.file, via);
  const outcome = await importFacts(pools, { userId, replace, file, isByUser: false, chunks, onProgress });
  relay.wake(userId, outcome.status);
  return outcome;
}

function importedFile(file: ConvertedFile, via: string): ImportedFile {
  if (file.sha256.length !== SHA256_BYTES)
    throw new GrpcRejection(status.INVALID_ARGUMENT, 'the SHA-256 of the file must have 32 bytes');
  return { ...file, sha256: Buffer.from(file.sha256).toString('hex'), via };
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
  if (isCancelled()) throw new GrpcRejection(status.CANCELLED, 'the client disconnected');
}

function asRejection(error: unknown): unknown {
  if (error instanceof ImportRunning)
    return new GrpcRejection(status.FAILED_PRECONDITION, error.message, rejectionCode('IMPORT_RUNNING'));
  if (error instanceof RemovalNotConfirmed)
    return new GrpcRejection(status.FAILED_PRECONDITION, error.message, rejectionCode('NOT_CONFIRMED'));
  return error instanceof RejectedImport
    ? new GrpcRejection(status.INVALID_ARGUMENT, error.message, rejectionCode('INVALID_FILE'))
    : error;
}

/** Returns the YearService. `pool` is for short statements. */
export function yearService(pool: Pool, relay: Relay, settings: GrpcServerSettings): YearServiceServer {
  const operator = operatorUnary(settings);
  return {
    getYear: operator(async ({ year }, { caller }) =>
      writeAsUser(pool, caller.userId, (client) => readYear(client, caller.userId, yearOf(year))),
    ),
    setRegime: operator(async (request, { caller }) => {
      const { userId } = caller;
      const regime = REGIMES.find((each) => each === request.regime);
      if (regime === undefined)
        throw new GrpcRejection(status.INVALID_ARGUMENT, `regime must be one of ${REGIMES.join(', ')}`);
      const { state, changed } = await writeAsUser(pool, userId, (client) =>
        setRegime(client, userId, yearOf(request.year), regime),
      ).catch((error: unknown) => {
        if (!(error instanceof YearFrozen)) throw error;
        throw new GrpcRejection(status.FAILED_PRECONDITION, error.message, rejectionCode('YEAR_FROZEN'));
      });
      if (changed !== null) relay.wake(userId, changed);
      return state;
    }),
    setPaidYears: operator(async (request, { caller }) => ({
      years: await writeAsUser(pool, caller.userId, (client) =>
        setPaidYears(client, caller.userId, request.addYears, request.removeYears),
      ),
    })),
    getPaidYears: operator(async (_request, { caller }) => ({
      years: await writeAsUser(pool, caller.userId, (client) => paidYears(client, caller.userId)),
    })),
  };
}

function yearOf(year: number): number {
  if (year >= LIMITS.yearMin && year <= LIMITS.yearMax) return year;
  throw new GrpcRejection(
    status.INVALID_ARGUMENT,
    `year must be ${String(LIMITS.yearMin)} to ${String(LIMITS.yearMax)}`,
  );
}

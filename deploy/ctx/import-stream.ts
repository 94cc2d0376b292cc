/** Streams one file to ImportService.ImportFacts: the header, then chunks, with flow control. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientDuplexStream, type ServiceError, status } from '@grpc/grpc-js';
import { cleanText } from '@ctx/domain/third-party-text';
import type {
  ImportFactsRequest,
  ImportFactsResponse,
  ImportHeader,
  ImportRejection,
  ImportResult,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { type Connection, LONG_CALL_MS_MAX } from './connect.ts';
import { CommandRejection, isGrpcError, toRejection } from './output.ts';

/** Maximum size of one message in bytes. */
export const CHUNK_BYTES = 64 * 1024;

type ImportCall = ClientDuplexStream<ImportFactsRequest, ImportFactsResponse>;

export interface ImportProgressListener {
  /** Called after each chunk with the number of bytes sent. */
  sent(bytes: number): void;
  /** Called when the server enters a phase: READING or MERGING. */
  phase(name: string): void;
}

/**
 * Imports the bytes of `source` for `userId` (0: shared prices) and returns what changed. Stops reading when the server responds
 * early. When reading `source` fails, the import is cancelled and nothing is stored.
 */
export async function streamFacts(
  connection: Connection,
  request: { readonly userId: number; readonly header: ImportHeader; readonly source: Readable },
  progress: ImportProgressListener,
): Promise<ImportResult> {
  const { userId, header, source } = request;
  const call = connection.imports.importFacts(connection.callerMetadata(userId), {
    deadline: Date.now() + LONG_CALL_MS_MAX,
  });
  const finished = new AbortController();
  const sourceFaults: CommandRejection[] = [];
  source.on('error', (error) => {
    sourceFaults.push(new CommandRejection('INVALID_FILE', `the file cannot be read: ${error.message}`, []));
  });
  const sending = sendFile(call, header, source, finished.signal, progress).catch(() => {
    if (!finished.signal.aborted) call.cancel();
  });
  try {
    return await readResult(call, progress);
  } catch (error) {
    throw sourceFaults[0] ?? error;
  } finally {
    finished.abort();
    source.destroy();
    await sending;
  }
}

/** How an import is repeated: for one file by hand, or for one of thousands at night. */
export type Repetition = <Result>(file: string, attempt: () => Promise<Result>) => Promise<Result>;

const BUSY_ATTEMPTS_MAX = 60;

/** Repeats an import while the service says that it is busy and when to try again, and reports each wait on standard error. */
export async function repeatWhileBusy<Result>(file: string, attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1)
    try {
      return await attempt();
    } catch (error) {
      const waitMs = pushbackOf(error);
      if (waitMs === null || attempts === BUSY_ATTEMPTS_MAX) throw error;
      process.stderr.write(`${cleanText(file)}: ${(error as ServiceError).details}\n`);
      await sleep(waitMs);
    }
}

/** An hour of waiting for a busy service, which says 5 s. */
const PATIENT_ATTEMPTS_MAX = 720;
/** Waits while the service is lost or another import of the user runs: 1 s, 2 s, 4 s and so on, in all four minutes. */
const LOST_WAITS_MS = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000];
const LOST = [status.UNAVAILABLE, status.ABORTED, status.DEADLINE_EXCEEDED];

/** Repeats an import while the service is busy, for up to an hour, and while it is lost, for some minutes. Says nothing meanwhile. */
export async function repeatPatiently<Result>(
  _file: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  let lost = 0;
  for (let attempts = 1; ; attempts += 1)
    try {
      return await attempt();
    } catch (error) {
      const waitMs = pushbackOf(error) ?? (isPassing(error) ? LOST_WAITS_MS[lost++] : undefined);
      if (waitMs === undefined || attempts === PATIENT_ATTEMPTS_MAX) throw error;
      await sleep(waitMs);
    }
}

/** Whether repeating later may help. */
function isPassing(error: unknown): boolean {
  return LOST.some((code) => isGrpcError(error, code)) || toRejection(error).code === 'IMPORT_RUNNING';
}

/** Returns after how many milliseconds a busy service wants the call again; null for any other error. */
function pushbackOf(error: unknown): number | null {
  if (!isGrpcError(error, status.RESOURCE_EXHAUSTED)) return null;
  const [text] = (error as ServiceError).metadata.get('grpc-retry-pushback-ms');
  const waitMs = Number(text ?? NaN);
  return waitMs >= 0 ? waitMs : null;
}

async function sendFile(
  call: ImportCall,
  header: ImportHeader,
  source: Readable,
  finished: AbortSignal,
  progress: ImportProgressListener,
): Promise<void> {
  call.write({ part: { $case: 'header', value: header } });
  for await (const piece of source as AsyncIterable<Buffer>) {
    for (let start = 0; start < piece.length; start += CHUNK_BYTES) {
      const value = piece.subarray(start, start + CHUNK_BYTES);
      if (finished.aborted) return;
      // Back-pressure: memory stays at a few chunks for a file of any size.
      if (!call.write({ part: { $case: 'chunk', value } })) await once(call, 'drain', { signal: finished });
      progress.sent(value.length);
    }
  }
  call.end();
}

function readResult(call: ImportCall, progress: ImportProgressListener): Promise<ImportResult> {
  return new Promise((resolve, reject) => {
    let result: ImportResult | null = null;
    let rejection: ImportRejection | null = null;
    call.on('data', ({ part }: ImportFactsResponse) => {
      if (part?.$case === 'progress') progress.phase(part.value.phase);
      if (part?.$case === 'result') result = part.value;
      if (part?.$case === 'rejection') rejection = part.value;
    });
    call.on('error', (error: ServiceError) => {
      reject(
        rejection === null ? error : new CommandRejection('INVALID_FILE', error.details, rejection.errors),
      );
    });
    call.on('end', () => {
      if (result !== null) resolve(result);
      else reject(new CommandRejection('INTERNAL', 'the import ended without a result'));
    });
  });
}

/** Sends one file over ImportService.ImportFacts: the header, then chunks, never more than the server takes. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ClientDuplexStream, ServiceError } from '@grpc/grpc-js';
import type {
  ImportFactsRequest,
  ImportFactsResponse,
  ImportHeader,
  ImportRefusal,
  ImportResult,
} from '@ctx/proto/gen/ctx/v1/corrections';
import type { Connection } from './connect.ts';
import { CommandRefusal } from './output.ts';

/** Most bytes of one message. */
export const CHUNK_BYTES = 64 * 1024;
const IMPORT_MS_MAX = 3_600_000;

type ImportCall = ClientDuplexStream<ImportFactsRequest, ImportFactsResponse>;

export interface ImportProgressListener {
  /** So many more bytes were handed over. */
  sent(bytes: number): void;
  /** The server entered a phase: READING or MERGING. */
  phase(name: string): void;
}

/**
 * Imports the bytes of `source` for `userId` (0: shared prices) and returns what changed. When the server answers
 * early the rest is not read; a source that fails cancels the import, so that nothing is stored.
 */
export async function streamFacts(
  connection: Connection,
  request: { readonly userId: number; readonly header: ImportHeader; readonly source: Readable },
  progress: ImportProgressListener,
): Promise<ImportResult> {
  const { userId, header, source } = request;
  const call = connection.imports.importFacts(connection.callerMetadata(userId), {
    deadline: Date.now() + IMPORT_MS_MAX,
  });
  const over = new AbortController();
  const sourceFaults: CommandRefusal[] = [];
  source.on('error', (error) => {
    sourceFaults.push(new CommandRefusal('INVALID_FILE', `the file cannot be read: ${error.message}`, []));
  });
  const sending = sendFile(call, header, source, over.signal, progress).catch(() => {
    if (!over.signal.aborted) call.cancel();
  });
  try {
    return await readResult(call, progress);
  } catch (error) {
    throw sourceFaults[0] ?? error;
  } finally {
    over.abort();
    source.destroy();
    await sending;
  }
}

async function sendFile(
  call: ImportCall,
  header: ImportHeader,
  source: Readable,
  over: AbortSignal,
  progress: ImportProgressListener,
): Promise<void> {
  call.write({ part: { $case: 'header', value: header } });
  for await (const piece of source as AsyncIterable<Buffer>) {
    for (let start = 0; start < piece.length; start += CHUNK_BYTES) {
      const value = piece.subarray(start, start + CHUNK_BYTES);
      if (over.aborted) return;
      // Back-pressure: a file of any size takes the memory of a few chunks.
      if (!call.write({ part: { $case: 'chunk', value } })) await once(call, 'drain', { signal: over });
      progress.sent(value.length);
    }
  }
  call.end();
}

function readResult(call: ImportCall, progress: ImportProgressListener): Promise<ImportResult> {
  return new Promise((resolve, reject) => {
    let result: ImportResult | null = null;
    let refusal: ImportRefusal | null = null;
    call.on('data', ({ part }: ImportFactsResponse) => {
      if (part?.$case === 'progress') progress.phase(part.value.phase);
      if (part?.$case === 'result') result = part.value;
      if (part?.$case === 'refusal') refusal = part.value;
    });
    call.on('error', (error: ServiceError) => {
      reject(refusal === null ? error : new CommandRefusal('INVALID_FILE', error.details, refusal.errors));
    });
    call.on('end', () => {
      if (result !== null) resolve(result);
      else reject(new CommandRefusal('INTERNAL', 'the import ended without a result'));
    });
  });
}

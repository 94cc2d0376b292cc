/** The thread of one large preview. It ends with its answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { rejectionCodeOf } from '@ctx/platform/grpc-client';
import { GrpcRejection } from '@ctx/platform/grpc-server';
import type { status } from '@grpc/grpc-js';
import { type ThreadSettings, threadTools } from '../threads/thread-tools.ts';
import type { PreviewRoom } from './current.ts';
import { COMPUTE, type PreviewKind } from './kinds.ts';

/** What the thread computes. */
export interface LargePreview extends ThreadSettings {
  /** Previews that would compute more events are rejected. */
  readonly eventsMax: number;
  readonly kind: PreviewKind;
  readonly userId: number;
  /** The request of the kind. */
  readonly request: object;
}

/** The response, or a rejection that the caller may see. */
export type LargePreviewEnd =
  | { readonly response: object }
  | { readonly rejection: { readonly code: status; readonly message: string; readonly name: string | null } };

const { kind, userId, request, eventsMax, ...settings } = workerData as LargePreview;
const { log, pool } = threadTools(settings, 1);
const compute = COMPUTE[kind] as (room: PreviewRoom, userId: number, request: object) => Promise<object>;
let end: LargePreviewEnd | null = null;
try {
  end = { response: await compute({ pool, eventsMax }, userId, request) };
} catch (error) {
  if (error instanceof GrpcRejection)
    end = { rejection: { code: error.status, message: error.message, name: rejectionCodeOf(error) } };
  else log.error({ err: error, userId }, 'large preview failed');
}
await pool.end();
if (end !== null) parentPort?.postMessage(end);

/** Previews of many events: one at a time, each in a thread with limits of time and memory, so that they delay no run of a small user. */
import { tooManyCalls } from '@ctx/platform/calls-per-user';
import { GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import { KeyedQueue } from '@ctx/platform/keyed-queue';
import { LimitedThread } from '@ctx/platform/limited-thread';
import { status } from '@grpc/grpc-js';
import type { PreviewKind, RequestOf, ResponseOf } from './kinds.ts';
import type { LargePreview, LargePreviewEnd } from './large-preview.ts';
import type { LargePreviewRoom } from './service.ts';

/** As long as its caller waits. */
const MS_MAX = 10_000;
/** Several times what a preview of 50,000 events needs. */
const MEMORY_MB_MAX = 512;
/** How long a preview waits for those of other users. */
const WAIT_MS_MAX = 3000;
const UNDER_WAY_MAX = 501;

/** How each preview is computed. */
export interface LargePreviewSettings {
  /** Returns the address for a preview: its password may change. */
  readonly databaseUrl: () => string;
  readonly logLevel: string;
  /** Previews that would compute more events are rejected. */
  readonly eventsMax: number;
}

/** The large previews of one process. */
export class LargePreviews implements LargePreviewRoom {
  readonly eventsMax: number;
  readonly #settings: LargePreviewSettings;
  readonly #oneAtATime = new KeyedQueue<number>({
    all: { runningMax: 1, underWayMax: UNDER_WAY_MAX },
    waitMsMax: WAIT_MS_MAX,
    createError: tooManyCalls,
  });

  constructor(settings: LargePreviewSettings) {
    this.#settings = settings;
    this.eventsMax = settings.eventsMax;
  }

  /** Computes a preview. It ends when `signal` aborts. */
  compute<Kind extends PreviewKind>(
    kind: Kind,
    userId: number,
    request: RequestOf<Kind>,
    signal: AbortSignal,
  ): Promise<ResponseOf<Kind>> {
    const { databaseUrl, logLevel, eventsMax } = this.#settings;
    const task: LargePreview = { databaseUrl: databaseUrl(), logLevel, eventsMax, kind, userId, request };
    return this.#oneAtATime.run(userId, () => computeInThread<Kind>(task, signal), signal);
  }
}

async function computeInThread<Kind extends PreviewKind>(
  task: LargePreview,
  signal: AbortSignal,
): Promise<ResponseOf<Kind>> {
  const limits = { memoryMbMax: MEMORY_MB_MAX, msMax: MS_MAX };
  const module = new URL('./large-preview.ts', import.meta.url);
  const thread = new LimitedThread<LargePreviewEnd>(module, task, limits, 'preview');
  const end = (): void => {
    void thread.end('the client disconnected');
  };
  signal.addEventListener('abort', end);
  const ended = await thread.ended;
  signal.removeEventListener('abort', end);
  if ('failure' in ended) throw new GrpcRejection(status.RESOURCE_EXHAUSTED, ended.failure);
  if ('response' in ended) return ended.response as ResponseOf<Kind>;
  const { code, message, name } = ended.rejection;
  throw new GrpcRejection(code, message, name === null ? undefined : rejectionCode(name));
}

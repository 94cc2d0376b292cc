/** Limits how much work of one kind runs at a time. More of it waits in order of arrival; too much is rejected at once. */
import { GrpcRejection } from '@ctx/platform/grpc-server';
import { KeyedQueue } from '@ctx/platform/keyed-queue';
import { Metadata, status } from '@grpc/grpc-js';

export interface WorkQueueLimits {
  /** What is limited, in the plural, for messages. */
  readonly name: string;
  /** Each of them has a database connection. */
  readonly atOnceMax: number;
  /** Running, waiting and still receiving their bytes. */
  readonly underWayMax: number;
}

/** When a rejected caller may try again. */
const RETRY_MS = 5000;

export class WorkQueue {
  readonly #admitted: KeyedQueue<null>;
  readonly #turns: KeyedQueue<null>;

  constructor({ name, atOnceMax, underWayMax }: WorkQueueLimits) {
    const reason = `${String(underWayMax)} ${name} are under way here, which is the limit; ${String(atOnceMax)} of them are stored at a time`;
    this.#admitted = new KeyedQueue({ all: { underWayMax }, createError: () => tooBusy(reason) });
    this.#turns = new KeyedQueue({ all: { runningMax: atOnceMax } });
  }

  /** Does `work`, which calls `inTurn` once. Rejects with RESOURCE_EXHAUSTED while too much is under way. */
  admit<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#admitted.run(null, work);
  }

  /** Does `work` when fewer than the limit run. Rejects with the reason of `signal` if that aborts while it waits. */
  inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(null, work, signal);
  }
}

/** Returns the rejection of work for which there is no room now: it says why, and when to try again. */
export function tooBusy(reason: string): GrpcRejection {
  const metadata = new Metadata();
  metadata.set('grpc-retry-pushback-ms', String(RETRY_MS));
  return new GrpcRejection(
    status.RESOURCE_EXHAUSTED,
    `${reason}: try again in ${String(RETRY_MS / 1000)} s`,
    metadata,
  );
}

/** Limits how much work of one kind runs at a time. More of it waits in order of arrival; too much is rejected at once. */
import { GrpcRejection } from '@ctx/platform/grpc-server';
import { Metadata, status } from '@grpc/grpc-js';

export interface WorkLimits {
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
  readonly #limits: WorkLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #underWay = 0;

  constructor(limits: WorkLimits) {
    this.#limits = limits;
  }

  /** Does `work`, which calls `inTurn` once. Rejects with RESOURCE_EXHAUSTED while too much is under way. */
  async admit<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#underWay >= this.#limits.underWayMax) throw this.#tooMany();
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Does `work` when fewer than the limit run. Rejects with the reason of `signal` if that aborts while it waits. */
  async inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.#limits.atOnceMax) {
      this.#running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(start);
    });
  }

  #tooMany(): GrpcRejection {
    const { name, atOnceMax, underWayMax } = this.#limits;
    return tooBusy(
      `${String(underWayMax)} ${name} are under way here, which is the limit; ${String(atOnceMax)} of them are stored at a time`,
    );
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

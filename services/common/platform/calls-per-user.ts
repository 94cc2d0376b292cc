/** Limits how many calls of one user run at once, so that one account cannot use every database connection. */
import { clientGone, GrpcRejection } from './grpc-server.ts';
import { status } from '@grpc/grpc-js';

/** The same as the time that a call waits for a database connection. */
const WAIT_MS_MAX = 3000;
/** A user has at most 100 tokens and 50 apps with 120 requests a minute each: 900 requests in 3 s on all replicas together. */
const WAITING_MAX = 500;
const CONNECTIONS_PER_CALL = 3;

interface UserCalls {
  running: number;
  /** Functions that start a waiting call, in order of arrival. */
  readonly waiting: (() => void)[];
}

/** Limits the calls of each user; those beyond the limit wait in order of arrival. */
export class CallsPerUser {
  readonly #atOnceMax: number;
  readonly #waitMsMax: number;
  readonly #rejection: () => Error;
  readonly #users = new Map<number, UserCalls>();

  /** Allows each user a third of the pool's `connectionsMax`, at least one connection. */
  constructor(connectionsMax: number, waitMsMax = WAIT_MS_MAX, rejection: () => Error = tooMany) {
    this.#atOnceMax = Math.max(1, Math.floor(connectionsMax / CONNECTIONS_PER_CALL));
    this.#waitMsMax = waitMsMax;
    this.#rejection = rejection;
  }

  /** Allows each user `atOnceMax` calls. Those that wait longer than `waitMsMax` are rejected with the error that `rejection` makes. */
  static atOnce(atOnceMax: number, waitMsMax?: number, rejection?: () => Error): CallsPerUser {
    return new CallsPerUser(atOnceMax * CONNECTIONS_PER_CALL, waitMsMax, rejection);
  }

  /**
   * Runs `work` once fewer than the limit of this user's calls are running. Rejects with RESOURCE_EXHAUSTED, which clients of gRPC
   * do not retry by themselves, after 3 seconds, or at once when 500 calls wait already. Rejects with CANCELLED if `signal`, that of
   * the client, aborts while the call waits.
   */
  async run<Result>(userId: number, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const user = this.#users.get(userId) ?? this.#add(userId);
    if (user.running < this.#atOnceMax) user.running += 1;
    else await this.#wait(user, signal);
    try {
      return await work();
    } finally {
      this.#end(userId, user);
    }
  }

  #add(userId: number): UserCalls {
    const user = { running: 0, waiting: [] };
    this.#users.set(userId, user);
    return user;
  }

  #wait({ waiting }: UserCalls, signal?: AbortSignal): Promise<void> {
    if (waiting.length >= WAITING_MAX) throw this.#rejection();
    if (signal?.aborted === true) throw clientGone();
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const start = (): void => {
        stopWaiting();
        resolve();
      };
      const giveUp = (rejection: Error): void => {
        stopWaiting();
        waiting.splice(waiting.indexOf(start), 1);
        reject(rejection);
      };
      const leave = (): void => {
        giveUp(clientGone());
      };
      const timer = setTimeout(() => {
        giveUp(this.#rejection());
      }, this.#waitMsMax);
      signal?.addEventListener('abort', leave);
      waiting.push(start);
    });
  }

  /** Passes the slot on to the next waiting read, so that no later call runs before it. */
  #end(userId: number, user: UserCalls): void {
    const next = user.waiting.shift();
    if (next !== undefined) next();
    else if (user.running > 1) user.running -= 1;
    else this.#users.delete(userId);
  }
}

function tooMany(): GrpcRejection {
  return new GrpcRejection(status.RESOURCE_EXHAUSTED, 'too many calls of this user are under way');
}

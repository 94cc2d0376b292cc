/**
 * Runs one correction of a user at a time in this process. While another process has the user lock, for example an import,
 * the corrections of that user occupy one database connection instead of the whole pool.
 */
export class UserLocks {
  readonly #waitMsMax: number;
  readonly #nowMs: () => number;
  readonly #last = new Map<number, Promise<unknown>>();

  constructor(waitMsMax: number, nowMs = () => performance.now()) {
    this.#waitMsMax = waitMsMax;
    this.#nowMs = nowMs;
  }

  /** Runs `work` after the user's earlier work is done. Rejects with UserLockTimeout if the wait is too long. */
  async run<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
    const askedAtMs = this.#nowMs();
    const before = this.#last.get(userId) ?? Promise.resolve();
    const mine = before.then(() => {
      if (this.#nowMs() - askedAtMs > this.#waitMsMax) throw new UserLockTimeout();
      return work();
    });
    const ended = mine.catch(() => undefined);
    this.#last.set(userId, ended);
    try {
      return await mine;
    } finally {
      if (this.#last.get(userId) === ended) this.#last.delete(userId);
    }
  }
}

/** The wait for earlier work of the same user was too long; the work was not started. */
export class UserLockTimeout extends Error {}

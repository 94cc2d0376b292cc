/**
 * One correction of a user at a time in this process: a user whose turn is taken elsewhere, by an import that merges, holds
 * one connection of the pool and not all of them.
 */
export class Turns {
  readonly #waitMsMax: number;
  readonly #nowMs: () => number;
  readonly #last = new Map<number, Promise<unknown>>();

  constructor(waitMsMax: number, nowMs = () => performance.now()) {
    this.#waitMsMax = waitMsMax;
    this.#nowMs = nowMs;
  }

  /** Does the work when those of the user before it are done; rejects with TurnTimeout if that takes too long. */
  async take<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
    const askedAtMs = this.#nowMs();
    const before = this.#last.get(userId) ?? Promise.resolve();
    const mine = before.then(() => {
      if (this.#nowMs() - askedAtMs > this.#waitMsMax) throw new TurnTimeout();
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

/** Others of the same user took too long; nothing was done. */
export class TurnTimeout extends Error {}

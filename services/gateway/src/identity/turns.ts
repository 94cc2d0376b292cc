/** A bound on what runs at once, and on what waits for it. */

/** As many wait as may: come again later. */
export class NoTurn extends Error {}

export class Turns {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnceMax: number, waitingMax: number) {
    this.#atOnceMax = atOnceMax;
    this.#waitingMax = waitingMax;
  }

  /** Runs `work` when it is its turn, first come first served. Rejects with NoTurn at once when too many wait. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnceMax) this.#running += 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      // Who waits takes over the place, so that nobody who comes later slips in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#waitingMax) throw new NoTurn('too many wait for a turn');
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}

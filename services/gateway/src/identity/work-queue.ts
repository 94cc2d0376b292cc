/** Limits how many tasks run at the same time, and how many wait. */

/** The queue is full. The caller may try again later. */
export class QueueFull extends Error {}

export class WorkQueue {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnceMax: number, waitingMax: number) {
    this.#atOnceMax = atOnceMax;
    this.#waitingMax = waitingMax;
  }

  /** Runs `work` as soon as a slot is free, in the order of the calls. Rejects with QueueFull at once if the queue is full. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnceMax) this.#running += 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      // The next waiting task takes over the slot, so that a later call cannot overtake it.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#waitingMax) throw new QueueFull('too many tasks are waiting');
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}

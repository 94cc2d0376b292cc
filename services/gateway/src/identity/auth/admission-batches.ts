/**
 * Batches keys into few queries. Requests that arrive together, or while other queries are running, share one query, which costs
 * a fraction of one query each. A request that arrives while nothing is running starts its query at once.
 */

/** Queries that run at the same time: while one waits for a row lock, another can proceed. */
const RUNNING_MAX = 2;
const BATCH_MAX = 64;

interface PendingLoad<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** Loads values by key, many with one call of `loadAll`, which returns the values in the order of the keys. */
export class Batches<Key, Value> {
  readonly #loadAll: (keys: readonly Key[]) => Promise<readonly Value[]>;
  #pending: PendingLoad<Key, Value>[] = [];
  #running = 0;
  #isScheduled = false;

  constructor(loadAll: (keys: readonly Key[]) => Promise<readonly Value[]>) {
    this.#loadAll = loadAll;
  }

  /** Loads the value of one key. Rejects with the error of its batch. */
  load(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ key, resolve, reject });
      this.#schedule();
    });
  }

  // Node reads all requests that have arrived before it runs the immediate, so they share a batch.
  #schedule(): void {
    if (this.#isScheduled || this.#running >= RUNNING_MAX) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#loadPending();
    });
  }

  async #loadPending(): Promise<void> {
    this.#running += 1;
    try {
      while (this.#pending.length > 0) await this.#loadBatch(this.#pending.splice(0, BATCH_MAX));
    } finally {
      this.#running -= 1;
    }
  }

  async #loadBatch(batch: readonly PendingLoad<Key, Value>[]): Promise<void> {
    try {
      const values = await this.#loadAll(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      // Pending loads fail too: their query would probably fail in the same way, after as long a wait again. So no request waits
      // longer than two statement timeouts.
      for (const { reject } of [...batch, ...this.#pending.splice(0)]) reject(error);
    }
  }
}

/** Limits how much work runs and waits at the same time, in all and for each key. A key is, for example, a user. */

/** Limits of the work of all keys together, or of one key. */
export interface WorkLimits {
  readonly runningMax?: number;
  /** Running and waiting. */
  readonly underWayMax?: number;
}

/** Why work is rejected without having started. */
export type QueueFault = 'QUEUE_FULL' | 'KEY_FULL' | 'WAITED_TOO_LONG';

/** Settings of a queue. A limit that is absent does not apply. */
export interface QueueSettings {
  readonly all?: WorkLimits;
  readonly perKey?: WorkLimits;
  readonly waitMsMax?: number;
  /** Creates the error of rejected work (default: QueueRejection). */
  readonly createError?: (fault: QueueFault) => Error;
}

/** The work was rejected without having started. */
export class QueueRejection extends Error {
  readonly fault: QueueFault;

  constructor(fault: QueueFault) {
    super(`the work was not started: ${fault}`);
    this.fault = fault;
  }
}

interface KeyState {
  running: number;
  /** Running, waiting, or about to reject. */
  underWay: number;
  /** Functions that start waiting work, in order of arrival. */
  readonly waiting: Set<() => void>;
}

/**
 * A queue whose work has keys. Work of one key starts in order of arrival. Keys that wait take turns, so that one with much work does
 * not delay the others.
 */
export class KeyedQueue<Key> {
  readonly #all: Required<WorkLimits>;
  readonly #perKey: Required<WorkLimits>;
  readonly #waitMsMax: number | null;
  readonly #createError: (fault: QueueFault) => Error;
  readonly #keys = new Map<Key, KeyState>();
  /** The keys with waiting work. The first is the one whose turn is next. */
  readonly #turns = new Set<KeyState>();
  #running = 0;
  #underWay = 0;

  constructor({ all, perKey, waitMsMax, createError }: QueueSettings) {
    this.#all = { ...UNLIMITED, ...all };
    this.#perKey = { ...UNLIMITED, ...perKey };
    this.#waitMsMax = waitMsMax ?? null;
    this.#createError = createError ?? ((fault) => new QueueRejection(fault));
  }

  /**
   * Runs `work` as soon as the limits allow it. Rejects without running it if too much work is under way, if it waits too long, or
   * with the reason of `signal` if that has aborted or aborts while the work waits.
   */
  async run<Result>(key: Key, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const state = this.#keys.get(key) ?? { running: 0, underWay: 0, waiting: new Set() };
    this.#requireRoom(state);
    this.#keys.set(key, state);
    this.#underWay += 1;
    state.underWay += 1;
    try {
      if (this.#mayStart(state)) this.#start(state);
      else await this.#wait(state, signal);
      try {
        return await work();
      } finally {
        this.#running -= 1;
        state.running -= 1;
        this.#startWaiting();
      }
    } finally {
      this.#underWay -= 1;
      state.underWay -= 1;
      if (state.underWay === 0) this.#keys.delete(key);
    }
  }

  #requireRoom({ underWay }: KeyState): void {
    if (underWay >= this.#perKey.underWayMax) throw this.#createError('KEY_FULL');
    if (this.#underWay >= this.#all.underWayMax) throw this.#createError('QUEUE_FULL');
  }

  #mayStart({ running }: KeyState): boolean {
    return this.#running < this.#all.runningMax && running < this.#perKey.runningMax;
  }

  #start(state: KeyState): void {
    this.#running += 1;
    state.running += 1;
  }

  /** Starts at once what may start now, so that no later work overtakes it. */
  #startWaiting(): void {
    for (const state of this.#turns) {
      if (!this.#mayStart(state)) continue;
      // A key whose work starts goes to the end of the turns.
      this.#turns.delete(state);
      const [start] = state.waiting;
      start?.();
      if (state.waiting.size > 0) this.#turns.add(state);
    }
  }

  #wait(state: KeyState, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        state.waiting.delete(start);
        if (state.waiting.size === 0) this.#turns.delete(state);
      };
      const start = (): void => {
        leave();
        this.#start(state);
        resolve();
      };
      const abort = (): void => {
        leave();
        reject(signal?.reason as Error);
      };
      const giveUp = (): void => {
        leave();
        reject(this.#createError('WAITED_TOO_LONG'));
      };
      const timer = this.#waitMsMax === null ? undefined : setTimeout(giveUp, this.#waitMsMax);
      signal?.addEventListener('abort', abort);
      state.waiting.add(start);
      this.#turns.add(state);
    });
  }
}

const UNLIMITED: Required<WorkLimits> = { runningMax: Infinity, underWayMax: Infinity };

/** Counts requests by key and minute, in the memory of this replica. */

const MINUTE_MS = 60_000;
/** How many keys are counted at the same time. Requests of further keys are not counted. */
const KEYS_MAX = 10_000;

/** Allows each key a number of requests per minute. Counts in memory, so that a flood costs no SQL statement. */
export class MinuteBudget {
  readonly #requestsMax: number;
  readonly #minutes = new Map<string, { readonly endsAtMs: number; requests: number }>();

  constructor(requestsMax: number) {
    this.#requestsMax = requestsMax;
  }

  /** Counts a request of a key, as several for `requests` above 1. Returns 0 if it is allowed, else the seconds to wait. */
  take(key: string, nowMs = performance.now(), requests = 1): number {
    let minute = this.#minutes.get(key);
    if (minute === undefined || minute.endsAtMs <= nowMs) {
      if (minute === undefined && this.#minutes.size >= KEYS_MAX) this.#deleteExpired(nowMs);
      if (this.#minutes.size >= KEYS_MAX) return 0;
      minute = { endsAtMs: nowMs + MINUTE_MS, requests: 0 };
      this.#minutes.set(key, minute);
    }
    minute.requests += requests;
    return minute.requests <= this.#requestsMax ? 0 : Math.ceil((minute.endsAtMs - nowMs) / 1000);
  }

  #deleteExpired(nowMs: number): void {
    for (const [key, { endsAtMs }] of this.#minutes) if (endsAtMs <= nowMs) this.#minutes.delete(key);
  }
}

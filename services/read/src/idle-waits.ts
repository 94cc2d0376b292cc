/** Waits for the end of a recalculation, so that clients need not poll. */
import { LIMITS } from '@ctx/domain/limits';
import { pause } from '@ctx/platform/shutdown';

/** How often a waiting call looks again: a run takes 50 ms and more. */
const INTERVAL_MS = 250;

/** The calls of each user that wait. */
export class IdleWaits {
  readonly #waiting = new Map<number, number>();
  #stopped = false;

  /**
   * Repeats `read` until its status is IDLE, the time is over or the client is gone, and returns the last result. Returns the first
   * one at once if enough calls of this user wait already.
   */
  async untilIdle<Result extends { readonly status: string }>(
    userId: number,
    { seconds, signal }: { readonly seconds: number; readonly signal: AbortSignal },
    read: () => Promise<Result>,
  ): Promise<Result> {
    const deadline = performance.now() + seconds * 1000;
    // The place is taken before the first read: calls that arrive together would else all see a free one.
    if (seconds === 0 || !this.#enter(userId)) return read();
    try {
      let result = await read();
      if (result.status === 'IDLE') return result;
      while (performance.now() < deadline && !signal.aborted && !this.#stopped) {
        await pause(INTERVAL_MS);
        result = await read();
        if (result.status === 'IDLE') break;
      }
      return result;
    } finally {
      this.#leave(userId);
    }
  }

  /** Ends all waits with the present status, for a shutdown. */
  stop(): void {
    this.#stopped = true;
  }

  /** Takes a place; returns whether one was free. */
  #enter(userId: number): boolean {
    const others = this.#waiting.get(userId) ?? 0;
    if (others >= LIMITS.waitingCallsMax) return false;
    this.#waiting.set(userId, others + 1);
    return true;
  }

  #leave(userId: number): void {
    const left = (this.#waiting.get(userId) ?? 1) - 1;
    if (left === 0) this.#waiting.delete(userId);
    else this.#waiting.set(userId, left);
  }
}

/** Tokens of one user, taken in turn so that none exceeds its 120 requests a minute. */
import { LIMITS } from '@ctx/domain/limits';
import { waitFor } from '../e2e/stack.ts';

// What the database counts as a minute may begin a little later than ours.
const REQUESTS_MAX = LIMITS.ratePerMinuteMax - 10;
const MINUTE_MS = 62_000;

interface Budget {
  readonly token: string;
  sinceMs: number;
  used: number;
}

export class TokenPool {
  readonly #budgets: Budget[];

  constructor(tokens: readonly string[]) {
    this.#budgets = tokens.map((token) => ({ token, sinceMs: -MINUTE_MS, used: 0 }));
  }

  /** A token that may be used once; waits for a minute to end where all are used up. */
  async take(): Promise<string> {
    let budget: Budget | undefined;
    await waitFor(() => (budget = this.#free()) !== undefined, 2 * MINUTE_MS);
    if (budget === undefined) throw new Error('no token');
    budget.used += 1;
    return budget.token;
  }

  #free(): Budget | undefined {
    const nowMs = performance.now();
    for (const budget of this.#budgets) {
      if (nowMs - budget.sinceMs > MINUTE_MS) Object.assign(budget, { sinceMs: nowMs, used: 0 });
      if (budget.used >= REQUESTS_MAX) continue;
      // To the end of the line: all are used alike, and none gets near its limit before the others.
      this.#budgets.splice(this.#budgets.indexOf(budget), 1);
      this.#budgets.push(budget);
      return budget;
    }
    return undefined;
  }
}

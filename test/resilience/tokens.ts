/** The tokens of one user, used in turn so that none exceeds its 120 requests a minute. */
import { LIMITS } from '@ctx/domain/limits';
import { waitFor } from '../e2e/stack.ts';

// The database's minute may start a little later than the harness's.
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

  /** Returns a token for one request; waits for the next minute when all are used up. */
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
      // Moves to the end, so that all tokens are used equally often.
      this.#budgets.splice(this.#budgets.indexOf(budget), 1);
      this.#budgets.push(budget);
      return budget;
    }
    return undefined;
  }
}

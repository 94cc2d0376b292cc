/** How much strangers may leave in the database: a ceiling over all, as hosted apps share addresses. */
import type { Pool } from '@ctx/common/platform/postgres';

/** Rows of a model that anybody may make without signing in. */
const CEILINGS = { Client: 10_000, Interaction: 20_000 } as const;
const LOOK_MS = 5000;

export type Bounded = keyof typeof CEILINGS;

/** Looks at most every few seconds: so much more may come in between. */
export class Ceilings {
  readonly #pool: Pool;
  readonly #max: Readonly<Record<Bounded, number>>;
  readonly #seen = new Map<Bounded, { readonly atMs: number; readonly isReached: boolean }>();

  constructor(pool: Pool, max: Readonly<Record<Bounded, number>> = CEILINGS) {
    this.#pool = pool;
    this.#max = max;
  }

  /** Whether there are as many rows as there may be. Clients in use do not count. */
  async isReached(model: Bounded): Promise<boolean> {
    const seen = this.#seen.get(model);
    if (seen !== undefined && performance.now() - seen.atMs < LOOK_MS) return seen.isReached;
    const { rows } = await this.#pool.query<{ count: number }>({
      name: 'oauth-count',
      text: 'SELECT identity.count_oauth_rows($1, $2) AS count',
      values: [model, this.#max[model]],
    });
    const isReached = (rows[0]?.count ?? 0) >= this.#max[model];
    this.#seen.set(model, { atMs: performance.now(), isReached });
    return isReached;
  }
}

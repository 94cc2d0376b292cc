/** How much strangers may leave in the database: a ceiling over all, as hosted apps share addresses. */
import type { Logger } from '@ctx/common/platform/log';
import { PLATFORM_METRICS } from '@ctx/common/platform/platform-metrics';
import type { Pool } from '@ctx/common/platform/postgres';

/** Rows of a model that anybody may make without signing in. */
const CEILINGS = { Client: 10_000, Interaction: 20_000 } as const;
const LOOK_MS = 5000;

export type Bounded = keyof typeof CEILINGS;

/**
 * Keeps the newest: whoever comes now is let in, and needs its row for minutes. Clients in use do not count. Looks at most
 * every few seconds; so much more may come in between.
 */
export class Ceilings {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #lookedAtMs = new Map<Bounded, number>();

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Makes room for one more row. */
  async makeRoom(model: Bounded): Promise<void> {
    const lookedAtMs = this.#lookedAtMs.get(model) ?? -Infinity;
    if (performance.now() - lookedAtMs < LOOK_MS) return;
    this.#lookedAtMs.set(model, performance.now());
    const { rows } = await this.#pool.query<{ gone: number }>({
      name: 'oauth-make-room',
      text: 'SELECT identity.keep_newest_oauth_rows($1, $2) AS gone',
      values: [model, CEILINGS[model]],
    });
    const [{ gone } = { gone: 0 }] = rows;
    PLATFORM_METRICS.clearedRows.inc({ kind: 'oauth_rows_beyond_ceiling' }, gone);
    if (gone > 0) this.#log.warn({ model, gone }, 'oauth rows of strangers made room');
  }
}

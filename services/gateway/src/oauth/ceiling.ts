/** How much strangers may leave in the database: beyond a ceiling, the networks with the most rows lose theirs first. */
import type { Logger } from '@ctx/common/platform/log';
import { PLATFORM_METRICS } from '@ctx/common/platform/platform-metrics';
import type { Pool } from '@ctx/common/platform/postgres';
import { MODELS } from './models.ts';

const LOOK_MS = 5000;

/** Models that anybody may fill without signing in. */
export type Bounded = 'Client' | 'Interaction';

// A series that begins with its first increase has no rate yet.
PLATFORM_METRICS.clearedRows.inc({ kind: 'oauth_rows_evicted' }, 0);

/**
 * Deletes what is beyond the ceiling of a model. Apps in use do not count. Looks at most every few seconds; so much more may
 * come in between.
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
    const { rows } = await this.#pool.query<{ evicted: number }>({
      name: 'oauth-make-room',
      text: 'SELECT identity.evict_oauth_rows($1, $2) AS evicted',
      values: [model, MODELS[model].rowsMax],
    });
    const [{ evicted } = { evicted: 0 }] = rows;
    PLATFORM_METRICS.clearedRows.inc({ kind: 'oauth_rows_evicted' }, evicted);
    if (evicted > 0) this.#log.warn({ model, evicted }, 'evicted unused OAuth rows');
  }
}

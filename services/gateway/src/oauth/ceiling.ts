/** Limits how many rows unknown callers can store: beyond the limit, the networks with the most rows lose theirs first. */
import type { Logger } from '@ctx/platform/log';
import { PLATFORM_METRICS } from '@ctx/platform/platform-metrics';
import type { Pool } from '@ctx/platform/postgres';
import { evictOAuthRows } from '../identity/oauth-rows.ts';
import { MODELS } from './models.ts';

const CHECK_INTERVAL_MS = 5000;

/** Models whose rows anybody can create without signing in. */
export type BoundedModel = 'Client' | 'Interaction';

// A metric that appears with its first increase has no rate yet.
PLATFORM_METRICS.clearedRows.inc({ kind: 'oauth_rows_evicted' }, 0);

/**
 * Deletes a model's rows beyond its limit. Apps in use do not count. Checks at most every five seconds; rows that arrive in
 * between can exceed the limit for that long.
 */
export class RowCeilings {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #checkedAtMs = new Map<BoundedModel, number>();

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Makes room for one more row. */
  async makeRoom(model: BoundedModel): Promise<void> {
    const checkedAtMs = this.#checkedAtMs.get(model) ?? -Infinity;
    if (performance.now() - checkedAtMs < CHECK_INTERVAL_MS) return;
    this.#checkedAtMs.set(model, performance.now());
    const evicted = await evictOAuthRows(this.#pool, model, MODELS[model].rowsMax);
    PLATFORM_METRICS.clearedRows.inc({ kind: 'oauth_rows_evicted' }, evicted);
    if (evicted > 0) this.#log.warn({ model, evicted }, 'evicted unused OAuth rows');
  }
}

/** Loads everything a run needs of one user, on one snapshot. */
import { type Client, type Pool, snapshotAsUser } from '@ctx/common/platform/postgres';
import type { Regime } from '@ctx/common/domain/vocabulary';
import type { EngineInputs, Price, RawEvent, YearRegime } from './engine/types.ts';

const EVENTS = `
  SELECT e.event_id AS id, e.account_id AS "accountId", a.ref AS "accountRef", e.asset_key AS "assetKey",
    e.asset_symbol AS "assetSymbol", e.asset_fiat AS fiat, e.type, e.reference_id AS "referenceId", e.amount,
    (extract(epoch FROM e.occurred_at) * 1000000)::bigint AS "timestampUs", e.euro_value AS "euroValue", e.treatment,
    e.taxable, e.price_source AS "priceSource", e.description, e.protocol,
    e.continuity_group_id AS "continuityGroupId", e.flags, e.spam, e.needs_review AS "needsReview"
  FROM facts.events e JOIN facts.accounts a ON a.user_id = e.user_id AND a.account_id = e.account_id
  WHERE e.user_id = $1`;

// Shared prices only of assets the user has: the table holds every asset of every user.
const PRICES = `
  SELECT asset_key AS "assetKey", (extract(epoch FROM at) * 1000000)::bigint AS "atUs", eur, false AS shared
  FROM facts.prices WHERE user_id = $1
  UNION ALL
  SELECT s.asset_key, (extract(epoch FROM s.at) * 1000000)::bigint, s.eur, true
  FROM facts.shared_prices s
  WHERE s.asset_key IN (SELECT DISTINCT e.asset_key FROM facts.events e WHERE e.user_id = $1)`;

const REGIMES = 'SELECT year, regime FROM facts.years WHERE user_id = $1';

/** The engine's inputs as committed when the snapshot is taken. */
export async function loadInputs(pool: Pool, userId: number): Promise<EngineInputs> {
  return snapshotAsUser(pool, userId, async (client: Client) => {
    const events = await client.query<RawEvent>(EVENTS, [userId]);
    const prices = await client.query<Price>(PRICES, [userId]);
    const regimes = await client.query<YearRegime & { regime: Regime }>(REGIMES, [userId]);
    return { events: events.rows, prices: prices.rows, regimes: regimes.rows };
  });
}

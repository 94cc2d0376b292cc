/** Loads all inputs of a run of one user, on one snapshot. */
import type { Client } from '@ctx/platform/postgres';
import { empty, raw, sql, type Sql } from '@ctx/platform/sql';
import { type ClosingPart, closingFromParts, OF_NO_ASSET } from './closing-parts.ts';
import type {
  EngineInputs,
  FrozenYear,
  Override,
  Price,
  RawEvent,
  Rule,
  TransferMatch,
  YearRegime,
} from '../engine/types.ts';
import { micros, pricesWhere, rowsOf } from './sql.ts';

/** Selects the user's events `e`. */
export function eventsOf(userId: number): Sql {
  // LEFT JOIN although every event has its account: until PostgreSQL has analysed a new import, an inner join starts from the
  // account and reads all its events to find a few.
  return sql`
  SELECT e.event_id AS id, e.account_id AS "accountId", a.ref AS "accountRef", e.asset_key AS "assetKey",
    e.asset_symbol AS "assetSymbol", e.asset_name AS "assetName", e.asset_chain AS "assetChain", e.asset_fiat AS fiat, e.type,
    e.reference_id AS "referenceId", e.amount, ${micros('e.occurred_at', 'timestampUs')},
    e.euro_value AS "euroValue", e.treatment, e.taxable, e.price_source AS "priceSource", e.description, e.protocol,
    e.continuity_group_id AS "continuityGroupId", e.counterparty_address AS "counterpartyAddress",
    coalesce(e.chain_id, a.chain_id) AS "chainId", e.flags, e.spam, e.needs_review AS "needsReview",
    e.is_loan AS "isLoan", e.is_repayment AS "isRepayment"
  FROM facts.events e LEFT JOIN facts.accounts a ON a.user_id = e.user_id AND a.account_id = e.account_id
  WHERE e.user_id = ${userId}`;
}

/** Selects the user's overrides. */
export function overridesOf(userId: number): Sql {
  return sql`
  SELECT override_id AS id, event_id AS "eventId", overridden_type AS type, overridden_treatment AS treatment,
    overridden_taxable AS taxable, overridden_euro_value AS "euroValue", overridden_amount AS amount,
    ${micros('overridden_timestamp', 'timestampUs')},
    overridden_description AS description, overridden_flags AS flags,
    ${micros('origin_acquired_at', 'originAcquiredUs')}
  FROM corrections.overrides WHERE user_id = ${userId}`;
}

/** Selects the user's rules. */
export function rulesOf(userId: number): Sql {
  return sql`
  SELECT rule_id AS id, ordinal, action, match_type AS "matchType", direction,
    counterparty_address AS "counterpartyAddress", chain_id AS "chainId", match_value AS "matchValue",
    threshold_eur AS "thresholdEur"
  FROM corrections.rules WHERE user_id = ${userId}`;
}

/** Selects the user's transfer matches. */
export function matchesOf(userId: number): Sql {
  return sql`
  SELECT match_id AS id, ordinal, out_event_id AS "outEventId", in_event_id AS "inEventId", transfer_kind AS kind
  FROM corrections.transfer_matches WHERE user_id = ${userId}`;
}

// Shared prices only of assets the user has: the table holds every asset of every user.
function pricesOf(userId: number): Sql {
  const ofUser = sql`p.asset_key IN (SELECT DISTINCT e.asset_key FROM facts.events e WHERE e.user_id = ${userId})`;
  return pricesWhere(userId, raw('true'), ofUser);
}

/** Selects the regimes of the user's years. */
export function regimesOf(userId: number): Sql {
  return sql`SELECT year, regime FROM facts.years WHERE user_id = ${userId}`;
}

/** Returns events whose inputs changed since the last run, and the rows that name them. */
export async function readChanges(
  client: Client,
  userId: number,
): Promise<{ readonly changeIds: readonly number[]; readonly eventIds: readonly string[] }> {
  const { rows } = await client.query<{ change_id: number; event_id: string }>(
    'SELECT change_id, event_id FROM corrections.changed_events WHERE user_id = $1',
    [userId],
  );
  return {
    changeIds: rows.map((row) => row.change_id),
    eventIds: [...new Set(rows.map((row) => row.event_id))],
  };
}

/** Returns how many events the user has, as the imports counted them. */
export async function countEvents(client: Client, userId: number): Promise<number> {
  const { rows } = await client.query<{ events: string | null }>(
    'SELECT sum(event_count) AS events FROM facts.accounts WHERE user_id = $1',
    [userId],
  );
  return Number(rows[0]?.events ?? 0);
}

/** Returns the engine's inputs in the caller's transaction. */
export async function readInputs(client: Client, userId: number): Promise<EngineInputs> {
  return {
    events: await rowsOf<RawEvent>(client, eventsOf(userId)),
    overrides: await rowsOf<Override>(client, overridesOf(userId)),
    rules: await rowsOf<Rule>(client, rulesOf(userId)),
    matches: await rowsOf<TransferMatch>(client, matchesOf(userId)),
    prices: await rowsOf<Price>(client, pricesOf(userId)),
    regimes: await rowsOf<YearRegime>(client, regimesOf(userId)),
    frozenYears: await readFrozenYears(client, userId, null),
  };
}

interface FrozenRow {
  readonly year: number;
  readonly inputFingerprint: string;
  readonly state: ClosingPart | null;
}

/** Returns frozen years with their closing states: of all pools, or of some. */
export async function readFrozenYears(
  client: Client,
  userId: number,
  assets: readonly string[] | null,
): Promise<FrozenYear[]> {
  const ofAssets = assets === null ? empty : sql`AND c.asset_key = ANY (${[...assets, OF_NO_ASSET]})`;
  const rows = await rowsOf<FrozenRow>(
    client,
    sql`SELECT f.year, f.input_fingerprint AS "inputFingerprint", c.state
      FROM figures.frozen_years f LEFT JOIN figures.closing_states c
        ON c.user_id = f.user_id AND c.year = f.year ${ofAssets}
      WHERE f.user_id = ${userId} ORDER BY f.year, c.asset_key COLLATE "C"`,
  );
  return [...Map.groupBy(rows, ({ year }) => year)].map(([year, ofYear]) => {
    const parts = ofYear.flatMap(({ state }) => (state === null ? [] : [state]));
    return { year, inputFingerprint: ofYear[0]?.inputFingerprint ?? '', closing: closingFromParts(parts) };
  });
}

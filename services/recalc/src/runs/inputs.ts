/** Selects the inputs of runs: facts and corrections of one user. */
import { keptSumsFromJson, type KeptSumsJson } from '@ctx/domain/law/kept-sums';
import type { Client } from '@ctx/platform/postgres';
import { empty, sql, type Sql } from '@ctx/platform/sql';
import { assetOfEvent, isOfAssets, joinAssetCorrection } from '@ctx/records/asset-of-event';
import { type ClosingPart, closingFromParts, OF_NO_ASSET } from '../tables/closing-parts.ts';
import type { FrozenYear } from '../engine/types.ts';
import { AS_STORED, isProposedEvent, type Proposal, proposedTable } from './proposal.ts';
import { micros, rowsOf } from '../tables/sql.ts';

/** Selects the submitted years that keep figures of the event `e`: NULL, without a look at the figures, for a user who has none. */
function keptIn(userId: number): Sql {
  const frozenYears = sql`ARRAY(SELECT z.year FROM figures.frozen_years z WHERE z.user_id = ${userId})`;
  return sql`CASE WHEN ${frozenYears} <> '{}' THEN (SELECT array_agg(k.year ORDER BY k.year) FROM figures.events k
    WHERE k.user_id = ${userId} AND k.event_id = e.event_id AND k.year = ANY (${frozenYears})) END`;
}

/** Selects the user's events `e`, each with its asset as the user corrected it. */
export function eventsOf(userId: number, proposal: Proposal = AS_STORED): Sql {
  // LEFT JOIN although every event has its account: until PostgreSQL has analysed a new import, an inner join starts from the
  // account and reads all its events to find a few.
  return sql`
  SELECT e.event_id AS id, e.account_id AS "accountId", a.ref AS "accountRef", ${assetOfEvent('asset_key')} AS "assetKey",
    ${assetOfEvent('asset_symbol')} AS "assetSymbol", ${assetOfEvent('asset_name')} AS "assetName",
    ${assetOfEvent('asset_chain')} AS "assetChain", e.asset_fiat AS fiat, e.type,
    e.reference_id AS "referenceId", e.amount, ${micros('e.occurred_at', 'timestampUs')},
    e.euro_value AS "euroValue", e.treatment, e.taxable, e.price_source AS "priceSource", e.description, e.protocol,
    e.continuity_group_id AS "continuityGroupId", e.counterparty_address AS "counterpartyAddress",
    coalesce(e.chain_id, a.chain_id) AS "chainId", e.flags, e.spam, e.needs_review AS "needsReview",
    e.is_loan AS "isLoan", e.is_repayment AS "isRepayment", ${keptIn(userId)} AS "keptIn"
    ${isProposedEvent(proposal)}
  FROM ${proposedTable('events', userId, proposal)} e LEFT JOIN facts.accounts a ON a.user_id = e.user_id AND a.account_id = e.account_id
    ${joinAssetCorrection(proposedTable('overrides', userId, proposal))}
  WHERE e.user_id = ${userId}`;
}

/** Returns the condition on `eventsOf` that the asset of an event, as corrected, is one of `assets`. */
export function isEventOfAssets(userId: number, assets: readonly string[], proposal: Proposal): Sql {
  return isOfAssets(userId, assets, proposedTable('overrides', userId, proposal));
}

/** Selects the user's overrides. */
export function overridesOf(userId: number, proposal: Proposal = AS_STORED): Sql {
  return sql`
  SELECT override_id AS id, event_id AS "eventId", overridden_type AS type, overridden_treatment AS treatment,
    overridden_taxable AS taxable, overridden_euro_value AS "euroValue", overridden_amount AS amount,
    ${micros('overridden_timestamp', 'timestampUs')},
    overridden_description AS description, overridden_flags AS flags,
    ${micros('origin_acquired_at', 'originAcquiredUs')}
  FROM ${proposedTable('overrides', userId, proposal)} o WHERE user_id = ${userId}`;
}

/** Selects the user's rules. */
export function rulesOf(userId: number, proposal: Proposal = AS_STORED): Sql {
  return sql`
  SELECT rule_id AS id, ordinal, action, match_type AS "matchType", direction,
    counterparty_address AS "counterpartyAddress", chain_id AS "chainId", match_value AS "matchValue",
    threshold_eur AS "thresholdEur"
  FROM ${proposedTable('rules', userId, proposal)} r WHERE user_id = ${userId}`;
}

/** Selects the groups of transactions that may be imported twice, of which the user did not say that they are different. */
export function duplicatesOf(userId: number): Sql {
  return sql`SELECT duplicate_id AS id FROM facts.possible_duplicates WHERE user_id = ${userId} AND dismissed_at IS NULL`;
}

/** Selects the user's transfer matches. */
export function matchesOf(userId: number, proposal: Proposal = AS_STORED): Sql {
  return sql`
  SELECT match_id AS id, joined_match_id AS "joinedMatchId", ordinal, out_event_id AS "outEventId", in_event_id AS "inEventId", transfer_kind AS kind
  FROM ${proposedTable('matches', userId, proposal)} m WHERE user_id = ${userId}`;
}

/** Selects the regimes of the user's years. */
export function regimesOf(userId: number, proposal: Proposal = AS_STORED): Sql {
  return sql`SELECT year, regime FROM ${proposedTable('years', userId, proposal)} y WHERE user_id = ${userId}`;
}

interface FrozenRow {
  readonly year: number;
  readonly inputFingerprint: string;
  readonly state: ClosingPart | null;
  readonly sums: KeptSumsJson;
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
    sql`SELECT f.year, f.input_fingerprint AS "inputFingerprint", f.kept_sums AS sums, c.state
      FROM figures.frozen_years f LEFT JOIN figures.closing_states c
        ON c.user_id = f.user_id AND c.year = f.year ${ofAssets}
      WHERE f.user_id = ${userId} ORDER BY f.year, c.asset_key COLLATE "C"`,
  );
  return [...Map.groupBy(rows, ({ year }) => year)].map(([year, ofYear]) => {
    const parts = ofYear.flatMap(({ state }) => (state === null ? [] : [state]));
    const [{ inputFingerprint, sums }] = ofYear as [FrozenRow];
    return { year, inputFingerprint, closing: closingFromParts(parts), sums: keptSumsFromJson(sums) };
  });
}

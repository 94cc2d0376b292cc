/** Full strategy, load: all facts and corrections of one user. */
import type { Client } from '@ctx/platform/postgres';
import { STABLECOINS } from '@ctx/domain/stablecoins';
import { raw, sql, type Sql } from '@ctx/platform/sql';
import { assetOfEvent, joinAssetCorrection } from '@ctx/records/asset-of-event';
import type {
  EngineInputs,
  Override,
  Price,
  RawEvent,
  Rule,
  TransferMatch,
  YearRegime,
} from '../../engine/types.ts';
import {
  duplicatesOf,
  eventsOf,
  matchesOf,
  overridesOf,
  readFrozenYears,
  regimesOf,
  rulesOf,
} from '../inputs.ts';
import { AS_STORED, type Proposal, proposedTable } from '../proposal.ts';
import { rowsOf } from '../../tables/sql.ts';
import { pricesWhere } from '../prices.ts';

/** Returns the engine's inputs in the caller's transaction. */
export async function readInputs(
  client: Client,
  userId: number,
  proposal: Proposal = AS_STORED,
): Promise<EngineInputs> {
  const duplicates = await rowsOf<{ id: string }>(client, duplicatesOf(userId));
  return {
    events: await rowsOf<RawEvent>(client, eventsOf(userId, proposal)),
    overrides: await rowsOf<Override>(client, overridesOf(userId, proposal)),
    rules: await rowsOf<Rule>(client, rulesOf(userId, proposal)),
    matches: await rowsOf<TransferMatch>(client, matchesOf(userId, proposal)),
    prices: await rowsOf<Price>(client, pricesOf(userId, proposal)),
    regimes: await rowsOf<YearRegime>(client, regimesOf(userId, proposal)),
    frozenYears: await readFrozenYears(client, userId, null),
    duplicateIds: duplicates.map(({ id }) => id),
  };
}

// Shared prices only of assets the user has, and of the currencies of stablecoins: the table holds every asset of every user.
function pricesOf(userId: number, proposal: Proposal): Sql {
  const assets = sql`SELECT DISTINCT ${assetOfEvent('asset_key')} FROM ${proposedTable('events', userId, proposal)} e
    ${joinAssetCorrection(proposedTable('overrides', userId, proposal))} WHERE e.user_id = ${userId}`;
  const coins = STABLECOINS.map(({ assetKey }) => assetKey);
  const currencies = STABLECOINS.map(({ currency }) => currency);
  const ofUser = sql`p.asset_key IN (${assets} UNION
    SELECT s.currency FROM unnest(${coins}::text[], ${currencies}::text[]) AS s (coin, currency) WHERE s.coin IN (${assets}))`;
  return pricesWhere(userId, { own: raw('true'), shared: ofUser, entered: raw('true') }, proposal);
}

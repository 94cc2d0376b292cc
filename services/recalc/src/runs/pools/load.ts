/** Pools strategy, load: every pool that the changed events reach, whole (engine.md §7, "Incremental"). */
import { parseAmount } from '@ctx/domain/decimal';
import { PRICE_AGE_US_MAX } from '@ctx/domain/price-age';
import { symbolFamily } from '@ctx/domain/transfer-candidates';
import type { EventType, Treatment } from '@ctx/domain/vocabulary';
import type { Client } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import { assetOfEvent, joinAssetCorrection } from '@ctx/records/asset-of-event';
import type {
  EngineInputs,
  Override,
  PoolGroup,
  Price,
  RawEvent,
  Rule,
  TransferMatch,
  YearRegime,
} from '../../engine/types.ts';
import {
  eventsOf,
  isEventOfAssets,
  matchesOf,
  overridesOf,
  readFrozenYears,
  regimesOf,
  rulesOf,
} from '../inputs.ts';
import { type ChangesSince, countEvents, type LastRun } from '../changes.ts';
import { type Proposal, proposedTable } from '../proposal.ts';
import { pricesOfAssets, pricesSince } from '../prices.ts';
import { micros, rowsOf } from '../../tables/sql.ts';
import { type EventBefore, isOfTransfer, readEventsBefore } from './events-before.ts';
import { loadStart, type LotSelection, type StoredStart } from './start.ts';

/** Some pools with everything that decides their figures. */
export interface LoadedPools {
  readonly assets: readonly string[];
  readonly inputs: EngineInputs;
  /** Events that were added, changed or removed, with their legs. */
  readonly changed: readonly ChangedEvent[];
  /** The pools' events that are computed again, as the last run left them. */
  readonly before: readonly EventBefore[];
  /** Where the computation starts; null for the whole history of the pools. */
  readonly start: StoredStart | null;
  readonly lastRun: LastRun;
  /** Whether facts of a frozen year differ from those that it was submitted with: its stored events are not those of the facts. */
  readonly hasDrifted: boolean;
}

/** The pools that changed events reach. */
export type Reach = Pick<LoadedPools, 'assets' | 'changed' | 'lastRun' | 'hasDrifted'> & {
  readonly proposal: Proposal;
};

/**
 * Returns the pools of the changed events and all that transfers or symbols connect with them. Returns null where only a full run can
 * decide: where an asset or a symbol is new, where a frozen or speculative year is concerned, also one that an event without figures may
 * come from, and where an override lost its event or found it again.
 */
export async function reachOfEvents(
  client: Client,
  userId: number,
  { lastRun, ids }: ChangesSince,
  proposal: Proposal,
): Promise<Reach | null> {
  if (ids.length === 0) return null;
  const changed = await readChanged(client, userId, ids, proposal);
  // Everything of such an event is gone but its correction, which became orphaned.
  if (changed.length < ids.length) return null;
  if (changed.some((each) => isBeyondPools(each, lastRun))) return null;
  const hasDrifted = await isAnyYearDrifted(client, userId, lastRun);
  // An event without figures may not be new then: the last run may have counted it in a frozen year, which has no figures of it.
  if (hasDrifted && changed.some(({ inputDigest }) => inputDigest === null)) return null;
  const assets = reachedAssets(changed, await readGroups(client, userId));
  if (assets === null) return null;
  const regimes = await rowsOf<YearRegime>(client, regimesOf(userId, proposal));
  return regimes.some(({ regime }) => regime === 'SPECULATIEF')
    ? null
    : { assets, changed, lastRun, hasDrifted, proposal };
}

/**
 * Loads the pools from their first event, or from shortly before the change. Returns null where what they held then is not known, and
 * LARGE where there are more than `eventsMax` events.
 */
export async function loadPools(
  client: Client,
  userId: number,
  { assets, changed, lastRun, hasDrifted, proposal }: Reach,
  { history, eventsMax }: { readonly history: LotSelection | 'WHOLE'; readonly eventsMax: number },
): Promise<LoadedPools | 'LARGE' | null> {
  const { lastFrozenYear } = lastRun;
  if (history === 'WHOLE') {
    if ((await countEvents(client, userId)) > eventsMax) return 'LARGE';
    const inputs = await readInputsOfPools(client, userId, { assets, lastFrozenYear, proposal });
    const before = await readEventsBefore(client, userId, assets, { fromUs: null });
    return { assets, inputs, changed, before, lastRun, hasDrifted, start: null };
  }
  if (changed.some(mayLinkPools)) return null;
  const changedUs = Math.min(
    ...changed.flatMap(({ storedUs, nowUs }) => [storedUs ?? nowUs, nowUs ?? storedUs] as number[]),
  );
  const amounts = changed.map(({ nowAmount }) => parseAmount(nowAmount ?? '0'));
  const changedAmount = amounts.reduce((sum, amount) => sum + amount, 0n);
  const known = { assets, changedUs, changedAmount, lastFrozenYear, lotsRead: history, eventsMax, proposal };
  const start = await loadStart(client, userId, known);
  if (start === null || start === 'LARGE') return start;
  const inputs = await readInputsSince(client, userId, start, { assets, changed, proposal });
  // Only these pools have rows that may differ.
  const active = new Set([...start.events.map(({ assetKey }) => assetKey), ...changed.flatMap(assetsOf)]);
  return { assets: [...active], inputs, changed, before: start.events, lastRun, hasDrifted, start };
}

/** An event before and after the change; `symbol` is null where it was removed, `inputDigest` null where it is new. */
export interface ChangedEvent {
  readonly id: string;
  /** Its asset now, and in the last run: they differ where the asset was corrected. Null where it was removed, or where it is new. */
  readonly assetKey: string | null;
  readonly storedAssetKey: string | null;
  readonly symbol: string | null;
  readonly inputDigest: string | null;
  readonly oldestYear: number | null;
  /** When it happened in the last run, and when it happens now. */
  readonly storedUs: number | null;
  readonly nowUs: number | null;
  readonly nowAmount: string | null;
  /** Type and treatment in the last run, and whether it was a leg of a match. */
  readonly storedType: EventType | null;
  readonly storedTreatment: Treatment | null;
  readonly wasMatched: boolean;
  readonly isOverridden: boolean;
}

async function readChanged(
  client: Client,
  userId: number,
  ids: readonly string[],
  proposal: Proposal,
): Promise<ChangedEvent[]> {
  const overrides = proposedTable('overrides', userId, proposal);
  return rowsOf<ChangedEvent>(
    client,
    sql`SELECT ${micros('f.occurred_at', 'storedUs')},
      ${micros('coalesce(o.overridden_timestamp, e.occurred_at)', 'nowUs')},
      coalesce(o.overridden_amount, e.amount) AS "nowAmount",
      f.type AS "storedType", f.treatment AS "storedTreatment", coalesce(f.was_matched, false) AS "wasMatched",
      a.id, ${assetOfEvent('asset_key')} AS "assetKey", f.asset_key AS "storedAssetKey", ${assetOfEvent('asset_symbol')} AS symbol,
      f.input_digest AS "inputDigest", f.oldest_year AS "oldestYear", o.event_id IS NOT NULL AS "isOverridden"
    FROM unnest(${ids}::uuid[]) AS a (id)
    LEFT JOIN ${proposedTable('events', userId, proposal)} e ON e.user_id = ${userId} AND e.event_id = a.id
    LEFT JOIN LATERAL (
      SELECT min(g.asset_key) AS asset_key, min(g.year) AS oldest_year, min(g.occurred_at) AS occurred_at,
        min(g.type) AS type, min(g.treatment) AS treatment, bool_or(g.match_id IS NOT NULL) AS was_matched,
        (array_agg(g.input_digest ORDER BY g.year DESC))[1] AS input_digest
      FROM figures.events g WHERE g.user_id = ${userId} AND g.event_id = a.id HAVING count(*) > 0) f ON true
    LEFT JOIN ${overrides} o ON o.user_id = ${userId} AND o.event_id = a.id
    ${joinAssetCorrection(overrides)}
    WHERE e.event_id IS NOT NULL OR f.asset_key IS NOT NULL`,
  );
}

function isBeyondPools(
  { oldestYear, symbol, inputDigest, isOverridden }: ChangedEvent,
  { lastFrozenYear }: LastRun,
): boolean {
  const isOrphaned = isOverridden && (symbol === null || inputDigest === null);
  return isOrphaned || (oldestYear !== null && oldestYear <= lastFrozenYear);
}

async function isAnyYearDrifted(
  client: Client,
  userId: number,
  { lastFrozenYear }: LastRun,
): Promise<boolean> {
  if (lastFrozenYear === 0) return false;
  const rows = await rowsOf(
    client,
    sql`SELECT 1 FROM figures.issues
      WHERE user_id = ${userId} AND year <= ${lastFrozenYear} AND issue_type = 'FROZEN_YEAR_DRIFT' LIMIT 1`,
  );
  return rows.length > 0;
}

/** Returns the asset of a changed event in the last run and its asset now: two where the asset was corrected. */
function assetsOf({ assetKey, storedAssetKey }: ChangedEvent): string[] {
  return [...new Set([storedAssetKey, assetKey])].filter((asset) => asset !== null);
}

/** Tells whether an event is gone or has another asset, or was a leg that may have connected two pools. */
function mayLinkPools(event: ChangedEvent, _index: number, all: readonly ChangedEvent[]): boolean {
  const { symbol, storedType, storedTreatment, wasMatched } = event;
  if (symbol === null || assetsOf(event).length > 1) return true;
  if (new Set(all.flatMap(assetsOf)).size === 1) return false;
  if (storedType === null || storedTreatment === null) return false;
  return wasMatched || isOfTransfer(storedType, storedTreatment);
}

async function readGroups(client: Client, userId: number): Promise<PoolGroup[]> {
  const { rows } = await client.query<PoolGroup>(
    `SELECT asset_key AS "assetKey", pool_group AS "group", symbol_families AS families
     FROM figures.pools WHERE user_id = $1`,
    [userId],
  );
  return rows;
}

/** Returns all assets of the events' groups of pools; null where an event has no group. */
function reachedAssets(changed: readonly ChangedEvent[], pools: readonly PoolGroup[]): string[] | null {
  const known = new Map(pools.map((pool) => [pool.assetKey, pool]));
  const groups = new Set<string>();
  for (const event of changed) {
    for (const asset of assetsOf(event)) {
      const pool = known.get(asset);
      if (pool === undefined) return null;
      if (asset === event.assetKey && !pool.families.includes(symbolFamily(event.symbol ?? ''))) return null;
      groups.add(pool.group);
    }
  }
  return pools.filter(({ group }) => groups.has(group)).map(({ assetKey }) => assetKey);
}

/** All events of the pools, and what decides what those are: legs of their swaps and matches, and the legs of these. */
async function readInputsOfPools(
  client: Client,
  userId: number,
  { assets, lastFrozenYear, proposal }: Pick<Reach, 'assets' | 'proposal'> & Pick<LastRun, 'lastFrozenYear'>,
): Promise<EngineInputs> {
  const matches = await rowsOf<TransferMatch>(client, matchesOf(userId, proposal));
  const own = await rowsOf<RawEvent>(
    client,
    sql`${eventsOf(userId, proposal)} AND ${isEventOfAssets(userId, assets, proposal)}`,
  );
  const others = await readOtherLegs(own, matches, (groups, ids) =>
    rowsOf<RawEvent>(
      client,
      sql`${eventsOf(userId, proposal)} AND (e.continuity_group_id = ANY (${groups}) OR e.event_id = ANY (${ids}))
        AND NOT (${isEventOfAssets(userId, assets, proposal)})`,
    ),
  );
  const pricedAssets = [...new Set([...assets, ...others.map(({ assetKey }) => assetKey)])];
  const prices = await rowsOf<Price>(client, pricesOfAssets(userId, pricedAssets, proposal));
  const otherIds = others.map(({ id }) => id);
  return {
    events: [...own, ...others],
    overrides: await rowsOf<Override>(
      client,
      sql`${overridesOf(userId, proposal)} AND (coalesce(overridden_asset_key, asset_key) = ANY (${assets}) OR event_id = ANY (${otherIds}))`,
    ),
    rules: await rowsOf<Rule>(client, rulesOf(userId, proposal)),
    matches,
    prices,
    regimes: await rowsOf<YearRegime>(client, regimesOf(userId, proposal)),
    frozenYears: lastFrozenYear === 0 ? [] : await readFrozenYears(client, userId, assets),
  };
}

/** The events of the pools since the start, and what decides what those are. */
async function readInputsSince(
  client: Client,
  userId: number,
  { atUs, events: since, sideIds }: StoredStart,
  { assets, changed, proposal }: Pick<Reach, 'assets' | 'changed' | 'proposal'>,
): Promise<EngineInputs> {
  const matches = await rowsOf<TransferMatch>(client, matchesOf(userId, proposal));
  const ids = [...new Set([...sideIds, ...[...since, ...changed].map(({ id }) => id)])];
  const own = await rowsOf<RawEvent>(
    client,
    sql`${eventsOf(userId, proposal)} AND e.event_id = ANY (${ids})`,
  );
  const others = await readOtherLegs(own, matches, (groups, legs) =>
    rowsOf<RawEvent>(
      client,
      sql`${eventsOf(userId, proposal)} AND (e.continuity_group_id = ANY (${groups}) OR e.event_id = ANY (${legs}))`,
    ),
  );
  const events = [...own, ...others];
  const overrides = await rowsOf<Override>(
    client,
    sql`${overridesOf(userId, proposal)} AND event_id = ANY (${events.map(({ id }) => id)})`,
  );
  const times = [...events, ...overrides].flatMap(({ timestampUs }) => timestampUs ?? []);
  return {
    events,
    overrides,
    rules: await rowsOf<Rule>(client, rulesOf(userId, proposal)),
    matches,
    prices: await rowsOf<Price>(
      client,
      pricesSince(
        userId,
        [...assets, ...events.map(({ assetKey }) => assetKey)],
        times.reduce((a, b) => Math.min(a, b), atUs) - PRICE_AGE_US_MAX,
        proposal,
      ),
    ),
    // Another regime never gets here.
    regimes: [],
    frozenYears: [],
  };
}

/** Adds events of other pools that share a group or a match with a known one, until there are no more. */
async function readOtherLegs(
  own: readonly RawEvent[],
  matches: readonly TransferMatch[],
  read: (groupIds: readonly string[], eventIds: readonly string[]) => Promise<readonly RawEvent[]>,
): Promise<RawEvent[]> {
  const known = new Set(own.map(({ id }) => id));
  const askedGroups = new Set<string>();
  const others: RawEvent[] = [];
  for (let found: readonly RawEvent[] = own; found.length > 0;) {
    const ids = new Set(found.map(({ id }) => id));
    const groups = new Set(found.flatMap(({ continuityGroupId }) => continuityGroupId ?? [])).values();
    const newGroups = [...groups].filter((group) => !askedGroups.has(group));
    const joined = matches.filter(({ outEventId, inEventId }) => ids.has(outEventId) || ids.has(inEventId));
    const legs = joined.flatMap(({ outEventId, inEventId }) => [outEventId, inEventId]);
    const newLegs = [...new Set(legs)].filter((id) => !known.has(id));
    if (newGroups.length === 0 && newLegs.length === 0) break;
    for (const group of newGroups) askedGroups.add(group);
    found = (await read(newGroups, newLegs)).filter(({ id }) => !known.has(id));
    for (const event of found) {
      known.add(event.id);
      others.push(event);
    }
  }
  return others;
}

/** The way of pools, loaded: the pools that changed events reach, completely, and no other (engine.md §7, "Incremental"). */
import { LIMITS } from '@ctx/domain/limits';
import { symbolFamily } from '@ctx/domain/transfer-candidates';
import type { Client } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
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
import { eventsOf, matchesOf, overridesOf, readFrozenYears, regimesOf, rulesOf } from '../inputs.ts';
import { type LastRun, readLastRun, withLegs } from '../changes.ts';
import { pricesWhere, rowsOf } from '../sql.ts';

/** Some pools with everything that decides their figures. */
export interface LoadedPools {
  readonly assets: readonly string[];
  readonly inputs: EngineInputs;
  /** Events that were added, changed or removed, with their legs. */
  readonly changed: readonly ChangedEvent[];
  readonly lastRun: LastRun;
}

/**
 * Returns the pools of the changed events and all that transfers or symbols connect with them. Returns null where only a full run can
 * decide: where an asset or a symbol is new, where a frozen or speculative year is concerned, and where an override lost its event
 * or found it again.
 */
export async function loadPools(
  client: Client,
  userId: number,
  changedIds: readonly string[],
): Promise<LoadedPools | null> {
  if (changedIds.length === 0 || changedIds.length > LIMITS.changedEventsMax) return null;
  const lastRun = await readLastRun(client, userId);
  const ids = lastRun === null ? null : await withLegs(client, userId, changedIds);
  if (lastRun === null || ids === null) return null;
  const changed = await readChanged(client, userId, ids);
  // Everything of such an event is gone but its correction, which became orphaned.
  if (changed.length < ids.length) return null;
  if (changed.some((each) => isBeyondPools(each, lastRun))) return null;
  const assets = reachedAssets(changed, await readGroups(client, userId));
  if (assets === null) return null;
  const inputs = await readInputsOfPools(client, userId, assets, lastRun.lastFrozenYear);
  if (inputs.regimes.some(({ regime }) => regime === 'SPECULATIEF')) return null;
  return { assets, inputs, changed, lastRun };
}

/** An event before and after the change; `symbol` is null where it was removed, `inputDigest` null where it is new. */
export interface ChangedEvent {
  readonly id: string;
  readonly assetKey: string;
  readonly symbol: string | null;
  readonly inputDigest: string | null;
  readonly oldestYear: number | null;
  readonly isOverridden: boolean;
}

const CHANGED = `
  SELECT a.id, coalesce(e.asset_key, f.asset_key) AS "assetKey", e.asset_symbol AS symbol,
    f.input_digest AS "inputDigest", f.oldest_year AS "oldestYear", o.event_id IS NOT NULL AS "isOverridden"
  FROM unnest($2::uuid[]) AS a (id)
  LEFT JOIN facts.events e ON e.user_id = $1 AND e.event_id = a.id
  LEFT JOIN LATERAL (
    SELECT min(g.asset_key) AS asset_key, min(g.year) AS oldest_year,
      (array_agg(g.input_digest ORDER BY g.year DESC))[1] AS input_digest
    FROM figures.events g WHERE g.user_id = $1 AND g.event_id = a.id HAVING count(*) > 0) f ON true
  LEFT JOIN corrections.overrides o ON o.user_id = $1 AND o.event_id = a.id
  WHERE e.event_id IS NOT NULL OR f.asset_key IS NOT NULL`;

async function readChanged(client: Client, userId: number, ids: readonly string[]): Promise<ChangedEvent[]> {
  return (await client.query<ChangedEvent>(CHANGED, [userId, ids])).rows;
}

function isBeyondPools(
  { oldestYear, symbol, inputDigest, isOverridden }: ChangedEvent,
  { lastFrozenYear }: LastRun,
): boolean {
  const isOrphaned = isOverridden && (symbol === null || inputDigest === null);
  return isOrphaned || (oldestYear !== null && oldestYear <= lastFrozenYear);
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
  for (const { assetKey, symbol } of changed) {
    const pool = known.get(assetKey);
    if (pool === undefined || (symbol !== null && !pool.families.includes(symbolFamily(symbol)))) return null;
    groups.add(pool.group);
  }
  return pools.filter(({ group }) => groups.has(group)).map(({ assetKey }) => assetKey);
}

/** All events of the pools, and what decides what those are: legs of their swaps and matches, and the legs of these. */
async function readInputsOfPools(
  client: Client,
  userId: number,
  assets: readonly string[],
  lastFrozenYear: number,
): Promise<EngineInputs> {
  const matches = await rowsOf<TransferMatch>(client, matchesOf(userId));
  const own = await rowsOf<RawEvent>(client, sql`${eventsOf(userId)} AND e.asset_key = ANY (${assets})`);
  const others = await readOtherLegs(own, matches, (groups, ids) =>
    rowsOf<RawEvent>(
      client,
      sql`${eventsOf(userId)} AND (e.continuity_group_id = ANY (${groups}) OR e.event_id = ANY (${ids}))
        AND e.asset_key <> ALL (${assets})`,
    ),
  );
  const pricedAssets = [...new Set([...assets, ...others.map(({ assetKey }) => assetKey)])];
  const isPriced = sql`p.asset_key = ANY (${pricedAssets})`;
  const prices = await rowsOf<Price>(client, pricesWhere(userId, isPriced, isPriced));
  const otherIds = others.map(({ id }) => id);
  return {
    events: [...own, ...others],
    overrides: await rowsOf<Override>(
      client,
      sql`${overridesOf(userId)} AND (asset_key = ANY (${assets}) OR event_id = ANY (${otherIds}))`,
    ),
    rules: await rowsOf<Rule>(client, rulesOf(userId)),
    matches,
    prices,
    regimes: await rowsOf<YearRegime>(client, regimesOf(userId)),
    frozenYears: lastFrozenYear === 0 ? [] : await readFrozenYears(client, userId, assets),
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

/** Pools strategy, compute: the figures of some pools, and the sums behind the fingerprints corrected by them. Pure. */
import { hexOf } from '@ctx/domain/digest';
import { eventInputDigest } from '../../engine/fingerprint.ts';
import { pricesOfEvent, priceSeries } from '../../engine/prices.ts';
import { isOfPair, type PoolsStart, recalculatePools } from '../../engine/recalculate.ts';
import { isSameAsset, transfersOf } from '../../engine/transfer-groups.ts';
import type { EffectiveEvent, EngineInputs, EngineOutputs, Lot } from '../../engine/types.ts';
import { EVENT_INPUTS, replaceMatches } from '../../tables/input-sums.ts';
import { DigestSums } from '../../tables/tables.ts';
import type { EventBefore } from './events-before.ts';
import type { ChangedEvent, LoadedPools } from './load.ts';
import { openingOf } from './opening.ts';
import type { StoredStart } from './start.ts';

/** Some pools, computed again. */
export interface ComputedPools {
  readonly outputs: EngineOutputs;
  readonly inputSums: DigestSums;
  /** How many events the user has after the change. */
  readonly events: number;
}

/**
 * Returns null where new legs connect the pools with others, where an event moved into a frozen year, where the accounts change although
 * the facts of a frozen year are not those it was submitted with, and where the figures before the start would decide.
 */
export function computePools(loaded: LoadedPools): ComputedPools | null {
  const { assets, inputs, changed, before, lastRun, hasDrifted, start } = loaded;
  const from = start === null ? null : startOf(loaded, start);
  if (start !== null && from === null) return null;
  const outputs = recalculatePools(inputs, new Set(assets), from);
  if (outputs === null || !areAllLive(changed, outputs)) return null;
  // Which accounts the rest of the facts has is known from stored events.
  if (hasDrifted && !hasSameAccounts(before, outputs)) return null;
  const isLinked = (event: EffectiveEvent): boolean => isLinkedBefore(event, loaded);
  if (start !== null && (outputs.events.some(isLinked) || isBeyond(start, outputs))) return null;
  const isNow = changed.filter(({ symbol }) => symbol !== null).length;
  const wasBefore = changed.filter(({ inputDigest }) => inputDigest !== null).length;
  return {
    outputs,
    inputSums: correctedSums(lastRun.inputSums, changed, inputs),
    events: lastRun.events + isNow - wasBefore,
  };
}

function startOf({ inputs, changed }: LoadedPools, start: StoredStart): PoolsStart | null {
  const { atUs, lots, marks, photoMissing, eventCount, events } = start;
  const opening = openingOf(lots, marks);
  if (opening === null) return null;
  const since = new Set([...events, ...changed].map(({ id }) => id));
  const eventsSince = inputs.events.filter(({ id }) => since.has(id)).length;
  return { atUs, opening, photoMissing, eventsBefore: eventCount - eventsSince };
}

/**
 * Tells whether the figures depend on a lot that was not read. All lots that arrived since the start are younger, as are those that were
 * read because a mark ends at them: nothing may have been taken from these, and no transfer may have ended at one. The impact of a
 * suggestion depends on what its transfer would reach.
 */
function isBeyond(
  { atUs, shortened, lotsOfMarks, lots: stored }: StoredStart,
  outputs: EngineOutputs,
): boolean {
  if (shortened.size === 0) return false;
  const { events, outcomes, lots, marks, issues } = outputs;
  const before = new Map(stored.map(({ id, remaining }) => [id, remaining]));
  const isTaken = ({ id, assetKey, arrivedUs, amount, remaining }: Lot): boolean =>
    arrivedUs >= atUs
      ? shortened.has(assetKey) && remaining < amount
      : lotsOfMarks.has(id) && remaining !== before.get(id);
  return (
    lots.some(isTaken) ||
    events.some(({ raw }, index) => outcomes[index]?.isShort === true && shortened.has(raw.assetKey)) ||
    marks.some(({ lot }) => shortened.has(lot.assetKey)) ||
    issues.some(isOfPair)
  );
}

/**
 * Tells whether a changed event connects two pools now, or any event is a leg of a transfer that began in a frozen year, or that moved
 * units to another pool before the start.
 */
function isLinkedBefore(
  event: EffectiveEvent,
  { changed, lastRun: { lastFrozenYear }, start }: LoadedPools,
): boolean {
  return transfersOf(event).some((transfer) => {
    const { outLeg, inLeg, actsAtUs } = transfer;
    if (Math.min(outLeg.year, inLeg.year) <= lastFrozenYear) return true;
    if (isSameAsset(transfer)) return false;
    return changed.some(({ id }) => id === event.raw.id) || (start !== null && actsAtUs < start.atUs);
  });
}

/** An event that moved into a frozen year is no longer live. */
function areAllLive(changed: readonly ChangedEvent[], { events }: EngineOutputs): boolean {
  const live = new Set(events.map(({ raw }) => raw.id));
  return changed.every(({ id, symbol }) => symbol === null || live.has(id));
}

/** Tells whether the events act on the pools from the same accounts as before. */
export function hasSameAccounts(
  before: readonly EventBefore[],
  { accountIds }: Pick<EngineOutputs, 'accountIds'>,
): boolean {
  return isSameSet(
    new Set(before.filter(({ actsOnPools }) => actsOnPools).map(({ accountId }) => accountId)),
    accountIds,
  );
}

export function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}

function correctedSums(
  inputSums: Readonly<Record<string, string>>,
  changed: readonly ChangedEvent[],
  { events, overrides, matches, prices }: EngineInputs,
): DigestSums {
  const sums = new DigestSums(inputSums);
  const series = priceSeries(prices);
  replaceMatches(sums, matches);
  const known = new Map(events.map((raw) => [raw.id, raw]));
  const corrected = new Map(overrides.map((override) => [override.eventId, override]));
  for (const { id, inputDigest } of changed) {
    if (inputDigest !== null) sums.subtract(EVENT_INPUTS, hexOf(inputDigest));
    const raw = known.get(id);
    if (raw === undefined) continue;
    const override = corrected.get(id) ?? null;
    sums.add(EVENT_INPUTS, eventInputDigest(raw, override, pricesOfEvent(raw, override, series)));
  }
  return sums;
}

/** The actions on the pools and their order (engine.md §1, "Order of processing"). */
import { compareKeys } from '../order.ts';
import { actingLeg, staysInPool, transfersOf } from '../transfer-groups.ts';
import type { EffectiveEvent, Transfer } from '../types.ts';
import type { FrozenYears } from './frozen-years.ts';

/** One action: of a single event, or of a transfer for both its legs. `event` gives its place in the order. */
export interface Action {
  readonly kind: 'EVENT' | 'TRANSFER' | 'SURPLUS' | 'ARRIVAL' | 'UNKNOWN_ARRIVAL' | 'LATE_DEPARTURE';
  readonly atUs: number;
  /** Order at one timestamp: incoming events, then matched transfers, then outgoing events. */
  readonly rank: 0 | 1 | 2;
  readonly event: EffectiveEvent;
  /** The transfer that acts or arrives; null for a single event. */
  readonly transfer: Transfer | null;
}

/** Returns the actions of all events outside frozen years, in processing order; the order of `events` does not matter. */
export function actionsOf(events: readonly EffectiveEvent[], frozenYears: FrozenYears): Action[] {
  const actions: Action[] = [];
  for (const event of events) {
    if (event.effect.pool === 'NONE' || frozenYears.stretchOf(event.year) === -1) continue;
    if (event.transfer === null)
      actions.push({ kind: 'EVENT', atUs: event.timestampUs, rank: rankOf(event), event, transfer: null });
    else pushTransferActions(actions, event, event.transfer, frozenYears);
  }
  actions.sort(compareActions);
  return orderTransfersOfOneInstant(actions);
}

function rankOf({ type }: EffectiveEvent): 0 | 2 {
  return type === 'ACQUISITION' || type === 'INCOME' ? 0 : 2;
}

/** Adds the actions of one leg. A departure acts once, with all of its arrivals, at the leg that gives it its time (`actingLeg`). */
function pushTransferActions(
  actions: Action[],
  event: EffectiveEvent,
  first: Transfer,
  frozenYears: FrozenYears,
): void {
  const act = (kind: Action['kind'], rank: Action['rank'], transfer: Transfer): void => {
    actions.push({ kind, atUs: event.timestampUs, rank, event, transfer });
  };
  if (event === first.outLeg) {
    const acting = actingLeg(event);
    if (event === acting) act('TRANSFER', 1, first);
    else if (frozenYears.stretchOf(acting.year) !== frozenYears.stretchOf(event.year))
      act('LATE_DEPARTURE', 2, first);
    return;
  }
  for (const transfer of transfersOf(event)) {
    const { outLeg, inAmount, outAmount } = transfer;
    if (frozenYears.isForgotten(outLeg)) {
      act('UNKNOWN_ARRIVAL', 1, transfer);
      continue;
    }
    if (event === actingLeg(outLeg)) act('TRANSFER', 1, transfer);
    const isTogether = frozenYears.stretchOf(outLeg.year) === frozenYears.stretchOf(event.year);
    // A surplus comes at the in leg's own time, even when that is before the transfer acts.
    if (!isTogether && event.timestampUs > outLeg.timestampUs) act('ARRIVAL', 1, transfer);
    else if (staysInPool(outLeg) && inAmount > outAmount) act('SURPLUS', 0, transfer);
  }
}

function compareActions(a: Action, b: Action): number {
  // A matched transfer is ordered by its out leg, also when it acts at the time of its in leg.
  return a.atUs - b.atUs || a.rank - b.rank || compareKeys(placedBy(a).raw, placedBy(b).raw);
}

function placedBy({ kind, event, transfer }: Action): EffectiveEvent {
  return kind === 'TRANSFER' ? (transfer?.outLeg ?? event) : event;
}

/** Orders the transfers of one instant: a transfer comes after those that bring its out asset. */
function orderTransfersOfOneInstant(actions: Action[]): Action[] {
  for (let start = 0; start < actions.length; start += 1) {
    if (actions[start]?.kind !== 'TRANSFER') continue;
    let end = start + 1;
    while (actions[end]?.kind === 'TRANSFER' && actions[end]?.atUs === actions[start]?.atUs) end += 1;
    if (end - start > 1)
      for (const [offset, action] of byDependency(actions.slice(start, end)).entries())
        actions[start + offset] = action;
    start = end - 1;
  }
  return actions;
}

/**
 * Returns the transfers of one instant in order of dependency. Assets that bring each other in a circle share a depth, and
 * their transfers are ordered by key. The circles themselves form no circle, so each has a depth, and transfers out of a
 * circle come after those inside it.
 */
function byDependency(transfers: readonly Action[]): readonly Action[] {
  const next = new Map<string, Set<string>>();
  for (const action of transfers)
    for (const [from, to] of assetsOf(action)) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reach = new Map([...next.keys()].map((asset) => [asset, reachableFrom(asset, next)]));
  const isCircle = (a: string, b: string): boolean =>
    reach.get(a)?.has(b) === true && reach.get(b)?.has(a) === true;
  // The depth is the number of assets that can bring this one without being brought by it.
  const depth = (asset: string): number =>
    [...reach].filter(([other, reached]) => reached.has(asset) && !isCircle(other, asset)).length;
  const depths = new Map([...next.keys()].map((asset) => [asset, depth(asset)]));
  const rank = (action: Action): number =>
    Math.max(
      ...assetsOf(action).map(([from, to]) => 2 * (depths.get(from) ?? 0) + Number(!isCircle(from, to))),
    );
  return transfers.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the asset that leaves with each asset that it brings. */
function assetsOf({ transfer }: Action): readonly (readonly [string, string])[] {
  if (transfer === null) return [];
  return transfersOf(transfer.outLeg).map(({ outLeg, inLeg }) => [outLeg.raw.assetKey, inLeg.raw.assetKey]);
}

function reachableFrom(asset: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(next.get(asset) ?? [])];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (reached.has(each)) continue;
    reached.add(each);
    waiting.push(...(next.get(each) ?? []));
  }
  return reached;
}

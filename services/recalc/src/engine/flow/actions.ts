/** The actions on the pools and their order (engine.md §1, "Order of processing"). */
import { compareKeys } from '../order.ts';
import type { EffectiveEvent, Transfer } from '../types.ts';

/** One action: of a single event, or of a transfer for both its legs. `event` gives its place in the order. */
export interface Action {
  readonly kind: 'EVENT' | 'TRANSFER' | 'SURPLUS' | 'ARRIVAL' | 'LATE_DEPARTURE';
  readonly atUs: number;
  /** Order at one timestamp: incoming events, then matched transfers, then outgoing events. */
  readonly rank: 0 | 1 | 2;
  readonly event: EffectiveEvent;
}

/** Returns the stretch of a year: the number of frozen years before it, or -1 for a frozen year. */
export type Stretches = (year: number) => number;

export function stretchesOf(frozenYears: readonly number[]): Stretches {
  const frozen = new Set(frozenYears);
  return (year) => (frozen.has(year) ? -1 : frozenYears.filter((each) => each < year).length);
}

/** Returns the actions of all events outside frozen years, in processing order; the order of `events` does not matter. */
export function actionsOf(events: readonly EffectiveEvent[], stretchOf: Stretches): Action[] {
  const actions: Action[] = [];
  for (const event of events) {
    if (event.effect.pool === 'NONE' || stretchOf(event.year) === -1) continue;
    if (event.transfer === null)
      actions.push({ kind: 'EVENT', atUs: event.timestampUs, rank: rankOf(event), event });
    else pushTransferActions(actions, event, event.transfer, stretchOf);
  }
  actions.sort(compareActions);
  return orderTransfersOfOneInstant(actions);
}

function rankOf({ type }: EffectiveEvent): 0 | 2 {
  return type === 'ACQUISITION' || type === 'INCOME' ? 0 : 2;
}

/** Adds the actions of one leg. The transfer itself acts once, at the leg that gives it its time (`actingLeg`). */
function pushTransferActions(
  actions: Action[],
  event: EffectiveEvent,
  transfer: Transfer,
  stretchOf: Stretches,
): void {
  const { outLeg, inLeg } = transfer;
  const acting = actingLeg(transfer);
  const isTogether = stretchOf(outLeg.year) === stretchOf(inLeg.year);
  const act = (kind: Action['kind'], rank: Action['rank']): void => {
    actions.push({ kind, atUs: event.timestampUs, rank, event });
  };
  if (event === acting) act('TRANSFER', 1);
  else if (event === outLeg && !isTogether) act('LATE_DEPARTURE', 2);
  if (event !== inLeg) return;
  // A surplus comes at the in leg's own time, even when that is before the transfer acts.
  if (!isTogether && inLeg.timestampUs > outLeg.timestampUs) act('ARRIVAL', 1);
  else if (isSameAsset(transfer) && inLeg.amount > outLeg.amount) act('SURPLUS', 0);
}

/** Returns the leg at whose time a transfer acts: the out leg within one asset, the earlier leg between two assets. */
function actingLeg(transfer: Transfer): EffectiveEvent {
  const { outLeg, inLeg } = transfer;
  return isSameAsset(transfer) || outLeg.timestampUs <= inLeg.timestampUs ? outLeg : inLeg;
}

export function isSameAsset({ outLeg, inLeg }: Transfer): boolean {
  return outLeg.raw.assetKey === inLeg.raw.assetKey;
}

function compareActions(a: Action, b: Action): number {
  // A matched transfer is ordered by its out leg, also when it acts at the time of its in leg.
  return a.atUs - b.atUs || a.rank - b.rank || compareKeys(placedBy(a).raw, placedBy(b).raw);
}

function placedBy({ kind, event }: Action): EffectiveEvent {
  return kind === 'TRANSFER' ? (event.transfer?.outLeg ?? event) : event;
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
  for (const { event } of transfers) {
    const [from, to] = assetsOf(event);
    next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const reach = new Map([...next.keys()].map((asset) => [asset, reachableFrom(asset, next)]));
  const isCircle = (a: string, b: string): boolean =>
    reach.get(a)?.has(b) === true && reach.get(b)?.has(a) === true;
  // The depth is the number of assets that can bring this one without being brought by it.
  const depth = (asset: string): number =>
    [...reach].filter(([other, reached]) => reached.has(asset) && !isCircle(other, asset)).length;
  const depths = new Map([...next.keys()].map((asset) => [asset, depth(asset)]));
  const rank = ({ event }: Action): number => {
    const [from, to] = assetsOf(event);
    return 2 * (depths.get(from) ?? 0) + Number(!isCircle(from, to));
  };
  return transfers.toSorted((a, b) => rank(a) - rank(b));
}

function assetsOf({ transfer }: EffectiveEvent): [string, string] {
  return [transfer?.outLeg.raw.assetKey ?? '', transfer?.inLeg.raw.assetKey ?? ''];
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

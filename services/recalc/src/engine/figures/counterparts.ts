/** Finds the other side of unmatched transfers among a user's events (engine.md §5). */
import {
  bestCandidates,
  type Candidate,
  candidateWindow,
  symbolFamily,
  type TransferSide,
} from '@ctx/domain/transfer-candidates';
import { renameAt, wasRenamed } from '@ctx/domain/renames';
import { LIMITS } from '@ctx/domain/limits';
import { HOUR_US } from '@ctx/domain/time-units';
import type { TransferKind } from '@ctx/domain/vocabulary';
import { isSameAsset, transfersOf } from '../transfer-groups.ts';
import type { EffectiveEvent } from '../types.ts';

/** An event as one side of a transfer. */
export interface EventSide extends TransferSide {
  readonly event: EffectiveEvent;
  /** The kind of the match to join, for an event that is matched already: its amount is what its match lacks. Null for any other event. */
  readonly joinKind: TransferKind | null;
}

/** Which events may be the counterpart: those without a match alone, or also those whose match lacks an amount. */
export type CounterpartChoice = 'UNMATCHED' | 'UNMATCHED_OR_LACKING';

/**
 * Returns the best counterpart of an event, or null. A leg of a match never has one, even while the match rests: no other
 * match accepts the event.
 */
export type FindCounterpart = (
  event: EffectiveEvent,
  choice: CounterpartChoice,
) => Candidate<EventSide> | null;

/** Returns a function that finds counterparts among the events. The first call builds its index, by symbol family and asset. */
export function counterpartFinder(events: readonly EffectiveEvent[]): FindCounterpart {
  let index: ReadonlyMap<string, EventSide[]> | null = null;
  return (event, choice) => {
    if (event.isInMatch) return null;
    index ??= indexSides(events);
    const side = sideOf(event);
    const { fromUs, toUs } = candidateWindow(side);
    const wanted = side.type === 'DISPOSITION' ? 'ACQUISITION' : 'DISPOSITION';
    const keys = keysOf({ ...side, type: wanted });
    if (choice === 'UNMATCHED_OR_LACKING') keys.push(lackingKeyOf({ ...side, type: wanted }));
    const sides = new Set(keys.flatMap((key) => between(index?.get(key) ?? [], fromUs, toUs)));
    return bestCandidates(side, sides, 1)[0] ?? null;
  };
}

/**
 * Tells whether an event may be proposed as one side of a transfer. It may when it is not matched yet (a resting match counts
 * as one) and has a transfer treatment, is an UNRESOLVED or AMBIGUOUS out leg, or is NORMAL or UNCLASSIFIED outside a swap.
 * Loans and ignored, spam and fiat events never may.
 */
export function mayBeCounterpart({
  effect,
  transfer,
  isInMatch,
  inSwap,
  treatment,
}: EffectiveEvent): boolean {
  if (transfer !== null || isInMatch || inSwap) return false;
  if (effect.pool === 'LEAVE' || effect.pool === 'ARRIVE' || effect.isUnresolved) return true;
  return effect.isSwapLeg && (treatment === 'NORMAL' || treatment === 'UNCLASSIFIED');
}

/**
 * Returns a function that finds the event by which the asset of a sale became another one, by the table of renames: the other leg of its
 * swap, or an event outside swaps within an hour. Null for an event that is no sale, and where the table knows no such pair.
 */
export function migrationFinder(
  events: readonly EffectiveEvent[],
  findCounterpart: FindCounterpart,
): (event: EffectiveEvent) => string | null {
  let swaps: Map<string, EffectiveEvent[]> | null = null;
  const legsOf = (group: string): readonly EffectiveEvent[] => {
    swaps ??= Map.groupBy(
      events.filter(({ inSwap }) => inSwap),
      ({ raw }) => raw.continuityGroupId ?? '',
    );
    return swaps.get(group) ?? [];
  };
  return (event) => {
    const { raw, effect, transfer, isInMatch, inSwap } = event;
    const isSale = effect.gain === 'PROCEEDS_LESS_BASIS' && !effect.isUnresolved;
    if (!isSale || transfer !== null || isInMatch || !wasRenamed(raw.assetSymbol)) return null;
    const legs = inSwap ? legsOf(raw.continuityGroupId ?? '') : [];
    const [other, ...more] = legs.filter((leg) => leg !== event);
    const found = !inSwap
      ? findCounterpart(event, 'UNMATCHED')
      : other === undefined || more.length > 0
        ? null
        : (bestCandidates(sideOf(event), [sideOf(other)], 1)[0] ?? null);
    if (found === null || found.apartUs > HOUR_US) return null;
    return renameAt(raw.assetSymbol, found.side.assetSymbol, event.timestampUs) === null
      ? null
      : found.side.id;
  };
}

function indexSides(events: readonly EffectiveEvent[]): Map<string, EventSide[]> {
  const index = new Map<string, EventSide[]>();
  const add = (key: string, side: EventSide): void => {
    const sides = index.get(key);
    if (sides === undefined) index.set(key, [side]);
    else sides.push(side);
  };
  for (const event of events.toSorted((a, b) => a.timestampUs - b.timestampUs)) {
    if (mayBeCounterpart(event)) {
      const side = sideOf(event);
      for (const key of keysOf(side)) add(key, side);
    } else {
      const side = lackingSideOf(event);
      if (side !== null) add(lackingKeyOf(side), side);
    }
  }
  return index;
}

/**
 * Returns a leg of a user's match within one asset as the side that its match still lacks, or null where nothing is lacking. A match of
 * which the other leg is shared cannot take another event of this kind.
 */
function lackingSideOf(event: EffectiveEvent): EventSide | null {
  const transfers = transfersOf(event);
  const [first] = transfers;
  if (first?.matchId == null || transfers.length >= LIMITS.matchPairsMax) return null;
  const others = transfers.map(({ outLeg, inLeg }) => (outLeg === event ? inLeg : outLeg));
  if (!transfers.every(isSameAsset) || others.some(({ joined }) => joined.length > 0)) return null;
  const lacking = others.reduce((left, { amount }) => left - amount, event.amount);
  return lacking <= 0n ? null : { ...sideOf(event), amount: lacking, joinKind: first.kind };
}

function sideOf(event: EffectiveEvent): EventSide {
  const { raw, type, treatment, amount, timestampUs } = event;
  return {
    event,
    joinKind: null,
    id: raw.id,
    key: [raw.accountRef, raw.assetKey, raw.type, raw.referenceId],
    type,
    assetKey: raw.assetKey,
    assetSymbol: raw.assetSymbol,
    assetChain: raw.assetChain,
    amount,
    timestampUs,
    isBridge: treatment === 'BRIDGE_DEPOSIT' || treatment === 'BRIDGE_WITHDRAW',
  };
}

// The type is part of the key: only an event in the opposite direction can be a candidate.
function keysOf({
  type,
  assetKey,
  assetSymbol,
}: Pick<TransferSide, 'type' | 'assetKey' | 'assetSymbol'>): string[] {
  return [`${type} key ${assetKey}`, `${type} symbol ${symbolFamily(assetSymbol)}`];
}

function lackingKeyOf({ type, assetKey }: Pick<TransferSide, 'type' | 'assetKey'>): string {
  return `${type} lacking ${assetKey}`;
}

function between(sides: readonly EventSide[], fromUs: number, toUs: number): EventSide[] {
  const found: EventSide[] = [];
  for (let at = firstFrom(sides, fromUs); at < sides.length; at += 1) {
    const side = sides[at];
    if (side === undefined || side.timestampUs > toUs) break;
    found.push(side);
  }
  return found;
}

function firstFrom(sides: readonly EventSide[], fromUs: number): number {
  let low = 0;
  let high = sides.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sides[middle]?.timestampUs ?? Infinity) < fromUs) low = middle + 1;
    else high = middle;
  }
  return low;
}

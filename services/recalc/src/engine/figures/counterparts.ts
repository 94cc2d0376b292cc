/** Finds the other side of unmatched transfers among a user's events (engine.md §5). */
import {
  bestCandidates,
  type Candidate,
  candidateWindow,
  symbolFamily,
  type TransferSide,
} from '@ctx/domain/transfer-candidates';
import type { EffectiveEvent } from '../types.ts';

/** An event as one side of a transfer. */
export interface EventSide extends TransferSide {
  readonly event: EffectiveEvent;
}

/** Best counterpart of an event, or null; null for a leg of a match, even of one that rests: no other match accepts it. */
export type FindCounterpart = (event: EffectiveEvent) => Candidate<EventSide> | null;

/** Indexes eligible events by family of symbols and by asset, in order of time; both are made when first asked for. */
export function counterpartFinder(events: readonly EffectiveEvent[]): FindCounterpart {
  let index: Map<string, EventSide[]> | null = null;
  return (event) => {
    if (event.isInMatch) return null;
    index ??= indexSides(events);
    const side = sideOf(event);
    const { fromUs, toUs } = candidateWindow(side);
    const wanted = side.type === 'DISPOSITION' ? 'ACQUISITION' : 'DISPOSITION';
    const sides = new Set(
      keysOf({ ...side, type: wanted }).flatMap((key) => between(index?.get(key) ?? [], fromUs, toUs)),
    );
    return bestCandidates(side, sides, 1)[0] ?? null;
  };
}

/**
 * Whether an event may be proposed as a side: not yet matched (a resting match counts), a transfer treatment, or NORMAL or
 * UNCLASSIFIED outside a swap (UNRESOLVED and AMBIGUOUS for an out leg), never a loan, ignored, spam or fiat.
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

function indexSides(events: readonly EffectiveEvent[]): Map<string, EventSide[]> {
  const index = new Map<string, EventSide[]>();
  for (const event of events.toSorted((a, b) => a.timestampUs - b.timestampUs)) {
    if (!mayBeCounterpart(event)) continue;
    const side = sideOf(event);
    for (const key of keysOf(side)) {
      const sides = index.get(key);
      if (sides === undefined) index.set(key, [side]);
      else sides.push(side);
    }
  }
  return index;
}

function sideOf(event: EffectiveEvent): EventSide {
  const { raw, type, treatment, amount, timestampUs } = event;
  return {
    event,
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

// By direction too: only events of the other one can be candidates.
function keysOf({
  type,
  assetKey,
  assetSymbol,
}: Pick<TransferSide, 'type' | 'assetKey' | 'assetSymbol'>): string[] {
  return [`${type} key ${assetKey}`, `${type} symbol ${symbolFamily(assetSymbol)}`];
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

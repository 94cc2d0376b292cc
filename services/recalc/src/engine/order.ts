/** The total order in which events act (engine.md §1, "Order of processing"). */
import type { Transfers } from './transfers.ts';
import type { EffectiveEvent } from './types.ts';

/**
 * By timestamp; at one timestamp incoming events, then matched transfers, then outgoing ones; then key, compared field
 * by field as account ref, asset key, original type, referenceId, by code point. The order of `events` does not matter.
 */
export function inProcessingOrder(events: readonly EffectiveEvent[], transfers: Transfers): EffectiveEvent[] {
  return events.toSorted(
    (a, b) =>
      a.timestampUs - b.timestampUs || rankOf(a, transfers) - rankOf(b, transfers) || compareKeys(a, b),
  );
}

/** The natural key, field by field; the id only where the keys are equal, so that the order is total. */
export function compareKeys(a: EffectiveEvent, b: EffectiveEvent): number {
  return (
    compareCodePoints(a.raw.accountRef, b.raw.accountRef) ||
    compareCodePoints(a.raw.assetKey, b.raw.assetKey) ||
    compareCodePoints(a.raw.type, b.raw.type) ||
    compareCodePoints(a.raw.referenceId, b.raw.referenceId) ||
    compareCodePoints(a.raw.id, b.raw.id)
  );
}

/** Compares by code point: UTF-16 units would put U+1F600 before U+FFFD, a locale would depend on the machine. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const unitA = a.charCodeAt(index);
    const unitB = b.charCodeAt(index);
    if (unitA !== unitB) return inCodePointOrder(unitA) - inCodePointOrder(unitB);
  }
  return a.length - b.length;
}

const SURROGATE_MIN = 0xd800;
const SURROGATE_MAX = 0xdfff;
const UNIT_COUNT = 0x10000;

// A surrogate stands for a code point above every single unit. Where two strings first differ, that is all it takes.
function inCodePointOrder(unit: number): number {
  return unit >= SURROGATE_MIN && unit <= SURROGATE_MAX ? unit + UNIT_COUNT : unit;
}

// A matched transfer acts where its out leg stands; a surplus is brought by the in leg, as any incoming event.
function rankOf(event: EffectiveEvent, transfers: Transfers): number {
  if (event.type === 'ACQUISITION' || event.type === 'INCOME') return 0;
  return transfers.has(event) ? 1 : 2;
}

/** Keys and their order (engine.md §1, "Order of processing"): by field, by code point, total. */
import type { LotKey, RawEvent } from './types.ts';

/** The natural key, field by field; the id only where the keys are equal, so that the order is total. */
export function compareKeys(a: RawEvent, b: RawEvent): number {
  return (
    compareCodePoints(a.accountRef, b.accountRef) ||
    compareCodePoints(a.assetKey, b.assetKey) ||
    compareCodePoints(a.type, b.type) ||
    compareCodePoints(a.referenceId, b.referenceId) ||
    compareCodePoints(a.id, b.id)
  );
}

/** The natural key as it is kept with a lot. */
export function keyOf(raw: RawEvent): LotKey {
  return [raw.accountRef, raw.assetKey, raw.type, raw.referenceId, raw.id];
}

/** The same order as compareKeys. */
export function compareLotKeys(a: LotKey, b: LotKey): number {
  for (let field = 0; field < a.length; field += 1) {
    const order = compareCodePoints(a[field] ?? '', b[field] ?? '');
    if (order !== 0) return order;
  }
  return 0;
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

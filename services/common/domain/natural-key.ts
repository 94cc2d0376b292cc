/** The natural key of an event and its order (engine.md §1, "Order of processing"). */

/** Account ref, asset key, imported type and reference id. These do not depend on the user. */
export type NaturalKey = readonly [string, string, string, string];

/** Compares two keys field by field, by code point. */
export function compareFields(a: readonly string[], b: readonly string[]): number {
  for (let field = 0; field < a.length; field += 1) {
    const order = compareCodePoints(a[field] ?? '', b[field] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares by code point. UTF-16 units would put U+1F600 before U+FFFD, and a locale would depend on the machine. */
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

// A surrogate is half of a code point above all single units, so the first unit that differs decides.
function inCodePointOrder(unit: number): number {
  return unit >= SURROGATE_MIN && unit <= SURROGATE_MAX ? unit + UNIT_COUNT : unit;
}

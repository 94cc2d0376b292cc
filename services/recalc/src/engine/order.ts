/** Keys and their order (engine.md §1, "Order of processing"): by field, by code point, total. */
import { compareCodePoints } from '@ctx/domain/natural-key';
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

/** The natural key as it is kept with a lot, ordered by compareFields. */
export function keyOf(raw: RawEvent): LotKey {
  return [raw.accountRef, raw.assetKey, raw.type, raw.referenceId, raw.id];
}

/** Natural keys and their order (engine.md §1, "Order of processing"): field by field, by code point, total. */
import { compareCodePoints } from '@ctx/domain/natural-key';
import type { LotKey, RawEvent } from './types.ts';

/** Compares natural keys field by field; equal keys are ordered by id, so that the order is total. Proposed events are last. */
export function compareKeys(a: RawEvent, b: RawEvent): number {
  return (
    Number(a.isProposed ?? false) - Number(b.isProposed ?? false) ||
    compareCodePoints(a.accountRef, b.accountRef) ||
    compareCodePoints(a.assetKey, b.assetKey) ||
    compareCodePoints(a.type, b.type) ||
    compareCodePoints(a.referenceId, b.referenceId) ||
    compareCodePoints(a.id, b.id)
  );
}

/** Returns the natural key as it is stored with a lot; `compareFields` orders such keys. */
export function keyOf(raw: RawEvent): LotKey {
  return [raw.accountRef, raw.assetKey, raw.type, raw.referenceId, raw.id];
}

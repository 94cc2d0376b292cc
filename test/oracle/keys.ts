/** The order of events of one instant, and the digits of an amount. */
import type { RawEvent } from '../../services/recalc/src/engine/types.ts';

export const AMOUNT_DIGITS = 24;

export function keyOf(raw: RawEvent): readonly string[] {
  return [raw.accountRef, raw.assetKey, raw.type, raw.referenceId];
}

export function compareKeys(a: readonly string[], b: readonly string[]): number {
  const differing = a.findIndex((field, index) => field !== b[index]);
  return differing < 0 ? 0 : compareCodePoints(a[differing] ?? '', b[differing] ?? '');
}

function compareCodePoints(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0));
  if (left === undefined || right === undefined) return 0;
  const differing = left.findIndex((point, index) => point !== right[index]);
  return differing < 0 ? left.length - right.length : (left[differing] ?? 0) - (right[differing] ?? -1);
}

/** The stored form of a closing state: one JSON text for each asset. Pure. */
import type { ClosingState } from '../engine/types.ts';

/** Names the part that holds the transfers that acted before both legs were there. */
export const OF_NO_ASSET = '';

/** The part of one asset. */
export interface ClosingPart {
  readonly assetKey: string;
  readonly lots: readonly unknown[];
  readonly waiting: readonly unknown[];
  readonly marks: readonly unknown[];
  readonly debts: readonly unknown[];
  readonly actedAhead: ClosingState['actedAhead'];
}

/** Splits a closing state into one part for each asset. */
export function closingToParts(closing: ClosingState): ClosingPart[] {
  const assetOf = new Map(closing.lots.map(({ id, assetKey }) => [id, assetKey]));
  const assets = new Set([
    ...assetOf.values(),
    ...[...closing.marks, ...closing.debts].map(({ assetKey }) => assetKey),
  ]);
  const parts = [...assets].map((assetKey): ClosingPart => {
    const isOfAsset = (each: { readonly assetKey: string }): boolean => each.assetKey === assetKey;
    return {
      assetKey,
      lots: closing.lots.filter(isOfAsset).map(encode),
      waiting: closing.waiting.filter(({ lotId }) => assetOf.get(lotId) === assetKey).map(encode),
      marks: closing.marks.filter(isOfAsset).map(encode),
      debts: closing.debts.filter(isOfAsset).map(encode),
      actedAhead: [],
    };
  });
  if (closing.actedAhead.length === 0) return parts;
  return [
    ...parts,
    { assetKey: OF_NO_ASSET, lots: [], waiting: [], marks: [], debts: [], actedAhead: closing.actedAhead },
  ];
}

/** Joins the parts of a closing state. */
export function closingFromParts(parts: readonly ClosingPart[]): ClosingState {
  return {
    lots: parts.flatMap(({ lots }) => lots.map(decode)) as ClosingState['lots'],
    waiting: parts.flatMap(({ waiting }) => waiting.map(decode)) as ClosingState['waiting'],
    marks: parts.flatMap(({ marks }) => marks.map(decode)) as ClosingState['marks'],
    debts: parts.flatMap(({ debts }) => debts.map(decode)) as ClosingState['debts'],
    actedAhead: parts.flatMap(({ actedAhead }) => actedAhead),
  };
}

// An integer of any size is stored as an object of its own kind, which no text from outside can imitate.
interface Integer {
  readonly integer: string;
}

function encode(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === 'bigint' ? ({ integer: each.toString() } satisfies Integer) : each,
    ),
  );
}

function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  if ('integer' in value) return BigInt((value as Integer).integer);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, decode(each)]));
}

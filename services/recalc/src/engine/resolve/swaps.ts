/** Swaps: the given and the received side have the same value (engine.md §2). */
import { shareEur } from '@ctx/domain/decimal';
import { compareKeys } from '../order.ts';
import type { PriceOrigin } from '../types.ts';
import { effectOfPair } from '@ctx/domain/treatments';
import { type Draft, isFiat, isValuedByUser } from './effective.ts';

/** The legs of one side of a swap, and their total value. */
interface Side {
  readonly legs: readonly Draft[];
  /** Null unless every leg has a value. */
  readonly value: bigint | null;
}

/** Gives the legs of every swap their share of its value, and returns the legs that lack a price that the figures need. */
export function applySwaps(groups: ReadonlyMap<string, readonly Draft[]>): Set<Draft> {
  const unpriced = new Set<Draft>();
  for (const members of groups.values()) {
    const legs = members.filter(isLeg).toSorted((a, b) => compareKeys(a.raw, b.raw));
    const given = sideOf(legs.filter(({ type }) => type === 'DISPOSITION'));
    const received = sideOf(legs.filter(({ type }) => type === 'ACQUISITION'));
    if (given.legs.length === 0 || received.legs.length === 0) continue;
    for (const leg of legs) leg.inSwap = true;
    const valued = valuedSide(given, received);
    if (valued === null) {
      for (const leg of legs) if (leg.euroValue === null) unpriced.add(leg);
      for (const leg of legs) leg.value = null;
      continue;
    }
    const sharedEqually = share(valued.value, valued.side === given ? received : given);
    for (const leg of sharedEqually) if (leg.euroValue === null) unpriced.add(leg);
  }
  return unpriced;
}

// A fiat leg counts for the value of a swap, though it acts on no pool.
function isLeg({ raw, type, treatment, transfer, spam }: Draft): boolean {
  return transfer === null && !spam && effectOfPair(type, treatment, raw).isSwapLeg;
}

function sideOf(legs: readonly Draft[]): Side {
  let value: bigint | null = 0n;
  for (const { euroValue } of legs) value = value === null || euroValue === null ? null : value + euroValue;
  return { legs, value };
}

/** Tells whether every leg of a side has its value from the import, or from a price of one of these origins. EUR has an imported price. */
function isFrom({ legs }: Side, ...origins: readonly PriceOrigin[]): boolean {
  return legs.every(
    ({ priceSource, priceOrigin }) =>
      priceSource !== 'PRICE_SERIES' || origins.includes(priceOrigin ?? 'IMPORTED'),
  );
}

/**
 * Which side's value counts, in order: set by the user, fiat, import, then by the price: entered by the user, imported, of a currency.
 * The received side is tried first.
 */
const PREFERENCES: readonly ((side: Side) => boolean)[] = [
  ({ legs }) => legs.some(isValuedByUser),
  ({ legs }) => legs.every(({ raw }) => isFiat(raw)),
  (side) => isFrom(side),
  (side) => isFrom(side, 'ENTERED'),
  (side) => isFrom(side, 'ENTERED', 'IMPORTED'),
  () => true,
];

/** Returns the side whose value is the swap's: the first in order of preference that has one. */
function valuedSide(given: Side, received: Side): { side: Side; value: bigint } | null {
  for (const isPreferred of PREFERENCES)
    for (const side of [received, given])
      if (side.value !== null && isPreferred(side)) return { side, value: side.value };
  return null;
}

/** Shares a value over a side by its legs' own values, else equally. Returns the legs if several got equal shares. */
function share(value: bigint, side: Side): readonly Draft[] {
  const { legs } = side;
  const ownValue = side.value ?? 0n;
  const isByValue = ownValue > 0n;
  let weightSoFar = 0n;
  let given = 0n;
  for (const leg of legs) {
    weightSoFar += isByValue ? (leg.euroValue ?? 0n) : 1n;
    // Each leg gets the share of all legs so far less what the earlier ones got, so the last one takes the remainder.
    const upToHere = shareEur(value, weightSoFar, isByValue ? ownValue : BigInt(legs.length));
    leg.value = upToHere - given;
    given = upToHere;
  }
  return isByValue || legs.length === 1 ? [] : legs;
}

/** Transfers that share a leg: several departures of one arrival, or several arrivals of one departure (engine.md §2). */
import { divideHalfEven, least } from '@ctx/domain/decimal';
import type { TransferKind } from '@ctx/domain/vocabulary';
import { compareKeys } from './order.ts';
import type { EffectiveEvent, Transfer } from './types.ts';

/** Returns the transfers of which an event is a leg, in order: one for a leg of a pair, none for an unmatched event. */
export function transfersOf({
  transfer,
  joined,
}: Pick<EffectiveEvent, 'transfer' | 'joined'>): readonly Transfer[] {
  if (transfer === null) return [];
  return joined.length === 0 ? [transfer] : [transfer, ...joined];
}

/** Returns all transfers of the match of which an event is a leg, those of its other legs included. */
export function transfersOfGroup(event: EffectiveEvent): readonly Transfer[] {
  const found = transfersOf(event).flatMap(({ outLeg, inLeg }) => [
    ...transfersOf(outLeg),
    ...transfersOf(inLeg),
  ]);
  return [...new Set(found)];
}

export function isSameAsset({ outLeg, inLeg }: Pick<Transfer, 'outLeg' | 'inLeg'>): boolean {
  return outLeg.raw.assetKey === inLeg.raw.assetKey;
}

/** Tells whether the lots of an out leg stay in their pool: all of its arrivals are of its own asset. */
export function staysInPool(outLeg: EffectiveEvent): boolean {
  return transfersOf(outLeg).every(isSameAsset);
}

/** Returns the leg at whose time a departure acts: the out leg within one asset, else the earliest of it and its arrivals. */
export function actingLeg(outLeg: EffectiveEvent): EffectiveEvent {
  if (staysInPool(outLeg)) return outLeg;
  return transfersOf(outLeg).reduce(
    (first, { inLeg }) => (inLeg.timestampUs < first.timestampUs ? inLeg : first),
    outLeg,
  );
}

/** Returns the units of a transfer that arrive, of those that left. */
export function arrivingOf({ outAmount, inAmount }: Transfer): bigint {
  return least(inAmount, outAmount);
}

/** The two legs of a transfer and how many of their units belong to it. */
export type TransferPart = Pick<Transfer, 'outLeg' | 'inLeg' | 'outAmount' | 'inAmount'>;

/**
 * Returns the parts of the legs that belong to each of some pairs, which share their in leg or their out leg, in order of time. Within one
 * asset the departures feed the arrivals in order of time, so that what is missing is missing from the last departure, and a surplus is one
 * of the last arrival. Between assets each pair has its share in proportion; the last takes the remainder.
 */
function partsOf(pairs: readonly Pick<Transfer, 'outLeg' | 'inLeg'>[]): TransferPart[] {
  const ordered = pairs.toSorted((a, b) => compareLegs(a.outLeg, b.outLeg) || compareLegs(a.inLeg, b.inLeg));
  const [first] = ordered;
  if (first === undefined) return [];
  const sharesIn = ordered.length > 1 && ordered.every(({ inLeg }) => inLeg === first.inLeg);
  const shared = sharesIn ? first.inLeg : first.outLeg;
  const others = ordered.map(({ outLeg, inLeg }) => (sharesIn ? outLeg : inLeg));
  const shares = ordered.every(isSameAsset)
    ? inOrder(shared.amount, others)
    : inProportion(shared.amount, others);
  return ordered.map(({ outLeg, inLeg }, index) => {
    const share = shares[index] ?? 0n;
    return {
      outLeg,
      inLeg,
      outAmount: sharesIn ? outLeg.amount : share,
      inAmount: sharesIn ? share : inLeg.amount,
    };
  });
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Two legs that are one transfer. */
export interface MatchedPair<Leg extends Mutable<EffectiveEvent> = Mutable<EffectiveEvent>> {
  readonly outLeg: Leg;
  readonly inLeg: Leg;
  readonly kind: TransferKind;
  readonly matchId: string | null;
}

/** Makes the pairs of one match transfers of their legs, and returns them in order. They share a leg where there are several. */
export function joinPairs(pairs: readonly MatchedPair[]): Transfer[] {
  const transfers = partsOf(pairs).map((part): Mutable<Transfer> => {
    const { kind, matchId } = pairs.find(
      ({ outLeg, inLeg }) => outLeg === part.outLeg && inLeg === part.inLeg,
    ) as MatchedPair;
    return { matchId, kind, ...part, actsAtUs: part.outLeg.timestampUs };
  });
  for (const { outLeg, inLeg } of pairs)
    for (const leg of [outLeg, inLeg]) {
      const [first = null, ...others] = transfers.filter((each) => each.outLeg === leg || each.inLeg === leg);
      leg.transfer = first;
      leg.joined = others;
    }
  for (const transfer of transfers) transfer.actsAtUs = actingLeg(transfer.outLeg).timestampUs;
  return transfers;
}

/** Fills the legs one after another; the last takes what is left. */
function inOrder(amount: bigint, legs: readonly EffectiveEvent[]): bigint[] {
  let left = amount;
  return legs.map((leg, index) => {
    const share = index === legs.length - 1 ? left : least(leg.amount, left);
    left -= share;
    return share;
  });
}

function inProportion(amount: bigint, legs: readonly EffectiveEvent[]): bigint[] {
  const total = legs.reduce((sum, leg) => sum + leg.amount, 0n);
  let legsSoFar = 0n;
  let sharedSoFar = 0n;
  return legs.map((leg) => {
    legsSoFar += leg.amount;
    const upToHere = divideHalfEven(amount * legsSoFar, total);
    const share = upToHere - sharedSoFar;
    sharedSoFar = upToHere;
    return share;
  });
}

function compareLegs(a: EffectiveEvent, b: EffectiveEvent): number {
  return a.timestampUs - b.timestampUs || compareKeys(a.raw, b.raw);
}

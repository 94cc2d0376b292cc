/** The effect of transfers between a user's own accounts on the pools (engine.md §2). */
import { divideHalfEven, shareEur } from '@ctx/domain/decimal';
import { PHOTO } from '@ctx/domain/law/photo';
import type { BasisOrigin, EffectiveEvent, PhotoHolding, Transfer } from '../types.ts';
import { isSameAsset } from './actions.ts';
import { addSlices, bringLot, type Ledger, poolOf } from './ledger.ts';
import type { TakenPart } from './pool.ts';

/** Applies a matched transfer to the pools. Returns whether the out leg's pool lacked units. */
export function transferLots(ledger: Ledger, transfer: Transfer): boolean {
  const { outLeg, inLeg } = transfer;
  const other = outLeg.timestampUs === transfer.actsAtUs ? inLeg : outLeg;
  if (other.year !== (other === inLeg ? outLeg : inLeg).year)
    ledger.actedAhead.set(outLeg.raw.id, { outEventId: outLeg.raw.id, inEventId: inLeg.raw.id });
  return isSameAsset(transfer) ? passWithin(ledger, transfer) : passBetween(ledger, transfer);
}

/**
 * Applies a transfer within one asset: the lots stay in the pool. Units that do not arrive are consumed like a FEE event,
 * from the oldest of the transferred lots. Units that the pool lacks arrive as a lot of basis 0, acquired at that time.
 */
function passWithin(ledger: Ledger, transfer: Transfer): boolean {
  const { outLeg, inLeg } = transfer;
  const pool = poolOf(ledger, outLeg.raw.assetKey);
  const arriving = inLeg.amount < outLeg.amount ? inLeg.amount : outLeg.amount;
  const missing = outLeg.amount - arriving;
  const { parts, shortfall } = pool.take(missing);
  addSlices(ledger, outLeg, parts, { kind: 'CONSUMED', amount: missing, proceeds: null, isGain: false });
  const lacking = arriving - pool.heldAmount;
  pool.mark(arriving, originOf(transfer), inLeg.override?.originAcquiredUs ?? null);
  if (lacking > 0n) bringShortfall(ledger, transfer, lacking, transfer.actsAtUs);
  return shortfall > 0n || lacking > 0n;
}

/**
 * Applies a transfer between two assets: all lots move, with their amounts scaled in proportion (24 digits, rounded half to
 * even; the last takes the remainder). A shortfall comes last.
 */
function passBetween(ledger: Ledger, transfer: Transfer): boolean {
  const { outLeg, inLeg, actsAtUs: atUs } = transfer;
  const { parts, shortfall } = poolOf(ledger, outLeg.raw.assetKey).take(outLeg.amount);
  addSlices(ledger, outLeg, parts, { kind: 'MOVED', amount: outLeg.amount, proceeds: null, isGain: false });
  arrive(ledger, transfer, parts, { outAmount: outLeg.amount, inAmount: inLeg.amount, atUs });
  return shortfall > 0n;
}

interface Passage {
  /** The whole amount that left, including a shortfall; it becomes `inAmount`. */
  readonly outAmount: bigint;
  readonly inAmount: bigint;
  readonly atUs: number;
}

/** Adds parts of lots to the in leg's pool, as lots that keep their origin. */
function arrive(
  ledger: Ledger,
  transfer: Transfer,
  parts: readonly TakenPart[],
  { outAmount, inAmount, atUs }: Passage,
): void {
  let leftSoFar = 0n;
  let arrivedSoFar = 0n;
  let costBasis = 0n;
  let feesEur = 0n;
  for (const [index, part] of parts.entries()) {
    leftSoFar += part.amount;
    const upToHere = divideHalfEven(inAmount * leftSoFar, outAmount);
    costBasis += part.costBasis;
    feesEur += part.feesEur;
    // A part too small for 24 digits is added to the next one, so that none of its cost is lost.
    if (upToHere === arrivedSoFar) continue;
    const { lot, heldSinceUs } = part;
    bringLot(ledger, transfer.inLeg, {
      part: index,
      amount: upToHere - arrivedSoFar,
      costBasis,
      feesEur,
      originEventId: lot.originEventId,
      fromLotId: lot.id,
      acquiredUs: lot.acquiredUs,
      heldSinceUs,
      arrivedUs: atUs,
      key: lot.key,
      photo: photoOf(part, atUs),
      origin: originOf(transfer),
    });
    arrivedSoFar = upToHere;
    costBasis = 0n;
    feesEur = 0n;
  }
  if (inAmount > arrivedSoFar) bringShortfall(ledger, transfer, inAmount - arrivedSoFar, atUs);
}

/** Returns what a lot was at the photo moment; null for a move before that moment and for a lot acquired after it. */
function photoOf({ lot, photo, amount }: TakenPart, atUs: number): PhotoHolding | null {
  if (atUs <= PHOTO.momentUs || lot.acquiredUs >= PHOTO.momentUs) return null;
  return photo ?? { assetKey: lot.assetKey, amount };
}

function bringShortfall(ledger: Ledger, { inLeg }: Transfer, amount: bigint, atUs: number): void {
  bringLot(ledger, inLeg, { part: 'SHORTFALL', amount, costBasis: 0n, acquiredUs: atUs, arrivedUs: atUs });
}

function originOf({ kind, outLeg, inLeg }: Transfer): BasisOrigin {
  return { kind, inEventId: inLeg.raw.id, outEventId: outLeg.raw.id, receivedUs: inLeg.timestampUs };
}

/**
 * Adds a lot for the surplus when more arrives than left, at the in leg's time and with its share of the in leg's EUR value.
 * Returns that share, or null when there is no surplus.
 */
export function bringSurplus(ledger: Ledger, { outLeg, inLeg }: Transfer): bigint | null {
  const amount = inLeg.amount - outLeg.amount;
  if (amount <= 0n) return null;
  const costBasis = shareEur(inLeg.euroValue ?? 0n, amount, inLeg.amount);
  bringLot(ledger, inLeg, { part: 'ACQUIRED', amount, costBasis });
  return costBasis;
}

/**
 * Applies an unmatched out leg: the lots leave the pool with their basis and dates, and wait, still owned. Returns whether
 * the pool lacked units.
 */
export function waitOutside(ledger: Ledger, outLeg: EffectiveEvent): boolean {
  const { parts, shortfall } = poolOf(ledger, outLeg.raw.assetKey).take(outLeg.amount);
  addSlices(ledger, outLeg, parts, { kind: 'WAITING', amount: outLeg.amount, proceeds: null, isGain: false });
  for (const part of parts) {
    part.lot.waiting += part.amount;
    part.lot.waitingCostBasis += part.costBasis;
  }
  if (parts.length > 0) ledger.waiting.set(outLeg.raw.id, [...parts]);
  return shortfall > 0n;
}

/**
 * Applies the in leg of a transfer whose out leg is before a frozen year: the lots that wait in that year's closing state
 * arrive now, as by any transfer. Returns null when no lots wait, because the frozen year does not know the transfer.
 */
export function arriveFromClosing(ledger: Ledger, transfer: Transfer): { readonly isShort: boolean } | null {
  const { outLeg, inLeg } = transfer;
  const waiting = ledger.waiting.get(outLeg.raw.id);
  if (waiting === undefined) return null;
  ledger.waiting.delete(outLeg.raw.id);
  for (const { lot, amount, costBasis } of waiting) {
    lot.waiting -= amount;
    lot.waitingCostBasis -= costBasis;
  }
  const atUs = inLeg.timestampUs;
  if (!isSameAsset(transfer)) {
    arrive(ledger, transfer, waiting, { outAmount: outLeg.amount, inAmount: inLeg.amount, atUs });
    return { isShort: isLess(waiting, outLeg.amount) };
  }
  const arriving = inLeg.amount < outLeg.amount ? inLeg.amount : outLeg.amount;
  const missing = outLeg.amount - arriving;
  const { first, rest } = splitParts(waiting, missing);
  addSlices(ledger, inLeg, first, { kind: 'CONSUMED', amount: missing, proceeds: null, isGain: false });
  arrive(ledger, transfer, rest, { outAmount: arriving, inAmount: arriving, atUs });
  return { isShort: isLess(waiting, outLeg.amount) };
}

function isLess(parts: readonly TakenPart[], amount: bigint): boolean {
  return parts.reduce((sum, part) => sum + part.amount, 0n) < amount;
}

/** Splits parts at an amount, oldest first. At most one part is in both halves, with its share of the cost in each. */
function splitParts(
  parts: readonly TakenPart[],
  amount: bigint,
): { readonly first: TakenPart[]; readonly rest: TakenPart[] } {
  const first: TakenPart[] = [];
  const rest: TakenPart[] = [];
  let wanted = amount;
  for (const part of parts) {
    const taken = wanted < part.amount ? wanted : part.amount;
    wanted -= taken;
    if (taken > 0n) first.push(portionOf(part, 0n, taken));
    if (taken < part.amount) rest.push(portionOf(part, taken, part.amount));
  }
  return { first, rest };
}

/** Returns the units `from` up to `to` of a part, with their share of its cost, fees and photo amount. */
function portionOf(part: TakenPart, from: bigint, to: bigint): TakenPart {
  const share = (total: bigint): bigint =>
    shareEur(total, to, part.amount) - shareEur(total, from, part.amount);
  return {
    ...part,
    goneBefore: null,
    amount: to - from,
    costBasis: share(part.costBasis),
    feesEur: share(part.feesEur),
    photo: part.photo === null ? null : { assetKey: part.photo.assetKey, amount: share(part.photo.amount) },
  };
}

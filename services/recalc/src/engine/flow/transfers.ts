/** The effect of transfers between a user's own accounts on the pools (engine.md §2). */
import { divideHalfEven, least, shareEur } from '@ctx/domain/decimal';
import { PHOTO } from '@ctx/domain/law/photo';
import type { BasisOrigin, EffectiveEvent, PhotoHolding, Transfer } from '../types.ts';
import { identityOfArrival } from '../identity.ts';
import { isSameAsset } from './actions.ts';
import { addSlices, bringLot, type Ledger, poolOf } from './ledger.ts';
import { type ArrivedLot, type Movement, movement } from './movement.ts';
import type { TakenPart } from './pool.ts';

/** Applies a matched transfer to the pools. Returns what moved, and whether the out leg's pool lacked units. */
export function transferLots(ledger: Ledger, transfer: Transfer): MoveResult {
  const { outLeg, inLeg } = transfer;
  const other = outLeg.timestampUs === transfer.actsAtUs ? inLeg : outLeg;
  if (other.year !== (other === inLeg ? outLeg : inLeg).year)
    ledger.actedAhead.set(outLeg.raw.id, { outEventId: outLeg.raw.id, inEventId: inLeg.raw.id });
  return isSameAsset(transfer) ? passWithin(ledger, transfer) : passBetween(ledger, transfer);
}

/** What an action moved, and whether a pool lacked units for it. */
export interface MoveResult {
  readonly movement: Movement;
  readonly isShort: boolean;
}

/**
 * Applies a transfer within one asset: the lots stay in the pool. Units that do not arrive are consumed like a FEE event,
 * from the oldest of the transferred lots. Units that the pool lacks arrive as a lot of basis 0, acquired at that time.
 */
function passWithin(ledger: Ledger, transfer: Transfer): MoveResult {
  const { outLeg, inLeg } = transfer;
  const pool = poolOf(ledger, outLeg.raw.assetKey);
  const arriving = least(inLeg.amount, outLeg.amount);
  const { parts, shortfall } = pool.take(outLeg.amount - arriving);
  const slices = addSlices(ledger, outLeg, parts, 'CONSUMED');
  const lacking = arriving - pool.heldAmount;
  const mark = pool.mark(arriving, originOf(transfer), inLeg.override?.originAcquiredUs ?? null);
  if (mark !== null) ledger.marks.push({ event: outLeg, ...mark });
  const arrived = lacking > 0n ? [bringShortfall(ledger, transfer, lacking, transfer.actsAtUs)] : [];
  return {
    movement: movement('LEAVING', outLeg, { parts, slices, arrived }),
    isShort: shortfall > 0n || lacking > 0n,
  };
}

/**
 * Applies a transfer between two assets: all lots move, with their amounts scaled in proportion (24 digits, rounded half to
 * even; the last takes the remainder). A shortfall comes last.
 */
function passBetween(ledger: Ledger, transfer: Transfer): MoveResult {
  const { outLeg, inLeg, actsAtUs: atUs } = transfer;
  const { parts, shortfall } = poolOf(ledger, outLeg.raw.assetKey).take(outLeg.amount);
  const slices = addSlices(ledger, outLeg, parts, 'MOVED');
  const arrived = arrive(ledger, transfer, parts, { outAmount: outLeg.amount, inAmount: inLeg.amount, atUs });
  return { movement: movement('LEAVING', outLeg, { parts, slices, arrived }), isShort: shortfall > 0n };
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
): ArrivedLot[] {
  const arrived: ArrivedLot[] = [];
  let leftSoFar = 0n;
  let arrivedSoFar = 0n;
  let source: TakenPart[] = [];
  for (const [index, part] of parts.entries()) {
    leftSoFar += part.amount;
    const upToHere = divideHalfEven(inAmount * leftSoFar, outAmount);
    source.push(part);
    // A part too small for 24 digits is added to the next one, so that none of its cost is lost.
    if (upToHere === arrivedSoFar) continue;
    const { lot, heldSinceUs } = part;
    const brought = bringLot(ledger, transfer.inLeg, {
      part: index,
      identity: identityOfArrival(transfer),
      amount: upToHere - arrivedSoFar,
      originEventId: lot.originEventId,
      fromLotId: lot.id,
      acquiredUs: lot.acquiredUs,
      heldSinceUs,
      arrivedUs: atUs,
      key: lot.key,
      photo: photoOf(part, atUs),
      origin: originOf(transfer),
    });
    arrived.push({ lot: brought, source });
    arrivedSoFar = upToHere;
    source = [];
  }
  if (inAmount > arrivedSoFar) arrived.push(bringShortfall(ledger, transfer, inAmount - arrivedSoFar, atUs));
  return arrived;
}

/** Returns what a lot was at the photo moment; null for a move before that moment and for a lot acquired after it. */
function photoOf({ lot, photo, amount }: TakenPart, atUs: number): PhotoHolding | null {
  if (atUs <= PHOTO.momentUs || lot.acquiredUs >= PHOTO.momentUs) return null;
  return photo ?? { assetKey: lot.assetKey, amount };
}

function bringShortfall(ledger: Ledger, transfer: Transfer, amount: bigint, atUs: number): ArrivedLot {
  const lot = bringLot(ledger, transfer.inLeg, {
    part: 'SHORTFALL',
    identity: identityOfArrival(transfer),
    amount,
    acquiredUs: atUs,
    arrivedUs: atUs,
  });
  return { lot, source: 'NOTHING' };
}

function originOf({ kind, outLeg, inLeg }: Transfer): BasisOrigin {
  return { kind, inEventId: inLeg.raw.id, outEventId: outLeg.raw.id, receivedUs: inLeg.timestampUs };
}

/** Adds a lot for the surplus when more arrives than left, at the in leg's time. Returns null when there is no surplus. */
export function bringSurplus(ledger: Ledger, { outLeg, inLeg }: Transfer): Movement | null {
  const amount = inLeg.amount - outLeg.amount;
  if (amount <= 0n) return null;
  const lot = bringLot(ledger, inLeg, { part: 'ACQUIRED', amount });
  return movement('SURPLUS', inLeg, { arrived: [{ lot, source: 'SURPLUS' }] });
}

/** Applies an unmatched out leg: the lots leave the pool with their basis and dates, and wait, still owned. */
export function waitOutside(ledger: Ledger, outLeg: EffectiveEvent): MoveResult {
  const { parts, shortfall } = poolOf(ledger, outLeg.raw.assetKey).take(outLeg.amount);
  const slices = addSlices(ledger, outLeg, parts, 'WAITING');
  for (const part of parts) part.lot.waiting += part.amount;
  if (parts.length > 0) ledger.waiting.set(outLeg.raw.id, [...parts]);
  return { movement: movement('LEAVING', outLeg, { parts, slices }), isShort: shortfall > 0n };
}

/**
 * Applies the in leg of a transfer whose out leg is before a frozen year: the lots that wait in that year's closing state
 * arrive now, as by any transfer. Returns null when no lots wait, because the frozen year does not know the transfer.
 */
export function arriveFromClosing(ledger: Ledger, transfer: Transfer): MoveResult | null {
  const { outLeg, inLeg } = transfer;
  const waiting = ledger.waiting.get(outLeg.raw.id);
  if (waiting === undefined) return null;
  ledger.waiting.delete(outLeg.raw.id);
  for (const { lot, amount } of waiting) lot.waiting -= amount;
  const isShort = isLess(waiting, outLeg.amount);
  const atUs = inLeg.timestampUs;
  if (!isSameAsset(transfer)) {
    const passage = { outAmount: outLeg.amount, inAmount: inLeg.amount, atUs };
    const arrived = arrive(ledger, transfer, waiting, passage);
    return { movement: movement('ARRIVAL', inLeg, { returned: waiting, arrived }), isShort };
  }
  const arriving = least(inLeg.amount, outLeg.amount);
  const { first, rest } = splitParts(waiting, outLeg.amount - arriving);
  const slices = addSlices(ledger, inLeg, first, 'CONSUMED');
  const arrived = arrive(ledger, transfer, rest, { outAmount: arriving, inAmount: arriving, atUs });
  return {
    movement: movement('ARRIVAL', inLeg, { parts: first, slices, returned: waiting, arrived }),
    isShort,
  };
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
    const taken = least(wanted, part.amount);
    wanted -= taken;
    if (taken > 0n) first.push(portionOf(part, 0n, taken));
    if (taken < part.amount) rest.push(portionOf(part, taken, part.amount));
  }
  return { first, rest };
}

/** Returns the units `from` up to `to` of a part, with their share of its photo amount. */
function portionOf(part: TakenPart, from: bigint, to: bigint): TakenPart {
  const portion = { of: part, from, to };
  const { photo } = part;
  return {
    ...part,
    goneBefore: null,
    amount: to - from,
    photo:
      photo === null ? null : { assetKey: photo.assetKey, amount: shareOfPortion(photo.amount, portion) },
    portion,
    costBasis: 0n,
    feesEur: 0n,
  };
}

/** Returns what a portion of a part that waited has of the part's total. */
export function shareOfPortion(total: bigint, { of, from, to }: Portion): bigint {
  return shareEur(total, to, of.amount) - shareEur(total, from, of.amount);
}

type Portion = NonNullable<TakenPart['portion']>;

/** The effect of transfers between a user's own accounts on the pools (engine.md §2). */
import { divideHalfEven, least, shareEur } from '@ctx/domain/decimal';
import { PHOTO } from '@ctx/domain/law/photo';
import type { BasisOrigin, EffectiveEvent, PhotoHolding, Transfer } from '../types.ts';
import { identityOfArrival } from '../identity.ts';
import { actingLeg, arrivingOf, staysInPool, transfersOf } from '../transfer-groups.ts';
import { addSlices, bringLot, type EarlyTransfer, keyOfLegs, type Ledger, poolOf } from './ledger.ts';
import { type ArrivedLot, type Movement, movement } from './movement.ts';
import type { Mark, Pool, TakenPart } from './pool.ts';

/** Applies a departure with all of its arrivals to the pools. Returns what moved, and whether the out leg's pool lacked units. */
export function transferLots(ledger: Ledger, outLeg: EffectiveEvent): MoveResult {
  const transfers = transfersOf(outLeg);
  const { year } = actingLeg(outLeg);
  for (const { inLeg } of transfers)
    if (outLeg.year !== year || inLeg.year !== year)
      noteActedAhead(ledger, { outEventId: outLeg.raw.id, inEventId: inLeg.raw.id });
  return staysInPool(outLeg) ? passWithin(ledger, outLeg, transfers) : passBetween(ledger, outLeg, transfers);
}

function noteActedAhead(ledger: Ledger, legs: EarlyTransfer): void {
  ledger.actedAhead.set(keyOfLegs(legs), legs);
}

/** What an action moved, and whether a pool lacked units for it. */
export interface MoveResult {
  readonly movement: Movement;
  readonly isShort: boolean;
}

/**
 * Applies a departure within one asset: the lots stay in the pool. Units that do not arrive are consumed like a FEE event,
 * from the oldest of the transferred lots. Units that the pool lacks arrive as a lot of basis 0, acquired at that time; the last
 * arrivals lack them.
 */
function passWithin(ledger: Ledger, outLeg: EffectiveEvent, transfers: readonly Transfer[]): MoveResult {
  const pool = poolOf(ledger, outLeg.raw.assetKey);
  const arriving = transfers.reduce((sum, transfer) => sum + arrivingOf(transfer), 0n);
  const { parts, shortfall } = pool.take(outLeg.amount - arriving);
  const slices = addSlices(ledger, outLeg, parts, 'CONSUMED');
  const held = pool.heldAmount;
  let upToHere = arriving;
  const lacking: { readonly transfer: Transfer; readonly amount: bigint }[] = [];
  // A mark covers the oldest units of the pool, so the first arrival, which has the oldest, marks last.
  for (const [index, transfer] of [...transfers.entries()].toReversed()) {
    const amount = arrivingOf(transfer);
    const mark = markArrival(pool, transfer, upToHere);
    if (mark !== null && index === 0) ledger.marks.push({ event: outLeg, ...mark });
    if (upToHere > held) lacking.unshift({ transfer, amount: least(amount, upToHere - held) });
    upToHere -= amount;
  }
  const arrived = lacking
    .filter(({ amount }) => amount > 0n)
    .map(({ transfer, amount }) =>
      bringShortfall(ledger, transfer, amount, { atUs: transfer.actsAtUs, waitedUntil: null }),
    );
  return {
    movement: movement('LEAVING', outLeg, { parts, slices, arrived }),
    isShort: shortfall > 0n || arrived.length > 0,
  };
}

/** Marks the oldest units of a pool, up to an amount, as moved by a transfer within it. Returns null where nothing arrives. */
function markArrival(pool: Pool, transfer: Transfer, upTo: bigint): Mark | null {
  if (arrivingOf(transfer) === 0n) return null;
  return pool.mark(upTo, originOf(transfer), transfer.inLeg.override?.originAcquiredUs ?? null);
}

/**
 * Applies a departure between assets: all lots move, with their amounts scaled in proportion (24 digits, rounded half to
 * even; the last takes the remainder). A shortfall comes last.
 */
function passBetween(ledger: Ledger, outLeg: EffectiveEvent, transfers: readonly Transfer[]): MoveResult {
  const { parts, shortfall } = poolOf(ledger, outLeg.raw.assetKey).take(outLeg.amount);
  const slices = addSlices(ledger, outLeg, parts, 'MOVED');
  const atUs = transfers[0]?.actsAtUs ?? outLeg.timestampUs;
  const arrived = arriveScaled(ledger, transfers, parts, { atUs, waitedUntil: null });
  return { movement: movement('LEAVING', outLeg, { parts, slices, arrived }), isShort: shortfall > 0n };
}

/** Shares parts of lots over the arrivals of one departure, oldest first, and adds them to the pools of these. */
function arriveScaled(
  ledger: Ledger,
  transfers: readonly Transfer[],
  parts: readonly TakenPart[],
  moment: ArrivalMoment,
): ArrivedLot[] {
  const amounts = transfers.slice(0, -1).map(({ outAmount }) => outAmount);
  const shares = transfers.length === 1 ? [parts] : splitParts(parts, amounts);
  return transfers.flatMap((transfer, index) => {
    const { outAmount, inAmount } = transfer;
    return arrive(ledger, transfer, shares[index] ?? [], { outAmount, inAmount, ...moment });
  });
}

/** When units arrive, and the frozen year whose waiting units arrive a second time, or null. */
interface ArrivalMoment {
  readonly atUs: number;
  readonly waitedUntil: number | null;
}

interface Passage extends ArrivalMoment {
  /** The whole amount that left, including a shortfall; it becomes `inAmount`. */
  readonly outAmount: bigint;
  readonly inAmount: bigint;
}

/** Adds parts of lots to the in leg's pool, as lots that keep their origin. */
function arrive(
  ledger: Ledger,
  transfer: Transfer,
  parts: readonly TakenPart[],
  { outAmount, inAmount, ...moment }: Passage,
): ArrivedLot[] {
  const { atUs } = moment;
  const identity = identityOfArrival(transfer, ledger.frozenYears, moment.waitedUntil);
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
      identity,
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
  if (inAmount > arrivedSoFar)
    arrived.push(bringShortfall(ledger, transfer, inAmount - arrivedSoFar, moment));
  return arrived;
}

/** Returns what a lot was at the photo moment; null for a move before that moment and for a lot acquired after it. */
function photoOf({ lot, photo, amount }: TakenPart, atUs: number): PhotoHolding | null {
  if (atUs <= PHOTO.momentUs || lot.acquiredUs >= PHOTO.momentUs) return null;
  return photo ?? { assetKey: lot.assetKey, amount };
}

function bringShortfall(
  ledger: Ledger,
  transfer: Transfer,
  amount: bigint,
  { atUs, waitedUntil }: ArrivalMoment,
): ArrivedLot {
  const lot = bringLot(ledger, transfer.inLeg, {
    part: 'SHORTFALL',
    identity: identityOfArrival(transfer, ledger.frozenYears, waitedUntil),
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
export function bringSurplus(ledger: Ledger, { inLeg, inAmount, outAmount }: Transfer): Movement | null {
  const amount = inAmount - outAmount;
  if (amount <= 0n) return null;
  const lot = bringLot(ledger, inLeg, { part: 'ACQUIRED', amount });
  return movement('SURPLUS', inLeg, { arrived: [{ lot, source: 'SURPLUS' }] });
}

/** Applies an unmatched out leg: the lots leave the pool with their basis and dates, and wait, still owned. */
export function waitOutside(ledger: Ledger, outLeg: EffectiveEvent): MoveResult {
  const { parts, shortfall } = poolOf(ledger, outLeg.raw.assetKey).take(outLeg.amount);
  const slices = addSlices(ledger, outLeg, parts, 'WAITING');
  for (const part of parts) part.lot.waiting += part.amount;
  keepApart(ledger, outLeg);
  if (parts.length > 0) ledger.waiting.set(outLeg.raw.id, [...parts]);
  return { movement: movement('LEAVING', outLeg, { parts, slices }), isShort: shortfall > 0n };
}

/**
 * Keeps what waits since a frozen year where the event happened or waited, when the event has moved and units wait again: the first ones
 * are named after that year from now on, and no arrival ends their waiting.
 */
function keepApart({ waiting, frozenYears }: Ledger, { raw, year }: EffectiveEvent): void {
  const parts = waiting.get(raw.id);
  if (parts === undefined) return;
  waiting.delete(raw.id);
  waiting.set(`${raw.id} ${String(frozenYears.lastBefore(year))}`, parts);
}

/**
 * Applies the in leg of a transfer whose out leg is before a frozen year: the lots that wait in that year's closing state
 * arrive now, as by any transfer, and so do those of the departure's other arrivals. Returns null when no lots wait, because the frozen
 * year does not know the transfer.
 */
export function arriveFromClosing(ledger: Ledger, transfer: Transfer): MoveResult | null {
  const { outLeg, inLeg } = transfer;
  const waiting = ledger.waiting.get(outLeg.raw.id);
  if (waiting === undefined) return null;
  ledger.waiting.delete(outLeg.raw.id);
  for (const { lot, amount } of waiting) lot.waiting -= amount;
  const isShort = isLess(waiting, outLeg.amount);
  const moment = {
    atUs: inLeg.timestampUs,
    waitedUntil: ledger.frozenYears.waitedUntil(transfer),
  };
  const transfers = transfersOf(outLeg);
  for (const { inLeg: other } of transfers)
    if (other !== inLeg) noteActedAhead(ledger, { outEventId: outLeg.raw.id, inEventId: other.raw.id });
  if (!staysInPool(outLeg)) {
    const arrived = arriveScaled(ledger, transfers, waiting, moment);
    return { movement: movement('ARRIVAL', inLeg, { returned: waiting, arrived }), isShort };
  }
  const arriving = transfers.map(arrivingOf);
  const fee = outLeg.amount - arriving.reduce((sum, amount) => sum + amount, 0n);
  const [lost = [], ...shares] = splitParts(waiting, [fee, ...arriving.slice(0, -1)]);
  const slices = addSlices(ledger, inLeg, lost, 'CONSUMED', slicesSoFar(ledger, inLeg));
  const arrived = transfers.flatMap((transfer, index) => {
    const amount = arriving[index] ?? 0n;
    return arrive(ledger, transfer, shares[index] ?? [], { outAmount: amount, inAmount: amount, ...moment });
  });
  return {
    movement: movement('ARRIVAL', inLeg, { parts: lost, slices, returned: waiting, arrived }),
    isShort,
  };
}

/** Returns how many slices an in leg has: each of its departures may have lost units on the way. */
function slicesSoFar({ slices }: Ledger, inLeg: EffectiveEvent): number {
  if (inLeg.joined.length === 0) return 0;
  return slices.reduce((count, { event }) => count + Number(event === inLeg), 0);
}

/**
 * Applies the in leg of a transfer that a frozen year does not know: its units are an acquisition of their own. An arrival of several
 * departures has only those of this one.
 */
export function receiveUnknown(ledger: Ledger, transfer: Transfer): Movement {
  const { inLeg, inAmount: amount } = transfer;
  if (inLeg.joined.length === 0) {
    const whole = bringLot(ledger, inLeg, { part: 'ACQUIRED', amount });
    return movement('RECEIPT', inLeg, { arrived: [{ lot: whole, source: 'VALUE' }] });
  }
  if (amount === 0n) return movement('ARRIVAL', inLeg);
  const lot = bringLot(ledger, inLeg, {
    part: 'ACQUIRED',
    identity: identityOfArrival(transfer, ledger.frozenYears, null),
    amount,
  });
  return movement('ARRIVAL', inLeg, { arrived: [{ lot, source: 'SURPLUS' }] });
}

function isLess(parts: readonly TakenPart[], amount: bigint): boolean {
  return parts.reduce((sum, part) => sum + part.amount, 0n) < amount;
}

/**
 * Splits parts into shares of these amounts, oldest first, and a last share of the rest. A part may be in several shares, with its share
 * of the cost in each.
 */
function splitParts(parts: readonly TakenPart[], amounts: readonly bigint[]): TakenPart[][] {
  const shares: TakenPart[][] = [];
  let next = 0;
  let taken = 0n;
  const fill = (amount: bigint | null): TakenPart[] => {
    const share: TakenPart[] = [];
    let wanted = amount;
    for (let part = parts[next]; part !== undefined && wanted !== 0n; part = parts[next]) {
      const left = part.amount - taken;
      const units = wanted === null ? left : least(wanted, left);
      share.push(portionOf(part, taken, taken + units));
      if (wanted !== null) wanted -= units;
      taken += units;
      if (taken < part.amount) break;
      next += 1;
      taken = 0n;
    }
    return share;
  };
  for (const amount of amounts) shares.push(fill(amount));
  shares.push(fill(null));
  return shares;
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

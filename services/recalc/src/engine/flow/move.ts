/** Applies one action to the pools, as the table of treatments prescribes for its event (engine.md §2). Units alone. */
import type { EffectiveEvent, Outcome, Transfer } from '../types.ts';
import type { Action } from './actions.ts';
import { staysInPool, transfersOf } from '../transfer-groups.ts';
import { addSlices, bringLot, keyOfLegs, type Ledger, poolOf } from './ledger.ts';
import { borrow, repay } from './loans.ts';
import { type Movement, movement } from './movement.ts';
import {
  arriveFromClosing,
  bringSurplus,
  type MoveResult,
  receiveUnknown,
  transferLots,
  waitOutside,
} from './transfers.ts';

/** What the pools alone know of an event. */
export type Marks = Pick<Outcome, 'isShort' | 'hasSurplus' | 'isUnmatched'>;

/** Applies an action to the ledger, sets the marks of its legs, and returns what moved, in order. */
export function move(
  ledger: Ledger,
  { kind, event, transfer }: Action,
  marksOf: (event: EffectiveEvent) => Marks,
): Movement[] {
  const marks = marksOf(event);
  if (transfer === null) return moveEvent(ledger, event, marks);
  const { outLeg } = transfer;
  switch (kind) {
    case 'EVENT':
      return moveEvent(ledger, event, marks);
    case 'TRANSFER':
      // The transfer may act at the in leg's time, before the out leg, so the out leg's marks are set here.
      return [marked(marksOf(outLeg), transferLots(ledger, outLeg))];
    case 'SURPLUS':
      return surplus(ledger, transfer, marks);
    case 'ARRIVAL':
      return arrival(ledger, transfer, marks);
    case 'UNKNOWN_ARRIVAL':
      return unknownArrival(ledger, transfer, marks);
    case 'LATE_DEPARTURE':
      if (transfersOf(outLeg).some((each) => hasActed(ledger, each))) return [movement('LEAVING', event)];
      marks.isUnmatched = true;
      return [marked(marks, waitOutside(ledger, event))];
  }
}

function hasActed(ledger: Ledger, { outLeg, inLeg }: Transfer): boolean {
  return ledger.actedAhead.has(keyOfLegs({ outEventId: outLeg.raw.id, inEventId: inLeg.raw.id }));
}

function marked(marks: Marks, { movement: moved, isShort }: MoveResult): Movement {
  marks.isShort ||= isShort;
  return moved;
}

function moveEvent(ledger: Ledger, event: EffectiveEvent, marks: Marks): Movement[] {
  switch (event.effect.pool) {
    case 'NEW_LOT':
    case 'ARRIVE':
      return [receive(ledger, event)];
    case 'BORROW':
      return [borrow(ledger, event)];
    case 'CONSUME':
      return [marked(marks, dispose(ledger, event))];
    case 'REPAY':
      return [marked(marks, repay(ledger, event))];
    case 'LEAVE':
      return [marked(marks, waitOutside(ledger, event))];
    case 'NONE':
      return [];
  }
}

/** Adds a new lot. */
function receive(ledger: Ledger, event: EffectiveEvent): Movement {
  const lot = bringLot(ledger, event, { part: 'ACQUIRED', amount: event.amount });
  return movement('RECEIPT', event, { arrived: [{ lot, source: 'VALUE' }] });
}

/** Consumes lots. */
function dispose(ledger: Ledger, event: EffectiveEvent): MoveResult {
  const { parts, shortfall } = poolOf(ledger, event.raw.assetKey).take(event.amount);
  const slices = addSlices(ledger, event, parts, 'CONSUMED');
  return { movement: movement('DISPOSAL', event, { parts, slices }), isShort: shortfall > 0n };
}

function surplus(ledger: Ledger, transfer: Transfer, marks: Marks): Movement[] {
  const brought = bringSurplus(ledger, transfer);
  if (brought === null) return [];
  marks.hasSurplus = true;
  return [brought];
}

/** Applies the in leg of a transfer whose out leg is before a frozen year. */
function arrival(ledger: Ledger, transfer: Transfer, marks: Marks): Movement[] {
  const movements: Movement[] = [];
  if (!hasActed(ledger, transfer)) {
    const arrived = arriveFromClosing(ledger, transfer);
    if (arrived === null) return unknownArrival(ledger, transfer, marks);
    movements.push(marked(marks, arrived));
  }
  if (staysInPool(transfer.outLeg)) movements.push(...surplus(ledger, transfer, marks));
  return movements;
}

/** Applies the in leg of a transfer that a frozen year does not know: it counts as an acquisition of its own. */
function unknownArrival(ledger: Ledger, transfer: Transfer, marks: Marks): Movement[] {
  marks.isUnmatched = true;
  return [receiveUnknown(ledger, transfer)];
}

/** The state that a year passes to the next, and a ledger that starts from it (engine.md §7, "Frozen years stand"). */
import type { ClosingLot, ClosingState, Lot } from '../types.ts';
import { debtOf, type EarlyTransfer, keyOfLegs, type Ledger, poolOf } from './ledger.ts';
import { owe } from './loans.ts';
import { OpenLot } from './open-lot.ts';

/** Returns the state of a ledger at the end of a year: lots held or waiting, marks, debts, and transfers that acted ahead. */
export function closingOf(ledger: Ledger): ClosingState {
  const marks = [...ledger.pools].flatMap(([assetKey, pool]) =>
    pool.marks().map((mark) => ({ assetKey, mark })),
  );
  // A mark may end at a lot that is empty, because a repayment took its last units.
  const marked = new Set(marks.map(({ mark }) => mark.lot));
  const lots = ledger.lots.filter((lot) => lot.remaining > 0n || lot.waiting > 0n || marked.has(lot));
  const placeOf = placesByAsset([
    ...lots.map(({ assetKey, arrival }) => [assetKey, arrival] as const),
    ...marks.map(({ assetKey, mark }) => [assetKey, mark.at] as const),
  ]);
  return {
    lots: lots.map((lot) => ({ ...closingLot(lot), arrival: placeOf(lot.assetKey, lot.arrival) })),
    waiting: [...ledger.waiting].flatMap(([outEventId, parts]) =>
      parts.map(({ lot, amount, costBasis, feesEur, photo, heldSinceUs }) => {
        return { outEventId, lotId: lot.id, amount, costBasis, feesEur, photo, heldSinceUs };
      }),
    ),
    marks: marks.map(({ assetKey, mark: { origin, heldSinceUs, lot, until, at } }) => {
      return { assetKey, origin, heldSinceUs, untilLotId: lot.id, until, arrival: placeOf(assetKey, at) };
    }),
    debts: [...ledger.debts.values()].map(({ lots: _lots, ...debt }) => ({ ...debt })),
    actedAhead: [...ledger.actedAhead.values()].map(({ outEventId, inEventId }) => [outEventId, inEventId]),
  };
}

/** Renumbers arrivals per pool, so that lots that are gone leave no gap: equal holdings have equal closing states. */
function placesByAsset(
  arrivals: readonly (readonly [string, number])[],
): (assetKey: string, arrival: number) => number {
  const places = new Map<string, ReadonlyMap<number, number>>();
  for (const [assetKey, ofAsset] of Map.groupBy(arrivals, ([key]) => key)) {
    const inOrder = ofAsset.map(([, arrival]) => arrival).toSorted((a, b) => a - b);
    places.set(assetKey, new Map(inOrder.map((arrival, index) => [arrival, index])));
  }
  return (assetKey, arrival) => places.get(assetKey)?.get(arrival) ?? 0;
}

/**
 * Resets a ledger to a closing state. Lots that are not in it become past lots with nothing left; other debts and transfers go. A past
 * lot that is in it is held again: a year that was submitted before an earlier one may pass on what that one does not.
 */
export function restoreClosing(ledger: Ledger, closing: ClosingState): void {
  const known = new Set(closing.lots.map(({ id }) => id));
  ledger.pastLots = ledger.pastLots.filter(({ id }) => !known.has(id));
  for (const lot of ledger.lots) if (!known.has(lot.id)) ledger.pastLots.push(withNothingLeft(lot));
  ledger.pools = new Map();
  ledger.lots = [];
  ledger.debts = new Map();
  ledger.owed = new Map();
  ledger.waiting = new Map();
  ledger.actedAhead = new Map(
    closing.actedAhead.map(([outEventId, inEventId]): [string, EarlyTransfer] => [
      keyOfLegs({ outEventId, inEventId }),
      { outEventId, inEventId },
    ]),
  );
  for (const debt of closing.debts) owe(ledger, { ...debt, lots: [] });
  const lots = new Map<string, OpenLot>();
  for (const closed of closing.lots) {
    const lot = new OpenLot(closed, closed.arrival, closed.remaining);
    lot.setCost(closed.costBasis, closed.feesEur);
    lots.set(lot.id, lot);
    ledger.lots.push(lot);
    debtOf(ledger, lot)?.lots.push(lot);
    if (lot.remaining > 0n) poolOf(ledger, lot.assetKey).restore(lot);
  }
  const lotOf = (lotId: string): OpenLot => {
    const lot = lots.get(lotId);
    if (lot === undefined) throw new Error(`a closing state without lot ${lotId}`);
    return lot;
  };
  for (const { outEventId, lotId, ...part } of closing.waiting) {
    const lot = lotOf(lotId);
    lot.waiting += part.amount;
    lot.waitingCostBasis += part.costBasis;
    const parts = ledger.waiting.get(outEventId);
    const taken = { ...part, lot, goneBefore: null, origin: null, portion: null };
    if (parts === undefined) ledger.waiting.set(outEventId, [taken]);
    else parts.push(taken);
  }
  for (const { assetKey, untilLotId, arrival, ...mark } of closing.marks)
    poolOf(ledger, assetKey).restoreMark({ ...mark, lot: lotOf(untilLotId), at: arrival });
}

function withNothingLeft(lot: OpenLot): Lot {
  return { ...closingLot(lot), remaining: 0n, remainingCostBasis: 0n, waiting: 0n, waitingCostBasis: 0n };
}

/** Returns the fields of a lot that a closing state holds. */
export function closingLot(lot: ClosingLot): ClosingLot {
  const { id, assetKey, eventId, originEventId, fromLotId, acquiredUs, heldSinceUs, arrivedUs } = lot;
  const { amount, costBasis, feesEur, photo, origin, remaining, key, arrival } = lot;
  return {
    id,
    assetKey,
    eventId,
    originEventId,
    fromLotId,
    acquiredUs,
    heldSinceUs,
    arrivedUs,
    amount,
    costBasis,
    feesEur,
    photo,
    origin,
    remaining,
    key,
    arrival,
  };
}

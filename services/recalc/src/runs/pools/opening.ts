/**
 * What some pools held at a moment before the end, from the stored lots, slices and transfer marks of the last run. So no state needs to
 * be kept for every year: a lot had then what it has now and what was taken from it since. Pure.
 */
import { compareFields } from '@ctx/domain/natural-key';
import { closingLot } from '../../engine/flow/closing.ts';
import { lotId } from '../../engine/flow/lot-id.ts';
import type {
  BasisOrigin,
  ClosingLot,
  ClosingMark,
  ClosingState,
  LotKey,
  WaitingPart,
} from '../../engine/types.ts';
import type { BookLot } from '../../tables/stored-figures.ts';

/** A stored lot that was open at the moment, with what was taken from it since. */
export interface LotAtStart extends BookLot {
  /** The natural key of its acquisition; null where that event is gone. */
  readonly key: LotKey | null;
  /** Units gone from it at the moment: null where nothing was taken since. */
  readonly goneThen: bigint | null;
  /** Units and cost that began to wait since. */
  readonly waitingSince: bigint;
  readonly waitingCostSince: bigint;
}

/** A stored transfer mark: from before the moment, or with a holding period of its own. */
export interface MarkAtStart {
  readonly assetKey: string;
  readonly lotId: string;
  readonly until: bigint;
  readonly heldSinceUs: number | null;
  readonly origin: BasisOrigin;
  /** When the transfer acted. */
  readonly atUs: number;
}

/** Returns the state of the pools at the moment; null where the stored rows do not decide it. */
export function openingOf(lots: readonly LotAtStart[], marks: readonly MarkAtStart[]): ClosingState | null {
  // The holding period that a transfer's override sets, also later, is stored in place of the lot's own.
  if (marks.some(({ heldSinceUs }) => heldSinceUs !== null)) return null;
  const known = new Set(lots.map(({ id }) => id));
  // A mark that ends at a lot that is gone covers nothing any more.
  const live = marks.filter((mark) => known.has(mark.lotId));
  const arrivals = arrivalsOf(lots, live);
  if (arrivals === null) return null;
  const opening = lots.map((lot) => openLot(lot, arrivals.get(lot) ?? 0));
  if (opening.some((lot) => lot === null)) return null;
  return {
    lots: opening as ClosingLot[],
    waiting: lots.flatMap(waitingPart),
    marks: live
      .toSorted((a, b) => (arrivals.get(a) ?? 0) - (arrivals.get(b) ?? 0))
      .map((mark): ClosingMark => ({
        assetKey: mark.assetKey,
        origin: mark.origin,
        heldSinceUs: null,
        untilLotId: mark.lotId,
        until: mark.until,
        arrival: arrivals.get(mark) ?? 0,
      })),
    debts: [],
    actedAhead: [],
  };
}

function openLot(lot: LotAtStart, arrival: number): ClosingLot | null {
  const { key, amount, goneThen } = lot;
  if (key === null) return null;
  const remaining = goneThen === null ? lot.remaining : amount - goneThen;
  // Fees count under SPECULATIEF only, and then everything is computed.
  return closingLot({ ...lot, remaining, key, arrival, feesEur: 0n });
}

function waitingPart(lot: LotAtStart): WaitingPart[] {
  const amount = lot.waiting - lot.waitingSince;
  if (amount === 0n) return [];
  const costBasis = lot.waitingCostBasis - lot.waitingCostSince;
  const { id, heldSinceUs } = lot;
  return [{ outEventId: id, lotId: id, amount, costBasis, feesEur: 0n, photo: null, heldSinceUs }];
}

/** A lot or a mark: both have a place among the arrivals of their pool. */
type ArrivalAtStart = LotAtStart | MarkAtStart;

/**
 * Returns the places of lots and marks among the arrivals of their pools; null where two arrived at one instant and their order is not
 * known. Order matters between lots of one acquisition, and between a mark and the lots that transfers brought.
 */
function arrivalsOf(
  lots: readonly LotAtStart[],
  marks: readonly MarkAtStart[],
): ReadonlyMap<ArrivalAtStart, number> | null {
  const order = (a: ArrivalAtStart, b: ArrivalAtStart): number =>
    timeOf(a) - timeOf(b) || phaseOf(a) - phaseOf(b);
  const all: readonly ArrivalAtStart[] = [...lots, ...marks].toSorted(order);
  for (const [index, each] of all.entries()) {
    const next = all[index + 1];
    if (next !== undefined && order(each, next) === 0 && mayMatter(each, next)) return null;
  }
  return new Map(all.map((each, index) => [each, index + 1]));
}

const timeOf = (each: ArrivalAtStart): number => ('atUs' in each ? each.atUs : each.arrivedUs);

/**
 * At one instant an event's own lot comes first, then transfers act. The lot of an event that submitted years keep figures of has another
 * id (`identityOf`) and counts as brought by a transfer: then at worst the order is not known.
 */
function phaseOf(each: ArrivalAtStart): 0 | 1 {
  return 'atUs' in each || each.id !== lotId(each.eventId, 'ACQUIRED') ? 1 : 0;
}

function mayMatter(a: ArrivalAtStart, b: ArrivalAtStart): boolean {
  if (a.assetKey !== b.assetKey) return false;
  if ('atUs' in a || 'atUs' in b) return true;
  return (
    a.acquiredUs === b.acquiredUs && (a.key === null || b.key === null || compareFields(a.key, b.key) === 0)
  );
}

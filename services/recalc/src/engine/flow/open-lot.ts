/** A lot while its pool consumes it. Cost, fees and photo amount are shares that follow from the units left. */
import { compareFields } from '@ctx/domain/natural-key';
import { shareOfLeft, shareOfPart } from '../shares.ts';
import type { BasisOrigin, Lot, LotKey, PhotoHolding } from '../types.ts';

/** A lot as it enters its pool. */
export type NewLot = Omit<Lot, 'remaining' | 'remainingCostBasis' | 'waiting' | 'waitingCostBasis'> & {
  readonly key: LotKey;
};

/** The amounts that a part of a lot carries with it. */
export interface LotShare {
  readonly amount: bigint;
  readonly costBasis: bigint;
  readonly feesEur: bigint;
  readonly photo: PhotoHolding | null;
}

export class OpenLot implements Lot {
  readonly id: string;
  readonly assetKey: string;
  readonly eventId: string;
  readonly originEventId: string;
  readonly fromLotId: string | null;
  readonly acquiredUs: number;
  readonly heldSinceUs: number;
  readonly arrivedUs: number;
  readonly amount: bigint;
  readonly costBasis: bigint;
  readonly feesEur: bigint;
  readonly photo: PhotoHolding | null;
  readonly origin: BasisOrigin | null;
  readonly key: LotKey;
  /** Place among all arrivals and marks of its pool. */
  readonly arrival: number;
  remaining: bigint;
  remainingCostBasis: bigint;
  waiting = 0n;
  waitingCostBasis = 0n;

  constructor(lot: NewLot, arrival: number, remaining: bigint = lot.amount) {
    this.id = lot.id;
    this.assetKey = lot.assetKey;
    this.eventId = lot.eventId;
    this.originEventId = lot.originEventId;
    this.fromLotId = lot.fromLotId;
    this.acquiredUs = lot.acquiredUs;
    this.heldSinceUs = lot.heldSinceUs;
    this.arrivedUs = lot.arrivedUs;
    this.amount = lot.amount;
    this.costBasis = lot.costBasis;
    this.feesEur = lot.feesEur;
    this.photo = lot.photo;
    this.origin = lot.origin;
    this.key = lot.key;
    this.arrival = arrival;
    this.remaining = remaining;
    this.remainingCostBasis = shareOfLeft(lot.costBasis, remaining, lot.amount);
  }

  /** Units taken from the lot so far; units leave in order, so these are its first ones. */
  get gone(): bigint {
    return this.amount - this.remaining;
  }

  /** Takes up to `wanted` units and returns them with their shares of cost, fees and photo amount. */
  take(wanted: bigint): LotShare {
    const amount = wanted < this.remaining ? wanted : this.remaining;
    const part = { goneBefore: this.gone, amount };
    this.remaining -= amount;
    const leftBasis = shareOfLeft(this.costBasis, this.remaining, this.amount);
    const costBasis = this.remainingCostBasis - leftBasis;
    this.remainingCostBasis = leftBasis;
    return {
      amount,
      costBasis,
      feesEur: this.feesEur === 0n ? 0n : shareOfPart(this.feesEur, part, this.amount),
      photo:
        this.photo === null
          ? null
          : { assetKey: this.photo.assetKey, amount: shareOfPart(this.photo.amount, part, this.amount) },
    };
  }
}

/** Orders lots oldest first: by original acquisition date, then key of the acquisition, then arrival. */
export function compareLots(a: OpenLot, b: OpenLot): number {
  return a.acquiredUs - b.acquiredUs || compareFields(a.key, b.key) || a.arrival - b.arrival;
}

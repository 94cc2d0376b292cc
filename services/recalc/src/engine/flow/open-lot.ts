/** A lot while its pool consumes it: units alone. Its EUR values are set by the valuation (value/valuation.ts). */
import { least } from '@ctx/domain/decimal';
import { compareFields } from '@ctx/domain/natural-key';
import { shareOfLeft, shareOfPart } from '../shares.ts';
import type { BasisOrigin, Lot, LotKey, PhotoHolding } from '../types.ts';

/** A lot as it enters its pool. */
export type NewLot = Omit<Lot, LotValueField | 'remaining' | 'waiting'> & { readonly key: LotKey };

/** The EUR values of a lot. */
type LotValueField = 'costBasis' | 'feesEur' | 'remainingCostBasis' | 'waitingCostBasis';

/** The units that a part of a lot carries with it. */
export interface LotShare {
  readonly amount: bigint;
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
  readonly photo: PhotoHolding | null;
  readonly origin: BasisOrigin | null;
  readonly key: LotKey;
  /** Place among all arrivals and marks of its pool. */
  readonly arrival: number;
  remaining: bigint;
  waiting = 0n;
  costBasis = 0n;
  feesEur = 0n;
  /** The cost of the units that no valued part has taken. */
  remainingCostBasis = 0n;
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
    this.photo = lot.photo;
    this.origin = lot.origin;
    this.key = lot.key;
    this.arrival = arrival;
    this.remaining = remaining;
  }

  /** Units taken from the lot so far; units leave in order, so these are its first ones. */
  get gone(): bigint {
    return this.amount - this.remaining;
  }

  /** Sets the lot's cost and fees, EUR; units that are gone already have taken their share of the cost. */
  setCost(costBasis: bigint, feesEur: bigint): void {
    this.costBasis = costBasis;
    this.feesEur = feesEur;
    this.remainingCostBasis = shareOfLeft(costBasis, this.remaining, this.amount);
  }

  /** Takes up to `wanted` units and returns them with their share of the photo amount. */
  take(wanted: bigint): LotShare {
    const amount = least(wanted, this.remaining);
    const part = { goneBefore: this.gone, amount };
    this.remaining -= amount;
    const { photo } = this;
    return {
      amount,
      photo:
        photo === null
          ? null
          : { assetKey: photo.assetKey, amount: shareOfPart(photo.amount, part, this.amount) },
    };
  }
}

/** Orders lots oldest first: by original acquisition date, then key of the acquisition, then arrival. */
export function compareLots(a: OpenLot, b: OpenLot): number {
  return a.acquiredUs - b.acquiredUs || compareFields(a.key, b.key) || a.arrival - b.arrival;
}

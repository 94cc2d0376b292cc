/** The FIFO queue of open lots of one asset, over all accounts of one user (engine.md, "Vocabulary"). */
import { shareEur } from '@ctx/common/domain/decimal';
import type { Lot } from './types.ts';

/** What a lot is when it comes into its pool. */
export type NewLot = Omit<Lot, 'remainingAmount' | 'remainingCostBasis'>;

/** A lot as the pool goes on consuming it. */
export type OpenLot = { -readonly [Key in keyof Lot]: Lot[Key] };

/** Part of one lot, with its share of the lot's historic cost. */
export interface TakenPart {
  readonly lot: Lot;
  readonly amount: bigint;
  readonly costBasis: bigint;
}

export interface Taken {
  /** Oldest lot first. */
  readonly parts: readonly TakenPart[];
  /** What was asked for and not held. */
  readonly shortfall: bigint;
}

/** Taking costs amortised O(1) a part, adding O(1) where lots come in order of their dates, else a binary search. */
export class Pool {
  readonly #lots: OpenLot[] = [];
  #head = 0;
  #heldAmount = 0n;

  /** What all open lots hold together. */
  get heldAmount(): bigint {
    return this.#heldAmount;
  }

  /** Puts a lot behind those acquired before it and at the same time: ties go by arrival. Answers the lot as kept. */
  add(lot: NewLot): Lot {
    const open: OpenLot = { ...lot, remainingAmount: lot.acquiredAmount, remainingCostBasis: lot.costBasis };
    const last = this.#lots.at(-1);
    if (last === undefined || last.acquiredUs <= open.acquiredUs) this.#lots.push(open);
    else this.#lots.splice(this.#indexAfter(open.acquiredUs), 0, open);
    this.#heldAmount += open.remainingAmount;
    return open;
  }

  /** Takes from the oldest lots; never more than they hold. */
  take(amount: bigint): Taken {
    const parts: TakenPart[] = [];
    let wanted = amount;
    while (wanted > 0n) {
      const lot = this.#lots[this.#head];
      if (lot === undefined) break;
      const part = takeFrom(lot, wanted);
      parts.push(part);
      wanted -= part.amount;
      if (lot.remainingAmount === 0n) this.#head += 1;
    }
    this.#heldAmount -= amount - wanted;
    return { parts, shortfall: wanted };
  }

  /** The index behind the last open lot acquired at or before an instant. */
  #indexAfter(acquiredUs: number): number {
    let low = this.#head;
    let high = this.#lots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#lots[middle]?.acquiredUs ?? Infinity) <= acquiredUs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

// What is left keeps its share of the cost and the part gets the difference: each part is exact to 1e-12 EUR however
// many there are, none is negative, and the last one takes the remainder.
function takeFrom(lot: OpenLot, wanted: bigint): TakenPart {
  const amount = wanted < lot.remainingAmount ? wanted : lot.remainingAmount;
  const leftAmount = lot.remainingAmount - amount;
  const leftBasis = leftAmount === 0n ? 0n : shareEur(lot.costBasis, leftAmount, lot.acquiredAmount);
  const costBasis = lot.remainingCostBasis - leftBasis;
  lot.remainingAmount = leftAmount;
  lot.remainingCostBasis = leftBasis;
  return { lot, amount, costBasis };
}

/**
 * The FIFO queue of open lots of one asset, over all accounts of one user (engine.md, "Vocabulary"). Lots are in buckets of
 * up to 256. So inserting an older lot, or finding the lot at which an amount ends, does not walk the whole queue, and a
 * long series of transfers of a large pool stays linear.
 */
import { least } from '@ctx/domain/decimal';
import { type BasisOrigin } from '../types.ts';
import { compareLots, type LotShare, type NewLot, OpenLot } from './open-lot.ts';

/** Part of one lot, with the transfer it came by and the start of its holding period. */
export interface TakenPart extends LotShare {
  readonly lot: OpenLot;
  /** Units gone from the lot before this part; null when the part waited outside the pool. */
  readonly goneBefore: bigint | null;
  readonly origin: BasisOrigin | null;
  /** Start of the part's holding period. */
  readonly heldSinceUs: number;
  /** Set for a portion of a part that waited: that part, and where the portion begins and ends in it. */
  readonly portion: { readonly of: TakenPart; readonly from: bigint; readonly to: bigint } | null;
  /** The part's share of its lot's cost and fees, EUR: 0 until the valuation sets them. */
  costBasis: bigint;
  feesEur: bigint;
}

export interface TakenParts {
  /** Oldest lot first. */
  readonly parts: readonly TakenPart[];
  /** Wanted units that the pool did not hold. */
  readonly shortfall: bigint;
}

/**
 * A matched transfer within the asset: it covers the oldest units, up to one unit of one lot. The lots stay in the pool, so
 * the mark records the transfer instead of moving them.
 */
export interface Mark {
  readonly origin: BasisOrigin;
  /** Start of the holding period that the in leg's override sets, or null. */
  readonly heldSinceUs: number | null;
  readonly lot: OpenLot;
  /** Counted from the lot's first unit. */
  readonly until: bigint;
  /** Place among all arrivals and marks. */
  readonly at: number;
}

interface Bucket {
  readonly lots: OpenLot[];
  amount: bigint;
}

const BUCKET_LOTS_MAX = 256;

export class Pool {
  readonly #buckets: Bucket[] = [];
  #heldAmount = 0n;
  #arrivals = 0;
  readonly #origins = new Marks();
  readonly #holdings = new Marks();

  /** Units that all open lots hold together. */
  get heldAmount(): bigint {
    return this.#heldAmount;
  }

  /** Inserts a lot by its age and returns the open lot. */
  add(lot: NewLot): OpenLot {
    const open = new OpenLot(lot, this.#arrivals + 1);
    this.restore(open);
    return open;
  }

  /** Inserts a lot from a closing state, with the place it had among the arrivals. */
  restore(open: OpenLot): void {
    this.#arrivals = Math.max(this.#arrivals, open.arrival);
    this.#heldAmount += open.remaining;
    const index = this.#bucketOf(open);
    const bucket = this.#buckets[index];
    if (bucket === undefined) this.#buckets.push({ lots: [open], amount: open.remaining });
    else this.#insert(bucket, index, open);
  }

  /** Takes from the oldest lots; never more than they hold. */
  take(amount: bigint): TakenParts {
    const parts: TakenPart[] = [];
    let wanted = amount;
    while (wanted > 0n) {
      const bucket = this.#buckets[0];
      const lot = bucket?.lots[0];
      if (bucket === undefined || lot === undefined) break;
      this.#origins.passedBy(lot);
      this.#holdings.passedBy(lot);
      const part = this.#takeFrom(bucket, lot, wanted);
      parts.push(part);
      wanted -= part.amount;
      if (lot.remaining > 0n) continue;
      bucket.lots.shift();
      if (bucket.lots.length === 0) this.#buckets.shift();
    }
    return { parts, shortfall: wanted };
  }

  /** Takes from the given lots of this pool, in their order: a repayment takes the borrowed units. */
  takeOf(lots: readonly OpenLot[], amount: bigint): TakenPart[] {
    const parts: TakenPart[] = [];
    let wanted = amount;
    for (const lot of lots) {
      if (wanted === 0n) break;
      if (lot.remaining === 0n) continue;
      const index = this.#bucketOf(lot);
      const bucket = this.#buckets[index];
      if (bucket === undefined) continue;
      const part = this.#takeFrom(bucket, lot, wanted);
      parts.push(part);
      wanted -= part.amount;
      if (lot.remaining > 0n) continue;
      bucket.lots.splice(bucket.lots.indexOf(lot), 1);
      if (bucket.lots.length === 0) this.#buckets.splice(index, 1);
    }
    return parts;
  }

  /** Marks the oldest `amount` units as moved by a transfer, and returns the mark. An empty pool stays unmarked: null. */
  mark(amount: bigint, origin: BasisOrigin, heldSinceUs: number | null): Mark | null {
    const end = this.#endOf(amount);
    if (end === null) return null;
    const mark = { ...end, origin, heldSinceUs, at: this.#arrivals + 1 };
    this.restoreMark(mark);
    return mark;
  }

  /** Adds a mark from a closing state. Call it for the oldest mark first. */
  restoreMark(mark: Mark): void {
    this.#arrivals = Math.max(this.#arrivals, mark.at);
    this.#origins.add(mark);
    if (mark.heldSinceUs !== null) this.#holdings.add(mark);
  }

  /** Returns the marks that still cover units, oldest first. */
  marks(): Mark[] {
    const front = this.#buckets[0]?.lots[0];
    if (front === undefined) return [];
    this.#origins.passedBy(front);
    this.#holdings.passedBy(front);
    return [...new Set([...this.#origins.all, ...this.#holdings.all])].toSorted((a, b) => a.at - b.at);
  }

  /** Yields each open lot whose next unit takes its holding period from a transfer's override, with the start of that period. */
  *heldSinceByTransfer(): Generator<readonly [lot: OpenLot, heldSinceUs: number]> {
    if (this.#holdings.all.length === 0) return;
    const marks = new Marks(this.#holdings.all);
    for (const { lots } of this.#buckets)
      for (const lot of lots) {
        marks.passedBy(lot);
        const heldSinceUs = marks.over(lot, lot.gone)?.heldSinceUs ?? null;
        if (heldSinceUs !== null) yield [lot, heldSinceUs];
      }
  }

  /** Returns the index of the bucket that a lot belongs in. Most lots are the youngest, so the search starts at the end. */
  #bucketOf(lot: OpenLot): number {
    let index = this.#buckets.length - 1;
    while (index > 0 && isBefore(lot, this.#buckets[index]?.lots[0])) index -= 1;
    return index;
  }

  #insert(bucket: Bucket, index: number, open: OpenLot): void {
    const { lots } = bucket;
    const last = lots.at(-1);
    if (last === undefined || !isBefore(open, last)) lots.push(open);
    else lots.splice(placeIn(lots, open), 0, open);
    bucket.amount += open.remaining;
    if (lots.length <= BUCKET_LOTS_MAX) return;
    const moved = lots.splice(BUCKET_LOTS_MAX / 2);
    const amount = moved.reduce((sum, lot) => sum + lot.remaining, 0n);
    bucket.amount -= amount;
    this.#buckets.splice(index + 1, 0, { lots: moved, amount });
  }

  #takeFrom(bucket: Bucket, lot: OpenLot, wanted: bigint): TakenPart {
    const gone = lot.gone;
    const origin = this.#origins.over(lot, gone);
    const holding = this.#holdings.over(lot, gone);
    const share = lot.take(wanted);
    bucket.amount -= share.amount;
    this.#heldAmount -= share.amount;
    return {
      ...share,
      lot,
      goneBefore: gone,
      origin: origin?.origin ?? lot.origin,
      heldSinceUs: holding?.heldSinceUs ?? lot.heldSinceUs,
      portion: null,
      costBasis: 0n,
      feesEur: 0n,
    };
  }

  /** Returns the unit at which the oldest `amount` units end, or the last unit held. */
  #endOf(amount: bigint): { lot: OpenLot; until: bigint } | null {
    let left = amount;
    let end: { lot: OpenLot; until: bigint } | null = null;
    for (const bucket of this.#buckets) {
      const last = bucket.lots.at(-1);
      if (left >= bucket.amount && last !== undefined) {
        left -= bucket.amount;
        end = { lot: last, until: last.amount };
        continue;
      }
      for (const lot of bucket.lots) {
        if (left === 0n) return end;
        const part = least(left, lot.remaining);
        end = { lot, until: lot.gone + part };
        left -= part;
      }
      return end;
    }
    return end;
  }
}

function isBefore(lot: OpenLot, other: OpenLot | undefined): boolean {
  return other !== undefined && compareLots(lot, other) < 0;
}

/** Returns the index after the last lot that is not younger. */
function placeIn(lots: readonly OpenLot[], open: OpenLot): number {
  let low = 0;
  let high = lots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(open, lots[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The marks that still cover units. Each ends before every older mark: a newer mark that reached as far would replace the
 * older one.
 */
class Marks {
  /** Oldest first, so the one that ends first is last. */
  readonly all: Mark[];

  constructor(all: readonly Mark[] = []) {
    this.all = [...all];
  }

  add(mark: Mark): void {
    this.#dropUpTo(mark.lot, mark.until);
    this.all.push(mark);
  }

  /** Drops the marks that end before the next unit of `lot`, the front of the queue: nothing they cover can be taken any more. */
  passedBy(lot: OpenLot): void {
    this.#dropUpTo(lot, lot.gone);
  }

  /** Returns the newest mark over the next unit of a lot, after `gone` units, that is younger than the lot's arrival; or null. */
  over(lot: OpenLot, gone: bigint): Mark | null {
    const mark = this.all.findLast((each) => endsAfter(each, lot, gone));
    return mark !== undefined && mark.at > lot.arrival ? mark : null;
  }

  #dropUpTo(lot: OpenLot, gone: bigint): void {
    for (
      let last = this.all.at(-1);
      last !== undefined && !endsAfter(last, lot, gone);
      last = this.all.at(-1)
    )
      this.all.pop();
  }
}

/** Tells whether a mark ends after the next unit of a lot, of which `gone` units are gone. */
function endsAfter(mark: Mark, lot: OpenLot, gone: bigint): boolean {
  const order = mark.lot === lot ? 0 : compareLots(mark.lot, lot);
  return order > 0 || (order === 0 && mark.until > gone);
}

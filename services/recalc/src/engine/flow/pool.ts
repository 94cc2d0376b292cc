/**
 * The FIFO queue of open lots of one asset, over all accounts of one user (engine.md, "Vocabulary"). Lots are in
 * buckets of a few hundred, so that older lots come in between, and the end of an amount is found, without walking the
 * whole queue: a loop of transfers of a large pool stays linear.
 */
import { type BasisOrigin } from '../types.ts';
import { compareLots, type LotShare, type NewLot, OpenLot } from './open-lot.ts';

/** Part of one lot, with how it came. */
export interface TakenPart extends LotShare {
  readonly lot: OpenLot;
  /** Units gone from the lot before; null where it had left the pool already. */
  readonly goneBefore: bigint | null;
  readonly origin: BasisOrigin | null;
  /** Start of its holding period. */
  readonly heldSinceUs: number;
}

export interface Taken {
  /** Oldest lot first. */
  readonly parts: readonly TakenPart[];
  /** What was asked for and not held. */
  readonly shortfall: bigint;
}

/** A matched transfer of this asset passed over the oldest lots, up to a unit of a lot; they never left the pool. */
export interface Mark {
  readonly origin: BasisOrigin;
  /** Where the in leg's override says so. */
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

  /** What all open lots hold together. */
  get heldAmount(): bigint {
    return this.#heldAmount;
  }

  /** Puts a lot where its age says; answers the lot as kept. */
  add(lot: NewLot): OpenLot {
    const open = new OpenLot(lot, this.#arrivals + 1);
    this.restore(open);
    return open;
  }

  /** Puts a lot back that a closed year left, with the place it had among the arrivals. */
  restore(open: OpenLot): void {
    this.#arrivals = Math.max(this.#arrivals, open.arrival);
    this.#heldAmount += open.remaining;
    const index = this.#bucketOf(open);
    const bucket = this.#buckets[index];
    if (bucket === undefined) this.#buckets.push({ lots: [open], amount: open.remaining });
    else this.#insert(bucket, index, open);
  }

  /** Takes from the oldest lots; never more than they hold. */
  take(amount: bigint): Taken {
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

  /** Takes from certain lots of this pool, in their order: a repayment takes the borrowed units. */
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

  /** Notes that the oldest `amount` units came by a transfer; nothing where the pool holds none. */
  mark(amount: bigint, origin: BasisOrigin, heldSinceUs: number | null): void {
    const end = this.#endOf(amount);
    if (end !== null) this.restoreMark({ ...end, origin, heldSinceUs, at: this.#arrivals + 1 });
  }

  /** Puts a mark back that a closed year left; older ones first. */
  restoreMark(mark: Mark): void {
    this.#arrivals = Math.max(this.#arrivals, mark.at);
    this.#origins.add(mark);
    if (mark.heldSinceUs !== null) this.#holdings.add(mark);
  }

  /** Marks that still say something, oldest first. */
  marks(): Mark[] {
    const front = this.#buckets[0]?.lots[0];
    if (front === undefined) return [];
    this.#origins.passedBy(front);
    this.#holdings.passedBy(front);
    return [...new Set([...this.#origins.all, ...this.#holdings.all])].toSorted((a, b) => a.at - b.at);
  }

  /** Yields each open lot whose next unit has the start of its holding period from a transfer, with that start. */
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

  /** The bucket a lot is in or belongs into. Most lots are the youngest: the search starts there. */
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
    };
  }

  /** The unit at which the oldest `amount` end, or the last one held. */
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
        const part = left < lot.remaining ? left : lot.remaining;
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

/** The index behind the last lot that is older. */
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
 * The marks that still say something: each ends before every older one, else it would have been the last word on all that
 * the older one covers.
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

  /** The front of the queue has come to a lot: marks that end before it cover nothing that will be taken. */
  passedBy(lot: OpenLot): void {
    this.#dropUpTo(lot, lot.gone);
  }

  /** The newest mark over the unit of a lot that comes after `gone` others of it, and younger than the lot's arrival. */
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

/** Whether a mark ends behind the unit of a lot that comes after `gone` others of it. */
function endsAfter(mark: Mark, lot: OpenLot, gone: bigint): boolean {
  const order = mark.lot === lot ? 0 : compareLots(mark.lot, lot);
  return order > 0 || (order === 0 && mark.until > gone);
}

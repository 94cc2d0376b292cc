/**
 * Values again what a change of EUR values reaches. Amounts, dates and legs stay, so the lots and slices of the last run stay too;
 * their values follow from the same law as in a full run (engine.md §7, "Incremental").
 */
import { lotId } from '../../engine/flow/lot-id.ts';
import { shareOfLeft, shareOfPart, shareProceeds } from '../../engine/shares.ts';
import type { EffectiveEvent } from '../../engine/types.ts';
import {
  disposalGain,
  disposalProceeds,
  type LawFacts,
  sliceValues,
  surplusCost,
} from '../../engine/value/basis.ts';
import type { BookLot, BookSlice } from '../../tables/stored-figures.ts';
import { type BookPart, sliceKey } from './book.ts';

/** The changed lots, slices and gains, before and after. */
export interface Revaluation {
  readonly lots: readonly { readonly before: BookLot; readonly after: BookLot }[];
  readonly slices: readonly { readonly before: BookSlice; readonly after: BookSlice }[];
  /** Realised gains of the disposals whose own values changed, EUR. */
  readonly gains: ReadonlyMap<string, bigint | null>;
}

/**
 * Computes everything that depends on `events`, whose values changed. Returns null when it takes a full run: for a chain of
 * transfers that a frozen year interrupts, and for a sale of borrowed units, whose proceeds are reported with their debt.
 */
export function revalue(
  events: readonly EffectiveEvent[],
  part: BookPart,
  regimeOf: LawFacts['regimeOf'],
): Revaluation | null {
  if (part.isOfLoan) return null;
  const state = new PartValuation(part, regimeOf);
  const isPossible = state.changeCosts(events) && state.changeProceeds(events);
  return isPossible ? state.result() : null;
}

/** The values of a part of the book, as far as they are known again. */
class PartValuation {
  readonly #part: BookPart;
  readonly #law: LawFacts;
  readonly #lots: Map<string, BookLot>;
  readonly #slices: Map<string, BookSlice>;
  /** Lots that transfers made, by the out leg. */
  readonly #arrivals: ReadonlyMap<string, readonly BookLot[]>;
  readonly #slicesOfLots: ReadonlyMap<string, readonly BookSlice[]>;
  readonly #slicesOfEvents: ReadonlyMap<string, readonly BookSlice[]>;
  readonly #gains = new Map<string, bigint | null>();

  constructor(part: BookPart, regimeOf: LawFacts['regimeOf']) {
    this.#part = part;
    this.#law = { regimeOf, photoPriceOf: (assetKey) => part.photoPrices.get(assetKey) ?? null };
    this.#lots = new Map(part.lots);
    this.#arrivals = Map.groupBy(part.lots.values(), ({ origin }) => origin?.outEventId ?? '');
    this.#slices = new Map(part.slices.map((slice) => [sliceKey(slice), slice]));
    this.#slicesOfLots = Map.groupBy(part.slices, ({ lotId: id }) => id);
    const inOrder = part.slices.toSorted((a, b) => a.ordinal - b.ordinal);
    this.#slicesOfEvents = Map.groupBy(inOrder, ({ eventId }) => eventId);
  }

  /** Sets the costs of the lots that the events brought, and of every lot made from them. Returns false when it cannot. */
  changeCosts(events: readonly EffectiveEvent[]): boolean {
    let changed: BookLot[] = [];
    for (const event of events) {
      const lot = this.#lots.get(lotId(event.raw.id, 'ACQUIRED'));
      const costBasis = lot === undefined ? null : acquisitionCost(event, lot);
      if (lot !== undefined && costBasis !== null && costBasis !== lot.costBasis)
        changed.push({ ...lot, costBasis });
    }
    while (changed.length > 0) {
      const moved = new Set<string>();
      for (const lot of changed) if (!this.#passOn(lot, moved)) return false;
      if ([...moved].some((outEventId) => this.#hasSeveralArrivals(outEventId))) return false;
      changed = [...moved].flatMap((outEventId) => this.#arrivalsOf(outEventId));
    }
    return true;
  }

  /** Sets the proceeds of the disposals among the events. Returns false when a lot of theirs is not known. */
  changeProceeds(events: readonly EffectiveEvent[]): boolean {
    return events.every((event) => event.effect.pool !== 'CONSUME' || this.#sell(event));
  }

  result(): Revaluation {
    const lots = [...this.#lots.values()].flatMap((after) => {
      const before = this.#part.lots.get(after.id);
      return before === undefined || before.costBasis === after.costBasis ? [] : [{ before, after }];
    });
    const slices = this.#part.slices.flatMap((before) => {
      const after = this.#current(before);
      return isSameSlice(before, after) ? [] : [{ before, after }];
    });
    return { lots, slices, gains: this.#gains };
  }

  /** Sets a lot's cost and that of all its slices; adds the events that moved them on to `moved`. */
  #passOn(lot: BookLot, moved: Set<string>): boolean {
    let waitingCostBasis = 0n;
    for (const stored of this.#slicesOfLots.get(lot.id) ?? []) {
      const slice = this.#current(stored);
      // A frozen year does not record which units of its lot such a slice had.
      if (slice.goneBefore === null) return false;
      const part = { goneBefore: slice.goneBefore, amount: slice.amount };
      const historicCost = shareOfPart(lot.costBasis, part, lot.amount);
      this.#set({ ...slice, historicCost }, lot);
      if (slice.kind === 'WAITING') waitingCostBasis += historicCost;
      if (slice.kind === 'MOVED') moved.add(slice.eventId);
    }
    const remainingCostBasis = shareOfLeft(lot.costBasis, lot.remaining, lot.amount);
    this.#lots.set(lot.id, {
      ...lot,
      remainingCostBasis,
      waitingCostBasis: lot.waiting > 0n ? waitingCostBasis : 0n,
    });
    return true;
  }

  /** Tells whether the lots that left by an event went to several arrivals: stored rows do not say which part went where. */
  #hasSeveralArrivals(outEventId: string): boolean {
    return new Set(this.#arrivals.get(outEventId)?.map(({ eventId }) => eventId)).size > 1;
  }

  /** Returns the lots that a transfer between assets made, where the cost of the parts that left differs from theirs. */
  #arrivalsOf(outEventId: string): BookLot[] {
    const lots = this.#arrivals.get(outEventId) ?? [];
    const byPart = new Map(lots.map((lot) => [lot.fromLotId, this.#lots.get(lot.id)]));
    const changed: BookLot[] = [];
    let costBasis = 0n;
    for (const stored of this.#slicesOfEvents.get(outEventId) ?? []) {
      const part = this.#current(stored);
      if (part.kind !== 'MOVED') continue;
      costBasis += part.historicCost;
      // A part too small for 24 digits made no lot: it was added to the next one.
      const lot = byPart.get(part.lotId);
      if (lot === undefined) continue;
      if (lot.costBasis !== costBasis) changed.push({ ...lot, costBasis });
      costBasis = 0n;
    }
    return changed;
  }

  #sell(event: EffectiveEvent): boolean {
    const { proceeds, isGain } = disposalProceeds(event, this.#law);
    const shareOf = proceeds === null ? null : shareProceeds(proceeds, event.amount);
    let basis = 0n;
    for (const stored of this.#slicesOfEvents.get(event.raw.id) ?? []) {
      const lot = this.#lots.get(stored.lotId);
      if (lot === undefined) return false;
      const share = shareOf === null ? null : shareOf(stored.amount);
      basis += this.#set({ ...this.#current(stored), isGain, proceeds: share }, lot).costBasis;
    }
    this.#gains.set(event.raw.id, disposalGain(event, { proceeds, isGain, basis }));
    return true;
  }

  #current(stored: BookSlice): BookSlice {
    return this.#slices.get(sliceKey(stored)) ?? stored;
  }

  /** Values a slice of a lot, and returns it. */
  #set(slice: BookSlice, lot: BookLot): BookSlice {
    const { amount, historicCost: costBasis, goneBefore, year } = slice;
    const { photo, assetKey, acquiredUs } = lot;
    const photoOfPart =
      photo === null
        ? null
        : {
            assetKey: photo.assetKey,
            amount: shareOfPart(photo.amount, { goneBefore: goneBefore ?? 0n, amount }, lot.amount),
          };
    const taken = { amount, costBasis, feesEur: 0n, photo: photoOfPart, assetKey, acquiredUs };
    const valued = { ...slice, ...sliceValues(this.#law, taken, year, slice) };
    this.#slices.set(sliceKey(slice), valued);
    return valued;
  }
}

/** Returns the cost of the event's own lot; a matched in leg acquires only its surplus. */
function acquisitionCost(event: EffectiveEvent, lot: BookLot): bigint {
  return event.transfer === null || lot.amount === event.amount
    ? (event.value ?? 0n)
    : surplusCost(event, lot.amount);
}

function isSameSlice(a: BookSlice, b: BookSlice): boolean {
  return (
    a.historicCost === b.historicCost &&
    a.costBasis === b.costBasis &&
    a.gain === b.gain &&
    a.proceeds === b.proceeds &&
    a.isGain === b.isGain &&
    a.photoMissing === b.photoMissing
  );
}

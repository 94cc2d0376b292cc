/**
 * Recomputes values after a change of EUR values alone. Amounts, dates and legs stay, so the lots and slices of the last run
 * stay too; only figures that depend on a changed value change (engine.md §7, "Incremental"). The rules are those of a full run.
 */
import { shareEur } from '@ctx/domain/decimal';
import { PHOTO } from '@ctx/domain/law/photo';
import { disposalGain, disposalProceeds } from '../value/basis.ts';
import { gainBasis, type LawFacts } from '../value/basis.ts';
import { lotId } from '../flow/lot-id.ts';
import { shareOfLeft, shareOfPart, shareProceeds } from '../shares.ts';
import type { EffectiveEvent } from '../types.ts';
import type { Book, BookLot, BookSlice } from './book.ts';

/** The changed lots, slices and gains, before and after. */
export interface Revaluation {
  readonly lots: readonly { readonly before: BookLot; readonly after: BookLot }[];
  readonly slices: readonly { readonly before: BookSlice; readonly after: BookSlice }[];
  /** Realised gains of the disposals whose own values changed, EUR. */
  readonly gains: ReadonlyMap<string, bigint | null>;
}

/**
 * Recomputes everything that depends on `events`, whose values changed. Returns null when it takes a full run: for a chain of
 * transfers that a frozen year interrupts, and for a lot of borrowed units.
 */
export async function revalue(
  events: readonly EffectiveEvent[],
  book: Book,
  regimeOf: LawFacts['regimeOf'],
): Promise<Revaluation | null> {
  const state = new Revaluing(book, regimeOf);
  await state.changeCosts(events);
  await state.changeProceeds(events);
  return state.result();
}

/** The stored lots and slices that a change has reached so far. */
class Revaluing {
  #isPossible = true;
  readonly #book: Book;
  readonly #law: LawFacts;
  readonly #lots = new Map<string, BookLot>();
  readonly #lotsBefore = new Map<string, BookLot>();
  readonly #changedLots = new Map<string, BookLot>();
  readonly #gains = new Map<string, bigint | null>();
  readonly #photoPrices = new Map<string, bigint | null>();
  readonly #before = new Map<string, BookSlice>();
  readonly #after = new Map<string, BookSlice>();

  constructor(book: Book, regimeOf: LawFacts['regimeOf']) {
    this.#book = book;
    this.#law = { regimeOf, photoPriceOf: (assetKey) => this.#photoPrices.get(assetKey) ?? null };
  }

  /** Recomputes the costs of the lots that the events brought, and of every lot made from them. */
  async changeCosts(events: readonly EffectiveEvent[]): Promise<void> {
    const byId = new Map(events.map((event) => [event.raw.id, event]));
    const brought = await this.#book.lotsOfEvents([...byId.keys()]);
    let dirty: BookLot[] = [];
    for (const lot of brought) {
      const event = byId.get(lot.eventId);
      const cost = event === undefined ? null : acquisitionCost(event, lot);
      if (cost === null || cost === lot.costBasis) continue;
      this.#lotsBefore.set(lot.id, lot);
      dirty.push({ ...lot, costBasis: cost });
    }
    while (dirty.length > 0 && this.#isPossible) dirty = await this.#passOn(dirty);
  }

  /** Recomputes the proceeds of the disposals among the events. */
  async changeProceeds(events: readonly EffectiveEvent[]): Promise<void> {
    const disposals = new Map(
      events.filter(({ effect }) => effect.pool === 'CONSUME').map((event) => [event.raw.id, event]),
    );
    if (disposals.size === 0 || !this.#isPossible) return;
    const stored = await this.#book.slicesOfEvents([...disposals.keys()]);
    await this.#loadLots(stored.map(({ lotId }) => lotId));
    // The proceeds of borrowed units are reported with their debt.
    if (await this.#book.areBorrowed(stored.map(({ lotOriginEventId }) => lotOriginEventId))) {
      this.#isPossible = false;
      return;
    }
    const byEvent = Map.groupBy(stored, ({ eventId }) => eventId);
    for (const [eventId, event] of disposals) this.#sell(event, byEvent.get(eventId) ?? []);
  }

  result(): Revaluation | null {
    if (!this.#isPossible) return null;
    const slices = [...this.#after].flatMap(([key, after]) => {
      const before = this.#before.get(key);
      return before === undefined || isSameSlice(before, after) ? [] : [{ before, after }];
    });
    const lots = [...this.#changedLots].flatMap(([id, after]) => {
      const before = this.#lotsBefore.get(id);
      return before === undefined ? [] : [{ before, after }];
    });
    return { lots, slices, gains: this.#gains };
  }

  /** Stores changed lots, revalues the slices taken from them, and returns the lots that transfers made from those slices. */
  async #passOn(dirty: readonly BookLot[]): Promise<BookLot[]> {
    for (const lot of dirty) this.#lots.set(lot.id, lot);
    await this.#loadPhotoPrices(dirty);
    const taken = await this.#book.slicesOfLots(dirty.map(({ id }) => id));
    for (const slice of taken) this.#takeAgain(slice);
    for (const lot of dirty) this.#keep(lot, taken);
    const moved = [...new Set(taken.flatMap(({ kind, eventId }) => (kind === 'MOVED' ? [eventId] : [])))];
    return moved.length === 0 ? [] : this.#arriveAgain(moved);
  }

  /** Revalues a slice at its lot's cost, and its gain with it. */
  #takeAgain(stored: BookSlice): void {
    const slice = this.#current(stored);
    const lot = this.#lots.get(slice.lotId);
    if (lot === undefined || slice.goneBefore === null) {
      this.#isPossible = false;
      return;
    }
    const part = { goneBefore: slice.goneBefore, amount: slice.amount };
    this.#set(this.#withGain({ ...slice, historicCost: shareOfPart(lot.costBasis, part, lot.amount) }, lot));
  }

  /** Stores a lot with the cost of its units left, in the pool and waiting. */
  #keep(lot: BookLot, taken: readonly BookSlice[]): void {
    let waitingCostBasis = 0n;
    if (lot.waiting > 0n)
      for (const slice of taken)
        if (slice.lotId === lot.id && slice.kind === 'WAITING')
          waitingCostBasis += this.#current(slice).historicCost;
    const remainingCostBasis = shareOfLeft(lot.costBasis, lot.remaining, lot.amount);
    const kept = { ...lot, remainingCostBasis, waitingCostBasis };
    this.#lots.set(lot.id, kept);
    this.#changedLots.set(lot.id, kept);
  }

  /** Recomputes the costs of lots that transfers between assets made, and returns the lots whose cost changed. */
  async #arriveAgain(outEventIds: readonly string[]): Promise<BookLot[]> {
    const left = (await this.#book.slicesOfEvents(outEventIds)).map((slice) => this.#current(slice));
    const inEventIds = await this.#arrivals(outEventIds, left);
    const arrived = await this.#book.lotsOfEvents(inEventIds);
    const changed: BookLot[] = [];
    for (const outEventId of outEventIds) {
      const parts = left
        .filter(({ eventId, kind }) => eventId === outEventId && kind === 'MOVED')
        .toSorted((a, b) => a.ordinal - b.ordinal);
      const lots = arrived.filter(
        ({ origin, fromLotId }) => origin?.outEventId === outEventId && fromLotId !== null,
      );
      for (const lot of lots) if (!this.#lotsBefore.has(lot.id)) this.#lotsBefore.set(lot.id, lot);
      const current = lots.map((lot) => this.#lots.get(lot.id) ?? lot);
      changed.push(...costsOfArrivals(parts, current));
    }
    return changed;
  }

  /** Returns the in legs of the transfers, which are named by the lots made from the parts that left. */
  async #arrivals(outEventIds: readonly string[], left: readonly BookSlice[]): Promise<string[]> {
    const asked = new Set(outEventIds);
    const children = await this.#book.lotsFrom(left.map(({ lotId }) => lotId));
    return [
      ...new Set(
        children.filter(({ origin }) => asked.has(origin?.outEventId ?? '')).map(({ eventId }) => eventId),
      ),
    ];
  }

  #sell(event: EffectiveEvent, stored: readonly BookSlice[]): void {
    const { proceeds, isGain } = disposalProceeds(event, this.#law);
    let basis = 0n;
    const shareOf = proceeds === null ? null : shareProceeds(proceeds, event.amount);
    for (const each of stored.toSorted((a, b) => a.ordinal - b.ordinal)) {
      const slice = this.#current(each);
      const lot = this.#lots.get(slice.lotId);
      if (lot?.originEventId !== slice.lotOriginEventId) {
        this.#isPossible = false;
        return;
      }
      const share = shareOf === null ? null : shareOf(slice.amount);
      const sold = this.#withGain({ ...slice, isGain, proceeds: share }, lot);
      basis += sold.costBasis;
      this.#set(sold);
    }
    this.#gains.set(event.raw.id, disposalGain(event, { proceeds, isGain, basis }));
  }

  #withGain(slice: BookSlice, lot: BookLot): BookSlice {
    const { isGain, proceeds, historicCost, amount, year } = slice;
    if (!isGain || proceeds === null)
      return { ...slice, costBasis: historicCost, gain: 0n, photoMissing: null };
    const part = { goneBefore: slice.goneBefore ?? 0n, amount };
    const photo =
      lot.photo === null
        ? null
        : { assetKey: lot.photo.assetKey, amount: shareOfPart(lot.photo.amount, part, lot.amount) };
    const taken = { amount, costBasis: historicCost, feesEur: 0n, photo };
    const { assetKey, acquiredUs } = lot;
    const basis = gainBasis(this.#law, { ...taken, assetKey, acquiredUs }, year, proceeds);
    return { ...slice, ...basis, gain: proceeds - basis.costBasis };
  }

  async #loadLots(lotIds: readonly string[]): Promise<void> {
    const unknown = [...new Set(lotIds)].filter((id) => !this.#lots.has(id));
    if (unknown.length === 0) return;
    const lots = await this.#book.lots(unknown);
    for (const lot of lots) this.#lots.set(lot.id, lot);
    await this.#loadPhotoPrices(lots);
  }

  /** Loads the photo prices from which gains on older lots are measured. */
  async #loadPhotoPrices(lots: readonly BookLot[]): Promise<void> {
    const assets = lots.filter(({ acquiredUs }) => acquiredUs < PHOTO.momentUs).map(photoAsset);
    const unknown = [...new Set(assets)].filter((assetKey) => !this.#photoPrices.has(assetKey));
    if (unknown.length === 0) return;
    const prices = await this.#book.photoPrices(unknown);
    for (const assetKey of unknown) this.#photoPrices.set(assetKey, prices.get(assetKey) ?? null);
  }

  #current(stored: BookSlice): BookSlice {
    return this.#after.get(keyOf(stored)) ?? this.#remember(stored);
  }

  #remember(stored: BookSlice): BookSlice {
    this.#before.set(keyOf(stored), stored);
    return stored;
  }

  #set(slice: BookSlice): void {
    this.#after.set(keyOf(slice), slice);
  }
}

/** Returns the cost of the event's own lot; null for a lot that a transfer brings, which keeps its cost. */
function acquisitionCost(event: EffectiveEvent, lot: BookLot): bigint | null {
  if (lot.id !== lotId(event.raw.id, 'ACQUIRED')) return null;
  // A matched in leg acquires only its surplus.
  if (event.transfer === null || lot.amount === event.amount) return event.value ?? 0n;
  return shareEur(event.euroValue ?? 0n, lot.amount, event.amount);
}

/** Returns a transfer's lots whose cost changed, with the cost of the parts that left, shared as when the transfer acted. */
function costsOfArrivals(parts: readonly BookSlice[], lots: readonly BookLot[]): BookLot[] {
  const byPart = new Map(lots.map((lot) => [lot.fromLotId ?? '', lot]));
  const changed: BookLot[] = [];
  let costBasis = 0n;
  for (const part of parts) {
    costBasis += part.historicCost;
    // A part too small for 24 digits made no lot: it was added to the next one.
    const lot = byPart.get(part.lotId);
    if (lot === undefined) continue;
    if (lot.costBasis !== costBasis) changed.push({ ...lot, costBasis });
    costBasis = 0n;
  }
  return changed;
}

function photoAsset({ photo, assetKey }: BookLot): string {
  return photo?.assetKey ?? assetKey;
}

function keyOf({ eventId, year, ordinal }: BookSlice): string {
  return `${eventId} ${String(year)} ${String(ordinal)}`;
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

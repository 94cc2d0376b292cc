/** The stored results of the last run, and the part of them that a change of values may reach. */
import { PHOTO } from '@ctx/domain/law/photo';
import type { EffectiveEvent } from '../../engine/types.ts';
import type { BookLot, BookSlice, StoredEvent, StoredIssue } from '../../tables/stored-figures.ts';

/** Reads the stored results of the last run; lists are in any order. */
export interface Book {
  lots(lotIds: readonly string[]): Promise<readonly BookLot[]>;
  /** Returns the lots that the events brought. */
  lotsOfEvents(eventIds: readonly string[]): Promise<readonly BookLot[]>;
  /** Returns the lots that transfers between assets made from parts of these lots. */
  lotsFrom(lotIds: readonly string[]): Promise<readonly BookLot[]>;
  slicesOfLots(lotIds: readonly string[]): Promise<readonly BookSlice[]>;
  slicesOfEvents(eventIds: readonly string[]): Promise<readonly BookSlice[]>;
  events(eventIds: readonly string[]): Promise<readonly StoredEvent[]>;
  issuesOf(eventIds: readonly string[]): Promise<readonly StoredIssue[]>;
  /** Returns EUR for one unit of each asset at the photo moment; null when no price is known. */
  photoPrices(assetKeys: readonly string[]): Promise<ReadonlyMap<string, bigint | null>>;
  /** Tells whether any of these acquisitions is a loan. */
  areBorrowed(eventIds: readonly string[]): Promise<boolean>;
  /** Tells whether a suggestion reaches pools of these assets: its impact depends on everything they hold. */
  isSuggestedAbout(assetKeys: readonly string[]): Promise<boolean>;
}

/** The part of the book that a change of the EUR values of some events may reach. */
export interface BookPart {
  /** The lots that the events brought, all lots that transfers made from them, and the lots that changed disposals took from. */
  readonly lots: ReadonlyMap<string, BookLot>;
  /** All slices of these lots, except of those of changed disposals, and all slices of each event that moved units on. */
  readonly slices: readonly BookSlice[];
  /** The events of the slices that are not changed themselves. */
  readonly events: readonly StoredEvent[];
  /** The issues of the changed events. */
  readonly issues: readonly StoredIssue[];
  readonly photoPrices: ReadonlyMap<string, bigint | null>;
  /** Whether a changed disposal took borrowed units. */
  readonly isOfLoan: boolean;
  /** Whether a suggestion reaches a pool of these lots. */
  readonly isSuggestedAbout: boolean;
}

/** Reads the part that a change of the values of `revalued` may reach, breadth first; `changedIds` names all changed events. */
export async function readPart(
  book: Book,
  revalued: readonly EffectiveEvent[],
  changedIds: readonly string[],
): Promise<BookPart> {
  const reached = new ReachedParts(book);
  const ids = revalued.map(({ raw }) => raw.id);
  if (ids.length > 0) await reached.followLots(ids);
  const disposals = revalued.flatMap(({ effect, raw }) => (effect.pool === 'CONSUME' ? [raw.id] : []));
  const isOfLoan = disposals.length > 0 && (await reached.addDisposals(disposals));
  const { lots, slices } = reached;
  const assets = [
    ...revalued.map(({ raw }) => raw.assetKey),
    ...[...lots.values()].map((lot) => lot.assetKey),
  ];
  const known = new Set(changedIds);
  const others = [...new Set([...slices.values()].map(({ eventId }) => eventId))].filter(
    (id) => !known.has(id),
  );
  const photoAssets = [...lots.values()]
    .filter(({ acquiredUs }) => acquiredUs < PHOTO.momentUs)
    .map(photoAsset);
  return {
    lots,
    slices: [...slices.values()],
    events: others.length === 0 ? [] : await book.events(others),
    issues: await book.issuesOf(changedIds),
    photoPrices: photoAssets.length === 0 ? new Map() : await book.photoPrices([...new Set(photoAssets)]),
    isOfLoan,
    isSuggestedAbout: assets.length > 0 && (await book.isSuggestedAbout([...new Set(assets)])),
  };
}

function photoAsset({ photo, assetKey }: BookLot): string {
  return photo?.assetKey ?? assetKey;
}

/** Identifies a slice. */
export function sliceKey({ eventId, year, ordinal }: BookSlice): string {
  return `${eventId} ${String(year)} ${String(ordinal)}`;
}

/** The lots and slices that a change has reached so far. */
class ReachedParts {
  readonly lots = new Map<string, BookLot>();
  readonly slices = new Map<string, BookSlice>();
  readonly #book: Book;

  constructor(book: Book) {
    this.#book = book;
  }

  /** Adds the lots that the events brought, the slices taken from them, and the lots that transfers made from those slices. */
  async followLots(eventIds: readonly string[]): Promise<void> {
    let lots = await this.#book.lotsOfEvents(eventIds);
    while (lots.length > 0) {
      for (const lot of lots) this.lots.set(lot.id, lot);
      const taken = this.#add(await this.#book.slicesOfLots(lots.map(({ id }) => id)));
      const moved = new Set(taken.filter(({ kind }) => kind === 'MOVED').map(({ eventId }) => eventId));
      if (moved.size === 0) return;
      // A transfer passes on the cost of all its parts, so the parts of other lots count too.
      const parts = this.#add(await this.#book.slicesOfEvents([...moved]));
      const children = await this.#book.lotsFrom([...new Set(parts.map(({ lotId }) => lotId))]);
      lots = children.filter(({ id, origin }) => moved.has(origin?.outEventId ?? '') && !this.lots.has(id));
    }
  }

  /** Adds the slices of disposals and their lots. Returns whether they took borrowed units. */
  async addDisposals(eventIds: readonly string[]): Promise<boolean> {
    const slices = this.#add(await this.#book.slicesOfEvents(eventIds));
    if (slices.length === 0) return false;
    const unknown = [...new Set(slices.map(({ lotId }) => lotId))].filter((id) => !this.lots.has(id));
    if (unknown.length > 0) for (const lot of await this.#book.lots(unknown)) this.lots.set(lot.id, lot);
    return this.#book.areBorrowed([...new Set(slices.map(({ lotOriginEventId }) => lotOriginEventId))]);
  }

  #add(slices: readonly BookSlice[]): readonly BookSlice[] {
    for (const slice of slices) this.slices.set(sliceKey(slice), slice);
    return slices;
  }
}

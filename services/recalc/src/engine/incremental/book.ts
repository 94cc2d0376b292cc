/** What the last run left, as far as a change reaches it: the engine asks for it piece by piece. */
import type { Lot, Slice } from '../types.ts';

/** A lot of the last run. Its share of fees is known to closing states alone: a year that counts fees takes part in no short run. */
export type BookLot = Omit<Lot, 'feesEur'>;

/** A slice of the last run, and what it says of its event and its lot. */
export interface BookSlice extends Omit<Slice, 'event' | 'lot'> {
  readonly eventId: string;
  readonly year: number;
  readonly lotId: string;
  readonly lotOriginEventId: string;
  readonly lotAcquiredUs: number;
}

/** Answers from what the last run left; each list in any order. */
export interface Book {
  lots(lotIds: readonly string[]): Promise<readonly BookLot[]>;
  /** Lots that events brought. */
  lotsOfEvents(eventIds: readonly string[]): Promise<readonly BookLot[]>;
  /** Lots that transfers between assets made of parts of these. */
  lotsFrom(lotIds: readonly string[]): Promise<readonly BookLot[]>;
  slicesOfLots(lotIds: readonly string[]): Promise<readonly BookSlice[]>;
  /** EUR of one unit of each asset at the photo moment; null where no price is known. */
  photoPrices(assetKeys: readonly string[]): Promise<ReadonlyMap<string, bigint | null>>;
  /** Whether any of these acquisitions is a loan. */
  areBorrowed(eventIds: readonly string[]): Promise<boolean>;
  slicesOfEvents(eventIds: readonly string[]): Promise<readonly BookSlice[]>;
}

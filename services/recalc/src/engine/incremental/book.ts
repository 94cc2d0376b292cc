/** The stored results of the last run, which an incremental run reads piece by piece as a change reaches them. */
import type { Lot, Slice } from '../types.ts';

/** A lot of the last run. Its fees are not stored: a year that counts fees always needs a full run. */
export type BookLot = Omit<Lot, 'feesEur'>;

/** A slice of the last run, with the facts of its event and its lot. */
export interface BookSlice extends Omit<Slice, 'event' | 'lot'> {
  readonly eventId: string;
  readonly year: number;
  readonly lotId: string;
  readonly lotOriginEventId: string;
  readonly lotAcquiredUs: number;
}

/** Reads the stored results of the last run; lists are in any order. */
export interface Book {
  lots(lotIds: readonly string[]): Promise<readonly BookLot[]>;
  /** Returns the lots that the events brought. */
  lotsOfEvents(eventIds: readonly string[]): Promise<readonly BookLot[]>;
  /** Returns the lots that transfers between assets made from parts of these lots. */
  lotsFrom(lotIds: readonly string[]): Promise<readonly BookLot[]>;
  slicesOfLots(lotIds: readonly string[]): Promise<readonly BookSlice[]>;
  /** Returns EUR for one unit of each asset at the photo moment; null when no price is known. */
  photoPrices(assetKeys: readonly string[]): Promise<ReadonlyMap<string, bigint | null>>;
  /** Tells whether any of these acquisitions is a loan. */
  areBorrowed(eventIds: readonly string[]): Promise<boolean>;
  slicesOfEvents(eventIds: readonly string[]): Promise<readonly BookSlice[]>;
}

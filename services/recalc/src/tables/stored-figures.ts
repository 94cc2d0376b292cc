/** Lots, slices, events and issues as the last run stored them. */
import type { IssueType } from '@ctx/domain/issues';
import type { Lot, Outcome, Slice } from '../engine/types.ts';

/** A lot of the last run. Its fees are not stored: a year that counts fees always needs a full run. */
export type BookLot = Omit<Lot, 'feesEur'>;

/** A slice of the last run, with the facts of its event and its lot. */
export interface BookSlice extends Omit<Slice, 'event' | 'lot' | 'basis'> {
  readonly eventId: string;
  readonly year: number;
  readonly lotId: string;
  readonly lotOriginEventId: string;
  readonly lotAcquiredUs: number;
}

/** An event as the last run stored it. */
export interface StoredEvent {
  readonly id: string;
  readonly year: number;
  readonly occurredUs: number;
  readonly outcome: Outcome;
  /** The digest of its row, and of the cells that do not depend on the pools. */
  readonly digest: string;
  readonly factsDigest: string;
}

/** The fields of a stored issue that a change needs. */
export interface StoredIssue {
  readonly type: IssueType;
  readonly eventId: string;
}

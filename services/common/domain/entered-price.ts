/** Prices that the taxpayer enters: of one unit of an asset, for an instant or a Brussels day. They win over imported ones while valid. */
import { brusselsDayText, dayStartMs } from './brussels.ts';
import { parseInstantUs, US_PER_MS } from './instant.ts';
import { PHOTO } from './law/photo.ts';
import { PRICE_AGE_US_MAX } from './price-age.ts';
import { shown } from './shown-text.ts';

/** The Brussels day whose price is that of the photo moment, which ends it. */
export const PHOTO_DAY = brusselsDayText(PHOTO.momentUs / US_PER_MS - 1);

/** What a price is of: exactly one of `at` and `day` is set. */
export interface PricedMoment {
  /** RFC 3339. */
  readonly at: string | null;
  /** A day of Brussels, such as 2025-12-31. */
  readonly day: string | null;
}

/** The fields of a price that a user can change. Asset and moment are its identity. */
export const ENTERED_PRICE_FIELDS = ['eur', 'source', 'notes'] as const;
export type EnteredPriceField = (typeof ENTERED_PRICE_FIELDS)[number];

/** A price as stored. Decimals and instants are text. */
export interface EnteredPriceRecord extends PricedMoment {
  readonly id: string;
  readonly assetKey: string;
  readonly validFrom: string;
  /** The price is valid before this moment. */
  readonly validUntil: string;
  readonly eur: string;
  /** Where the price comes from, in the user's words. */
  readonly source: string;
  readonly notes: string | null;
  readonly updatedAt: string;
  /** Name of the token or app. */
  readonly updatedVia: string;
}

/** Returns a price as responses show it. */
export function shownPrice<Price extends Pick<EnteredPriceRecord, 'source'>>(price: Price): Price {
  return { ...price, source: shown(price.source) };
}

/** The moments at which a price is valid, in microseconds: from `fromUs` until before `untilUs`. */
export interface Validity {
  readonly fromUs: number;
  readonly untilUs: number;
}

/** Returns when a price is valid: its day, or from its instant until 24 hours after it. Throws for text that is neither. */
export function validityOf({ at, day }: PricedMoment): Validity {
  if (at !== null) {
    const fromUs = parseInstantUs(at);
    if (fromUs === null) throw new RangeError('not an instant');
    // The last moment is the one that an imported price of the same instant values too.
    return { fromUs, untilUs: fromUs + PRICE_AGE_US_MAX + 1 };
  }
  const [year = 0, month = 0, dayOfMonth = 0] = (day ?? '').split('-').map(Number);
  const startUs = (next: number): number => dayStartMs({ year, month, day: dayOfMonth + next }) * US_PER_MS;
  return { fromUs: startUs(0), untilUs: startUs(1) };
}

/**
 * Tells whether a price is valid at the photo moment, which is the end of 31 December 2025: of days, the price of that day counts, and not
 * that of 1 January.
 */
export function isOfPhoto(moment: PricedMoment): boolean {
  const { fromUs, untilUs } = validityOf(moment);
  return moment.day === null
    ? fromUs <= PHOTO.momentUs && PHOTO.momentUs < untilUs
    : untilUs === PHOTO.momentUs;
}

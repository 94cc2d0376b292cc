import { DAY_US } from '../time-units.ts';
import type { Regime } from '../vocabulary.ts';
import { FIRST_TAXED_YEAR } from './rates.ts';
import { agreeing } from './readers.ts';
import { assumed, confirmed, type LawSource } from './source.ts';

/**
 * The photo moment: gains from 2026 on are measured from the value at the end of 2025 (engine.md §3). Sources: law of 6 April
 * 2026 (Official Gazette 21 April 2026), income tax code art. 102; Circular 2026/C/74 of 22 July 2026. Using the last price of
 * the Brussels year for crypto is one reading of the law (docs/tax-assumptions.md).
 */
export const PHOTO = {
  /** Midnight before 1 January 2026 in Brussels, in microseconds. Lots acquired earlier have a photo value. */
  momentUs: Date.UTC(2025, 11, 31, 23) * 1000,
  /** Maximum age of a price at the photo moment. */
  priceAgeUsMax: 7 * DAY_US,
  /** The last year of disposal in which a historic cost above the photo value can be used. */
  higherCostUntilYear: 2030,
} as const;

/** The sources of `PHOTO`, by its fields. The law names the day; its hour for crypto and the age of a price are open. */
export const PHOTO_SOURCES: Readonly<Record<keyof typeof PHOTO, LawSource>> = {
  momentUs: assumed('CIRCULAR_2026', '102', '2026-11-28', 'PHOTO_AT_MIDNIGHT', {
    readers: [agreeing('EY')],
  }),
  priceAgeUsMax: assumed('SERVICE', null, '2026-11-24', 'PHOTO_AT_MIDNIGHT'),
  higherCostUntilYear: confirmed('LAW_2026', '102', '2026-11-24'),
};

/** How the basis of a gain is chosen. */
export const BASIS_METHODS = [
  'HISTORIC',
  'PHOTO',
  'HISTORIC_ABOVE_PHOTO',
  'FLOORED_AT_ZERO',
  'FEES_INCLUDED',
  'MISSING',
] as const;
export type BasisMethod = (typeof BASIS_METHODS)[number];

/** One slice of a lot, for its basis. */
export interface BasisFacts {
  /** `S`: proceeds share, EUR. */
  readonly proceeds: bigint;
  /** `H`: historic cost share, EUR. */
  readonly historicCost: bigint;
  /** Share of the fees of the acquisition, EUR; counts under SPECULATIEF only. */
  readonly feesEur: bigint;
  readonly acquiredUs: number;
  /** Year of the disposal, and its regime. */
  readonly year: number;
  readonly regime: Regime;
}

/** The basis of a gain, EUR, and how it was chosen. */
export interface Basis {
  readonly basis: bigint;
  readonly method: BasisMethod;
}

/** Tells whether a year's gains on older lots are measured from the photo value. */
export function isPhotoYear(year: number, regime: Regime): boolean {
  return year >= FIRST_TAXED_YEAR && regime === 'NORMAAL_BEHEER';
}

/** Tells whether the gain of a slice is measured from the value of its lot at the photo moment. */
export function needsPhotoValue({
  year,
  regime,
  acquiredUs,
}: Pick<BasisFacts, 'year' | 'regime' | 'acquiredUs'>): boolean {
  return isPhotoYear(year, regime) && acquiredUs < PHOTO.momentUs;
}

/**
 * Returns the basis from which the gain of a slice is measured: the table of engine.md §3. `photoValue` is the value at the photo
 * moment in EUR, null when no price is known; it counts only if `needsPhotoValue`.
 */
export function basisOf(facts: BasisFacts, photoValue: bigint | null): Basis {
  const { historicCost, feesEur } = facts;
  if (facts.regime === 'SPECULATIEF') return { basis: historicCost + feesEur, method: 'FEES_INCLUDED' };
  if (!needsPhotoValue(facts)) return { basis: historicCost, method: 'HISTORIC' };
  if (photoValue === null) return { basis: historicCost, method: 'MISSING' };
  return photoBasis(facts, photoValue);
}

// `P`, or `min(H, max(S, P))` if `H > P` and the disposal is by 2030.
function photoBasis({ proceeds, historicCost, year }: BasisFacts, photoValue: bigint): Basis {
  if (historicCost <= photoValue || year > PHOTO.higherCostUntilYear || proceeds <= photoValue)
    return { basis: photoValue, method: 'PHOTO' };
  return historicCost <= proceeds
    ? { basis: historicCost, method: 'HISTORIC_ABOVE_PHOTO' }
    : { basis: proceeds, method: 'FLOORED_AT_ZERO' };
}

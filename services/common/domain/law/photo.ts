/**
 * The photo moment: gains from 2026 on are measured from the value at the end of 2025 (engine.md §3). Sources: law of 6 April
 * 2026 (Official Gazette 21 April 2026), income tax code art. 102; Circular 2026/C/74 of 22 July 2026. Using the last price of
 * the Brussels year for crypto is one reading of the law (docs/tax-assumptions.md).
 */
import type { Regime } from '../vocabulary.ts';
import { FIRST_TAXED_YEAR } from './rates.ts';

export const PHOTO = {
  /** Midnight before 1 January 2026 in Brussels, in microseconds. Lots acquired earlier have a photo value. */
  momentUs: Date.UTC(2025, 11, 31, 23) * 1000,
  /** Maximum age of a price at the photo moment. */
  priceAgeUsMax: 7 * 24 * 3_600_000_000,
  /** The last year of disposal in which a historic cost above the photo value can be used. */
  higherCostUntilYear: 2030,
} as const;

/** What the basis of a slice is: an answer to "why this gain". */
export const BASIS_METHODS = [
  /** The historic cost: not taxed from the photo value, or acquired from 2026 on. */
  'HISTORIC',
  /** The value at the photo moment. */
  'PHOTO',
  /** The historic cost, because it is higher than the photo value. */
  'HISTORIC_ABOVE_PHOTO',
  /** The proceeds: a historic cost above them lowers the gain to 0, not below. */
  'FLOORED_AT_ZERO',
  /** The historic cost with the fees, under SPECULATIEF. */
  'FEES_INCLUDED',
  /** The historic cost, because the price at the photo moment is not known. */
  'MISSING',
] as const;
export type BasisMethod = (typeof BASIS_METHODS)[number];

/** One slice of a lot, for its basis. EUR. */
export interface BasisFacts {
  /** Year of the disposal. */
  readonly year: number;
  readonly regime: Regime;
  readonly acquiredUs: number;
  /** `S`: share of the proceeds. */
  readonly proceeds: bigint;
  /** `H`: share of the historic cost. */
  readonly historicCost: bigint;
  readonly feesEur: bigint;
}

/** The basis of a slice, and why. */
export interface Basis {
  readonly basis: bigint;
  readonly method: BasisMethod;
  /** `P`: value at the photo moment; null where it does not count or is not known. */
  readonly photoValue: bigint | null;
}

/** Tells whether a year's gains on older lots are measured from the photo value. */
export function isPhotoYear(year: number, regime: Regime): boolean {
  return year >= FIRST_TAXED_YEAR && regime === 'NORMAAL_BEHEER';
}

/**
 * Returns the basis from which the gain of a slice is measured: the table of engine.md §3. `photoValueOf` returns the value at the
 * photo moment, or null if the price is not known; it is called only where that value counts.
 */
export function basisOf(facts: BasisFacts, photoValueOf: () => bigint | null): Basis {
  const { year, regime, acquiredUs, historicCost, feesEur } = facts;
  if (regime === 'SPECULATIEF')
    return { basis: historicCost + feesEur, method: 'FEES_INCLUDED', photoValue: null };
  if (!isPhotoYear(year, regime) || acquiredUs >= PHOTO.momentUs)
    return { basis: historicCost, method: 'HISTORIC', photoValue: null };
  const photoValue = photoValueOf();
  return photoValue === null
    ? { basis: historicCost, method: 'MISSING', photoValue }
    : { ...photoBasis(facts, photoValue), photoValue };
}

/**
 * Returns the basis of a slice of a lot acquired before 2026 and disposed of from 2026 on, under the 10 % regime: `P`, or
 * `min(H, max(S, P))` if `H > P` and it is disposed of by 2030.
 */
export function photoBasis(
  { proceeds, historicCost, year }: Pick<BasisFacts, 'proceeds' | 'historicCost' | 'year'>,
  photoValue: bigint,
): Omit<Basis, 'photoValue'> {
  if (historicCost <= photoValue || proceeds <= photoValue || year > PHOTO.higherCostUntilYear)
    return { basis: photoValue, method: 'PHOTO' };
  return historicCost <= proceeds
    ? { basis: historicCost, method: 'HISTORIC_ABOVE_PHOTO' }
    : { basis: proceeds, method: 'FLOORED_AT_ZERO' };
}

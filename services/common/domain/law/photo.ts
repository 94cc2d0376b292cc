/**
 * The photo moment: gains from 2026 on are measured from the value at the end of 2025 (engine.md §3). Sources: law of 6 April
 * 2026 (Official Gazette 21 April 2026), income tax code art. 102; Circular 2026/C/74 of 22 July 2026. Using the last price of
 * the Brussels year for crypto is one reading of the law (docs/tax-assumptions.md).
 */
export const PHOTO = {
  /** Midnight before 1 January 2026 in Brussels, in microseconds. Lots acquired earlier have a photo value. */
  momentUs: Date.UTC(2025, 11, 31, 23) * 1000,
  /** Maximum age of a price at the photo moment. */
  priceAgeUsMax: 7 * 24 * 3_600_000_000,
  /** The last year of disposal in which a historic cost above the photo value can be used. */
  higherCostUntilYear: 2030,
} as const;

/** One slice of a lot, for its basis. */
export interface BasisFacts {
  /** `S`: proceeds share, EUR. */
  readonly proceeds: bigint;
  /** `H`: historic cost share, EUR. */
  readonly historicCost: bigint;
  /** `P`: value at the photo moment, EUR. */
  readonly photoValue: bigint;
  readonly year: number;
}

/**
 * Returns the basis of a slice of a lot acquired before 2026 and disposed of from 2026 on, under the 10 % regime: `P`, or
 * `min(H, max(S, P))` if `H > P` and it is disposed of by 2030.
 */
export function photoBasis({ proceeds, historicCost, photoValue, year }: BasisFacts): bigint {
  if (historicCost <= photoValue || year > PHOTO.higherCostUntilYear) return photoValue;
  const atLeast = proceeds > photoValue ? proceeds : photoValue;
  return historicCost < atLeast ? historicCost : atLeast;
}

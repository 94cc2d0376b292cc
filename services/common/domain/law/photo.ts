/**
 * The photo moment: gains from 2026 on count from the value at the end of 2025 (engine.md §3). Sources: law of 6 April
 * 2026 (Official Gazette 21 April 2026), income tax code art. 102; Circular 2026/C/74 of 22 July 2026. That crypto takes
 * the last price of the Brussels year is one reading (docs/tax-assumptions.md).
 */
export const PHOTO = {
  /** New Year's midnight in Brussels, microseconds. Lots acquired before it have a photo value. */
  momentUs: Date.UTC(2025, 11, 31, 23) * 1000,
  /** A price this old still says what the asset was worth then. */
  priceAgeUsMax: 7 * 24 * 3_600_000_000,
  /** The last year of disposal in which a historic cost above the photo value may be proved. */
  higherCostUntilYear: 2030,
} as const;

export interface BasisFacts {
  /** `S`: proceeds share, EUR. */
  readonly proceeds: bigint;
  /** `H`: historic cost share, EUR. */
  readonly historicCost: bigint;
  /** `P`: value at the photo moment, EUR. */
  readonly photoValue: bigint;
  readonly year: number;
}

/** The basis of a slice of a lot acquired before 2026 and disposed of from 2026 on, under the 10 % regime: P; but if disposed by 2030 and H > P: min(H, max(S, P)). */
export function photoBasis({ proceeds, historicCost, photoValue, year }: BasisFacts): bigint {
  if (historicCost <= photoValue || year > PHOTO.higherCostUntilYear) return photoValue;
  const atLeast = proceeds > photoValue ? proceeds : photoValue;
  return historicCost < atLeast ? historicCost : atLeast;
}

/** The basis against which the gain of one slice is computed (engine.md §3). */

export interface BasisFacts {
  /** `H`: the slice's share of its lot's historic cost, EUR. */
  readonly historicCost: bigint;
}

/** The basis of a slice is its historic cost `H`: disposals up to 2025, and of lots acquired from 2026 on. */
export function basisOf(facts: BasisFacts): bigint {
  return facts.historicCost;
}

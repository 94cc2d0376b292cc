/** Circumstances of a tax year: what only the taxpayer knows, and what an estimate of the tax needs beside the figures. */

/** The losses of speculation that a year can use are those of this many years before it (income tax code, art. 103). */
export const SPECULATIVE_LOSS_YEARS = 5;

/** The fields that a user can set. Amounts in EUR. */
export const CIRCUMSTANCE_FIELDS = [
  'exemptionUsedElsewhere',
  'otherGains',
  'derivativeResults',
  'taxWithheld',
  'municipalSurchargePercent',
  'speculativeLossYearMinus1',
  'speculativeLossYearMinus2',
  'speculativeLossYearMinus3',
  'speculativeLossYearMinus4',
  'speculativeLossYearMinus5',
] as const;
export type CircumstanceField = (typeof CIRCUMSTANCE_FIELDS)[number];

/** The values of the fields: decimal texts, null for a field that is not set. */
export type CircumstanceValues = Readonly<Record<CircumstanceField, string | null>>;

/** The circumstances of one year as stored. Instants are text. */
export interface CircumstancesRecord extends CircumstanceValues {
  readonly id: string;
  readonly year: number;
  readonly updatedAt: string;
  /** Name of the token or app. */
  readonly updatedVia: string;
}

/** Returns the loss of speculation that the user stated for a year before, as decimal text. */
export function speculativeLossOf(values: CircumstanceValues, yearsBefore: number): string | null {
  const field = `speculativeLossYearMinus${String(yearsBefore)}` as CircumstanceField;
  return values[field] ?? null;
}

/** Circumstances of a tax year: what only the taxpayer knows, and what an estimate of the tax needs beside the figures. */

/** The losses of speculation that a year can use are those of this many years before it (income tax code, art. 103). */
export const SPECULATIVE_LOSS_YEARS = 5;

/** The fields that a user can set beside the shares by account. */
export const CIRCUMSTANCE_FIELDS = [
  'exemptionUsedElsewhere',
  'otherGains',
  'derivativeResults',
  'taxWithheld',
  'ownedSharePercent',
  'municipalSurchargePercent',
  'speculativeLossYearMinus1',
  'speculativeLossYearMinus2',
  'speculativeLossYearMinus3',
  'speculativeLossYearMinus4',
  'speculativeLossYearMinus5',
] as const;
export type CircumstanceField = (typeof CIRCUMSTANCE_FIELDS)[number];

/** The fields that are percentages. The others are EUR. */
export const PERCENT_FIELDS: readonly CircumstanceField[] = [
  'municipalSurchargePercent',
  'ownedSharePercent',
];

/** The share of the taxpayer in what arises in one account, where it is not the share in all. */
export interface AccountShare {
  readonly accountId: string;
  /** Decimal text, from 0 to 100. */
  readonly ownedSharePercent: string;
}

/** The values of the fields: decimal texts, null for a field that is not set. */
export type CircumstanceValues = Readonly<Record<CircumstanceField, string | null>> & {
  /** In the order of the accounts' ids; null or absent for none. */
  readonly accountShares?: readonly AccountShare[] | null;
};

/** The names of all values, those that are decimals and the list of shares. */
export const STATED_FIELDS = [...CIRCUMSTANCE_FIELDS, 'accountShares'] as const;
export type StatedField = (typeof STATED_FIELDS)[number];

/** Circumstances of which nothing is stated. */
export const NO_CIRCUMSTANCES = Object.fromEntries(
  CIRCUMSTANCE_FIELDS.map((field) => [field, null]),
) as CircumstanceValues;

/** Tells whether circumstances say that a part of the year is a partner's. */
export function hasShares(circumstances: CircumstanceValues | null): circumstances is CircumstanceValues {
  if (circumstances === null) return false;
  return (circumstances.ownedSharePercent ?? null) !== null || (circumstances.accountShares ?? []).length > 0;
}

/** The circumstances of one year as stored. Instants are text. */
export interface CircumstancesRecord extends CircumstanceValues {
  readonly id: string;
  readonly year: number;
  readonly updatedAt: string;
  /** Name of the token or app. */
  readonly updatedVia: string;
}

/** Circumstances as messages carry them: an optional list is a message of its own. */
type CircumstancesMessage = Omit<CircumstancesRecord, 'accountShares'> & {
  readonly accountShares: { readonly values: AccountShare[] } | null;
};

/** Returns circumstances in the form of a message. */
export function circumstancesMessage({
  accountShares,
  ...record
}: CircumstancesRecord): CircumstancesMessage {
  return { ...record, accountShares: accountShares == null ? null : { values: [...accountShares] } };
}

/** Returns the loss of speculation that the user stated for a year before, as decimal text. */
export function speculativeLossOf(values: CircumstanceValues, yearsBefore: number): string | null {
  const field = `speculativeLossYearMinus${String(yearsBefore)}` as CircumstanceField;
  return values[field] ?? null;
}

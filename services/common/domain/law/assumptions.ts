/**
 * What the figures and estimates assume where the law is open, by code. docs/tax-assumptions.md explains each one, with other
 * readings; a test compares the page with this list.
 */
export const ASSUMPTIONS = [
  'LOTS_FIFO_OVER_TAXPAYER',
  'COST_PER_LOT',
  'TRANSFERS_NO_DISPOSAL',
  'GAS_NO_DISPOSAL',
  'EXPENSE_NO_DISPOSAL',
  'FEES_OUTSIDE_TEN_PERCENT',
  'NFT_INSIDE_TEN_PERCENT',
  'GIFT_AT_COST_OF_GIVER',
  'GIFTS_AND_LOSSES_REALISE_NOTHING',
  'CORRECTED_AMOUNT_KEEPS_VALUE',
  'LOANS_REALISE_NOTHING',
  'PHOTO_AT_MIDNIGHT',
  'HIGHER_COST_MAKES_NO_LOSS',
  'CARRIED_EXEMPTION_FIRST',
  'CARRIED_NEVER_EXPIRES',
  'LAST_AMOUNT_REUSED',
  'LOSSES_NOT_CARRIED',
  'NO_MUNICIPAL_SURCHARGE',
  'INCOME_FLAT_RATE',
  'ONE_REGIME_A_YEAR',
  'CODES_OF_LAST_FORM',
  'FOREIGN_EXCHANGES',
] as const;
export type AssumptionCode = (typeof ASSUMPTIONS)[number];

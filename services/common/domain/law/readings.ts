/**
 * Other readings of the law, each in place of one assumption. The figures of a year are computed under them on request; none is
 * ever the default (docs/tax-assumptions.md).
 */
import type { AssumptionCode } from './assumptions.ts';

/** The assumption that each reading replaces. */
export const READING_OF = {
  LOTS_FIFO_PER_ACCOUNT: 'LOTS_FIFO_OVER_TAXPAYER',
  AVERAGE_COST_BEFORE_2026: 'COST_PER_LOT',
  EXPENSE_AS_DISPOSAL: 'EXPENSE_NO_DISPOSAL',
  FEES_INSIDE_TEN_PERCENT: 'FEES_OUTSIDE_TEN_PERCENT',
  NFT_OUTSIDE_TEN_PERCENT: 'NFT_INSIDE_TEN_PERCENT',
  GIFT_AT_MARKET_VALUE: 'GIFT_AT_COST_OF_GIVER',
  HIGHER_COST_MAKES_LOSS: 'HIGHER_COST_MAKES_NO_LOSS',
  CARRIED_EXEMPTION_LAST: 'CARRIED_EXEMPTION_FIRST',
  FIRST_THOUSAND_CARRIES: 'CARRIED_NEVER_EXPIRES',
  SPECULATIVE_LOSSES_CARRIED: 'LOSSES_NOT_CARRIED',
  OTHER_REGIME: 'ONE_REGIME_A_YEAR',
  AIRDROPS_NO_INCOME: 'INCOME_FLAT_RATE',
  FOREIGN_CURRENCY_GAINS: 'FIAT_REALISES_NOTHING',
} as const satisfies Record<string, AssumptionCode>;
export type ReadingCode = keyof typeof READING_OF;
export const READINGS = Object.keys(READING_OF) as ReadingCode[];

/** Readings that change the inputs of the engine, which itself knows one reading. */
export const INPUT_READINGS = [
  'LOTS_FIFO_PER_ACCOUNT',
  'EXPENSE_AS_DISPOSAL',
  'NFT_OUTSIDE_TEN_PERCENT',
  'GIFT_AT_MARKET_VALUE',
  'OTHER_REGIME',
  'AIRDROPS_NO_INCOME',
] as const satisfies readonly ReadingCode[];
export type InputReading = (typeof INPUT_READINGS)[number];

/** Readings that give the disposals of the engine another basis or other proceeds. */
export const BASIS_READINGS = [
  'AVERAGE_COST_BEFORE_2026',
  'FEES_INSIDE_TEN_PERCENT',
  'HIGHER_COST_MAKES_LOSS',
] as const satisfies readonly ReadingCode[];
export type BasisReading = (typeof BASIS_READINGS)[number];

/** The reading that adds the gains on money, which no other figure has. */
export type MoneyReading = 'FOREIGN_CURRENCY_GAINS';

/** Readings of the exemption and of losses alone: the gains stay as they are. */
export type TaxReading = Exclude<ReadingCode, InputReading | BasisReading | MoneyReading>;

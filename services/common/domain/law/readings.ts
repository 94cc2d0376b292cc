/**
 * Other readings of the law, each in place of one assumption. The figures of a year are computed under them on request; none is
 * ever the default (docs/tax-assumptions.md).
 */
import type { AssumptionCode } from './assumptions.ts';

/** The assumption that each reading replaces. */
export const READING_OF = {
  LOTS_FIFO_PER_ACCOUNT: 'LOTS_FIFO_OVER_TAXPAYER',
  EXPENSE_AS_DISPOSAL: 'EXPENSE_NO_DISPOSAL',
  NFT_OUTSIDE_TEN_PERCENT: 'NFT_INSIDE_TEN_PERCENT',
  OTHER_REGIME: 'ONE_REGIME_A_YEAR',
  CARRIED_EXEMPTION_LAST: 'CARRIED_EXEMPTION_FIRST',
  FIRST_THOUSAND_CARRIES: 'CARRIED_NEVER_EXPIRES',
} as const satisfies Record<string, AssumptionCode>;
export type ReadingCode = keyof typeof READING_OF;
export const READINGS = Object.keys(READING_OF) as ReadingCode[];

/** Readings of the exemption alone: the gains stay as they are. */
export const EXEMPTION_READINGS = ['CARRIED_EXEMPTION_LAST', 'FIRST_THOUSAND_CARRIES'] as const;
export type ExemptionReading = (typeof EXEMPTION_READINGS)[number];
export type GainsReading = Exclude<ReadingCode, ExemptionReading>;

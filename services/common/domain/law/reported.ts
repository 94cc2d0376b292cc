/**
 * What an exchange reports to the administration about a year, from 2026 on: totals for each asset (DAC8: Directive (EU)
 * 2023/2226; CARF of the OECD). The directive reports gross amounts, the CARF schema amounts net of fees.
 */
import { effectInYear, effectOfPair } from '../treatments.ts';
import type { EventType, Treatment } from '../vocabulary.ts';

/** The totals of an asset. TO_OWN is the part of TRANSFERRED_OUT that stayed the taxpayer's. */
export const REPORTED_KINDS = [
  'BOUGHT',
  'SOLD',
  'EXCHANGED_IN',
  'EXCHANGED_OUT',
  'TRANSFERRED_IN',
  'TRANSFERRED_OUT',
  'TO_OWN',
  'PAID',
] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

/** What is known of a transaction at an exchange. */
export interface ReportedEvent {
  readonly type: EventType;
  readonly treatment: Treatment;
  readonly year: number;
  readonly isMatched: boolean;
  readonly isLoan: boolean;
  readonly isRepayment: boolean;
  /** Whether it is a leg of a swap in which the other side has no money. */
  readonly isForAssets: boolean;
}

/** Returns the totals that a transaction is part of; none for fees, costs and what is ignored. */
export function reportedKinds(event: ReportedEvent): readonly ReportedKind[] {
  const { type, treatment, year, isForAssets } = event;
  const effect = effectInYear(effectOfPair(type, treatment, event), year);
  if (type === 'FEE' || type === 'EXPENSE' || effect.pool === 'NONE') return [];
  // Rewards are reported as transfers in.
  if (type === 'INCOME') return ['TRANSFERRED_IN'];
  if (type === 'ACQUISITION') {
    const isBought = effect.pool === 'NEW_LOT' && effect.basis === 'EUR_VALUE' && !event.isMatched;
    if (!isBought) return ['TRANSFERRED_IN'];
    return [isForAssets ? 'EXCHANGED_IN' : 'BOUGHT'];
  }
  if (event.isMatched || effect.pool === 'LEAVE') return ['TRANSFERRED_OUT', 'TO_OWN'];
  if (!effect.isSwapLeg) return ['TRANSFERRED_OUT'];
  if (treatment === 'PERSONAL_SPEND' && !isForAssets) return ['PAID'];
  return [isForAssets ? 'EXCHANGED_OUT' : 'SOLD'];
}

/** Where units come from in the end, and what would prove it: one table for the read service, the contract and the pages. */
import type { PoolEffect } from './treatments.ts';

/** The kinds of ends, those that are known first. */
export const ORIGIN_KINDS = [
  'PURCHASE',
  'INCOME',
  'GIFT',
  'LOAN',
  'RECEIVED',
  'TRANSFER_IN',
  'SURPLUS',
  'SHORTFALL',
  'NOT_FOLLOWED',
  'NOT_COUNTED',
] as const;
export type OriginKind = (typeof ORIGIN_KINDS)[number];

/** What would prove an end that is unknown, or complete one that is known. */
export const ORIGIN_PROOFS = [
  'MONEY_OF_PURCHASE',
  'GIFT_DOCUMENT',
  'LOAN_CONTRACT',
  'PURCHASE_OR_SENDER',
  'MATCH_OR_SENDER',
  'REWARD_OR_MATCH',
  'EARLIER_FILE',
  'OWN_ORIGIN',
  'CLASSIFICATION',
] as const;
export type OriginProof = (typeof ORIGIN_PROOFS)[number];

/** The steps between a transaction and its ends. */
export const ORIGIN_STEPS = ['SWAP', 'TRANSFER'] as const;
export type OriginStepKind = (typeof ORIGIN_STEPS)[number];

interface OriginRow {
  /** Whether the end states where the units came from. */
  readonly isKnown: boolean;
  /** What would prove it; null where the transactions do. A purchase whose money is in no file lacks that money. */
  readonly proof: OriginProof | null;
}

export const ORIGINS: Readonly<Record<OriginKind, OriginRow>> = {
  PURCHASE: { isKnown: true, proof: null },
  INCOME: { isKnown: true, proof: null },
  GIFT: { isKnown: true, proof: 'GIFT_DOCUMENT' },
  LOAN: { isKnown: true, proof: 'LOAN_CONTRACT' },
  RECEIVED: { isKnown: false, proof: 'PURCHASE_OR_SENDER' },
  TRANSFER_IN: { isKnown: false, proof: 'MATCH_OR_SENDER' },
  SURPLUS: { isKnown: false, proof: 'REWARD_OR_MATCH' },
  SHORTFALL: { isKnown: false, proof: 'EARLIER_FILE' },
  NOT_FOLLOWED: { isKnown: false, proof: 'OWN_ORIGIN' },
  NOT_COUNTED: { isKnown: false, proof: 'CLASSIFICATION' },
};

/** What a purchase lacks whose money is in no file. */
export const PROOF_OF_MONEY: OriginProof = 'MONEY_OF_PURCHASE';

/** What is known of the event that brought a lot, beside its effect. */
export interface LotArrival {
  /** Whether it is the arrival of a transfer with a counterpart. */
  readonly isMatched: boolean;
  /** Whether more arrived than left, and whether that is income. */
  readonly hasSurplus: boolean;
  readonly hasIncome: boolean;
  /** Whether the lot has all units of the event. */
  readonly isWhole: boolean;
  /** Whether its value was stated by the source or the user, or its money is in a file. */
  readonly isPaid: boolean;
}

/** Returns what the end of a lot is that no other lot became, by the effect of the event that brought it. */
export function originOfLot(
  effect: Pick<PoolEffect, 'pool' | 'basis' | 'isIncome'>,
  arrival: LotArrival,
): OriginKind {
  if (effect.pool === 'NONE') return 'NOT_COUNTED';
  if (effect.isIncome) return 'INCOME';
  if (effect.pool === 'BORROW') return 'LOAN';
  if (effect.pool === 'ARRIVE') {
    if (arrival.hasSurplus) return arrival.hasIncome ? 'INCOME' : 'SURPLUS';
    return arrival.isMatched || !arrival.isWhole ? 'SHORTFALL' : 'TRANSFER_IN';
  }
  if (effect.basis === 'GIVEN_BY_USER') return 'GIFT';
  return arrival.isPaid ? 'PURCHASE' : 'RECEIVED';
}

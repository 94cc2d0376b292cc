/** Balances that a user states of an account, to compare with what the account's transactions add up to. Beside the figures. */
import { AMOUNT_SCALE, parseDecimal } from './decimal.ts';

/** The fields of a stated balance that a user decides. */
export const BALANCE_FIELDS = ['accountId', 'assetId', 'at', 'amount', 'notes'] as const;

/** A stated balance as stored. Decimals and instants are text. */
export interface BalanceRecord {
  readonly id: string;
  readonly accountId: string;
  /** Key of the asset. */
  readonly assetId: string;
  readonly at: string;
  readonly amount: string;
  readonly notes: string | null;
  readonly statedAt: string;
  /** Name of the token or app. */
  readonly statedVia: string;
}

/** Types of events that add to the balance of their account; the others take from it. */
export const INCOMING_TYPES = ['ACQUISITION', 'INCOME'] as const;

/** Returns what an account has more than its transactions explain; negative if it has less. */
export function balanceDifference(stated: string, expected: string): bigint {
  return parseDecimal(stated, AMOUNT_SCALE) - parseDecimal(expected, AMOUNT_SCALE);
}

/** Something that proves the transactions of an account up to an instant, or that some are missing before it. */
export interface BalanceProof {
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly closes: boolean;
}

/** Returns the latest instant up to which every balance of an account closes; null if none does. */
export function provenUntil(proofs: readonly BalanceProof[]): string | null {
  const inOrder = proofs.toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
  const broken = inOrder.find(({ closes }) => !closes);
  const closing = inOrder.filter(({ at }) => broken === undefined || Date.parse(at) < Date.parse(broken.at));
  return closing.at(-1)?.at ?? null;
}

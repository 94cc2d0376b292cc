/**
 * What the questions of the inbox have in common: those that one decision of the person settles are one group. Read groups them, the pages
 * show the groups.
 */
import type { IssueType } from './issues.ts';

/** What names a group beside its cause: the asset or the account of its transactions, or nothing. */
type GroupedBy = 'ASSET' | 'ACCOUNT' | 'NOTHING';

/** The groups by cause, which is an issue type. Photo prices are entered where other prices of the asset are. */
export const CAUSES = {
  MISSING_PRICE: 'ASSET',
  UNMATCHED_TRANSFER_OUT: 'ACCOUNT',
  UNMATCHED_TRANSFER_IN: 'ACCOUNT',
  POSSIBLE_MIGRATION: 'ASSET',
  TRANSFER_SURPLUS: 'ASSET',
  REVIEW_TRANSFER: 'ASSET',
  MISSING_COST_BASIS: 'ASSET',
  GIFT_BASIS_UNKNOWN: 'ASSET',
  BALANCE_DIFFERS: 'NOTHING',
  REPORTED_DIFFERS: 'NOTHING',
  UNCLASSIFIED: 'ACCOUNT',
  SUSPECTED_SPAM: 'NOTHING',
  NEEDS_REVIEW: 'ACCOUNT',
  POSSIBLE_DUPLICATE: 'NOTHING',
  ORPHANED_CORRECTION: 'NOTHING',
  FROZEN_YEAR_DRIFT: 'NOTHING',
} as const satisfies Partial<Record<IssueType, GroupedBy>>;

/** What several questions are about. */
export type Cause = keyof typeof CAUSES;
export const CAUSE_NAMES = Object.keys(CAUSES) as Cause[];

/** Returns the types of issues of a cause. */
export function issueTypesOf(cause: Cause): readonly IssueType[] {
  return cause === 'MISSING_PRICE' ? [cause, 'MISSING_PHOTO_VALUE'] : [cause];
}

/** Returns the cause of an issue type. */
export function causeOf(type: IssueType): Cause {
  return type === 'MISSING_PHOTO_VALUE' ? 'MISSING_PRICE' : type;
}

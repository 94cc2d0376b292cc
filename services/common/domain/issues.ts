/**
 * The kinds of issues in the inbox: the table of engine.md §5. Recalc creates issues, read returns them; issues of balances and of stated totals,
 * on which no figure depends, are derived by read.
 */

export const SEVERITIES = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const QUEUES = ['TRANSFERS', 'PRICES', 'COST_BASIS', 'CLASSIFICATION', 'CORRECTIONS'] as const;
export type Queue = (typeof QUEUES)[number];

/** One kind of issue. */
export interface IssueKind {
  readonly queue: Queue;
  /** The default severity. The engine can set another one: an outgoing transfer is HIGH only while it is taxed. */
  readonly severity: Severity;
  readonly recommendedActionId: string;
  readonly title: string;
  readonly explanation: string;
  readonly recommendedAction: string;
}

const MATCH = {
  queue: 'TRANSFERS',
  recommendedActionId: 'MATCH_TRANSFER',
  recommendedAction: 'Match it with its counterpart, or say what it was.',
} as const;
const REVIEW_TRANSFER = {
  queue: 'TRANSFERS',
  severity: 'MEDIUM',
  recommendedActionId: 'REVIEW_TRANSFER',
  recommendedAction: 'Check both sides of the transfer; undo the match if they do not belong together.',
} as const;

export const ISSUE_KINDS = {
  UNMATCHED_TRANSFER_OUT: {
    ...MATCH,
    severity: 'HIGH',
    title: 'Outgoing transfer without a counterpart',
    explanation:
      'These units left and nothing says where they arrived. Until that is known they may count as sold, or wait as still owned.',
  },
  UNMATCHED_TRANSFER_IN: {
    ...MATCH,
    severity: 'MEDIUM',
    title: 'Incoming transfer without a counterpart',
    explanation:
      'These units arrived and nothing says where they came from. They count as bought at their EUR value of that moment.',
  },
  POSSIBLE_MIGRATION: {
    queue: 'TRANSFERS',
    severity: 'MEDIUM',
    recommendedActionId: 'MATCH_TRANSFER',
    title: 'Sale that may be a migration',
    explanation:
      'The asset that left became the one that arrived, at a known ratio and without money. As long as the two are not matched, this counts as a sale.',
    recommendedAction: 'Match both events as MIGRATION: cost and date carry over.',
  },
  TRANSFER_SURPLUS: {
    ...REVIEW_TRANSFER,
    title: 'More arrived than left',
    explanation: 'The surplus counts as bought on arrival at its share of the EUR value.',
    recommendedAction:
      'If other departures arrived with it, match them too and join this match. Undo the match if both sides do not belong together.',
  },
  REVIEW_TRANSFER: {
    ...REVIEW_TRANSFER,
    title: 'Unusual transfer',
    explanation:
      'The matched sides lie far apart: the arrival is over an hour early, much of the amount is missing, or the EUR values differ by more than a tenth.',
  },
  MISSING_PRICE: {
    queue: 'PRICES',
    severity: 'HIGH',
    recommendedActionId: 'SET_EUR_VALUE',
    title: 'EUR value unknown',
    explanation:
      'No price is known for this moment. A purchase counts at a cost of 0, income as 0, and the gain of a sale stays out of the totals.',
    recommendedAction: 'Enter the price of the asset on that day, or set the EUR value of the event.',
  },
  MISSING_PHOTO_VALUE: {
    queue: 'PRICES',
    severity: 'MEDIUM',
    recommendedActionId: 'IMPORT_PRICES',
    title: 'Value at the end of 2025 unknown',
    explanation:
      'Gains from 2026 on are measured from the value at the end of 2025 for units bought before. No price of that moment is known for the asset in missingPriceAssetKey, the one these units were in then, so the historic cost was used.',
    recommendedAction:
      'Enter or import a price of the asset in missingPriceAssetKey for the last week of 2025.',
  },
  MISSING_COST_BASIS: {
    queue: 'COST_BASIS',
    severity: 'HIGH',
    recommendedActionId: 'ADD_DATA_SOURCE',
    title: 'More left than was held',
    explanation:
      'This event takes more than all known purchases brought. What is missing counts at a cost of 0.',
    recommendedAction: 'Add the data source that holds the missing purchases.',
  },
  GIFT_BASIS_UNKNOWN: {
    queue: 'COST_BASIS',
    severity: 'MEDIUM',
    recommendedActionId: 'SET_EUR_VALUE',
    title: 'Cost of a received gift unknown',
    explanation: 'A gift counts at what the giver paid. Until it is known, the cost is 0.',
    recommendedAction: 'Set the EUR value of the event to the cost of the giver.',
  },
  BALANCE_DIFFERS: {
    queue: 'COST_BASIS',
    severity: 'MEDIUM',
    recommendedActionId: 'ADD_DATA_SOURCE',
    title: 'Balance that transactions do not explain',
    explanation:
      'The account had another balance than its transactions add up to, as the user stated it or as a file shows it: something is missing before that moment, or counts twice.',
    recommendedAction: 'Add the missing transactions of the account, or correct the balance in `balance`.',
  },
  REPORTED_DIFFERS: {
    queue: 'COST_BASIS',
    severity: 'MEDIUM',
    recommendedActionId: 'COMPARE_REPORTED',
    title: 'Total of an exchange that transactions do not explain',
    explanation:
      'An exchange stated another total of the year than its transactions add up to here, and no single transaction explains the difference: something is missing, counts twice or counts elsewhere.',
    recommendedAction:
      'Add the missing file of the exchange, or compare its list of transactions with those of the year.',
  },
  UNCLASSIFIED: {
    queue: 'CLASSIFICATION',
    severity: 'MEDIUM',
    recommendedActionId: 'SET_TREATMENT',
    title: 'Unclassified event',
    explanation: 'Nothing says what this event was. It counts as an ordinary one of its type.',
    recommendedAction: 'Set its treatment.',
  },
  SUSPECTED_SPAM: {
    queue: 'CLASSIFICATION',
    severity: 'LOW',
    recommendedActionId: 'IGNORE_EVENT',
    title: 'Suspected spam',
    explanation: 'The data source took this event for spam. It counts for nothing.',
    recommendedAction: 'Ignore it, or set its treatment if it is real.',
  },
  NEEDS_REVIEW: {
    queue: 'CLASSIFICATION',
    severity: 'LOW',
    recommendedActionId: 'REVIEW_EVENT',
    title: 'Event to be reviewed',
    explanation: 'The data source was unsure of this event, or its type and treatment do not go together.',
    recommendedAction: 'Check type and treatment; an override settles it.',
  },
  POSSIBLE_DUPLICATE: {
    queue: 'CLASSIFICATION',
    severity: 'MEDIUM',
    recommendedActionId: 'REMOVE_FILE',
    title: 'Transactions that look imported twice',
    explanation:
      'Transactions of the file in possibleDuplicate have the assets, amounts and minutes of transactions of another account or format. All of them count.',
    recommendedAction:
      'Remove one of the two files on the page of files, or say there that the transactions are different.',
  },
  ORPHANED_CORRECTION: {
    queue: 'CORRECTIONS',
    severity: 'MEDIUM',
    recommendedActionId: 'REMOVE_OVERRIDE',
    title: 'Correction without its event',
    explanation:
      'The corrected event is no longer in the imported data. The correction is kept and applies again if the event comes back.',
    recommendedAction: 'Remove the override if the event is gone for good.',
  },
  FROZEN_YEAR_DRIFT: {
    queue: 'CORRECTIONS',
    severity: 'MEDIUM',
    recommendedActionId: 'REVIEW_YEAR',
    title: 'New facts for a submitted year',
    explanation:
      'Facts that came after this year was submitted would change its figures. The figures stand as they were submitted.',
    recommendedAction: 'Review the year with whoever filed it.',
  },
} as const satisfies Record<string, IssueKind>;

export type IssueType = keyof typeof ISSUE_KINDS;
export const ISSUE_TYPES = Object.keys(ISSUE_KINDS) as IssueType[];

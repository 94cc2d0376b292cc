/** What the log of corrections holds, and how its fields are told. */

/** What an entry of the log says was done. */
export type CorrectionAction =
  | 'OVERRIDE_SET'
  | 'OVERRIDE_REMOVED'
  | 'RULE_CREATED'
  | 'RULE_DELETED'
  | 'TRANSFER_MATCHED'
  | 'TRANSFER_UNMATCHED';

type WordTable = 'types' | 'treatments' | 'ruleActions' | 'matchTypes' | 'directions' | 'transferKinds';

/** How a field's value is told: by a table of words, or as what it is. */
export type Kind = WordTable | 'flag' | 'euro' | 'decimal' | 'instant' | 'list' | 'text';

/** Fields that a person decides, in the order they show; ids, times and counts of the row itself are none. */
export const FIELDS = {
  overriddenType: 'types',
  overriddenTreatment: 'treatments',
  overriddenTaxable: 'flag',
  overriddenEuroValue: 'euro',
  overriddenAmount: 'decimal',
  overriddenTimestamp: 'instant',
  overriddenDescription: 'text',
  overriddenFlags: 'list',
  originAcquiredAt: 'instant',
  action: 'ruleActions',
  label: 'text',
  matchType: 'matchTypes',
  direction: 'directions',
  counterpartyAddress: 'text',
  chainId: 'decimal',
  matchValue: 'text',
  thresholdEur: 'euro',
  transferKind: 'transferKinds',
  outTaxEventId: 'text',
  inTaxEventId: 'text',
  notes: 'text',
} as const satisfies Record<string, Kind>;

export type CorrectedField = keyof typeof FIELDS;

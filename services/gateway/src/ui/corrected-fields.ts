/** The actions and fields of the log of corrections. */

/** The actions in the log. */
export type CorrectionAction =
  | 'OVERRIDE_SET'
  | 'OVERRIDE_REMOVED'
  | 'RULE_CREATED'
  | 'RULE_DELETED'
  | 'TRANSFER_MATCHED'
  | 'TRANSFER_UNMATCHED'
  | 'CIRCUMSTANCES_SET'
  | 'CIRCUMSTANCES_REMOVED'
  | 'PRICE_SET'
  | 'PRICE_REMOVED'
  | 'BALANCE_STATED'
  | 'BALANCE_REMOVED'
  | 'REPORTED_STATED'
  | 'REPORTED_REMOVED'
  | 'REGIME_SET'
  | 'REGIME_REMOVED';

type WordTable =
  | 'types'
  | 'treatments'
  | 'ruleActions'
  | 'matchTypes'
  | 'directions'
  | 'transferKinds'
  | 'regimes'
  | 'choosers'
  | 'reportedKinds'
  | 'statedAmounts';

/** How a field's value is shown: with a table of words, or in a format. */
export type FieldKind = WordTable | 'flag' | 'euro' | 'decimal' | 'instant' | 'asset' | 'list' | 'text';

/** Fields that a user decides, in the order in which the log shows them. Ids, times and counters of the row are left out. */
export const FIELDS = {
  overriddenType: 'types',
  overriddenTreatment: 'treatments',
  overriddenTaxable: 'flag',
  overriddenEuroValue: 'euro',
  overriddenAssetId: 'asset',
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
  joinedMatchId: 'text',
  exemptionUsedElsewhere: 'euro',
  otherGains: 'euro',
  derivativeResults: 'euro',
  taxWithheld: 'euro',
  ownedSharePercent: 'decimal',
  accountShares: 'list',
  municipalSurchargePercent: 'decimal',
  speculativeLossYearMinus1: 'euro',
  speculativeLossYearMinus2: 'euro',
  speculativeLossYearMinus3: 'euro',
  speculativeLossYearMinus4: 'euro',
  speculativeLossYearMinus5: 'euro',
  regime: 'regimes',
  largeShareOfWealth: 'flag',
  borrowed: 'flag',
  automated: 'flag',
  frequent: 'flag',
  chosenBy: 'choosers',
  eur: 'euro',
  source: 'text',
  at: 'instant',
  amount: 'decimal',
  platform: 'asset',
  assetId: 'asset',
  kind: 'reportedKinds',
  units: 'decimal',
  statedEur: 'euro',
  transactions: 'decimal',
  amounts: 'statedAmounts',
  notes: 'text',
} as const satisfies Record<string, FieldKind>;

export type CorrectedField = keyof typeof FIELDS;

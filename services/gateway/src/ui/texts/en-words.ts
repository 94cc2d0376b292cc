/** English texts for the words of the contract in the log. */
import type { ReportedKind } from '@ctx/domain/law/reported';
import type { RegimeChooser } from '@ctx/domain/regime';
import type { StatedAmounts } from '@ctx/domain/stated-totals';
import type {
  EventType,
  Regime,
  RuleAction,
  RuleDirection,
  RuleMatchType,
  TransferKind,
  Treatment,
} from '@ctx/domain/vocabulary';
import type { AccessAction, AccessVia } from '../../identity/access-log.ts';
import type { CorrectionAction, CorrectedField } from '../corrected-fields.ts';

/** A text for each word of the contract. */
export interface Words {
  readonly corrections: Readonly<Record<CorrectionAction, string>>;
  readonly fields: Readonly<Record<CorrectedField, string>>;
  readonly types: Readonly<Record<EventType, string>>;
  /** The types in the words of the law, for the report. */
  readonly legalTypes: Readonly<Record<EventType, string>>;
  readonly treatments: Readonly<Record<Treatment, string>>;
  readonly ruleActions: Readonly<Record<RuleAction, string>>;
  readonly matchTypes: Readonly<Record<RuleMatchType, string>>;
  readonly directions: Readonly<Record<RuleDirection, string>>;
  readonly transferKinds: Readonly<Record<TransferKind, string>>;
  readonly regimes: Readonly<Record<Regime, string>>;
  readonly choosers: Readonly<Record<RegimeChooser, string>>;
  readonly reportedKinds: Readonly<Record<ReportedKind, string>>;
  readonly statedAmounts: Readonly<Record<StatedAmounts, string>>;
  readonly yes: string;
  readonly no: string;
  readonly access: Readonly<Record<AccessAction, string>>;
  readonly accessVia: Readonly<Record<AccessVia, string>>;
}

export const enWords: Words = {
  corrections: {
    OVERRIDE_SET: 'Transaction corrected',
    OVERRIDE_REMOVED: 'Correction removed',
    RULE_CREATED: 'Rule created',
    RULE_DELETED: 'Rule deleted',
    TRANSFER_MATCHED: 'Transfer matched',
    TRANSFER_UNMATCHED: 'Match removed',
    CIRCUMSTANCES_SET: 'Circumstances set',
    CIRCUMSTANCES_REMOVED: 'Circumstances removed',
    PRICE_SET: 'Price entered',
    PRICE_REMOVED: 'Price removed',
    BALANCE_STATED: 'Balance stated',
    BALANCE_REMOVED: 'Balance removed',
    REPORTED_STATED: 'Total of an exchange stated',
    REPORTED_REMOVED: 'Stated total removed',
    REGIME_SET: 'Regime chosen',
    REGIME_REMOVED: 'Choice of the regime removed',
  },
  fields: {
    overriddenType: 'Type',
    overriddenTreatment: 'Treatment',
    overriddenTaxable: 'Taxable',
    overriddenEuroValue: 'Value in euro',
    overriddenAssetId: 'Asset',
    overriddenAmount: 'Amount',
    overriddenTimestamp: 'Time',
    overriddenDescription: 'Description',
    overriddenFlags: 'Flags',
    originAcquiredAt: 'First acquired',
    action: 'Rule',
    label: 'Name',
    matchType: 'Matches on',
    direction: 'Direction',
    counterpartyAddress: 'Address',
    chainId: 'Blockchain',
    matchValue: 'Text',
    thresholdEur: 'Below',
    transferKind: 'Kind of transfer',
    outTaxEventId: 'Outgoing transaction',
    inTaxEventId: 'Incoming transaction',
    joinedMatchId: 'Joined match',
    exemptionUsedElsewhere: 'Exemption used on other assets',
    otherGains: 'Gains on other financial assets',
    derivativeResults: 'Results of derivatives',
    taxWithheld: 'Tax withheld by banks',
    ownedSharePercent: 'Your share in all accounts, percent',
    accountShares: 'Shares in single accounts',
    municipalSurchargePercent: 'Municipal surcharge, percent',
    speculativeLossYearMinus1: 'Speculative loss of the year before',
    speculativeLossYearMinus2: 'Speculative loss of 2 years before',
    speculativeLossYearMinus3: 'Speculative loss of 3 years before',
    speculativeLossYearMinus4: 'Speculative loss of 4 years before',
    speculativeLossYearMinus5: 'Speculative loss of 5 years before',
    regime: 'Regime',
    chosenBy: 'Chosen by',
    largeShareOfWealth: 'Large share of wealth',
    borrowed: 'Borrowed money',
    automated: 'Bots',
    frequent: 'Frequent trading',
    eur: 'Price, EUR',
    source: 'Source of the price',
    at: 'Balance at',
    amount: 'Balance',
    platform: 'Exchange',
    assetId: 'Asset',
    kind: 'Total',
    units: 'Stated amount',
    statedEur: 'Stated value, EUR',
    transactions: 'Stated number of transactions',
    amounts: 'Stated value is',
    notes: 'Note',
  },
  types: {
    ACQUISITION: 'Bought',
    DISPOSITION: 'Sold',
    EXPENSE: 'Expense',
    FEE: 'Fee',
    INCOME: 'Income',
  },
  legalTypes: {
    ACQUISITION: 'Acquisition',
    DISPOSITION: 'Disposal',
    EXPENSE: 'Expense',
    FEE: 'Fee',
    INCOME: 'Income',
  },
  treatments: {
    BRIDGE_DEPOSIT: 'Into a bridge',
    BRIDGE_WITHDRAW: 'Out of a bridge',
    CONTINUITY_DEPOSIT: 'Deposited, still yours',
    CONTINUITY_UNWRAP: 'Unwrapped, still yours',
    CONTINUITY_WITHDRAW: 'Received, already yours',
    CONTINUITY_WRAP: 'Wrapped, still yours',
    DONATION: 'Donation to charity',
    GIFT_GIVEN: 'Gift given',
    GIFT_RECEIVED: 'Gift received',
    GIFT_TO_NON_RESIDENT: 'Gift to a person abroad',
    IGNORED: 'Ignored',
    LOST: 'Lost',
    NFT_BUY: 'NFT bought',
    NORMAL: 'Normal',
    OFFRAMP: 'Converted to money',
    PERSONAL_SPEND: 'Spent personally',
    STAKE_BEACON: 'Staked (Beacon Chain)',
    STOLEN: 'Stolen',
    TRANSFER_OUT_AMBIGUOUS: 'Outgoing transfer, ambiguous',
    TRANSFER_OUT_OWN_WALLET: 'Outgoing transfer to your own wallet',
    TRANSFER_OUT_UNRESOLVED: 'Outgoing transfer, unresolved',
    UNCLASSIFIED: 'Unclassified',
  },
  ruleActions: {
    MARK_SELF_TRANSFER: 'Treat as a transfer between your own wallets',
    MARK_INCOME: 'Treat as income',
    IGNORE_DUST: 'Ignore tiny values',
  },
  matchTypes: {
    COUNTERPARTY: 'Address of the other party',
    DESCRIPTION: 'Description',
    PROTOCOL: 'Protocol',
    DUST_THRESHOLD: 'Value in euro',
  },
  directions: { INBOUND: 'Incoming', OUTBOUND: 'Outgoing', ANY: 'Both' },
  transferKinds: {
    BRIDGE: 'Bridge',
    MIGRATION: 'Migration',
    SELF_TRANSFER: 'Between your own wallets',
    UNWRAP: 'Unwrapping',
    WRAP: 'Wrapping',
  },
  regimes: { NORMAAL_BEHEER: 'Normal management', SPECULATIEF: 'Speculation' },
  choosers: { TAXPAYER: 'Taxpayer', OPERATOR: 'Administrator' },
  reportedKinds: {
    BOUGHT: 'Bought for money',
    SOLD: 'Sold for money',
    EXCHANGED_IN: 'Received for other assets',
    EXCHANGED_OUT: 'Given for other assets',
    TRANSFERRED_IN: 'Transferred in, rewards too',
    TRANSFERRED_OUT: 'Transferred out',
    TO_OWN: 'of which to your own wallets and accounts',
    PAID: 'Paid for goods and services',
  },
  statedAmounts: { GROSS: 'Before fees', NET: 'Less fees' },
  yes: 'Yes',
  no: 'No',
  access: {
    SIGNED_IN: 'Signed in',
    SIGN_IN_FAILED: 'Sign-in failed',
    SIGNED_OUT: 'Signed out',
    SIGNED_OUT_EVERYWHERE: 'Signed out everywhere',
    PASSWORD_CHANGED: 'Password changed',
    EMAIL_CHANGED: 'E-mail address changed',
    LOGIN_LINKED: 'Sign-in provider linked',
    LOGIN_UNLINKED: 'Sign-in provider unlinked',
    PASSWORD_CLOSED: 'Password blocked in new browsers after many failed attempts',
    PASSKEY_ADDED: 'Passkey added',
    PASSKEY_REMOVED: 'Passkey removed',
    RECOVERY_CODES_CREATED: 'Recovery codes created',
    TOKEN_CREATED: 'Token created',
    TOKEN_REVOKED: 'Token revoked',
    APP_CONNECTED: 'App connected',
    APP_REVOKED: 'Access of an app revoked',
    FILE_ADDED: 'File added',
    FILE_REMOVED: 'File removed',
    YEAR_SUBMITTED: 'Year submitted',
    INVITATION_CREATED: 'Invitation link created',
    WEBHOOK_ADDED: 'Webhook added',
    WEBHOOK_REMOVED: 'Webhook removed',
  },
  accessVia: {
    password: 'With a password',
    passkey: 'With a password and a passkey',
    'recovery-code': 'With a password and a recovery code',
    provider: 'With the sign-in provider',
    settings: 'In the settings',
    api: 'By a token or app',
    invitation: 'With an invitation link',
    app: 'By the app itself',
    ctx: 'By the operator',
  },
};

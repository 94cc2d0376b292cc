/** Every enumerated value of the contract (service.md, "Resources and their fields"). */

export const EVENT_TYPES = ['ACQUISITION', 'DISPOSITION', 'EXPENSE', 'FEE', 'INCOME'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const TREATMENTS = [
  'BRIDGE_DEPOSIT',
  'BRIDGE_WITHDRAW',
  'CONTINUITY_DEPOSIT',
  'CONTINUITY_UNWRAP',
  'CONTINUITY_WITHDRAW',
  'CONTINUITY_WRAP',
  'DONATION',
  'GIFT_GIVEN',
  'GIFT_RECEIVED',
  'GIFT_TO_NON_RESIDENT',
  'IGNORED',
  'LOST',
  'NFT_BUY',
  'NORMAL',
  'OFFRAMP',
  'PERSONAL_SPEND',
  'STAKE_BEACON',
  'STOLEN',
  'TRANSFER_OUT_AMBIGUOUS',
  'TRANSFER_OUT_OWN_WALLET',
  'TRANSFER_OUT_UNRESOLVED',
  'UNCLASSIFIED',
] as const;
export type Treatment = (typeof TREATMENTS)[number];

/** Whether money came into an account or left it. */
export const MONEY_TYPES = ['CASH_IN', 'CASH_OUT'] as const;
export type MoneyType = (typeof MONEY_TYPES)[number];

/** What money moved for. A leg of a trade has the reference of its transaction. */
export const MONEY_PURPOSES = ['TRANSFER', 'TRADE', 'EXCHANGE', 'FEE', 'INTEREST', 'OTHER'] as const;
export type MoneyPurpose = (typeof MONEY_PURPOSES)[number];

export const ACCOUNT_KINDS = ['wallet', 'exchange', 'file'] as const;

export const REGIMES = ['NORMAAL_BEHEER', 'SPECULATIEF'] as const;
export type Regime = (typeof REGIMES)[number];

export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

export const PLANS = ['pro', 'free'] as const;
export type Plan = (typeof PLANS)[number];

export const BETAS = ['portfolio'] as const;
export type Beta = (typeof BETAS)[number];

export const RECALC_STATUSES = ['IDLE', 'RUNNING', 'QUEUED'] as const;
export type RecalcStatus = (typeof RECALC_STATUSES)[number];

export const RECALC_OUTCOMES = ['SCHEDULED', 'QUEUED', 'NOT_NEEDED'] as const;
export type RecalcOutcome = (typeof RECALC_OUTCOMES)[number];

export const FRESHNESS = ['green', 'amber', 'red'] as const;
export type Freshness = (typeof FRESHNESS)[number];

export const TRANSFER_KINDS = ['BRIDGE', 'MIGRATION', 'SELF_TRANSFER', 'UNWRAP', 'WRAP'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export const RULE_ACTIONS = ['MARK_SELF_TRANSFER', 'MARK_INCOME', 'IGNORE_DUST'] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

export const RULE_MATCH_TYPES = ['COUNTERPARTY', 'DESCRIPTION', 'PROTOCOL', 'DUST_THRESHOLD'] as const;
export type RuleMatchType = (typeof RULE_MATCH_TYPES)[number];

export const RULE_DIRECTIONS = ['INBOUND', 'OUTBOUND', 'ANY'] as const;
export type RuleDirection = (typeof RULE_DIRECTIONS)[number];

/** Figures of a year whose contributions can be listed. */
export const CONTRIBUTION_FIGURES = ['capitalGains', 'income', 'exemption', 'fees'] as const;
export type ContributionFigure = (typeof CONTRIBUTION_FIGURES)[number];

/** The orders of a list of contributions: newest first, or those that add or take most first. */
export const CONTRIBUTION_ORDERS = ['time', 'amount'] as const;

/** Steps from an imported to an effective event, in the order in which they apply. */
export const EXPLANATION_STEPS = [
  'RULE',
  'MATCH',
  'OVERRIDE',
  'PRICE',
  'SWAP',
  'LAW',
  'EARLIER_FACTS',
] as const;
export type ExplanationStepKind = (typeof EXPLANATION_STEPS)[number];

/** CONSUMED units are gone, MOVED units became another lot, WAITING units wait for a match. */
export const SLICE_KINDS = ['CONSUMED', 'MOVED', 'WAITING'] as const;
export type SliceKind = (typeof SLICE_KINDS)[number];

/** The sections of the report of a year, in their order. */
export const REPORT_SECTIONS = [
  'FIGURE',
  'COMPLETENESS',
  'DECLARATION',
  'ASSUMPTION',
  'VERSION',
  'DISPOSAL',
  'LOT',
  'INCOME',
  'STOCK',
  'PHOTO',
  'CORRECTION',
  'ISSUE',
] as const;
export type ReportSection = (typeof REPORT_SECTIONS)[number];

/** Forms of the report of a year: pages of JSON, or one whole document. */
export const REPORT_FORMATS = ['json', 'html', 'csv', 'jsonl', 'xlsx', 'csv-be', 'dossier'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The languages of pages and reports. */
export const LANGUAGES = ['en', 'nl', 'fr'] as const;

/** The rows that corrections change, with the actions of the log on each. */
/** Whose price values something: entered by the user, imported, or that of a stablecoin's currency. */
export const PRICE_ORIGINS = ['ENTERED', 'IMPORTED', 'DERIVED'] as const;
export type PriceOrigin = (typeof PRICE_ORIGINS)[number];

export const HISTORY_ACTIONS = {
  OVERRIDE: ['OVERRIDE_SET', 'OVERRIDE_REMOVED'],
  RULE: ['RULE_CREATED', 'RULE_DELETED'],
  TRANSFER_MATCH: ['TRANSFER_MATCHED', 'TRANSFER_UNMATCHED'],
  CIRCUMSTANCES: ['CIRCUMSTANCES_SET', 'CIRCUMSTANCES_REMOVED'],
  PRICE: ['PRICE_SET', 'PRICE_REMOVED'],
  BALANCE: ['BALANCE_STATED', 'BALANCE_REMOVED'],
  REPORTED: ['REPORTED_STATED', 'REPORTED_REMOVED'],
  REGIME: ['REGIME_SET', 'REGIME_REMOVED'],
} as const;
export type HistoryKind = keyof typeof HISTORY_ACTIONS;
export const HISTORY_KINDS = Object.keys(HISTORY_ACTIONS) as HistoryKind[];

/** Returns the kind of the row that an action of the log changes. */
export function historyKindOf(action: string): HistoryKind {
  const kind = HISTORY_KINDS.find((each) => (HISTORY_ACTIONS[each] as readonly string[]).includes(action));
  if (kind === undefined) throw new TypeError(`no kind of history has the action ${action}`);
  return kind;
}

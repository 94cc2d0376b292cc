/**
 * What the engine takes and gives. Plain data: no clock, no randomness, no network (engine.md §1).
 * Amounts are `bigint` with 24 fraction digits, EUR with 12; instants are microseconds since the epoch.
 */
import type { IssueType, Severity } from '@ctx/domain/issues';
import type { Rule } from '@ctx/domain/rules';
import type { EventType, Regime, TransferKind, Treatment } from '@ctx/domain/vocabulary';
import type { PoolEffect } from './treatments.ts';

export type { Rule };

/** One row of raw facts: one asset moves once. */
export interface RawEvent {
  readonly id: string;
  readonly accountId: string;
  readonly accountRef: string;
  readonly assetKey: string;
  readonly assetSymbol: string;
  readonly assetName: string | null;
  readonly assetChain: string | null;
  /** Whether the import says that the asset is a currency; EUR always is one. */
  readonly fiat: boolean;
  readonly type: EventType;
  readonly referenceId: string;
  /** Every digit as imported. */
  readonly amount: string;
  readonly timestampUs: number;
  readonly euroValue: string | null;
  readonly treatment: Treatment;
  /** Null: it follows the effective type and treatment. */
  readonly taxable: boolean | null;
  readonly priceSource: string | null;
  readonly description: string | null;
  readonly protocol: string | null;
  readonly continuityGroupId: string | null;
  readonly counterpartyAddress: string | null;
  /** The event's, else its account's; 0 and null are not EVM. */
  readonly chainId: number | null;
  readonly flags: readonly string[];
  readonly spam: boolean;
  readonly needsReview: boolean;
  readonly isLoan: boolean;
  readonly isRepayment: boolean;
}

/** What a user corrected of one event; null fields keep what the event has. `eventId` follows the natural key. */
export interface Override {
  readonly id: string;
  readonly eventId: string;
  readonly type: EventType | null;
  readonly treatment: Treatment | null;
  readonly taxable: boolean | null;
  readonly euroValue: string | null;
  readonly amount: string | null;
  readonly timestampUs: number | null;
  readonly description: string | null;
  readonly flags: readonly string[] | null;
  /** Start of the holding period of every lot the event brings. */
  readonly originAcquiredUs: number | null;
}

/** Two legs joined by the user; `ordinal` is its place in the order of creation. */
export interface TransferMatch {
  readonly id: string;
  readonly ordinal: number;
  readonly outEventId: string;
  readonly inEventId: string;
  readonly kind: TransferKind;
}

/** Price of one unit of an asset at an instant; a user's own price wins over a shared one at the same instant. */
export interface Price {
  readonly assetKey: string;
  readonly atUs: number;
  readonly eur: string;
  readonly shared: boolean;
}

/** The regime of a year where it was set; every other year is NORMAAL_BEHEER. */
export interface YearRegime {
  readonly year: number;
  readonly regime: Regime;
}

/** A submitted year: what it left behind, and the fingerprint of what it was computed from. */
export interface FrozenYear {
  readonly year: number;
  readonly inputFingerprint: string;
  readonly closing: ClosingState;
}

export interface EngineInputs {
  readonly events: readonly RawEvent[];
  readonly overrides: readonly Override[];
  readonly rules: readonly Rule[];
  readonly matches: readonly TransferMatch[];
  readonly prices: readonly Price[];
  readonly regimes: readonly YearRegime[];
  readonly frozenYears: readonly FrozenYear[];
}

export type PriceSource = 'OVERRIDE' | 'PRICE_SERIES' | 'IMPORT' | 'NONE' | (string & {});

/** An event as it counts: what the list of transactions shows and what the pools take in. */
export interface EffectiveEvent {
  readonly raw: RawEvent;
  readonly override: Override | null;
  /** The rule that decides the event, where one does. */
  readonly ruleId: string | null;
  readonly type: EventType;
  readonly treatment: Treatment;
  readonly taxable: boolean;
  readonly amount: bigint;
  readonly timestampUs: number;
  /** Brussels year and month (1 to 12) of the effective timestamp. */
  readonly year: number;
  readonly month: number;
  /** In full; null when no price is known. */
  readonly euroValue: bigint | null;
  /** What the API shows: the given digits, or the price series' value in cents; null when no price is known. */
  readonly euroValueShown: string | null;
  readonly priceSource: PriceSource;
  readonly spam: boolean;
  /** What it does to the pools; a live match has already won over its treatment. */
  readonly effect: PoolEffect;
  /** The transfer it is a leg of, matched by the user or by its group. */
  readonly transfer: Transfer | null;
  /** A leg of a match of the user, whether the match is live or rests: no other match accepts the event. */
  readonly isInMatch: boolean;
  readonly inSwap: boolean;
  /** EUR that counts as proceeds or as basis: its own value, or its share of a swap's. */
  readonly value: bigint | null;
  /** Its share of the fees paid with it, EUR; they count under SPECULATIEF only. */
  readonly feesEur: bigint;
}

/** Two legs that belong together. */
export interface Transfer {
  /** The user's match, or null where the legs share a continuity group. */
  readonly matchId: string | null;
  readonly kind: TransferKind;
  readonly outLeg: EffectiveEvent;
  readonly inLeg: EffectiveEvent;
  /** One asset: the out leg's time; two: the earlier of both. */
  readonly actsAtUs: number;
}

/** What the pools said of an event. */
export interface Outcome {
  /** Disposals: realised gain, EUR; null where the proceeds are unknown, and for other events. */
  totalGain: bigint | null;
  /** EUR that counts as income. */
  income: bigint;
  /** It took more than its pool held. */
  isShort: boolean;
  /** More arrived than left. */
  hasSurplus: boolean;
  /** A leg whose counterpart lies in a frozen year that knows of no such transfer. */
  isUnmatched: boolean;
  needsReview: boolean;
}

/** How a lot came by its last matched transfer (service.md, "LotBasisOrigin"). */
export interface BasisOrigin {
  readonly kind: TransferKind;
  readonly inEventId: string;
  readonly outEventId: string;
  readonly receivedUs: number;
}

/** What a lot was at the photo moment, where that is not what it is now. */
export interface PhotoHolding {
  readonly assetKey: string;
  readonly amount: bigint;
}

/** Units of one asset of one origin in one pool. `id` is stable: it is derived from the event that brought it. */
export interface Lot {
  readonly id: string;
  readonly assetKey: string;
  /** The event that brought it into this pool: an acquisition, or the in leg of a transfer. */
  readonly eventId: string;
  /** The acquisition it goes back to, through all transfers. */
  readonly originEventId: string;
  /** The lot it was before a transfer between assets brought it here. */
  readonly fromLotId: string | null;
  readonly acquiredUs: number;
  /** Start of the holding period. */
  readonly heldSinceUs: number;
  /** When it came into this pool. */
  readonly arrivedUs: number;
  readonly amount: bigint;
  /** Historic cost, EUR. */
  readonly costBasis: bigint;
  readonly feesEur: bigint;
  readonly photo: PhotoHolding | null;
  readonly origin: BasisOrigin | null;
  /** In the pool at the end. */
  readonly remaining: bigint;
  readonly remainingCostBasis: bigint;
  /** On their way: left by an outgoing transfer that is not matched, still owned. */
  readonly waiting: bigint;
  readonly waitingCostBasis: bigint;
}

/** CONSUMED units are gone; MOVED ones became another lot; WAITING ones are on their way. */
export type SliceKind = 'CONSUMED' | 'MOVED' | 'WAITING';

/** One part of one lot that one event took. `ordinal` counts the slices of the event from 0. */
export interface Slice {
  readonly event: EffectiveEvent;
  readonly ordinal: number;
  readonly kind: SliceKind;
  readonly lot: Lot;
  readonly amount: bigint;
  /** Units gone from the lot before; null where the lot had left its pool already. */
  readonly goneBefore: bigint | null;
  /** Whether proceeds less basis count. */
  readonly isGain: boolean;
  /** Proceeds share, EUR; null where the event has no known proceeds or is no disposal. */
  readonly proceeds: bigint | null;
  readonly historicCost: bigint;
  /** What the gain is measured from: the historic cost, or what the law puts in its place. */
  readonly costBasis: bigint;
  readonly gain: bigint;
  readonly holdingPeriodDays: number;
  readonly origin: BasisOrigin | null;
  /** The asset whose photo price the gain lacks. */
  readonly photoMissing: string | null;
}

/** A borrowed amount (engine.md §2, §6). */
export interface Debt {
  readonly eventId: string;
  readonly assetKey: string;
  readonly borrowedUs: number;
  readonly amount: bigint;
  readonly originalCostBasis: bigint;
  readonly remaining: bigint;
  /** EUR of the sales of borrowed units, before fees. */
  readonly saleProceeds: bigint;
  /** The last of them. */
  readonly soldUs: number | null;
}

/** A repayment pays the open debts of its asset in turn. */
export interface LoanPayment {
  readonly event: EffectiveEvent;
  readonly ordinal: number;
  readonly loanEventId: string;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly closes: boolean;
  readonly loan: Debt;
}

/** Change of a year's net gain and income, EUR, if a suggestion were taken. */
export interface YearChange {
  readonly year: number;
  readonly gain: bigint;
  readonly income: bigint;
}

/** What the copilot proposes (service.md, "CopilotSuggestion"). */
export interface Suggestion {
  readonly type: 'TRANSFER_MATCH' | 'IGNORE_EVENT';
  readonly counterpartEventId: string | null;
  readonly kind: TransferKind | null;
  /** Assets of the pools that taking it would reach. */
  readonly assets: readonly string[];
  /** Null where it was not worked out. */
  readonly changes: readonly YearChange[] | null;
}

/** A doubt (engine.md §5). */
export interface Issue {
  readonly type: IssueType;
  readonly severity: Severity;
  readonly year: number | null;
  readonly atUs: number | null;
  readonly eventId: string | null;
  readonly overrideId: string | null;
  /** The asset of a photo price. */
  readonly assetKey: string | null;
  readonly suggestion: Suggestion | null;
}

/** Figures of one Brussels year, EUR exact; rounding to cents happens once, where they are shown. */
export interface YearFigures {
  readonly year: number;
  readonly regime: Regime;
  readonly capitalGains: bigint;
  /** In cents. */
  readonly capitalGainsTax: bigint;
  readonly income: bigint;
  /** In cents. */
  readonly incomeTax: bigint;
  /** Sum of the two taxes as shown. */
  readonly totalTax: bigint;
  /** Twelve entries, January first. */
  readonly monthlyGains: readonly bigint[];
  readonly monthlyIncome: readonly bigint[];
  readonly transactionCount: number;
  readonly walletCount: number;
  readonly needsReviewCount: number;
}

/** What is held of one asset, in pools and on the way (engine.md §6); its value is a matter of the moment it is read. */
export interface Holding {
  readonly assetKey: string;
  /** As the asset's newest event has them. */
  readonly assetSymbol: string;
  readonly assetName: string | null;
  readonly assetChain: string | null;
  readonly protocol: string | null;
  readonly amount: bigint;
  /** Historic cost, EUR. */
  readonly costBasis: bigint;
  readonly lotCount: number;
  readonly oldestUs: number;
  readonly newestUs: number;
}

/** A pool and the group of pools that have to do with one another. */
export interface PoolGroup {
  readonly assetKey: string;
  /** Families of the symbols its events have. */
  readonly families: readonly string[];
  /** The first asset of the group. */
  readonly group: string;
}

/** A lot as a year leaves it to the next. */
export interface ClosingLot extends Omit<Lot, 'remainingCostBasis' | 'waiting' | 'waitingCostBasis'> {
  /** Natural key of its acquisition, which orders lots of one instant. */
  readonly key: LotKey;
  /** Place among all arrivals and marks of its pool. */
  readonly arrival: number;
}

/** Account ref, asset key, original type, referenceId, id. */
export type LotKey = readonly [string, string, string, string, string];

/** Part of a lot that an unmatched outgoing transfer took: it arrives if the in leg is found. */
export interface WaitingPart {
  readonly outEventId: string;
  readonly lotId: string;
  readonly amount: bigint;
  readonly costBasis: bigint;
  readonly feesEur: bigint;
  readonly photo: PhotoHolding | null;
  readonly heldSinceUs: number;
}

/** A transfer's mark on the oldest lots of a pool: those up to a unit of `untilLotId` came by it. */
export interface ClosingMark {
  readonly assetKey: string;
  readonly origin: BasisOrigin;
  readonly heldSinceUs: number | null;
  readonly untilLotId: string;
  readonly until: bigint;
  readonly arrival: number;
}

/** Everything a year hands to the next. */
export interface ClosingState {
  readonly lots: readonly ClosingLot[];
  readonly waiting: readonly WaitingPart[];
  readonly marks: readonly ClosingMark[];
  readonly debts: readonly Debt[];
  /** Transfers that have acted while one of their legs is still to come: out leg, in leg. */
  readonly actedAhead: readonly (readonly [string, string])[];
}

export interface EngineOutputs {
  /** Events of years that are not frozen, in order of effective timestamp. */
  readonly events: readonly EffectiveEvent[];
  /** By index of `events`. */
  readonly outcomes: readonly Outcome[];
  readonly lots: readonly Lot[];
  readonly slices: readonly Slice[];
  readonly debts: readonly Debt[];
  readonly payments: readonly LoanPayment[];
  readonly issues: readonly Issue[];
  readonly holdings: readonly Holding[];
  readonly pools: readonly PoolGroup[];
  /** Accounts with an event that acts on a pool. */
  readonly accountIds: ReadonlySet<string>;
  /** Years with at least one event and not frozen, oldest first. */
  readonly years: readonly YearFigures[];
}

/**
 * The engine's inputs and outputs: plain data (engine.md §1). Amounts are `bigint` with 24 fraction digits, EUR with 12;
 * instants are microseconds since the epoch.
 */
import type { IssueType, Severity } from '@ctx/domain/issues';
import type { SubmittedSums } from '@ctx/domain/law/kept-sums';
import type { BasisMethod } from '@ctx/domain/law/photo';
import type { Rule } from '@ctx/domain/rules';
import type { EventType, Regime, SliceKind, TransferKind, Treatment } from '@ctx/domain/vocabulary';
import type { PoolEffect } from '@ctx/domain/treatments';
import type { Price, PriceOrigin, PriceSource } from './price.ts';

export type { Price, PriceOrigin, Rule, SliceKind };

/** One row of raw facts: one movement of one asset. */
export interface RawEvent {
  readonly id: string;
  readonly accountId: string;
  readonly accountRef: string;
  readonly assetKey: string;
  readonly assetSymbol: string;
  readonly assetName: string | null;
  readonly assetChain: string | null;
  /** Whether the import marks the asset as a currency; EUR always is one. */
  readonly fiat: boolean;
  readonly type: EventType;
  readonly referenceId: string;
  /** Decimal with every digit as imported. */
  readonly amount: string;
  readonly timestampUs: number;
  readonly euroValue: string | null;
  readonly treatment: Treatment;
  /** Null when it follows from the effective type and treatment. */
  readonly taxable: boolean | null;
  readonly priceSource: string | null;
  readonly description: string | null;
  readonly protocol: string | null;
  readonly continuityGroupId: string | null;
  readonly counterpartyAddress: string | null;
  /** The event's chain id, else its account's; 0 and null mean that the chain is not EVM. */
  readonly chainId: number | null;
  readonly flags: readonly string[];
  readonly spam: boolean;
  readonly needsReview: boolean;
  readonly isLoan: boolean;
  readonly isRepayment: boolean;
  /**
   * Submitted years that keep figures of the event, oldest first: all of them, also where it happens in another year now. Null and
   * left out where there are none. Known from stored figures, as closing states are, so no fingerprint covers it.
   */
  readonly keptIn?: readonly number[] | null;
  /** The asset whose debts a loan or a repayment is one of; its own if left out. Only a reading sets it, and no fingerprint covers it. */
  readonly debtKey?: string;
  /** Whether the event is only proposed: it comes after all stored events of its instant. Left out in a run. */
  readonly isProposed?: boolean;
}

/** A user's correction of one event; null fields keep the event's value. `eventId` is derived from the natural key. */
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

/** Two legs joined by the user; `ordinal` is the match's place in the order of creation. */
export interface TransferMatch {
  readonly id: string;
  /** The first match of the group that this one was joined to; null or left out for a pair of its own. */
  readonly joinedMatchId?: string | null;
  readonly ordinal: number;
  readonly outEventId: string;
  readonly inEventId: string;
  readonly kind: TransferKind;
}

/** The regime that was set for a year; every other year is NORMAAL_BEHEER. */
export interface YearRegime {
  readonly year: number;
  readonly regime: Regime;
}

/** A submitted year: its closing state, the fingerprint of the inputs it was computed from, and its sums over years. */
export interface FrozenYear {
  readonly year: number;
  readonly inputFingerprint: string;
  readonly closing: ClosingState;
  /** What was carried into the year and out of it; not compared where it is left out. No fingerprint covers it. */
  readonly sums?: SubmittedSums['sums'];
}

export interface EngineInputs {
  readonly events: readonly RawEvent[];
  readonly overrides: readonly Override[];
  readonly rules: readonly Rule[];
  readonly matches: readonly TransferMatch[];
  readonly prices: readonly Price[];
  /** Assets whose prices are those of another asset, by key; none if left out. */
  readonly pricedAs?: ReadonlyMap<string, string>;
  readonly regimes: readonly YearRegime[];
  readonly frozenYears: readonly FrozenYear[];
  /** Groups of transactions that may be imported twice, by id; none if left out. */
  readonly duplicateIds?: readonly string[];
}

/** An event after corrections, as the list of transactions shows it and the pools process it. */
export interface EffectiveEvent {
  readonly raw: RawEvent;
  readonly override: Override | null;
  /** The rule that applies to the event, or null. */
  readonly ruleId: string | null;
  readonly type: EventType;
  readonly treatment: Treatment;
  readonly taxable: boolean;
  readonly amount: bigint;
  readonly timestampUs: number;
  /** Brussels year and month (1 to 12) of the effective timestamp. */
  readonly year: number;
  readonly month: number;
  /** Unrounded; null when no price is known. */
  readonly euroValue: bigint | null;
  /** As the API shows it: the given digits, or the value from the price series in cents; null when no price is known. */
  readonly euroValueShown: string | null;
  readonly priceSource: PriceSource;
  /** Where the price of a value from the price series comes from; null for any other value, and for EUR. */
  readonly priceOrigin: PriceOrigin | null;
  readonly spam: boolean;
  /** The event's effect on the pools; a live match has already replaced that of its treatment. */
  readonly effect: PoolEffect;
  /** The transfer of which the event is a leg, matched by the user or by its group; the first one of several. */
  readonly transfer: Transfer | null;
  /** The other transfers of the event: an arrival of several departures, or a departure with several arrivals, has them. */
  readonly joined: readonly Transfer[];
  /** Whether the event is a leg of a user's match, live or resting; no other match accepts such an event. */
  readonly isInMatch: boolean;
  readonly inSwap: boolean;
  /** EUR that counts as proceeds or as basis: the event's own value, or its share of a swap's value. */
  readonly value: bigint | null;
  /** The event's share of the fees paid with it, EUR; fees count under SPECULATIEF only. */
  readonly feesEur: bigint;
  /** The prices that the event depends on, as its fingerprint has them. */
  readonly pricesText: string;
}

/**
 * An outgoing and an incoming event that are one transfer. Several departures of one arrival, and several arrivals of one departure, are
 * one transfer each, with the part of the shared leg that belongs to it.
 */
export interface Transfer {
  /** The user's match; null when the legs share a continuity group instead. */
  readonly matchId: string | null;
  readonly kind: TransferKind;
  readonly outLeg: EffectiveEvent;
  readonly inLeg: EffectiveEvent;
  /** Units of the out leg that belong to this transfer: all of them, unless the out leg has several. */
  readonly outAmount: bigint;
  /** Units of the in leg that belong to this transfer: all of them, unless the in leg has several. */
  readonly inAmount: bigint;
  /** The out leg's time for one asset, the earliest time of the out leg and its in legs for several assets. */
  readonly actsAtUs: number;
}

/** What processing found for one event. */
export interface Outcome {
  /** Realised gain of a disposal, EUR; null when the proceeds are unknown, and for other events. */
  totalGain: bigint | null;
  /** EUR that counts as income. */
  income: bigint;
  /** The event took more than its pool held. */
  isShort: boolean;
  /** More arrived than left. */
  hasSurplus: boolean;
  /** The event is a leg whose counterpart is in a frozen year that does not know the transfer. */
  isUnmatched: boolean;
  needsReview: boolean;
}

/** The last matched transfer that moved a lot (service.md, "LotBasisOrigin"). */
export interface BasisOrigin {
  readonly kind: TransferKind;
  readonly inEventId: string;
  readonly outEventId: string;
  readonly receivedUs: number;
}

/** The asset and amount that a lot was at the photo moment, when it was not what it is now. */
export interface PhotoHolding {
  readonly assetKey: string;
  readonly amount: bigint;
}

/** Units of one asset, from one acquisition, in one pool. `id` is derived from the event that brought the lot, so it is stable. */
export interface Lot {
  readonly id: string;
  readonly assetKey: string;
  /** The event that brought the lot into this pool: an acquisition, or the in leg of a transfer. */
  readonly eventId: string;
  /** The acquisition from which the lot came, through all transfers. */
  readonly originEventId: string;
  /** The lot from which a transfer between assets made this one, or null. */
  readonly fromLotId: string | null;
  readonly acquiredUs: number;
  /** Start of the holding period. */
  readonly heldSinceUs: number;
  /** When the lot came into this pool. */
  readonly arrivedUs: number;
  readonly amount: bigint;
  /** Historic cost, EUR. */
  readonly costBasis: bigint;
  readonly feesEur: bigint;
  readonly photo: PhotoHolding | null;
  readonly origin: BasisOrigin | null;
  /** Units in the pool at the end. */
  readonly remaining: bigint;
  readonly remainingCostBasis: bigint;
  /** Units that left by an unmatched outgoing transfer and wait for a match; still owned. */
  readonly waiting: bigint;
  readonly waitingCostBasis: bigint;
}

/** One part of one lot that one event took. `ordinal` counts the slices of the event from 0. */
export interface Slice {
  readonly event: EffectiveEvent;
  readonly ordinal: number;
  readonly kind: SliceKind;
  readonly lot: Lot;
  readonly amount: bigint;
  /** Units gone from the lot before this slice; null when the slice waited outside the pool. */
  readonly goneBefore: bigint | null;
  /** Whether proceeds less basis count as gain. */
  readonly isGain: boolean;
  /** Share of the proceeds, EUR; null for an event without known proceeds. */
  readonly proceeds: bigint | null;
  readonly historicCost: bigint;
  /** The basis of the gain: the historic cost, or the value that the law puts in its place. */
  readonly costBasis: bigint;
  readonly gain: bigint;
  readonly holdingPeriodDays: number;
  readonly origin: BasisOrigin | null;
  /** The asset whose photo price is missing for the gain, or null. */
  readonly photoMissing: string | null;
  /** Why the basis is what it is, for previews; null where there is no gain. Not stored. */
  readonly basis: { readonly method: BasisMethod; readonly photoValue: bigint | null } | null;
}

/** A borrowed amount (engine.md §2, §6). */
export interface Debt {
  readonly eventId: string;
  readonly assetKey: string;
  readonly borrowedUs: number;
  readonly amount: bigint;
  readonly originalCostBasis: bigint;
  readonly remaining: bigint;
  /** EUR proceeds of the sales of borrowed units, before fees. */
  readonly saleProceeds: bigint;
  /** Time of the last of these sales. */
  readonly soldUs: number | null;
}

/** What one repayment paid of one loan; a repayment pays the open debts of its asset in turn. */
export interface LoanPayment {
  readonly event: EffectiveEvent;
  readonly ordinal: number;
  readonly loanEventId: string;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly closes: boolean;
  readonly loan: Debt;
}

/** The change of a year's net gain and income, EUR, if the user accepted a suggestion. */
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
  /** Whether the counterpart has a match already, which the new pair joins. */
  readonly isJoin: boolean;
  /** Assets of the pools that accepting the suggestion would change. */
  readonly assets: readonly string[];
  /** Null when not computed. */
  readonly changes: readonly YearChange[] | null;
}

/** An open question about a user's events (engine.md §5). */
export interface Issue {
  readonly type: IssueType;
  /** What the issue's id is derived from, with its type and asset. */
  readonly subject: string;
  readonly severity: Severity;
  readonly year: number | null;
  readonly atUs: number | null;
  readonly eventId: string | null;
  readonly overrideId: string | null;
  /** The asset whose photo price is missing, or null. */
  readonly assetKey: string | null;
  readonly suggestion: Suggestion | null;
}

/** Figures of one Brussels year in exact EUR; they are rounded to cents once, where they are shown. */
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
  /** How many events are in the lists of contributions. */
  readonly gainCount: number;
  readonly incomeCount: number;
  readonly feeCount: number;
  readonly fees: bigint;
}

/** Units held of one asset, in pools and waiting (engine.md §6). Their value is computed when they are read. */
export interface Holding {
  readonly assetKey: string;
  /** Symbol, name, chain and protocol are those of the asset's newest event. */
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

/** A pool and its group: the pools that depend on each other. */
export interface PoolGroup {
  readonly assetKey: string;
  /** Symbol families of the pool's events. */
  readonly families: readonly string[];
  /** The first asset of the group. */
  readonly group: string;
}

/** A lot in a closing state. */
export interface ClosingLot extends Omit<Lot, 'remainingCostBasis' | 'waiting' | 'waitingCostBasis'> {
  /** Natural key of the lot's acquisition, which orders lots of one instant. */
  readonly key: LotKey;
  /** Place among all arrivals and marks of its pool. */
  readonly arrival: number;
}

/** Account ref, asset key, original type, referenceId, id. */
export type LotKey = readonly [string, string, string, string, string];

/** Part of a lot that an unmatched outgoing transfer took; it arrives when a match names the in leg. */
export interface WaitingPart {
  readonly outEventId: string;
  readonly lotId: string;
  readonly amount: bigint;
  readonly costBasis: bigint;
  readonly feesEur: bigint;
  readonly photo: PhotoHolding | null;
  readonly heldSinceUs: number;
}

/** A transfer's mark on the oldest units of a pool: those up to a unit of `untilLotId` came by the transfer. */
export interface ClosingMark {
  readonly assetKey: string;
  readonly origin: BasisOrigin;
  readonly heldSinceUs: number | null;
  readonly untilLotId: string;
  readonly until: bigint;
  readonly arrival: number;
}

/** Everything that a year passes to the next. */
export interface ClosingState {
  readonly lots: readonly ClosingLot[];
  readonly waiting: readonly WaitingPart[];
  readonly marks: readonly ClosingMark[];
  readonly debts: readonly Debt[];
  /** Transfers that have acted while one of their legs is still to come: out leg, in leg. */
  readonly actedAhead: readonly (readonly [string, string])[];
}

/** The unit at which a transfer within one asset ended: units up to it came by the transfer. */
export interface TransferMark {
  /** The out leg. Of several arrivals, only the first has such a mark: a run that starts later does not start after them. */
  readonly event: EffectiveEvent;
  readonly origin: BasisOrigin;
  /** Start of the holding period that the in leg's override sets, or null. */
  readonly heldSinceUs: number | null;
  readonly lot: Lot;
  /** Counted from the lot's first unit. */
  readonly until: bigint;
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
  readonly marks: readonly TransferMark[];
  readonly issues: readonly Issue[];
  readonly holdings: readonly Holding[];
  readonly pools: readonly PoolGroup[];
  /** Accounts with an event that acts on a pool. */
  readonly accountIds: ReadonlySet<string>;
  /** Years with at least one event and not frozen, oldest first. */
  readonly years: readonly YearFigures[];
}

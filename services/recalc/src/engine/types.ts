/**
 * What the engine takes and gives. Plain immutable data: no clock, no randomness, no network (engine.md §1).
 * Amounts are `bigint` with 24 fraction digits, EUR with 12; instants are microseconds since the epoch.
 */
import type { EventType, Regime, Treatment } from '@ctx/common/domain/vocabulary';

/** One row of raw facts: one asset moves once. */
export interface RawEvent {
  readonly id: string;
  readonly accountId: string;
  readonly accountRef: string;
  readonly assetKey: string;
  readonly assetSymbol: string;
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
  readonly flags: readonly string[];
  readonly spam: boolean;
  readonly needsReview: boolean;
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

export interface EngineInputs {
  readonly events: readonly RawEvent[];
  readonly prices: readonly Price[];
  readonly regimes: readonly YearRegime[];
}

export type PriceSource = 'PRICE_SERIES' | 'IMPORT' | 'NONE' | (string & {});

/** An event as it counts: what the list of transactions shows and what the pools take in. */
export interface EffectiveEvent {
  readonly raw: RawEvent;
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
  /** What the API shows: the imported digits, or the price series' value in cents; null when no price is known. */
  readonly euroValueShown: string | null;
  readonly priceSource: PriceSource;
  readonly needsReview: boolean;
  readonly spam: boolean;
  /** Disposals: realised gain in EUR; null where the proceeds are unknown, and for other events. */
  readonly totalGain: bigint | null;
}

/** What one acquisition brought into a pool. `id` is stable: it is derived from the acquisition's id. */
export interface Lot {
  readonly id: string;
  readonly eventId: string;
  readonly assetKey: string;
  readonly acquiredUs: number;
  readonly acquiredAmount: bigint;
  readonly remainingAmount: bigint;
  /** Historic cost of the acquired amount, EUR. */
  readonly costBasis: bigint;
  /** Historic cost of what remains, EUR. */
  readonly remainingCostBasis: bigint;
}

/** One part of one lot that one event consumed. `ordinal` counts the slices of the event from 0. */
export interface Slice {
  readonly eventId: string;
  readonly ordinal: number;
  readonly lotId: string;
  readonly lotEventId: string;
  readonly amount: bigint;
  /** Proceeds share, EUR; null where the event has no known proceeds or is no disposal. */
  readonly proceeds: bigint | null;
  readonly costBasis: bigint;
  readonly gain: bigint;
  readonly holdingPeriodDays: number;
}

/** Figures of one Brussels year, EUR exact; rounding to cents happens once, when they are stored. */
export interface YearFigures {
  readonly year: number;
  readonly regime: Regime;
  readonly capitalGains: bigint;
  readonly capitalGainsTax: bigint;
  readonly income: bigint;
  readonly incomeTax: bigint;
  /** Sum of the two taxes as shown (in cents). */
  readonly totalTax: bigint;
  /** Twelve entries, January first. */
  readonly monthlyGains: readonly bigint[];
  readonly monthlyIncome: readonly bigint[];
  readonly transactionCount: number;
  readonly walletCount: number;
  readonly needsReviewCount: number;
}

export interface EngineOutputs {
  readonly events: readonly EffectiveEvent[];
  readonly lots: readonly Lot[];
  readonly slices: readonly Slice[];
  /** Years with at least one event, oldest first. */
  readonly years: readonly YearFigures[];
}

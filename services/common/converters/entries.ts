/** What the rows of an export mean. Each format turns its rows into entries; `facts.ts` turns entries into facts. */

/** An amount of one asset, greater than 0. */
export interface Part {
  /** The symbol in capitals, such as `BTC` or `EUR`. */
  readonly symbol: string;
  /** 24 fraction digits. */
  readonly amount: bigint;
}

/** What every entry has. */
interface Common {
  /** Stays the same in every export that holds the entry. */
  readonly id: string;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** The lines of the file that the entry was made of. */
  readonly lines: readonly number[];
  readonly fees?: readonly Part[];
  /** What the file says about it, such as `Staking reward`. */
  readonly description?: string;
  /** The value of the whole entry in EUR, in 24 fraction digits, where the file has it. */
  readonly eur?: bigint | null;
}

/** Assets given for assets received, money included. */
export interface Trade extends Common {
  readonly kind: 'TRADE';
  readonly given: readonly Part[];
  readonly received: readonly Part[];
}

/** One asset that comes in or goes out. */
export interface Movement extends Common {
  readonly kind: MovementKind;
  readonly part: Part;
  /** The address on the other side of a deposit or withdrawal. */
  readonly address?: string;
  /** The hash of the transaction on the blockchain. */
  readonly transaction?: string;
}

/** A cost without anything bought or sold: only its fees. */
export interface Cost extends Common {
  readonly kind: 'COST';
  readonly fees: readonly Part[];
}

/** The kinds of movements, with what each becomes as a fact. UNCLEAR ones ask the user in the inbox. */
export const MOVEMENTS = {
  DEPOSIT: { type: 'ACQUISITION', treatment: 'CONTINUITY_WITHDRAW' },
  WITHDRAWAL: { type: 'DISPOSITION', treatment: 'TRANSFER_OUT_UNRESOLVED' },
  INCOME: { type: 'INCOME', treatment: 'NORMAL' },
  BUY: { type: 'ACQUISITION', treatment: 'NORMAL' },
  SALE: { type: 'DISPOSITION', treatment: 'NORMAL' },
  PAYMENT: { type: 'DISPOSITION', treatment: 'PERSONAL_SPEND' },
  GIFT_RECEIVED: { type: 'ACQUISITION', treatment: 'GIFT_RECEIVED' },
  GIFT_GIVEN: { type: 'DISPOSITION', treatment: 'GIFT_GIVEN' },
  DONATION: { type: 'DISPOSITION', treatment: 'DONATION' },
  LOST: { type: 'DISPOSITION', treatment: 'LOST' },
  STOLEN: { type: 'DISPOSITION', treatment: 'STOLEN' },
  LOAN: { type: 'ACQUISITION', treatment: 'NORMAL' },
  REPAYMENT: { type: 'DISPOSITION', treatment: 'NORMAL' },
  UNCLEAR_IN: { type: 'ACQUISITION', treatment: 'UNCLASSIFIED' },
  UNCLEAR_OUT: { type: 'DISPOSITION', treatment: 'UNCLASSIFIED' },
} as const;
export type MovementKind = keyof typeof MOVEMENTS;

export type Entry = Trade | Movement | Cost;

/** Why a row becomes no fact. */
export const REASONS = {
  MONEY: 'moves or exchanges money only',
  INTERNAL: 'moves between balances of the same platform',
  NOT_DONE: 'failed, was cancelled or is not done yet',
  UNDONE: 'was undone by another row',
  TWIN: 'repeats another row',
  ZERO: 'has an amount of 0',
  NOT_CRYPTO: 'is about another kind of asset',
  DERIVATIVES: 'is the result of a margin or futures position: enter it yourself',
  HALF_TRADE:
    'is half of a trade whose other half is not in the file: export all assets and the whole period',
  UNKNOWN_TYPE: 'has a type that is not known here: enter it yourself',
} as const;
export type Reason = keyof typeof REASONS;

/** Reasons after which a figure may be wrong until the user does something. */
export const REASONS_TO_CHECK: readonly Reason[] = ['DERIVATIVES', 'HALF_TRADE', 'UNKNOWN_TYPE'];

/** What a type of an export means: a movement, a trade or a cost, or a reason to leave it out. */
export type Meaning = MovementKind | Reason | 'TRADE' | 'COST';

/** Whether a meaning is a reason to leave a row out. */
export function isReason(meaning: string): meaning is Reason {
  return meaning in REASONS;
}

/** Whether a meaning is a movement. */
export function isMovement(meaning: string): meaning is MovementKind {
  return meaning in MOVEMENTS;
}

/** A row that becomes no fact. */
export interface OmittedRow {
  readonly line: number;
  readonly reason: Reason;
  /** What the file calls the row, such as `transfer spottofutures`. */
  readonly type: string;
}

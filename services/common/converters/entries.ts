/** What the rows of an export mean. Each format turns its rows into entries; `facts.ts` turns entries into facts. */
import type { FaultMessage } from '@ctx/domain/file-faults';

/** How many characters of a description are stored. */
export const DESCRIPTION_CHARACTERS_MAX = 500;

/** An amount of one asset, greater than 0. */
export interface Part {
  /** The symbol in capitals, such as `BTC` or `EUR`. */
  readonly symbol: string;
  /** 24 fraction digits. */
  readonly amount: bigint;
}

/**
 * What the platform calls an entry, an id or the hash of a transaction, which is the same in every export. Where it has none, `former` is the id that
 * version 1.0.0 made of all cells of its row (`identity.ts`), or null in formats that it could not read.
 */
export type EntryId = string | { readonly former: string | null };

/** The id of an entry without one, in a format that version 1.0.0 could not read. */
export const BY_CONTENT: EntryId = { former: null };

/** What every entry has. */
interface Common {
  readonly id: EntryId;
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
  /** Whether the file itself calls it spam. Names of assets that tell are found without it (`spam.ts`). */
  readonly isSpam?: boolean;
  /**
   * Whether this may be one side of an exchange whose other side is in another file of the same account, under the same id. It is UNCLEAR then: both
   * sides are a swap once both are there.
   */
  readonly isSide?: boolean;
}

/** An asset that became another one, with its cost and dates: no sale. */
export interface Migration extends Common {
  readonly kind: 'MIGRATION';
  readonly given: Part;
  readonly received: Part;
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

export type Entry = Trade | Movement | Migration | Cost;

/** Why a row becomes no fact: a sentence about the row, and whether a figure may be wrong until the user does something. */
export const REASONS = {
  MONEY: {
    text: 'moves or exchanges money only, which is kept apart and changes no figure',
    needsCheck: false,
  },
  INTERNAL: { text: 'moves between balances of the same platform', needsCheck: false },
  NOT_DONE: { text: 'failed, was cancelled or is not done yet', needsCheck: false },
  UNDONE: { text: 'was undone by another row', needsCheck: false },
  TWIN: { text: 'repeats another row', needsCheck: false },
  ZERO: { text: 'has an amount of 0', needsCheck: false },
  NOT_CRYPTO: { text: 'is about another kind of asset', needsCheck: false },
  CREDIT: { text: 'is about fee credits or points, which are no assets', needsCheck: false },
  DERIVATIVES: {
    text: 'belongs to a loan, or to a margin or futures position: enter it yourself',
    needsCheck: true,
  },
  HALF_TRADE: {
    text: 'is half of a trade whose other half is not in the file: export all assets and the whole period',
    needsCheck: true,
  },
  UNKNOWN_TYPE: { text: 'has a type that is not known here: enter it yourself', needsCheck: true },
  UNKNOWN_STATUS: {
    text: 'has a status that is not known here: enter it yourself if it was done',
    needsCheck: true,
  },
  OTHER_TWIN: {
    text: 'has the id of another row, but other content: compare both, and correct the event if the other row is wrong',
    needsCheck: true,
  },
  AMBIGUOUS_TIME: {
    text: 'has a time that the clocks showed twice, and the order of the rows does not say which: enter it yourself',
    needsCheck: true,
  },
  UNREADABLE: { text: 'cannot be read: enter it yourself if it matters', needsCheck: true },
} as const satisfies Record<string, { readonly text: string; readonly needsCheck: boolean }>;
export type Reason = keyof typeof REASONS;

/** What a type of an export means: a movement, a trade or a cost, or a reason to leave it out. */
export type Meaning = MovementKind | Reason | 'TRADE' | 'MIGRATION' | 'COST';

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
  /** The cell of an UNREADABLE or AMBIGUOUS_TIME row, by its column, and what is wrong with it. */
  readonly column?: string | null;
  readonly messages?: readonly FaultMessage[];
  readonly detail?: string;
}

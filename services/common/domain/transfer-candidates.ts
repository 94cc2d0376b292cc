/** Ranks events that may be the other side of a transfer (engine.md §5, "Candidates of a transfer"). */
import { compareFields, type NaturalKey } from './natural-key.ts';
import { connectedByRenames, renameAt, renamedAmount } from './renames.ts';
import { DAY_US, HOUR_US } from './time-units.ts';
import type { EventType, TransferKind } from './vocabulary.ts';

/** One side of a transfer. Amounts are fixed point with 24 fraction digits, instants are in microseconds. */
export interface TransferSide {
  readonly id: string;
  /** Breaks ties. Ids depend on the user, so they would order the same facts differently for each user. */
  readonly key: NaturalKey;
  readonly type: EventType;
  readonly assetKey: string;
  readonly assetSymbol: string;
  readonly assetChain: string | null;
  readonly amount: bigint;
  readonly timestampUs: number;
  /** The event is marked as a bridge transfer. */
  readonly isBridge: boolean;
}

/** A possible other side of a transfer. */
export interface Candidate<Side extends TransferSide> {
  readonly side: Side;
  readonly kind: TransferKind;
  /** Outgoing amount less incoming amount; for a renamed asset, both in units of the new one. */
  readonly amountDifference: bigint;
  readonly apartUs: number;
  /** From 0 to 1. Time and amount count for half each. */
  readonly score: number;
}

const EARLY_US_MAX = HOUR_US;
const LATE_US_MAX = 7 * DAY_US;
/** The longest time between the two sides. */
export const CANDIDATES_APART_US_MAX = Math.max(EARLY_US_MAX, LATE_US_MAX);
/** At least this many tenths of the outgoing amount must arrive. */
const TENTHS_MIN = 9n;
/** Platforms round the amount of a renamed asset: this many millionths more may arrive than the ratio gives. */
const ROUNDING_MILLIONTHS_MAX = 1n;
const SCORE_UNITS = 1_000_000n;
const CANDIDATES_MAX = 20;

/** Returns the time window of the other side of `side`, both ends included. */
export function candidateWindow(side: TransferSide): { readonly fromUs: number; readonly toUs: number } {
  const { timestampUs } = side;
  return side.type === 'DISPOSITION'
    ? { fromUs: timestampUs - EARLY_US_MAX, toUs: timestampUs + LATE_US_MAX }
    : { fromUs: timestampUs - LATE_US_MAX, toUs: timestampUs + EARLY_US_MAX };
}

/**
 * Returns the family of a symbol. Symbols have the same family if they differ only in letter case and a leading W, or if the table of renames
 * connects them: an event of one may be the other side of an event of the other.
 */
export function symbolFamily(symbol: string): string {
  const unwrapped = unwrappedSymbol(symbol);
  return connectedByRenames(unwrapped)[0] ?? unwrapped;
}

/** Returns every symbol of the family of a symbol, in lower case. */
export function symbolsOfFamily(symbol: string): string[] {
  return connectedByRenames(unwrappedSymbol(symbol)).flatMap((each) => [each, `w${each}`]);
}

function unwrappedSymbol(symbol: string): string {
  const folded = symbol.toLowerCase();
  return folded.length > 1 && folded.startsWith('w') ? folded.slice(1) : folded;
}

/** Returns the best candidates for `side` among eligible events, best first. */
export function bestCandidates<Side extends TransferSide>(
  side: TransferSide,
  others: Iterable<Side>,
  countMax = CANDIDATES_MAX,
): Candidate<Side>[] {
  const found: Candidate<Side>[] = [];
  for (const other of others) {
    const candidate = candidateOf(side, other);
    if (candidate !== null) found.push(candidate);
  }
  return found.sort(compareCandidates).slice(0, countMax);
}

function candidateOf<Side extends TransferSide>(side: TransferSide, other: Side): Candidate<Side> | null {
  if (side.type === other.type || other.id === side.id) return null;
  const [out, into] = side.type === 'DISPOSITION' ? [side, other] : [other, side];
  if (out.type !== 'DISPOSITION' || into.type !== 'ACQUISITION') return null;
  const lateUs = into.timestampUs - out.timestampUs;
  if (lateUs < -EARLY_US_MAX || lateUs > LATE_US_MAX) return null;
  const rename = renameAt(out.assetSymbol, into.assetSymbol, out.timestampUs);
  const kind = kindOf(out, into) ?? (rename === null ? null : 'MIGRATION');
  if (kind === null) return null;
  const left = rename === null ? out.amount : renamedAmount(rename, out.amount);
  const rounding = rename === null ? 0n : (left * ROUNDING_MILLIONTHS_MAX) / SCORE_UNITS;
  if (into.amount > left + rounding || into.amount * 10n < left * TENTHS_MIN) return null;
  const amountDifference = into.amount > left ? 0n : left - into.amount;
  const apartUs = Math.abs(lateUs);
  // Computed in whole millionths, so that the order does not depend on floating-point rounding.
  const timePenalty = (BigInt(apartUs) * SCORE_UNITS) / BigInt(LATE_US_MAX);
  const amountPenalty = left === 0n ? 0n : (amountDifference * 10n * SCORE_UNITS) / left;
  const score = Number(SCORE_UNITS - (timePenalty + amountPenalty) / 2n) / Number(SCORE_UNITS);
  return { side: other, kind, amountDifference, apartUs, score };
}

/** Returns the kind of match for two sides: same asset, same symbol, or a symbol with and without a leading W. */
function kindOf(out: TransferSide, into: TransferSide): TransferKind | null {
  const isBridge = out.isBridge || into.isBridge;
  if (out.assetKey === into.assetKey) return isBridge ? 'BRIDGE' : 'SELF_TRANSFER';
  const left = out.assetSymbol.toLowerCase();
  const arrived = into.assetSymbol.toLowerCase();
  if (left === arrived) return isBridge || out.assetChain !== into.assetChain ? 'BRIDGE' : 'MIGRATION';
  // WWETH and WETH also differ by one W, but their families differ.
  if (unwrappedSymbol(left) !== unwrappedSymbol(arrived)) return null;
  return arrived.length > left.length ? 'WRAP' : 'UNWRAP';
}

/** Orders by score, then time distance, amount difference and natural key. The order is total for the events of one user. */
function compareCandidates(a: Candidate<TransferSide>, b: Candidate<TransferSide>): number {
  return (
    b.score - a.score ||
    a.apartUs - b.apartUs ||
    compareBigints(a.amountDifference, b.amountDifference) ||
    compareFields(a.side.key, b.side.key)
  );
}

function compareBigints(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

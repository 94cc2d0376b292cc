/** Which events may be the other side of a transfer, best first (engine.md §5, "Candidates of a transfer"). */
import { compareFields, type NaturalKey } from './natural-key.ts';
import type { EventType, TransferKind } from './vocabulary.ts';

/** What a side must be known by. Amounts as 24-digit fixed point, instants in microseconds. */
export interface TransferSide {
  readonly id: string;
  /** Breaks ties: an id is derived from the user, so that the same facts would be ordered differently for each. */
  readonly key: NaturalKey;
  readonly type: EventType;
  readonly assetKey: string;
  readonly assetSymbol: string;
  readonly assetChain: string | null;
  readonly amount: bigint;
  readonly timestampUs: number;
  /** Says that it crossed a bridge. */
  readonly isBridge: boolean;
}

export interface Candidate<Side extends TransferSide> {
  readonly side: Side;
  readonly kind: TransferKind;
  /** What left and did not arrive. */
  readonly amountDifference: bigint;
  readonly apartUs: number;
  /** 0 to 1: half for the time, half for the amount. */
  readonly score: number;
}

const HOUR_US = 3_600_000_000;
const EARLY_US_MAX = HOUR_US;
const LATE_US_MAX = 7 * 24 * HOUR_US;
/** At least this many tenths of what left must arrive. */
const TENTHS_MIN = 9n;
const SCORE_UNITS = 1_000_000n;
export const CANDIDATES_MAX = 20;

/** The window in which the other side of `side` may stand, both ends included. */
export function candidateWindow(side: TransferSide): { readonly fromUs: number; readonly toUs: number } {
  const { timestampUs } = side;
  return side.type === 'DISPOSITION'
    ? { fromUs: timestampUs - EARLY_US_MAX, toUs: timestampUs + LATE_US_MAX }
    : { fromUs: timestampUs - LATE_US_MAX, toUs: timestampUs + EARLY_US_MAX };
}

/** Symbols of one family are equal but for letter case and a leading W. */
export function symbolFamily(symbol: string): string {
  const folded = symbol.toLowerCase();
  return folded.length > 1 && folded.startsWith('w') ? folded.slice(1) : folded;
}

/** The best candidates for `side` among eligible events of any kind, best first. */
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
  const amountDifference = out.amount - into.amount;
  if (amountDifference < 0n || into.amount * 10n < out.amount * TENTHS_MIN) return null;
  const kind = kindOf(out, into);
  if (kind === null) return null;
  const apartUs = Math.abs(lateUs);
  // Whole millionths: the order must not depend on how a machine rounds.
  const timePenalty = (BigInt(apartUs) * SCORE_UNITS) / BigInt(LATE_US_MAX);
  const amountPenalty = (amountDifference * 10n * SCORE_UNITS) / out.amount;
  const score = Number(SCORE_UNITS - (timePenalty + amountPenalty) / 2n) / Number(SCORE_UNITS);
  return { side: other, kind, amountDifference, apartUs, score };
}

/** What the two sides would be matched as: same asset, same symbol, or a symbol with and without a leading W. */
function kindOf(out: TransferSide, into: TransferSide): TransferKind | null {
  const isBridge = out.isBridge || into.isBridge;
  if (out.assetKey === into.assetKey) return isBridge ? 'BRIDGE' : 'SELF_TRANSFER';
  const left = out.assetSymbol.toLowerCase();
  const arrived = into.assetSymbol.toLowerCase();
  if (left === arrived) return isBridge || out.assetChain !== into.assetChain ? 'BRIDGE' : 'MIGRATION';
  // WWETH differs from WETH by one W too, but is of another family.
  if (symbolFamily(left) !== symbolFamily(arrived)) return null;
  return arrived.length > left.length ? 'WRAP' : 'UNWRAP';
}

/** Best score first; ties by time distance, then by amount difference, then by natural key: total for one user's events. */
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

/**
 * Locked years show bands instead of figures (engine.md §4, "Locked year"). Only leaves take bands: a month's gain, a
 * month's income. Everything else is made from the bands of the leaves, so that no combination says more than they do.
 */
import { divideHalfEven, EUR_SCALE, formatCents, parseEur } from '@ctx/domain/decimal';

/** A closed range of EUR (12 fraction digits) that holds the exact figure. */
export interface Band {
  readonly low: bigint;
  readonly high: bigint;
}

/** A money figure as it travels: exact, or a range when the year is locked. Decimal strings of EUR. */
export interface Amount {
  locked: boolean;
  exact?: string;
  low?: string;
  high?: string;
}

const EUR = 10n ** BigInt(EUR_SCALE);
const NARROWEST = 100n * EUR;

/**
 * The band of a leaf: one cell of a fixed grid, the same at every read. Cells are 100 EUR wide below 400 EUR; from there
 * they double wherever the figures do, so that each is at least a quarter of the largest figure it holds and begins
 * where one of the half size did. Zero is 0 to 0.
 */
export function bandOf(exact: bigint): Band {
  if (exact === 0n) return { low: 0n, high: 0n };
  return cellOf(exact, cellWidth(exact));
}

/**
 * The band of a part of a leaf: a cell of the grid no narrower than the leaf's own, so that parts added up say no more than
 * the leaf. In cells of their own, sixty parts of 100 to 200 EUR would tell that a month of 4,800 to 6,400 is over 6,000.
 * A part that is exactly 0 is no exception.
 */
export function bandOfPart(exact: bigint, leaf: bigint): Band {
  const [own, ofLeaf] = [cellWidth(exact), cellWidth(leaf)];
  return cellOf(exact, own > ofLeaf ? own : ofLeaf);
}

function cellOf(exact: bigint, width: bigint): Band {
  if (exact < 0n) {
    const mirrored = cellOf(-exact, width);
    return { low: -mirrored.high, high: -mirrored.low };
  }
  const low = (exact / width) * width;
  return { low, high: low + width };
}

function cellWidth(exact: bigint): bigint {
  const size = exact < 0n ? -exact : exact;
  let width = NARROWEST;
  while (size >= 4n * width) width *= 2n;
  return width;
}

/** The band of a sum is the sum of the bands. */
export function sumBands(bands: readonly Band[]): Band {
  return bands.reduce((sum, band) => ({ low: sum.low + band.low, high: sum.high + band.high }), {
    low: 0n,
    high: 0n,
  });
}

/** A tax on a base known as a band: the rate's share of both ends, never below zero. */
export function taxBand(base: Band, ratePercent: bigint): Band {
  const tax = (eur: bigint): bigint => (eur <= 0n ? 0n : divideHalfEven(eur * ratePercent, 100n));
  return { low: tax(base.low), high: tax(base.high) };
}

/** A band as the contract shows it. */
export function lockedAmount(band: Band): Amount {
  return { locked: true, low: formatCents(band.low), high: formatCents(band.high) };
}

/** An exact figure as the contract shows it. */
export function exactAmount(eur: string): Amount {
  return { locked: false, exact: eur };
}

/** Stored decimal strings as EUR. */
export function eurs(texts: readonly string[]): bigint[] {
  return texts.map(parseEur);
}

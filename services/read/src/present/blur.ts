/**
 * Locked years show bands instead of figures (engine.md §4, "Locked year"). Only leaf figures have a band of their own: the gain and
 * the income of a month. All other figures are computed from these bands, so that no combination of figures reveals more.
 */
import { divideHalfEven, EUR_SCALE, formatCents, parseEur } from '@ctx/domain/decimal';

/** A closed range of EUR (12 fraction digits) that holds the exact figure. */
export interface Band {
  readonly low: bigint;
  readonly high: bigint;
}

/** A money figure of a response: exact, or a range when the year is locked. Decimal strings of EUR. */
export interface Amount {
  locked: boolean;
  exact?: string;
  low?: string;
  high?: string;
}

const EUR = 10n ** BigInt(EUR_SCALE);
const NARROWEST = 100n * EUR;

/**
 * Returns the band of a leaf figure: one cell of a fixed grid, the same at every read. Cells are 100 EUR wide below 400 EUR. Above,
 * the width doubles when the figures double: a cell is at least a quarter of the largest figure in it, and starts where a cell of
 * half its width starts. Zero has the band 0 to 0.
 */
export function bandOf(exact: bigint): Band {
  if (exact === 0n) return { low: 0n, high: 0n };
  return cellOf(exact, cellWidth(exact));
}

/**
 * Returns the band of a part of a leaf figure: a cell at least as wide as the leaf's, so that the sum of the parts reveals no more
 * than the leaf. In narrower cells, sixty parts of 100 to 200 EUR would reveal that a month of 4,800 to 6,400 is over 6,000. A part
 * of exactly 0 is treated like any other.
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

/** Returns the band of a sum: the sum of the bands. */
export function sumBands(bands: readonly Band[]): Band {
  return bands.reduce((sum, band) => ({ low: sum.low + band.low, high: sum.high + band.high }), {
    low: 0n,
    high: 0n,
  });
}

/** Returns the band of a tax: the rate applied to both ends of the base's band, never below zero. */
export function taxBand(base: Band, ratePercent: bigint): Band {
  const tax = (eur: bigint): bigint => (eur <= 0n ? 0n : divideHalfEven(eur * ratePercent, 100n));
  return { low: tax(base.low), high: tax(base.high) };
}

/** Returns a band in the form of the contract. */
export function lockedAmount(band: Band): Amount {
  return { locked: true, low: formatCents(band.low), high: formatCents(band.high) };
}

/** A figure of a locked year of which nothing is shown. */
export const UNKNOWN_AMOUNT: Amount = { locked: true };

/** Returns an exact figure in the form of the contract. */
export function exactAmount(eur: string): Amount {
  return { locked: false, exact: eur };
}

/** Parses stored decimal strings of EUR. */
export function eurs(texts: readonly string[]): bigint[] {
  return texts.map(parseEur);
}

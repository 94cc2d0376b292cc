/** What events add to a figure of a year: exact, or in bands that reveal no more than those of the figure. */
import { brusselsDate } from '@ctx/domain/brussels';
import { EUR_SCALE, formatDecimal, parseEur } from '@ctx/domain/decimal';
import type { ExemptionBounds } from '@ctx/domain/law/exemption';
import type { ContributionFigure, Regime } from '@ctx/domain/vocabulary';
import {
  type Amount,
  type Band,
  bandOfPart,
  eurs,
  exactAmount,
  lockedAmount,
  UNKNOWN_AMOUNT,
} from './blur.ts';

/** An event that adds to a figure. */
export interface AddedRow {
  readonly occurred_at: string;
  /** Exact EUR. */
  readonly added: string;
  /** For the exemption: the sum of the newer gains of the listed months. */
  readonly newer_sum: string | null;
}

export interface FigureYear {
  readonly figure: ContributionFigure;
  readonly row: {
    readonly locked: boolean;
    readonly frozen: boolean;
    readonly held_since: string | null;
    readonly regime: Regime;
    readonly monthly_gains: readonly string[];
    readonly monthly_income: readonly string[];
  };
  /** The fees of the year, if they are the figure. */
  readonly fees: bigint;
  /** The last of the listed months, from 1 to 12. */
  readonly lastMonth: number;
  readonly bounds: ExemptionBounds | null;
  /** Whether the figure is a range: the year is locked, or the exemption depends on a locked year. */
  readonly isRange: boolean;
}

/** Returns what each event adds, not rounded. */
export function amountsOf(year: FigureYear, rows: readonly AddedRow[]): Amount[] {
  const gains = eurs(year.row.monthly_gains.slice(0, year.lastMonth)).reduce((sum, gain) => sum + gain, 0n);
  return rows.map((row) => {
    // The band of a part would move with the files that wait.
    if (year.row.held_since !== null) return UNKNOWN_AMOUNT;
    if (year.row.locked) return lockedAmount(lockedBand(year, row));
    const added = parseEur(row.added);
    if (year.figure !== 'exemption') return exact(added);
    const { low, high } = usedBetween(year.bounds, gains, row);
    return year.isRange ? lockedAmount({ low, high }) : exact(low);
  });
}

const exact = (eur: bigint): Amount => exactAmount(formatDecimal(eur, EUR_SCALE));

/** The band of a part: at least as wide as that of the leaf figure, so that all parts reveal no more than the leaf. */
function lockedBand(year: FigureYear, row: AddedRow): Band {
  const band = bandOfPart(parseEur(row.added), leafOf(year, row));
  if (year.figure !== 'exemption') return band;
  // What a gain uses is at most the gain; it follows from the band of the gain alone.
  return { low: band.low < 0n ? band.low : 0n, high: band.high > 0n ? band.high : 0n };
}

function leafOf({ figure, row, fees }: FigureYear, { occurred_at }: AddedRow): bigint {
  if (figure === 'fees') return fees;
  const monthly = figure === 'income' ? row.monthly_income : row.monthly_gains;
  return parseEur(monthly[brusselsDate(Date.parse(occurred_at)).month - 1] ?? '0');
}

/**
 * What an event adds to the used exemption, in order of time, with the least and with the largest exemption that is possible. `gains` are
 * those of the year until the end of the listed months.
 */
function usedBetween(bounds: ExemptionBounds | null, gains: bigint, { added, newer_sum }: AddedRow): Band {
  if (bounds === null || newer_sum === null) return { low: 0n, high: 0n };
  const after = gains - parseEur(newer_sum);
  const before = after - parseEur(added);
  const [one, other] = [bounds.low.total, bounds.high.total].map(
    (total) => usedOf(after, total) - usedOf(before, total),
  ) as [bigint, bigint];
  return one < other ? { low: one, high: other } : { low: other, high: one };
}

function usedOf(net: bigint, total: bigint): bigint {
  if (net <= 0n) return 0n;
  return net < total ? net : total;
}

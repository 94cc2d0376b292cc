/**
 * Checks the balances that a file states: for each wallet and asset, the balance before a row and its change give the balance after it, which is
 * the balance before the next row. Where they do not, rows are missing. Nothing is rejected for it: a break is a finding beside the facts.
 */
import { AMOUNT_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { absolute } from './amounts.ts';
import { isMoney } from './assets.ts';
import { bySecond, fileOrders, inClosingOrder, type Link, secondOf } from './balance-order.ts';
import type { OmittedRow, Reason } from './entries.ts';
import { FileFault, RowFault } from './faults.ts';
import type { Row } from './table.ts';

/** What a row says about one balance. */
export interface StatedBalance {
  /** The wallet or sub-account as the file names it; empty where it has one. */
  readonly wallet: string;
  /** The asset as the platform keeps its balance. */
  readonly asset: string;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** What the row does to the balance, with its fee. */
  readonly change: bigint;
  /** Null where the row states none: the row may explain a difference, but its place in the chain is not known. */
  readonly after: bigint | null;
  /** Digits to which the platform rounds the numbers of the row; null where it writes them in full. */
  readonly decimals: number | null;
}

/** Returns what a row says about balances: one in most formats, and several where a row has columns for each asset. */
export type BalanceReader = (row: Row) => readonly StatedBalance[];

/** Rows between which a balance changed without a row that says so. */
export interface BalanceBreak {
  readonly wallet: string;
  readonly asset: string;
  /** The row before the break, and the first row that does not follow from it. */
  readonly afterLine: number;
  readonly line: number;
  /** The times of both rows, UTC. */
  readonly from: string;
  readonly until: string;
  /** What is missing, as a decimal: negative for what left. */
  readonly difference: string;
  /** Lines that may hold it and cannot be read. */
  readonly unreadable: readonly number[];
}

/** A balance that was there before the first row of its wallet and asset: an earlier period is in another file, or its rows are missing. */
export interface OpeningBalance {
  readonly wallet: string;
  readonly asset: string;
  readonly line: number;
  readonly amount: string;
}

/** What the balances of a file say. */
export interface BalanceReport {
  /** The first and the last time of a row with a balance, UTC. */
  readonly from: string;
  readonly until: string;
  /** In the order of the file, of a hostile file only the first. */
  readonly breaks: readonly BalanceBreak[];
  readonly openings: readonly OpeningBalance[];
}

/** A balance with its line in the file. */
export interface BalanceOfLine extends StatedBalance {
  readonly line: number;
}

/** Columns of a format in which each row is one change of one balance. */
export interface BalanceColumns {
  readonly at: (row: Row) => string;
  readonly asset: (row: Row) => string;
  /** The column of the wallet, where each has a balance of its own. */
  readonly wallet?: string;
  readonly change: (row: Row) => bigint;
  /** The columns of the balance after the row, of which a file has one; or what returns it. */
  readonly after: readonly string[] | ((row: Row) => bigint | null);
  readonly decimals?: number;
}

/** Returns the reader of a format with one balance in each row. */
export function balanceColumns({
  at,
  asset,
  wallet,
  change,
  after,
  decimals,
}: BalanceColumns): BalanceReader {
  const afterIn =
    typeof after === 'function'
      ? after
      : (row: Row): bigint | null => row.optionalAmount(after.find((name) => row.has(name)) ?? '');
  return (row) => [
    {
      wallet: wallet === undefined ? '' : row.text(wallet),
      asset: asset(row),
      at: at(row),
      change: change(row),
      after: orNull(() => afterIn(row)),
      decimals: decimals ?? null,
    },
  ];
}

/** Returns a balance; null where it is empty or cannot be read, for no fact needs it. */
export function orNull(read: () => bigint | null): bigint | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Reads the balances of rows. A row that cannot be read says nothing: it is left out and named. */
export function balancesOf(rows: readonly Row[], read: BalanceReader): BalanceOfLine[] {
  return rows.flatMap((row) => {
    try {
      return read(row).map((balance) => ({ ...balance, line: row.line }));
    } catch (error) {
      if (error instanceof RowFault || error instanceof FileFault) return [];
      throw error;
    }
  });
}

/** Rows that change no balance: repetitions of another row, and what is not booked. */
const NO_CHANGES: ReadonlySet<Reason> = new Set(['TWIN', 'OTHER_TWIN', 'NOT_DONE']);
const UNREADABLE: ReadonlySet<Reason> = new Set(['UNREADABLE', 'AMBIGUOUS_TIME']);

/** Returns what the balances of a file say, or null if it states none. Rows that cannot be read explain nothing. */
export function balanceReport(
  balances: readonly BalanceOfLine[],
  leftOut: readonly OmittedRow[],
): BalanceReport | null {
  const linesOf = (reasons: ReadonlySet<Reason>): Set<number> =>
    new Set(leftOut.filter(({ reason }) => reasons.has(reason)).map(({ line }) => line));
  const [ignored, unreadable] = [linesOf(NO_CHANGES), linesOf(UNREADABLE)];
  const counted = balances.filter(({ line }) => !ignored.has(line));
  const readable = counted.filter(({ line }) => !unreadable.has(line));
  const times = readable.filter(({ after }) => after !== null).map(({ at }) => at);
  const [first, ...others] = times;
  if (first === undefined) return null;
  const lost = Map.groupBy(
    counted.filter(({ line }) => unreadable.has(line)),
    chainOf,
  );
  const gaps = [...Map.groupBy(readable, chainOf)]
    .flatMap(([chain, ofChain]) => gapsOfChain(ofChain).map((gap) => ({ gap, lost: lost.get(chain) ?? [] })))
    .toSorted((left, right) => left.gap.next.item.line - right.gap.next.item.line);
  return {
    from: others.reduce((least, at) => (at < least ? at : least), first),
    until: others.reduce((most, at) => (at > most ? at : most), first),
    breaks: gaps
      .flatMap(({ gap: { previous, ...gap }, lost: ofChain }) =>
        previous === null ? [] : [{ gap: { ...gap, previous }, lost: ofChain }],
      )
      .slice(0, FINDINGS_MAX)
      .map(({ gap, lost: ofChain }) => breakOf(gap, ofChain, unreadable)),
    openings: gaps.flatMap(({ gap }) => openingOf(gap)).slice(0, FINDINGS_MAX),
  };
}

/** Findings of a kind that are reported: a file with more has balances of another kind. */
const FINDINGS_MAX = 100;
/** Breaks of a chain that rows without a balance may explain: each is compared with all of these rows. */
const EXPLAINED_MAX = 1000;

function chainOf({ wallet, asset }: StatedBalance): string {
  return JSON.stringify([wallet, asset]);
}

/** The four numbers of a row (both balances, the change and its fee) are each off by half a unit at most. */
const ROUNDED_UNITS = 2n;

function toleranceOf(balances: readonly StatedBalance[]): bigint {
  const [decimals = null] = balances.map((balance) => balance.decimals);
  return decimals === null ? 0n : ROUNDED_UNITS * 10n ** BigInt(AMOUNT_SCALE - decimals);
}

/** Returns where the balances of one wallet and asset do not follow from each other. */
function gapsOfChain(balances: readonly BalanceOfLine[]): Gap[] {
  const tolerance = toleranceOf(balances);
  const links = balances.flatMap(({ after, ...balance }): Link<BalanceOfLine>[] =>
    after === null ? [] : [{ item: { ...balance, after }, before: after - balance.change, after }],
  );
  const loose = balances.filter(({ after }) => after === null);
  const gapsIn = (order: readonly (readonly Link<BalanceOfLine>[])[]): Gap[] =>
    gapsOf(inClosingOrder(order, tolerance), loose, tolerance);
  const byTime = gapsIn(bySecond(links, ({ item }) => item.at));
  const isWhole = byTime.every(({ previous }) => previous === null);
  // Times are not always in the order in which the platform booked, such as those of blocks: the order of the file may close.
  const candidates = isWhole
    ? [byTime]
    : [byTime, ...fileOrders(links, ({ item }) => item.at).map((order) => gapsIn(order))];
  const [best] = candidates.toSorted((left, right) => left.length - right.length) as [Gap[]];
  return best;
}

/** Two rows of a chain of which the second does not follow. */
interface Gap {
  readonly previous: Link<BalanceOfLine> | null;
  readonly next: Link<BalanceOfLine>;
  readonly difference: bigint;
}

function gapsOf(
  order: readonly Link<BalanceOfLine>[],
  loose: readonly BalanceOfLine[],
  tolerance: bigint,
): Gap[] {
  let previous: Link<BalanceOfLine> | null = null;
  const gaps: Gap[] = [];
  for (const next of order) {
    const gap = { previous, next, difference: next.before - (previous?.after ?? 0n) };
    previous = next;
    if (absolute(gap.difference) <= tolerance) continue;
    if (gaps.length >= EXPLAINED_MAX || !explains(loose, gap, tolerance)) gaps.push(gap);
  }
  return gaps;
}

/** Whether the rows without a balance that may be between two rows are what is missing between them. */
function explains(loose: readonly BalanceOfLine[], gap: Gap, tolerance: bigint): boolean {
  const between = loose.filter((balance) => isBetween(balance, gap));
  const sum = between.reduce((total, { change }) => total + change, 0n);
  return between.length > 0 && absolute(gap.difference - sum) <= tolerance;
}

function isBetween({ at }: BalanceOfLine, { previous, next }: Gap): boolean {
  return (previous === null || at >= secondOf(previous.item.at)) && secondOf(at) <= next.item.at;
}

/** Lines that a break names. */
const LINES_MAX = 5;

/** Money that was there before is no asset whose cost could be missing. */
function openingOf({ previous, next, difference }: Gap): OpeningBalance[] {
  const { wallet, asset, line } = next.item;
  if (previous !== null || isMoney(asset)) return [];
  return [{ wallet, asset, line, amount: formatDecimal(difference, AMOUNT_SCALE) }];
}

function breakOf(
  gap: Gap & { readonly previous: Link<BalanceOfLine> },
  lost: readonly BalanceOfLine[],
  unreadable: ReadonlySet<number>,
): BalanceBreak {
  const { previous, next, difference } = gap;
  const { wallet, asset, line, at } = next.item;
  const [low, high] = [line, previous.item.line].toSorted((left, right) => left - right) as [number, number];
  const lines = new Set([
    ...lost.filter((balance) => isBetween(balance, gap)).map((balance) => balance.line),
    ...[...unreadable].filter((each) => each > low && each < high),
  ]);
  return {
    wallet,
    asset,
    afterLine: previous.item.line,
    line,
    from: previous.item.at,
    until: at,
    difference: formatDecimal(difference, AMOUNT_SCALE),
    unreadable: [...lines].toSorted((left, right) => left - right).slice(0, LINES_MAX),
  };
}

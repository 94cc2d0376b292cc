/** Rows of Bitpanda that belong together: the two rows of a trade in older exports, and the two rows of a move to or from staking. */
import { absolute } from '../amounts.ts';
import { isMoney, symbolOf } from '../assets.ts';
import { groupBy } from '../booking.ts';
import type { Meaning } from '../entries.ts';
import { RowFault } from '../faults.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

/** The two rows of a move to staking are written one after the other. */
const STAKING_MS = 60_000;

/** A row, as far as rows are compared. */
interface BitpandaRow {
  readonly row: Row;
  readonly id: string;
  readonly type: string;
  readonly direction: string;
  /** In milliseconds. */
  readonly at: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly money: bigint;
}

/** Returns the row of the asset for the row of the money, for the trades that are written in two rows. */
export function pairsOfTrades(rows: readonly Row[]): Map<Row, Row> {
  // Most files have none, and reading the time of each row takes long.
  if (!rows.some(mayBeHalf)) return new Map();
  const trades = comparableRows(rows, isTrade);
  const [halves, others] = [trades.filter(isHalf), trades.filter((each) => !isHalf(each))];
  const [wholes, ofMoney] = [others.filter(hasAsset), others.filter((each) => !hasAsset(each))];
  const open: OpenTrades = { halves: new Set(halves), pairs: new Map() };
  pairUp(open, wholes, ({ type, id, asset, amount }) => [type, id, asset, String(amount)]);
  pairUp(open, wholes, (each) => [each.type, secondOf(each), sideOf(each), each.asset, String(each.amount)]);
  pairUp(open, ofMoney, ({ type, id }) => [type, id]);
  // Nothing says to which of several assets an amount of money belongs.
  pairUp(open, ofMoney, (each) => [each.type, secondOf(each), sideOf(each)], 1);
  return open.pairs;
}

/** Rows of assets that have no row of money yet, and the pairs by the row of the money. */
interface OpenTrades {
  readonly halves: Set<BitpandaRow>;
  readonly pairs: Map<Row, Row>;
}

/** Pairs rows of one key, in their order, where there are at most `most` of each. */
function pairUp(
  { halves, pairs }: OpenTrades,
  candidates: readonly BitpandaRow[],
  keyOf: (moved: BitpandaRow) => readonly string[],
  most = Infinity,
): void {
  const open = candidates.filter(({ row }) => !pairs.has(row));
  const byKey = Map.groupBy(open, (each) => JSON.stringify(keyOf(each)));
  for (const [key, alike] of Map.groupBy(halves, (each) => JSON.stringify(keyOf(each)))) {
    const found = byKey.get(key) ?? [];
    if (Math.max(found.length, alike.length) > most) continue;
    for (const [index, half] of alike.entries()) {
      const other = found[index];
      if (other === undefined) break;
      pairs.set(other.row, half.row);
      halves.delete(half);
    }
  }
}

function isTrade(type: string): boolean {
  return type === 'buy' || type === 'sell';
}

function mayBeHalf(row: Row): boolean {
  const type = typeOf(row);
  if (!isTrade(type)) return false;
  return /^[-0.,]*$/.test(row.text('amount fiat')) || !goesWithMoney({ type, direction: directionOf(row) });
}

/** Whether a row has no money, or goes the other way than the row of the money: a purchase pays, a sale is paid. */
function isHalf(moved: BitpandaRow): boolean {
  return hasAsset(moved) && (moved.money === 0n || !goesWithMoney(moved));
}

function goesWithMoney({ type, direction }: Pick<BitpandaRow, 'type' | 'direction'>): boolean {
  return direction === (type === 'buy' ? 'outgoing' : 'incoming');
}

function hasAsset({ amount, asset }: BitpandaRow): boolean {
  return amount > 0n && !isMoney(asset);
}

/** The row of the asset goes the other way than the row of its money. */
function sideOf(moved: BitpandaRow): string {
  return goesWithMoney(moved) === isHalf(moved) ? 'apart' : 'pair';
}

function secondOf({ at }: BitpandaRow): string {
  return String(Math.floor(at / 1000));
}

/**
 * Returns what the rows of staking mean beyond their type. A plain transfer beside a row of staking is the other side of its move. One that
 * brings back exactly what had left may be the principal, no income: the user must say.
 */
export function stakingMoves(rows: readonly Row[]): Map<Row, Meaning> {
  const moved = comparableRows(rows, (type) => type.startsWith('transfer'));
  if (!moved.some(({ type }) => type === 'transfer')) return new Map();
  moved.sort((left, right) => left.at - right.at);
  const meanings = new Map<Row, Meaning>();
  for (const alike of groupBy(moved, ({ asset, amount }) => `${asset} ${String(amount)}`)) {
    const free = new Set(alike.filter(({ type }) => type === 'transfer'));
    for (const [direction, opposite] of DIRECTIONS) {
      const staking = alike.filter((each) => isStaking(each) && each.direction === direction);
      const others = [...free].filter((each) => each.direction === opposite);
      for (const other of beside(staking, others)) {
        free.delete(other);
        meanings.set(other.row, 'INTERNAL');
      }
    }
    let away = 0;
    for (const each of alike) {
      if (each.type === 'transfer(stake)') away += 1;
      else if (each.type === 'transfer(unstake)') away -= 1;
      else if (!free.has(each)) continue;
      else if (each.direction === 'outgoing') away += 1;
      else if (away > 0) {
        away -= 1;
        meanings.set(each.row, 'UNCLEAR_IN');
      }
    }
  }
  return meanings;
}

const DIRECTIONS = [
  ['incoming', 'outgoing'],
  ['outgoing', 'incoming'],
] as const;

/** Returns those of `others` that are at about the time of one of `moved`, at most one for each. Both are in the order of time. */
function beside(moved: readonly BitpandaRow[], others: readonly BitpandaRow[]): BitpandaRow[] {
  let next = 0;
  return moved.flatMap(({ at }) => {
    while ((others[next]?.at ?? Infinity) < at - STAKING_MS) next += 1;
    const other = others[next];
    if (other === undefined || other.at > at + STAKING_MS) return [];
    next += 1;
    return [other];
  });
}

function isStaking({ type }: BitpandaRow): boolean {
  return type === 'transfer(stake)' || type === 'transfer(unstake)';
}

function typeOf(row: Row): string {
  return row.text('transaction type').toLowerCase();
}

function directionOf(row: Row): string {
  return row.text('in/out').toLowerCase();
}

/** Returns the rows of some types. One that cannot be read belongs to none: it is left out where it is booked. */
function comparableRows(rows: readonly Row[], isWanted: (type: string) => boolean): BitpandaRow[] {
  return rows.flatMap((row) => {
    const type = typeOf(row);
    if (!isWanted(type)) return [];
    try {
      return [
        {
          row,
          id: row.text('transaction id'),
          type,
          direction: directionOf(row),
          at: Date.parse(row.instant('timestamp', UTC)),
          asset: symbolOf(row.text('asset')) ?? '',
          amount: absolute(row.optionalAmount('amount asset') ?? 0n),
          money: absolute(row.optionalAmount('amount fiat') ?? 0n),
        },
      ];
    } catch (error) {
      if (error instanceof RowFault) return [];
      throw error;
    }
  });
}

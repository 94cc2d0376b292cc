/** Rows of Binance's statement in which an asset became another one: token swaps, and moves that end in another coin. */
import { absolute } from '../amounts.ts';
import { type Booking, type ContentIds, groupBy, sumBySymbol } from '../booking.ts';
import { type Change, rowsOf, sidesOf } from './binance-changes.ts';

/** Between the two rows of a swap. */
const SWAP_MS_MAX = 7 * 24 * 60 * 60_000;
/** Where the amounts differ, only rows of one moment belong together. */
const MOMENT_MS_MAX = 10 * 60_000;

/** Pairs an asset that left with the one that arrived for it. What is left alone asks in the inbox. */
export function bookSwaps(changes: readonly Change[], ids: ContentIds, booking: Booking): void {
  const outs = changes.filter(({ amount }) => amount < 0n).toSorted(byTime);
  const waiting = new Set(changes.filter(({ amount }) => amount > 0n).toSorted(byTime));
  const alone = new Set(outs);
  const book = (out: Change, into: Change): void => {
    waiting.delete(into);
    alone.delete(out);
    booking.migration(rowsOf([out, into]), out.operation, {
      id: ids.idOf(out.row),
      at: out.at,
      given: { symbol: out.symbol, amount: -out.amount },
      received: into,
    });
  };
  const arrivals = (out: Change, msMax: number): Change[] =>
    [...waiting].filter((into) => isOther(out, into) && Math.abs(into.ms - out.ms) <= msMax);
  for (const out of outs) {
    const into = arrivals(out, SWAP_MS_MAX).find(({ amount }) => amount === -out.amount);
    if (into !== undefined) book(out, into);
  }
  for (const out of [...alone]) {
    const [into, ...more] = arrivals(out, MOMENT_MS_MAX);
    const rivals = [...alone].filter(
      (each) => into !== undefined && Math.abs(each.ms - into.ms) <= MOMENT_MS_MAX,
    );
    if (into !== undefined && more.length === 0 && rivals.length === 1) book(out, into);
  }
  for (const change of [...alone, ...waiting]) bookUnclear(change, ids, booking);
  for (const { row, operation, amount } of changes)
    if (amount === 0n) booking.leaveOut([row], 'ZERO', operation);
}

function isOther(out: Change, into: Change): boolean {
  return out.symbol !== into.symbol && out.user === into.user;
}

function byTime(left: Change, right: Change): number {
  return left.ms - right.ms || (left.symbol < right.symbol ? -1 : 1);
}

function bookUnclear(change: Change, ids: ContentIds, booking: Booking): void {
  const { row, at, operation, symbol, amount } = change;
  const kind = amount < 0n ? 'UNCLEAR_OUT' : 'UNCLEAR_IN';
  booking.movement([row], operation, {
    id: ids.idOf(row),
    at,
    kind,
    part: { symbol, amount: absolute(amount) },
  });
}

/** Books moves into and out of Earn and staking: no sale, unless another coin arrives at the same moment, which keeps the cost. */
export function bookMoves(changes: readonly Change[], ids: ContentIds, booking: Booking): void {
  const moments = groupBy(changes, ({ user, at, operation }) => JSON.stringify([user, at, operation]));
  for (const moment of moments) {
    const [first] = moment;
    if (first === undefined) continue;
    const symbols = new Set(moment.map(({ symbol }) => symbol));
    // A coin in savings has a twin, such as LDBTC for BTC.
    const nameOf = (symbol: string): string => {
      const coin = symbol.replace(/^LD/, '');
      return symbols.has(coin) ? coin : symbol;
    };
    const sums = sumBySymbol(moment.map(({ symbol, amount }) => ({ symbol: nameOf(symbol), amount })));
    const { given, received } = sidesOf(sums);
    const [out, into] = [given[0], received[0]];
    if (given.length === 1 && received.length === 1 && out !== undefined && into !== undefined)
      booking.migration(rowsOf(moment), first.operation, {
        id: ids.idOf(first.row),
        at: first.at,
        given: out,
        received: into,
      });
    else if (given.length > 0 && received.length > 0)
      for (const change of moment) bookUnclear(change, ids, booking);
    else booking.leaveOut(rowsOf(moment), 'INTERNAL', first.operation);
  }
}

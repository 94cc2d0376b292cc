/** The rows of Binance's statement: how they are read, and which of them belong together. */
import { faultMessage } from '@ctx/domain/file-faults';
import { groupBy, sumBySymbol, symbolIn } from '../booking.ts';
import type { Part } from '../entries.ts';
import { FileFault } from '../faults.ts';
import type { Row } from '../table.ts';
import { familyOf, isFeeOperation } from './binance-operations.ts';

/** A row with what is needed of it. */
export interface Change extends Part {
  readonly row: Row;
  readonly at: string;
  readonly ms: number;
  readonly user: string;
  readonly account: string;
  readonly operation: string;
  readonly family: string;
}

/** The zone in the name of a file, such as `(UTC+7)`, `(UTC--6)` or `(UTC+5_30)`. */
const ZONE_IN_NAME = /UTC([+-])([+-])?(\d{1,2})(?:[:_.](\d\d))?/;
const TWO_DIGIT_YEAR = 'yy-MM-dd HH:mm:ss';
/** The rows of a trade are at most this far apart. */
const TRADE_MS_MAX = 1000;

/** Returns the zone in the name of a file; null if it has none. */
export function zoneInName(filename: string): string | null {
  const [, first, second, hours, minutes] = ZONE_IN_NAME.exec(filename) ?? [];
  if (first === undefined || hours === undefined) return null;
  return `UTC${second ?? first}${hours}${minutes === undefined ? '' : `:${minutes}`}`;
}

/** Returns the zone of a statement; the one that a person named counts only where the file says none. @throws FileFault */
export function zoneOf(header: readonly string[], filename: string, timeZone: string | null): string {
  const zone = header.includes('utc_time') ? 'UTC' : (zoneInName(filename) ?? timeZone);
  if (zone === null) throw new FileFault(faultMessage('NO_ZONE'));
  return zone;
}

/** Returns what the rows of one trade share, as far as they are in one second; null for other rows. */
export function groupOf(row: Row): string | null {
  const family = familyOf(row.text('operation').toLowerCase(), row.text('account'));
  const isOfTrade = family.endsWith(' TRADE');
  return isOfTrade ? JSON.stringify([row.text('user_id'), family, row.text(timeColumnOf(row))]) : null;
}

function timeColumnOf(row: Row): string {
  return row.has('utc_time') ? 'utc_time' : 'time';
}

/** Returns what is needed of a row. @throws RowFault */
export function changeOf(row: Row, zone: string): Change {
  const at = row.instant(timeColumnOf(row), { zone, patterns: [TWO_DIGIT_YEAR] });
  const operation = row.required('operation').toLowerCase();
  const account = row.text('account');
  return {
    row,
    at,
    ms: Date.parse(at),
    user: row.text('user_id'),
    account,
    operation,
    family: familyOf(operation, account),
    symbol: symbolIn(row, 'coin'),
    amount: row.amount('change'),
  };
}

/** Groups the rows of each family by their second; a group that lacks a side takes the rows of the next second. */
export function tradesIn(changes: readonly Change[]): Change[][] {
  return groupBy(changes, familyKeyOf).flatMap((ofFamily) => {
    const seconds = groupBy(
      ofFamily.toSorted((left, right) => left.ms - right.ms),
      ({ at }) => at,
    );
    const trades: Change[][] = [];
    for (const second of seconds) {
      const previous = trades.at(-1);
      const isNext = previous !== undefined && (second[0]?.ms ?? 0) - (previous[0]?.ms ?? 0) <= TRADE_MS_MAX;
      if (isNext && !(isWhole(previous) && isWhole(second))) previous.push(...second);
      else trades.push([...second]);
    }
    return trades;
  });
}

/** Trades of a margin account are others than those of the spot account. */
function familyKeyOf({ user, account, family }: Change): string {
  return JSON.stringify([user, family, family === 'SPOT TRADE' && /margin/i.test(account)]);
}

/** Whether something was given and something received. */
function isWhole(changes: readonly Change[]): boolean {
  const legs = changes.filter(({ operation }) => !isFeeOperation(operation));
  return legs.some(({ amount }) => amount > 0n) && legs.some(({ amount }) => amount < 0n);
}

/** Returns what was given and received, without fees. */
export function sidesOf(parts: readonly Part[]): { readonly given: Part[]; readonly received: Part[] } {
  const sums = sumBySymbol(parts);
  return {
    given: sums
      .filter(({ amount }) => amount < 0n)
      .map(({ symbol, amount }) => ({ symbol, amount: -amount })),
    received: sums.filter(({ amount }) => amount > 0n),
  };
}

export function rowsOf(changes: readonly Change[]): Row[] {
  return changes.map(({ row }) => row);
}

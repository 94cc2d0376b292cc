/**
 * Coinbase Pro, account statement. A trade is two `match` rows and mostly a `fee` row, which share the number of the trade and the time; a
 * conversion likewise. Numbers of trades count for each product, and the file does not name the product.
 */
import { absolute } from '../amounts.ts';
import { type Booking, sumBySymbol, symbolIn } from '../booking.ts';
import type { Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

const UNIT = 'amount/balance unit';
const MOVED = { deposit: 'DEPOSIT', withdrawal: 'WITHDRAWAL', rebate: 'INCOME' } as const;
const OF_TRADES: readonly string[] = ['match', 'fee', 'conversion'];

export const COINBASE_PRO_ACCOUNT: Format = {
  id: 'coinbase-pro-account',
  title: 'Coinbase Pro: account statement',
  platform: { name: 'Coinbase Pro', source: 'COINBASE_PRO' },
  guide: {
    download:
      'On the website of Coinbase: your profile, Reports, Coinbase Pro, Account, all portfolios, CSV.',
    read: 'trades with their fees, conversions, deposits, withdrawals, rebates of fees',
    traps: [
      'Most deposits and withdrawals are transfers from and to your own account at Coinbase: match them in the inbox.',
      'The fills hold the same trades once more: import one of the two.',
    ],
  },
  headers: [['type', 'time', 'amount', 'balance', UNIT, 'transfer id', 'trade id', 'order id']],
  canonical: (column) => (column === 'timestamp' ? 'time' : column),
  read(rows, booking) {
    const ofTrades = new Map<string, Row[]>();
    booking.each(rows, (row) => {
      if (!OF_TRADES.includes(typeOf(row))) bookMovement(row, booking);
      else ofTrades.set(keyOf(row), [...(ofTrades.get(keyOf(row)) ?? []), row]);
    });
    booking.eachGroup(
      ofTrades.values(),
      (group) => group,
      (group) => {
        bookTrade(group, booking);
      },
    );
  },
};

function typeOf(row: Row): string {
  return row.required('type').toLowerCase();
}

/** What the rows of one trade have in common. */
function keyOf(row: Row): string {
  const kind = typeOf(row) === 'conversion' ? 'conversion' : 'trade';
  return [kind, row.id('trade id') || row.id('transfer id'), row.text('time')].join(' ');
}

function bookTrade(rows: readonly Row[], booking: Booking): void {
  const [first] = rows;
  if (first === undefined) return;
  const partOf = (row: Row): Part => ({ symbol: symbolIn(row, UNIT), amount: row.amount('amount') });
  const moved = sumBySymbol(rows.filter((row) => typeOf(row) !== 'fee').map(partOf));
  const fees = sumBySymbol(rows.filter((row) => typeOf(row) === 'fee').map(partOf));
  const sides = (isGiven: boolean): Part[] =>
    moved
      .filter(({ amount }) => amount < 0n === isGiven)
      .map(({ symbol, amount }) => ({ symbol, amount: absolute(amount) }));
  booking.trade(rows, typeOf(first) === 'conversion' ? 'conversion' : 'trade', {
    id: keyOf(first),
    at: first.instant('time', UTC),
    given: sides(true),
    received: sides(false),
    fees: fees.map(({ symbol, amount }) => ({ symbol, amount: absolute(amount) })),
  });
}

function bookMovement(row: Row, booking: Booking): void {
  const type = typeOf(row);
  const kind = Object.hasOwn(MOVED, type) ? MOVED[type as keyof typeof MOVED] : null;
  if (kind === null) {
    booking.leaveOut([row], 'UNKNOWN_TYPE', type);
    return;
  }
  booking.movement([row], type, {
    kind,
    id: [type, row.id('transfer id') || row.id('trade id'), row.text('time'), symbolIn(row, UNIT)].join(' '),
    at: row.instant('time', UTC),
    part: { symbol: symbolIn(row, UNIT), amount: absolute(row.amount('amount')) },
  });
}

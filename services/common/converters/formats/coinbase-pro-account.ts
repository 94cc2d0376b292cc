/**
 * Coinbase Pro, account statement. A trade is two `match` rows and mostly a `fee` row, which share the number of the trade and the time; a
 * conversion likewise. Numbers of trades count for each product, and the file does not name the product.
 */
import { balanceColumns } from '../balance-chains.ts';
import { type Booking, groupBy, sumBySymbol, symbolIn, positive } from '../booking.ts';
import type { Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import { readInGroups } from '../grouped-rows.ts';
import { withoutRepeats } from '../repeated-rows.ts';
import { withoutReversals } from '../reversals.ts';
import type { Row } from '../table.ts';
import { tradeSidesOf } from './changes.ts';

const UNIT = 'amount/balance unit';
/** What a row means where its amount is positive, and where it is negative. */
const MOVED: Readonly<Record<string, readonly ['DEPOSIT' | 'INCOME', 'WITHDRAWAL' | 'UNCLEAR_OUT']>> = {
  deposit: ['DEPOSIT', 'WITHDRAWAL'],
  withdrawal: ['DEPOSIT', 'WITHDRAWAL'],
  rebate: ['INCOME', 'UNCLEAR_OUT'],
};
const OF_TRADES: ReadonlySet<string> = new Set(['match', 'fee', 'conversion']);

/** A row with what is needed of it. */
interface Change extends Part {
  readonly row: Row;
  readonly type: string;
  readonly at: string;
}

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
      'Trades of Coinbase Advanced, the successor, are in the transaction history of Coinbase.',
    ],
  },
  headers: [['type', 'time', 'amount', 'balance', UNIT, 'transfer id', 'trade id']],
  canonical: (column) => (column === 'timestamp' ? 'time' : column),
  balances: () =>
    balanceColumns({
      at: (row) => row.instant('time', UTC),
      asset: (row) => symbolIn(row, UNIT),
      wallet: 'portfolio',
      change: (row) => row.amount('amount'),
      after: ['balance'],
    }),
  read(rows, booking) {
    const changes = readInGroups(rows, booking, groupOf, changeOf);
    const distinct = withoutRepeats(changes, booking, {
      // The balance of two rows differs, unless one repeats the other.
      keyOf: ({ row }) => (row.text('balance') === '' ? null : row.content()),
      contentOf: () => '',
      rowOf: ({ row }) => row,
      typeOf: ({ type }) => type,
    });
    const ofTrades = distinct.filter(({ type }) => OF_TRADES.has(type));
    booking.eachGroup(groupBy(ofTrades, keyOf), rowsOf, (trade) => {
      bookTrade(trade, booking);
    });
    const others = withoutReversals(
      distinct.filter(({ type }) => !OF_TRADES.has(type)),
      booking,
      {
        keyOf: ({ row, type, symbol }) =>
          [type, symbol, row.id('transfer id') || row.id('order id')].join(' '),
        amountOf: ({ row, type, amount }) =>
          type === 'withdrawal' && row.id('transfer id') !== '' ? -amount : amount,
        atOf: ({ at }) => at,
        rowOf: ({ row }) => row,
        typeOf: ({ type }) => type,
        book: bookMovement,
      },
    );
    booking.eachGroup(
      others,
      ({ row }) => [row],
      (change) => {
        bookMovement(change, booking);
      },
    );
  },
};

/** Returns what the rows of one trade share; null for other rows. */
function groupOf(row: Row): string | null {
  const isOfTrade = OF_TRADES.has(row.text('type').toLowerCase());
  return isOfTrade ? [row.text('trade id') || row.text('transfer id'), row.text('time')].join(' ') : null;
}

function changeOf(row: Row): Change {
  return {
    row,
    type: row.required('type').toLowerCase(),
    at: row.instant('time', UTC),
    symbol: symbolIn(row, UNIT),
    amount: row.amount('amount'),
  };
}

/** What the rows of one trade have in common. */
function keyOf({ row, type }: Change): string {
  const kind = type === 'conversion' ? 'conversion' : 'trade';
  return [kind, row.id('trade id') || row.id('transfer id'), row.text('time')].join(' ');
}

function bookTrade(changes: readonly Change[], booking: Booking): void {
  const [first] = changes as readonly [Change];
  const type = first.type === 'conversion' ? 'conversion' : 'trade';
  const fees = sumBySymbol(changes.filter((change) => change.type === 'fee'));
  // A positive fee is a rebate.
  const legs = changes.filter((change) => change.type !== 'fee');
  const moved = [...legs, ...fees.filter(({ amount }) => amount > 0n)];
  const common = { id: keyOf(first), at: first.at, fees: fees.filter(isNegative).map(positive) };
  if (legs.length === 0 && common.fees.length > 0) booking.cost(rowsOf(changes), 'fee', common);
  else booking.trade(rowsOf(changes), type, { ...common, ...tradeSidesOf(moved) });
}

function bookMovement({ row, type, at, symbol, amount }: Change, booking: Booking): void {
  const meaning = Object.hasOwn(MOVED, type) ? MOVED[type] : undefined;
  if (meaning === undefined) {
    booking.leaveOut([row], 'UNKNOWN_TYPE', type);
    return;
  }
  const [cameIn, left] = meaning;
  booking.movement([row], type, {
    kind: amount < 0n ? left : cameIn,
    id: [type, row.id('transfer id') || row.id('trade id'), row.text('time'), symbol].join(' '),
    at,
    part: positive({ symbol, amount }),
  });
}

function isNegative({ amount }: Part): boolean {
  return amount < 0n;
}

function rowsOf(changes: readonly Change[]): Row[] {
  return changes.map(({ row }) => row);
}

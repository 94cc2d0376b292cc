/**
 * Bybit, unified trading account, and the derivatives account before it: a row for each change of a balance. A spot trade is a row of each
 * asset, of one contract, second, direction and price. The change = cash flow + fee, and a fee is negative.
 */
import { balanceColumns } from '../balance-chains.ts';
import { type Booking, groupBy, sumBySymbol, symbolIn } from '../booking.ts';
import { BY_CONTENT, isMovement, isReason, type Meaning, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { tradeSidesOf, withoutTwins } from './changes.ts';

export const BYBIT: Format['platform'] = { name: 'Bybit', source: 'BYBIT' };

/** CONVERSION: all rows of one second are one exchange. */
const MEANINGS: Readonly<Record<string, Meaning | 'CONVERSION'>> = {
  trade: 'TRADE',
  '--': 'CONVERSION',
  exchangein: 'CONVERSION',
  exchangeout: 'CONVERSION',
  deposit: 'DEPOSIT',
  withdraw: 'WITHDRAWAL',
  transfer_in: 'INTERNAL',
  transfer_out: 'INTERNAL',
  transferin: 'INTERNAL',
  transferout: 'INTERNAL',
  flexible_staking_subscription: 'INTERNAL',
  flexible_staking_redemption: 'INTERNAL',
  fixed_staking_subscription: 'INTERNAL',
  airdrop: 'INCOME',
  bonus: 'INCOME',
  fee_refund: 'INCOME',
  settlement: 'DERIVATIVES',
  funding: 'DERIVATIVES',
  delivery: 'DERIVATIVES',
  liquidation: 'DERIVATIVES',
  adl: 'DERIVATIVES',
  interest: 'DERIVATIVES',
};
/** Each number is written with so many digits. */
const DECIMALS = 8;
const SPOT_DIRECTIONS: readonly string[] = ['buy', 'sell'];

export const BYBIT_UNIFIED: Format = {
  id: 'bybit-unified',
  title: 'Bybit: unified trading account',
  platform: BYBIT,
  guide: {
    download:
      'On the website: Orders, Unified Trading Order, Transaction Log, Export, the whole period (at most a year a file).',
    read: 'spot trades with their fees, conversions of small balances, bonuses; deposits and withdrawals of the older derivatives account',
    traps: [
      'Deposits, withdrawals and Earn are in the file of the funding account: import both.',
      'The spot trade history holds the same trades once more: import one of the two.',
      'Trades of which one row is in the next file are left out and named: export periods that overlap.',
      'Futures, options, margin and loans are left out and named.',
    ],
  },
  headers: [
    [
      'currency',
      'contract',
      'type',
      'direction',
      'position',
      'filled price',
      'cash flow',
      'change',
      'wallet balance',
      'time',
    ],
  ],
  canonical: (column) => (column === 'time(utc)' ? 'time' : column),
  balances: () =>
    balanceColumns({
      at: (row) => row.instant('time', UTC),
      asset: (row) => symbolIn(row, 'currency'),
      change: (row) => row.amount('change'),
      after: ['wallet balance'],
      decimals: DECIMALS,
    }),
  read(rows, booking) {
    const trades: Row[] = [];
    const conversions: Row[] = [];
    // The balance after a change tells two changes that are alike from one that stands twice.
    const known = withoutTwins(rows, (row) => row.content(), booking, 'change of a balance');
    booking.each(known, (row) => {
      const meaning = meaningOf(row);
      if (meaning === 'TRADE') trades.push(row);
      else if (meaning === 'CONVERSION') conversions.push(row);
      else bookSingle(row, meaning, booking);
    });
    const groups = [
      ...groupBy(trades, (row) =>
        JSON.stringify([row.text('contract'), row.text('time'), directionOf(row), priceOf(row)]),
      ),
      ...groupBy(conversions, (row) => row.text('time')),
    ];
    booking.eachGroup(
      groups,
      (group) => group,
      (group) => {
        bookTrade(group, booking);
      },
    );
  },
};

function meaningOf(row: Row): Meaning | 'CONVERSION' {
  const meaning = MEANINGS[row.required('type').toLowerCase()] ?? 'UNKNOWN_TYPE';
  if (meaning !== 'TRADE') return meaning;
  // A spot trade opens no position.
  const isSpot = SPOT_DIRECTIONS.includes(directionOf(row)) && (row.optionalAmount('position') ?? 0n) === 0n;
  return isSpot ? 'TRADE' : 'DERIVATIVES';
}

function directionOf(row: Row): string {
  return row.text('direction').toLowerCase();
}

function priceOf(row: Row): string {
  return String(row.optionalAmount('filled price') ?? 0n);
}

function bookTrade(rows: readonly Row[], booking: Booking): void {
  const [first] = rows as readonly [Row];
  const moved = rows.map(partsOfRow);
  booking.trade(rows, first.text('type').toLowerCase() === 'trade' ? 'trade' : 'conversion', {
    id: BY_CONTENT,
    at: first.instant('time', UTC),
    ...tradeSidesOf(moved.map(({ change }) => change)),
    fees: sumBySymbol(moved.flatMap(({ fee }) => (fee.amount > 0n ? [fee] : []))),
  });
}

function bookSingle(row: Row, meaning: Meaning, booking: Booking): void {
  const type = row.text('type').toLowerCase().replaceAll('_', ' ');
  if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  else if (isMovement(meaning)) {
    const { change, fee } = partsOfRow(row);
    const isOut = change.amount < 0n;
    booking.movement([row], type, {
      kind: isOut && meaning === 'INCOME' ? 'UNCLEAR_OUT' : meaning,
      id: BY_CONTENT,
      at: row.instant('time', UTC),
      part: { symbol: change.symbol, amount: isOut ? -change.amount : change.amount },
      fees: fee.amount > 0n ? [fee] : [],
    });
  }
}

/** Returns what changed without the fee, and the fee. Rows without a trade have the change alone; a rebate stays in the change. */
function partsOfRow(row: Row): { readonly change: Part; readonly fee: Part } {
  const symbol = symbolIn(row, 'currency');
  const change = row.amount('change');
  const flow = row.optionalAmount('cash flow') ?? 0n;
  const fee = flow === 0n || flow < change ? 0n : flow - change;
  return { change: { symbol, amount: change + fee }, fee: { symbol, amount: fee } };
}

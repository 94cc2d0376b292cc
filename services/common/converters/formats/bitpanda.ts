/**
 * Bitpanda, transaction history: a row is a movement or a whole trade; exports of 2021 and 2022 write the money and the asset of a trade in two
 * rows. The header is below a disclaimer and the owner's name.
 */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { isMoney } from '../assets.ts';
import { type Booking, partsOf, symbolIn } from '../booking.ts';
import { isMovement, isReason, type Meaning, type MovementKind, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { pairsOfTrades, stakingMoves } from './bitpanda-pairs.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  buy: 'TRADE',
  sell: 'TRADE',
  'deposit incoming': 'DEPOSIT',
  'withdrawal outgoing': 'WITHDRAWAL',
  'transfer incoming': 'INCOME',
  'transfer outgoing': 'UNCLEAR_OUT',
  'reward incoming': 'INCOME',
  'staking incoming': 'INCOME',
  'refund incoming': 'UNCLEAR_IN',
  'transfer(stake) outgoing': 'INTERNAL',
  'transfer(stake) incoming': 'INTERNAL',
  'transfer(unstake) incoming': 'INTERNAL',
  'transfer(unstake) outgoing': 'INTERNAL',
};
const CRYPTO = new Set(['cryptocurrency', 'fiat', '', '-']);
const NOT_CRYPTO = new Set([
  'metal',
  'commodity',
  'stock',
  'stock (derivative)',
  'etf',
  'etf (derivative)',
  'etc',
  'etc (derivative)',
  'security',
]);

export const BITPANDA: Format = {
  id: 'bitpanda',
  title: 'Bitpanda: transaction history',
  platform: { name: 'Bitpanda', source: 'BITPANDA' },
  guide: {
    download: 'On the website: History, Export as CSV.',
    read: 'purchases, sales, deposits, withdrawals, rewards, gifts, and fees without anything else',
    traps: [
      'Metals, shares and funds are left out: they are no crypto assets.',
      'The fee of a withdrawal in its own column is booked in addition to the amount. The amount of a deposit is what was left after its fee.',
      'What goes to staking and comes back is no sale and no income. A transfer that brings back exactly what was staked, without saying so, asks in the inbox.',
    ],
  },
  headers: [
    [
      'transaction id',
      'timestamp',
      'transaction type',
      'in/out',
      'amount fiat',
      'fiat',
      'amount asset',
      'asset',
      'asset class',
      'fee',
      'fee asset',
    ],
  ],
  otherExports: [
    {
      columns: [
        'id',
        'type',
        'in/out',
        'amount fiat',
        'fee',
        'fiat',
        'amount asset',
        'asset',
        'status',
        'created at',
      ],
      advice: faultMessage('OLD_BITPANDA'),
    },
    {
      columns: [
        'order id',
        'trade id',
        'type',
        'market',
        'amount',
        'amount currency',
        'price',
        'fee',
        'time (utc)',
      ],
      advice: faultMessage('BITPANDA_PRO'),
    },
  ],
  read(rows, booking) {
    const halves = pairsOfTrades(rows);
    const otherHalves = new Set(halves.values());
    const moves = stakingMoves(rows);
    const groups = rows.flatMap((row) => (otherHalves.has(row) ? [] : [{ row, half: halves.get(row) }]));
    booking.eachGroup(
      groups,
      ({ row, half }) => (half === undefined ? [row] : [row, half]),
      ({ row, half }) => {
        bookRow(row, half, moves.get(row), booking);
      },
    );
  },
};

function bookRow(row: Row, half: Row | undefined, move: Meaning | undefined, booking: Booking): void {
  const rows = half === undefined ? [row] : [row, half];
  const type = row.required('transaction type').toLowerCase();
  const shown = `${type} ${row.text('in/out').toLowerCase()}`.trim();
  const meaning = move ?? MEANINGS[type] ?? MEANINGS[shown] ?? 'UNKNOWN_TYPE';
  const assetClass = row.text('asset class').toLowerCase();
  if (meaning === 'UNKNOWN_TYPE') booking.leaveOut(rows, meaning, shown);
  else if (NOT_CRYPTO.has(assetClass)) booking.leaveOut(rows, 'NOT_CRYPTO', shown);
  else if (!CRYPTO.has(assetClass)) booking.leaveOut(rows, 'UNKNOWN_TYPE', `${shown} of ${assetClass}`);
  else if (isReason(meaning)) booking.leaveOut(rows, meaning, shown);
  else if (meaning === 'TRADE') bookTrade(row, half, shown, booking);
  else if (isMovement(meaning)) bookMovement(row, shown, meaning, booking);
}

/** `half` is the row of the asset, where `row` is that of the money. */
function bookTrade(row: Row, half: Row | undefined, shown: string, booking: Booking): void {
  const asset = [row, half].flatMap((each) => (each === undefined ? [] : assetIn(each))).slice(0, 1);
  const money = partsOf(row, 'amount fiat', 'fiat');
  const fees = [row, half].flatMap((each) => (each === undefined ? [] : partsOf(each, 'fee', 'fee asset')));
  const [given, received] = shown.startsWith('buy') ? [money, asset] : [asset, money];
  const rows = half === undefined ? [row] : [row, half];
  booking.trade(rows, shown, { ...commonOf(row), given, received, fees });
}

/** Rows of money have the currency as their asset, without an amount. */
function assetIn(row: Row): Part[] {
  return partsOf(row, 'amount asset', 'asset').filter(({ symbol }) => !isMoney(symbol));
}

function bookMovement(row: Row, shown: string, kind: MovementKind, booking: Booking): void {
  const fees = partsOf(row, 'fee', 'fee asset');
  const isMoneyRow = ['', '-'].includes(row.text('asset')) || isMoney(symbolIn(row, 'asset'));
  const [amountColumn, symbolColumn] = isMoneyRow ? ['amount fiat', 'fiat'] : ['amount asset', 'asset'];
  const symbol = symbolIn(row, symbolColumn);
  const amount = absolute(row.optionalAmount(amountColumn) ?? 0n);
  // The amount of a deposit is what was left after its fee.
  const feeTaken = kind === 'DEPOSIT' && amount > 0n ? fees.find((fee) => fee.symbol === symbol) : undefined;
  const eur = row.text('fiat').toUpperCase() === 'EUR' ? row.optionalAmount('amount fiat') : null;
  booking.movement([row], shown, {
    ...commonOf(row),
    kind,
    part: { symbol, amount: amount + (feeTaken?.amount ?? 0n) },
    fees,
    eur: eur === null ? null : absolute(eur),
  });
}

function commonOf(row: Row): { id: string; at: string } {
  return {
    id: row.id('transaction id') || row.required('transaction id'),
    at: row.instant('timestamp', UTC),
  };
}

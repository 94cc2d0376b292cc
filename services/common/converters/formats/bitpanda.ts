/** Bitpanda, transaction history: a row is a whole trade or movement. The header is below a disclaimer and the owner's name. */
import { type Booking, partsOf, symbolIn } from '../booking.ts';
import { absolute } from '../amounts.ts';
import { isMovement, isReason, type Meaning } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  buy: 'TRADE',
  sell: 'TRADE',
  'deposit incoming': 'DEPOSIT',
  'withdrawal outgoing': 'WITHDRAWAL',
  'transfer incoming': 'INCOME',
  'transfer outgoing': 'UNCLEAR_OUT',
  'reward incoming': 'INCOME',
  'staking incoming': 'INCOME',
  'transfer(stake) outgoing': 'INTERNAL',
  'transfer(stake) incoming': 'INTERNAL',
  'transfer(unstake) incoming': 'INTERNAL',
  'transfer(unstake) outgoing': 'INTERNAL',
};
const CRYPTO = new Set(['cryptocurrency', 'fiat', '']);

export const BITPANDA: Format = {
  id: 'bitpanda',
  title: 'Bitpanda: transaction history',
  platform: { name: 'Bitpanda', source: 'BITPANDA' },
  guide: {
    download: 'On the website: History, Export as CSV.',
    read: 'purchases, sales, deposits, withdrawals, rewards and gifts',
    traps: [
      'Metals, shares and funds are left out: they are no crypto assets.',
      'The fee of a withdrawal in its own column is booked in addition to the amount.',
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
  read(rows, booking) {
    booking.each(rows, (row) => {
      bookRow(row, booking);
    });
  },
};

function bookRow(row: Row, booking: Booking): void {
  const type = row.required('transaction type').toLowerCase();
  const shown = `${type} ${row.text('in/out').toLowerCase()}`.trim();
  const meaning = MEANINGS[type] ?? MEANINGS[shown] ?? 'UNKNOWN_TYPE';
  const common = {
    id: row.id('transaction id') || row.required('transaction id'),
    at: row.instant('timestamp', UTC),
    fees: partsOf(row, 'fee', 'fee asset'),
  };
  if (!CRYPTO.has(row.text('asset class').toLowerCase())) booking.leaveOut([row], 'NOT_CRYPTO', shown);
  else if (isReason(meaning)) booking.leaveOut([row], meaning, shown);
  else if (meaning === 'TRADE') {
    const asset = partsOf(row, 'amount asset', 'asset');
    const money = partsOf(row, 'amount fiat', 'fiat');
    const [given, received] = type === 'buy' ? [money, asset] : [asset, money];
    booking.trade([row], shown, { ...common, given, received });
  } else if (isMovement(meaning)) bookMovement(row, shown, meaning, common, booking);
}

function bookMovement(
  row: Row,
  shown: string,
  kind: Parameters<Booking['movement']>[2]['kind'],
  common: Omit<Parameters<Booking['movement']>[2], 'kind' | 'part'>,
  booking: Booking,
): void {
  const isMoneyRow = row.text('asset class').toLowerCase() === 'fiat';
  const [amount, symbol] = isMoneyRow ? ['amount fiat', 'fiat'] : ['amount asset', 'asset'];
  const part = { symbol: symbolIn(row, symbol), amount: absolute(row.optionalAmount(amount) ?? 0n) };
  // The value in money of the incoming amount: for a deposit this is not the cost.
  const eur = kind === 'INCOME' && row.text('fiat') === 'EUR' ? row.optionalAmount('amount fiat') : null;
  booking.movement([row], shown, { ...common, kind, part, eur });
}

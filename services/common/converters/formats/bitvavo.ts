/**
 * Bitvavo, transaction history. A row is a whole trade or movement, in the wall time of its own `Timezone` column. Fees in EUR are
 * inside what was received or paid; the fee of a withdrawal is inside its amount.
 */
import { absolute } from '../amounts.ts';
import { isMoney, symbolOf } from '../assets.ts';
import type { Booking } from '../booking.ts';
import { type MovementKind, MOVEMENTS, type Part, type Reason } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';

const OLD = { currency: 'EUR', paid: 'eur received / paid' };
const NEW = { paid: 'received / paid amount', paidCurrency: 'received / paid currency' };

const DONE = new Set(['completed', 'distributed']);

const MEANINGS: Readonly<Record<string, MovementKind | Reason | 'TRADE'>> = {
  buy: 'TRADE',
  sell: 'TRADE',
  deposit: 'DEPOSIT',
  withdrawal: 'WITHDRAWAL',
  staking: 'INCOME',
  fixed_staking: 'INCOME',
  rebate: 'INCOME',
  affiliate: 'INCOME',
  distribution: 'INCOME',
  campaign_new_user_incentive: 'INCOME',
  internal_transfer: 'INTERNAL',
  withdrawal_cancelled: 'UNDONE',
  external_transferred_funds: 'DEPOSIT',
  manually_assigned: 'UNCLEAR_IN',
};

export const BITVAVO: Format = {
  id: 'bitvavo',
  title: 'Bitvavo: transaction history',
  platform: { name: 'Bitvavo', source: 'BITVAVO' },
  guide: {
    download: 'On the website: your name, Transaction history, Export, the whole period, CSV.',
    read: 'purchases, sales, deposits, withdrawals, staking rewards, rebates and other rewards, fees',
    traps: ['Loans and margin are left out and named.'],
  },
  headers: [
    [
      'timezone',
      'date',
      'time',
      'type',
      'currency',
      'amount',
      NEW.paidCurrency,
      NEW.paid,
      'fee currency',
      'fee amount',
      'status',
      'transaction id',
    ],
    [
      'timezone',
      'date',
      'time',
      'type',
      'currency',
      'amount',
      OLD.paid,
      'fee currency',
      'fee amount',
      'status',
      'transaction id',
    ],
  ],
  read(rows, booking) {
    booking.each(rows, (row) => {
      bookRow(row, booking);
    });
  },
};

function bookRow(row: Row, booking: Booking): void {
  const type = row.required('type').toLowerCase();
  const meaning = MEANINGS[type] ?? 'UNKNOWN_TYPE';
  const symbol = symbolOf(row.required('currency'));
  if (symbol === null) throw row.fault('currency', 'is not the symbol of an asset');
  if (!DONE.has(row.text('status').toLowerCase())) booking.leaveOut([row], 'NOT_DONE', type);
  else if (isMoney(symbol)) booking.leaveOut([row], 'MONEY', type);
  else if (meaning === 'TRADE') bookTrade(row, symbol, type, booking);
  else if (meaning in MOVEMENTS) bookMovement(row, symbol, type, meaning as MovementKind, booking);
  else booking.leaveOut([row], meaning as Reason, type);
}

function bookTrade(row: Row, symbol: string, type: string, booking: Booking): void {
  const asset = { symbol, amount: absolute(row.amount('amount')) };
  const currency = row.has(NEW.paidCurrency) ? symbolOf(row.required(NEW.paidCurrency)) : OLD.currency;
  if (currency === null) throw row.fault(NEW.paidCurrency, 'is not the symbol of an asset');
  const paid = absolute(row.amount(row.has(NEW.paid) ? NEW.paid : OLD.paid));
  const [fee] = feesOf(row);
  // The value of the trade itself: what was paid less the fee in it, or what was received and the fee taken from it.
  const feeInside = fee?.symbol === currency ? fee.amount : 0n;
  const money = { symbol: currency, amount: type === 'buy' ? paid - feeInside : paid + feeInside };
  booking.book({
    ...commonOf(row),
    kind: 'TRADE',
    given: [type === 'buy' ? money : asset],
    received: [type === 'buy' ? asset : money],
    fees: feesOf(row),
  });
}

function bookMovement(row: Row, symbol: string, type: string, kind: MovementKind, booking: Booking): void {
  const amount = absolute(row.amount('amount'));
  if (amount === 0n) {
    booking.leaveOut([row], 'ZERO', type);
    return;
  }
  const fees = feesOf(row);
  const feeInside = kind === 'WITHDRAWAL' && fees[0]?.symbol === symbol ? fees[0].amount : 0n;
  booking.book({
    ...commonOf(row),
    kind,
    part: { symbol, amount: amount - feeInside },
    fees,
    address: row.text('address'),
    description: type.replaceAll('_', ' '),
  });
}

function feesOf(row: Row): Part[] {
  const symbol = symbolOf(row.text('fee currency'));
  const amount = absolute(row.optionalAmount('fee amount') ?? 0n);
  return symbol === null || amount === 0n ? [] : [{ symbol, amount }];
}

function commonOf(row: Row): { id: string; at: string; lines: number[] } {
  const zone = row.required('timezone');
  const at = row.instantOf('time', `${row.required('date')} ${row.required('time')}`, { zone });
  return { id: row.id('transaction id') || row.required('transaction id'), at, lines: [row.line] };
}

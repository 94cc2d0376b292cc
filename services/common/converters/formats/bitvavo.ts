/**
 * Bitvavo, transaction history. A row is a whole trade or movement, in the wall time of its own `Timezone` column. Fees in EUR are
 * inside what was received or paid; the fee of a withdrawal is inside its amount.
 */
import { absolute } from '../amounts.ts';
import { isMoney } from '../assets.ts';
import { type Booking, partsOf, symbolIn } from '../booking.ts';
import { isReason, type Meaning, type MovementKind, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';

const OLD = { currency: 'EUR', paid: 'eur received / paid' };
const NEW = { paid: 'received / paid amount', paidCurrency: 'received / paid currency' };

const DONE = new Set(['completed', 'distributed']);

const MEANINGS: Readonly<Record<string, Meaning>> = {
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
  const symbol = symbolIn(row, 'currency');
  if (!DONE.has(row.text('status').toLowerCase())) booking.leaveOut([row], 'NOT_DONE', type);
  else if (isMoney(symbol)) booking.leaveOut([row], 'MONEY', type);
  else if (meaning === 'TRADE') bookTrade(row, symbol, type, booking);
  else if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  else bookMovement(row, symbol, type, meaning as MovementKind, booking);
}

function bookTrade(row: Row, symbol: string, type: string, booking: Booking): void {
  const asset = { symbol, amount: absolute(row.amount('amount')) };
  const currency = row.has(NEW.paidCurrency) ? symbolIn(row, NEW.paidCurrency) : OLD.currency;
  const paid = absolute(row.amount(row.has(NEW.paid) ? NEW.paid : OLD.paid));
  const fees = partsOf(row, 'fee amount', 'fee currency');
  // The value of the trade itself: what was paid less the fee in it, or what was received and the fee taken from it.
  const feeInside = feeIn(currency, fees);
  const money = { symbol: currency, amount: type === 'buy' ? paid - feeInside : paid + feeInside };
  const [given, received] = type === 'buy' ? [[money], [asset]] : [[asset], [money]];
  booking.trade([row], type, { ...commonOf(row), given, received, fees });
}

function bookMovement(row: Row, symbol: string, type: string, kind: MovementKind, booking: Booking): void {
  const fees = partsOf(row, 'fee amount', 'fee currency');
  const feeInside = kind === 'WITHDRAWAL' ? feeIn(symbol, fees) : 0n;
  const part = { symbol, amount: absolute(row.amount('amount')) - feeInside };
  const address = row.text('address');
  booking.movement([row], type.replaceAll('_', ' '), { ...commonOf(row), kind, part, fees, address });
}

function feeIn(symbol: string, fees: readonly Part[]): bigint {
  return fees.find((fee) => fee.symbol === symbol)?.amount ?? 0n;
}

function commonOf(row: Row): { id: string; at: string } {
  const zone = row.required('timezone');
  const at = row.instantOf('time', `${row.required('date')} ${row.required('time')}`, { zone });
  return { id: row.id('transaction id') || row.required('transaction id'), at };
}

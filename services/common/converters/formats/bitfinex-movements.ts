/** Bitfinex, deposits and withdrawals: a withdrawal is negative; its fee, negative too, leaves in addition. */
import { absolute } from '../amounts.ts';
import { type Booking, symbolIn } from '../booking.ts';
import type { Reason } from '../entries.ts';
import type { Format } from '../format.ts';
import { BITFINEX, DATE_TRAP, instantIn, SYMBOLS } from './bitfinex-files.ts';

const STATUSES: Readonly<Record<string, Reason | 'DONE' | 'FAILED'>> = {
  completed: 'DONE',
  canceled: 'FAILED',
  cancelled: 'FAILED',
  pending: 'NOT_DONE',
  processing: 'NOT_DONE',
  'pending review': 'NOT_DONE',
  unconfirmed: 'NOT_DONE',
  failed: 'FAILED',
};

export const BITFINEX_MOVEMENTS: Format = {
  id: 'bitfinex-movements',
  title: 'Bitfinex: deposits and withdrawals',
  platform: BITFINEX,
  guide: {
    download: 'On the website: Reports, Movements, the whole period, Export, CSV.',
    read: 'deposits and withdrawals with their fees, addresses and hashes',
    traps: [
      DATE_TRAP,
      'Trades are in another file. The ledger holds everything once more: import the ledger, or trades and movements.',
    ],
  },
  headers: [['#', 'updated', 'currency', 'status', 'amount', 'fees', 'description', 'transaction id']],
  canonical: (column) => (column === 'date' ? 'updated' : column),
  read(rows, booking) {
    booking.each(rows, (row) => {
      const amount = row.amount('amount');
      const kind = amount < 0n ? 'WITHDRAWAL' : 'DEPOSIT';
      const type = kind.toLowerCase();
      const status = STATUSES[row.text('status').toLowerCase()] ?? 'UNKNOWN_STATUS';
      const symbol = symbolIn(row, 'currency', SYMBOLS);
      const fee = absolute(row.optionalAmount('fees') ?? 0n);
      const book = (into: Booking): void => {
        into.movement([row], type, {
          kind,
          id: `movement ${row.id('#') || row.required('#')}`,
          at: instantIn(row, 'updated'),
          part: { symbol, amount: absolute(amount) },
          fees: fee === 0n ? [] : [{ symbol, amount: fee }],
          address: row.text('description'),
          transaction: row.text('transaction id'),
        });
      };
      if (status === 'DONE') book(booking);
      else if (status === 'FAILED') booking.undo([row], 'NOT_DONE', type, book);
      else booking.leaveOut([row], status, type);
    });
  },
};

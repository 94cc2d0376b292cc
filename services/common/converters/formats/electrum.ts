/** Electrum, history of a wallet of bitcoin: a row per transaction. What leaves includes the fee. Times have no zone, and no seconds. */
import type { Booking } from '../booking.ts';
import { BY_CONTENT } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { bookBitcoin } from './bitcoin-wallets.ts';

const UNCONFIRMED = /^(?:unconfirmed|unknown|local)?$/i;

export const ELECTRUM: Format = {
  id: 'electrum',
  title: 'Electrum: history',
  platform: { name: 'Electrum', source: null },
  needsTimeZone: true,
  guide: {
    download: 'In the program: the tab History, Export history, CSV.',
    read: 'what comes in and leaves, and network fees, in bitcoin',
    traps: [
      'Times are in the zone of the computer: name it, such as `Europe/Brussels`.',
      'The file is read as bitcoin: Electrum for another coin writes the same columns.',
      'Older versions write no fees: what left includes them, and so does the withdrawal.',
    ],
  },
  headers: [['transaction_hash', 'label', 'value', 'timestamp']],
  read(rows, booking, { timeZone }) {
    booking.each(rows, (row) => {
      bookRow(row, timeZone ?? 'UTC', booking);
    });
  },
};

function bookRow(row: Row, zone: string, booking: Booking): void {
  if (UNCONFIRMED.test(row.text('timestamp'))) {
    booking.leaveOut([row], 'NOT_DONE', 'transaction');
    return;
  }
  bookBitcoin(
    row,
    {
      id: row.text('transaction_hash') || BY_CONTENT,
      at: row.instant('timestamp', { zone, patterns: ['yyyy-MM-dd HH:mm'] }),
      change: row.optionalAmount('value', withoutUnit) ?? 0n,
      fee: row.optionalAmount('fee', withoutUnit) ?? 0n,
      label: row.text('label'),
    },
    booking,
  );
}

function withoutUnit(text: string): string {
  return text.replace(/ ?BTC$/i, '');
}

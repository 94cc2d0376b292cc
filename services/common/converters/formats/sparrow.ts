/**
 * Sparrow, transactions of a wallet of bitcoin: a row per transaction, in bitcoin or in satoshis. Amounts in bitcoin have a decimal mark, those
 * in satoshis never have one.
 */
import type { Booking } from '../booking.ts';
import { BY_CONTENT } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { bookBitcoin } from './bitcoin-wallets.ts';

const SATOSHIS = 100_000_000n;

export const SPARROW: Format = {
  id: 'sparrow',
  title: 'Sparrow: transactions',
  platform: { name: 'Sparrow', source: null },
  guide: {
    download: 'In the program: the tab Transactions, the icon "Export transactions as CSV".',
    read: 'what comes in and leaves, and network fees, in bitcoin',
    traps: [
      'Values in money are daily rates: prices of the service are used instead. The note below them is named as a line that cannot be read.',
      'A transfer between two own wallets is in both files: match the two in the inbox.',
    ],
  },
  headers: [['date (utc)', 'label', 'value', 'balance', 'fee', 'txid']],
  read(rows, booking) {
    const isBitcoin = rows.some((row) => /\d[.,]\d/.test(row.text('value')));
    booking.each(rows, (row) => {
      bookRow(row, isBitcoin ? 1n : SATOSHIS, booking);
    });
  },
};

function bookRow(row: Row, units: bigint, booking: Booking): void {
  if (/^unconfirmed$/i.test(row.text('date (utc)'))) {
    booking.leaveOut([row], 'NOT_DONE', 'transaction');
    return;
  }
  bookBitcoin(
    row,
    {
      id: row.text('txid') || BY_CONTENT,
      at: row.instant('date (utc)', UTC),
      change: (row.optionalAmount('value', withPoint) ?? 0n) / units,
      fee: (row.optionalAmount('fee', withPoint) ?? 0n) / units,
      label: row.text('label'),
    },
    booking,
  );
}

/** Some files write a decimal comma. Eight digits follow it, so it cannot separate thousands. */
function withPoint(text: string): string {
  return text.replace(/,(?=\d{8,}$)/, '.');
}

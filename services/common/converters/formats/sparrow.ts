/**
 * Sparrow, transactions of a wallet of bitcoin: a row per transaction, in bitcoin or in satoshis. Amounts in bitcoin have a decimal mark, those
 * in satoshis never have one.
 */
import { balanceColumns } from '../balance-chains.ts';
import type { Booking } from '../booking.ts';
import { BY_CONTENT } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { BITCOIN, bookBitcoin } from './bitcoin-wallets.ts';

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
  balances: (rows) => {
    const units = unitsOf(rows);
    return balanceColumns({
      at: (row) => row.instant('date (utc)', UTC),
      asset: () => BITCOIN,
      change: (row) => (row.optionalAmount('value', withPoint) ?? 0n) / units,
      after: (row) => {
        const balance = row.optionalAmount('balance', withPoint);
        return balance === null ? null : balance / units;
      },
    });
  },
  read(rows, booking) {
    const units = unitsOf(rows);
    booking.each(rows, (row) => {
      bookRow(row, units, booking);
    });
  },
};

/** Returns by what amounts are divided to be bitcoin. */
function unitsOf(rows: readonly Row[]): bigint {
  return rows.some((row) => /\d[.,]\d/.test(row.text('value'))) ? 1n : SATOSHIS;
}

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

/** Koinly, its own export of transactions: one row per transaction with both wallets, in UTC, valued in the currency of the account. */
import { ContentIds, partsOf } from '../booking.ts';
import type { Format } from '../format.ts';
import { bookKoinly, feesOf, isKoinlyType, KOINLY_MOVE, KOINLY_TIME, tagOf, typeOf } from './koinly-rows.ts';

const COLUMNS: Readonly<Record<string, string>> = {
  'date (utc)': 'date',
  'net value (eur)': 'net value in euro',
};
export const KOINLY_EXPORT: Format = {
  id: 'koinly-export',
  title: 'Koinly: export of transactions',
  platform: { name: 'Koinly', source: null },
  guide: {
    download: 'On the website: Tax Reports, "Transaction history" of each year, CSV.',
    read: 'trades, deposits, withdrawals, transfers, and every tag of income, gifts, losses, costs, loans and swaps',
    traps: [
      'All wallets of the file become one account; name it with `--account` and `--label`. A transfer between two of them is left out, ' +
        'and its fee is booked.',
      'Do not import the exports of the exchanges of the same wallets as well: they hold the same transactions once more.',
      'Values are read where the currency of the account in Koinly is euro.',
    ],
  },
  headers: [
    [
      'date',
      'type',
      'sending wallet',
      'sent amount',
      'sent currency',
      'receiving wallet',
      'received amount',
      'received currency',
    ],
  ],
  canonical: (column) => COLUMNS[column] ?? column,
  read(rows, booking) {
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      const type = typeOf(row);
      const wallets = ['sending wallet', 'receiving wallet'].map((column) => row.text(column));
      const tag = type === KOINLY_MOVE ? KOINLY_MOVE : tagOf(row);
      const transaction = {
        id: ids.idOf(row),
        at: row.instant('date', KOINLY_TIME),
        given: partsOf(row, 'sent amount', 'sent currency'),
        received: partsOf(row, 'received amount', 'received currency'),
        fees: feesOf(row),
        eur: row.optionalAmount('net value in euro'),
        description: [...new Set([row.text('description') || tag || type, ...wallets])]
          .filter((text) => text !== '')
          .join(' · '),
        transaction: row.text('txhash'),
      };
      if (isKoinlyType(type)) bookKoinly(row, tag, transaction, booking);
      else booking.leaveOut([row], 'UNKNOWN_TYPE', type);
    });
  },
};

/** Koinly, universal template: one row per transaction, in UTC. It is also what many other programs write. */
import { ContentIds, partsOf } from '../booking.ts';
import type { Format } from '../format.ts';
import { bookKoinly, feesOf, KOINLY_TIME, netWorthOf, tagOf } from './koinly-rows.ts';

const COLUMNS: Readonly<Record<string, string>> = {
  'koinly date': 'date',
  'date (utc)': 'date',
  'utc date': 'date',
  'tx hash': 'txhash',
  'transaction hash': 'txhash',
};

export const KOINLY: Format = {
  id: 'koinly',
  title: 'Koinly: universal template',
  platform: { name: 'Koinly', source: null },
  guide: {
    download:
      'The file that other programs write for Koinly, or that you filled in: CSV with the columns of its universal template.',
    read: 'trades, deposits, withdrawals, and every tag of income, gifts, losses, costs, loans and swaps',
    traps: [
      'Name the account of each wallet with `--account` and `--label`: the file does not say where its assets are.',
      'A transaction of two assets with the tag "swap" is no sale: cost and dates carry over.',
      'Transactions tagged "add to pool" and "remove from pool" move within your assets: only their fees are booked. What a pool paid ' +
        'on top needs a tag of its own, such as "reward".',
      'A symbol with an id, such as `USDC;7481`, is another asset than the one of that symbol, and is to be reviewed.',
      'A tag that is not known asks in the inbox; on a trade, the row is left out to be checked.',
    ],
  },
  headers: [['date', 'sent amount', 'sent currency', 'received amount', 'received currency']],
  canonical: (column) => COLUMNS[column] ?? column,
  read(rows, booking) {
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      const id = ids.idOf(row);
      const tag = tagOf(row);
      const transaction = {
        id,
        at: row.instant('date', KOINLY_TIME),
        given: partsOf(row, 'sent amount', 'sent currency'),
        received: partsOf(row, 'received amount', 'received currency'),
        fees: feesOf(row),
        eur: netWorthOf(row),
        description: row.text('description') || tag,
        transaction: row.text('txhash'),
      };
      bookKoinly(row, tag, transaction, booking);
    });
  },
};

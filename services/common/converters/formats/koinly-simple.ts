/** Koinly, simple template: one row per deposit or withdrawal, in UTC; what leaves has a minus. */
import { absolute } from '../amounts.ts';
import { ContentIds, symbolIn } from '../booking.ts';
import type { Format } from '../format.ts';
import { bookKoinly, feesOf, KOINLY_TIME, netWorthOf, tagOf } from './koinly-rows.ts';

export const KOINLY_SIMPLE: Format = {
  id: 'koinly-simple',
  title: 'Koinly: simple template',
  platform: { name: 'Koinly', source: null },
  guide: {
    download:
      'The file that other programs write for Koinly, or that you filled in: CSV with the columns "Koinly Date", "Amount" and "Currency".',
    read: 'deposits, withdrawals, and every tag of income, gifts, losses, costs and loans',
    traps: ['An amount that leaves has a minus. Trades are in the trades template or the universal one.'],
  },
  headers: [['koinly date', 'amount', 'currency']],
  canonical: (column) => (column === 'fee' ? 'fee amount' : column),
  read(rows, booking) {
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      const id = ids.idOf(row);
      const tag = tagOf(row);
      const amount = row.amount('amount');
      const part = { symbol: symbolIn(row, 'currency'), amount: absolute(amount) };
      const transaction = {
        id,
        at: row.instant('koinly date', KOINLY_TIME),
        given: amount < 0n ? [part] : [],
        received: amount > 0n ? [part] : [],
        fees: feesOf(row),
        eur: netWorthOf(row),
        description: row.text('description') || tag,
        transaction: row.text('txhash'),
      };
      bookKoinly(row, tag, transaction, booking);
    });
  },
};

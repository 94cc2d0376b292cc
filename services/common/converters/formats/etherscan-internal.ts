/** Etherscan and its siblings, internal transactions of an address: what contracts sent. Several rows may belong to one transaction. */
import { type Booking, groupBy } from '../booking.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { bookTransaction, unixInstant } from './blockchains.ts';
import { withoutTwins } from './changes.ts';
import { addressIn, coinOf, DOWNLOAD, ETHERSCAN, hashOf, TRAPS, withoutUnit } from './etherscan-files.ts';

const DONE = '0';
const FAILED = /^(?:1|error\b.*)$/i;

export const ETHERSCAN_INTERNAL: Format = {
  id: 'etherscan-internal',
  title: 'Etherscan and its siblings: internal transactions',
  platform: ETHERSCAN,
  guide: {
    download: `${DOWNLOAD}Internal Transactions, Download: CSV Export.`,
    read: 'what contracts send and receive in the coin of the chain',
    traps: TRAPS,
  },
  headers: [
    [
      'transaction hash',
      'unixtimestamp',
      'parenttxfrom',
      'from',
      'txto',
      'value_in',
      'value_out',
      'status',
      'type',
    ],
  ],
  canonical: withoutUnit,
  read(rows, booking, { header }) {
    const coin = coinOf(header);
    const done: Row[] = [];
    const known = withoutTwins(rows, contentOf, booking, 'internal transaction', contentOf);
    booking.each(known, (row) => {
      const status = row.text('status');
      if (status === DONE) done.push(row);
      else
        booking.leaveOut([row], FAILED.test(status) ? 'NOT_DONE' : 'UNKNOWN_STATUS', 'internal transaction');
    });
    booking.eachGroup(
      groupBy(done, hashOf),
      (group) => group,
      (group) => {
        bookGroup(group, coin, booking);
      },
    );
  },
};

/** The value in dollars is another one in each download. */
function contentOf(row: Row): string {
  const cells = ['from', 'txto', 'value_in', 'value_out', 'status'].map((column) => row.text(column));
  return JSON.stringify([hashOf(row), ...cells]);
}

function bookGroup(rows: readonly Row[], coin: string, booking: Booking): void {
  const [first] = rows as readonly [Row];
  const changes = rows.map((row) => ({
    symbol: coin,
    amount: (row.optionalAmount('value_in') ?? 0n) - (row.optionalAmount('value_out') ?? 0n),
  }));
  bookTransaction(
    rows,
    'internal transaction',
    {
      hash: hashOf(first),
      at: unixInstant(first, 'unixtimestamp'),
      changes,
      fees: [],
      description: 'internal transaction',
      // Of several rows, no address is the one on the other side.
      address: rows.length > 1 ? '' : addressIn(first, (changes[0]?.amount ?? 0n) > 0n ? 'from' : 'txto'),
      // What a contract sends to the person who called it may be what an exchange of tokens brought in.
      isSide: rows.some((row) => addressIn(row, 'parenttxfrom') === addressIn(row, 'txto')),
    },
    booking,
  );
}

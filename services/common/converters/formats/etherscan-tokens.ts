/**
 * Etherscan and its siblings, transfers of tokens (ERC-20). The rows of one transaction belong together: tokens that leave and others that come
 * in are an exchange. The network fee is in the file of transactions.
 */
import { type Booking, groupBy } from '../booking.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { bookTransaction, unixInstant } from './blockchains.ts';
import { withoutTwins } from './changes.ts';
import {
  addressIn,
  DOWNLOAD,
  ETHERSCAN,
  hashOf,
  leaveOutWithoutOwner,
  ownerOf,
  tokenSymbol,
  TRAPS,
  withoutUnit,
} from './etherscan-files.ts';

export const ETHERSCAN_TOKENS: Format = {
  id: 'etherscan-tokens',
  title: 'Etherscan and its siblings: tokens (ERC-20)',
  platform: ETHERSCAN,
  guide: {
    download: `${DOWNLOAD}Token Transfers (ERC-20), Download: CSV Export. Keep the name of the file: it holds your address.`,
    read: 'tokens that come in and leave, exchanges of tokens',
    traps: [
      ...TRAPS,
      'A token that calls itself like a well-known one, such as USDC, but has another contract, has its contract behind its symbol.',
    ],
  },
  headers: [
    [
      'transaction hash',
      'unixtimestamp',
      'from',
      'to',
      'tokenvalue',
      'contractaddress',
      'tokenname',
      'tokensymbol',
    ],
  ],
  canonical: withoutUnit,
  read(rows, booking, { filename }) {
    const owner = ownerOf(rows, filename);
    if (owner === null) {
      leaveOutWithoutOwner(rows, booking);
      return;
    }
    const transfers: Row[] = [];
    const known = withoutTwins(rows, contentOf, booking, 'transfer of a token', contentOf);
    booking.each(known, (row) => {
      if ([addressIn(row, 'from'), addressIn(row, 'to')].includes(owner)) transfers.push(row);
      else leaveOutWithoutOwner([row], booking);
    });
    booking.eachGroup(
      groupBy(transfers, hashOf),
      (group) => group,
      (group) => {
        bookGroup(group, owner, booking);
      },
    );
  },
};

/** The value in dollars may be another one in the next download. */
function contentOf(row: Row): string {
  const cells = ['from', 'to', 'contractaddress'].map((column) => addressIn(row, column));
  return JSON.stringify([hashOf(row), ...cells, row.text('tokenvalue')]);
}

function bookGroup(rows: readonly Row[], owner: string, booking: Booking): void {
  const [first] = rows as readonly [Row];
  const changes = rows.map((row) => {
    const amount = row.amount('tokenvalue');
    const [cameIn, left] = [addressIn(row, 'to') === owner, addressIn(row, 'from') === owner];
    return { symbol: tokenSymbol(row), amount: (cameIn ? amount : 0n) - (left ? amount : 0n) };
  });
  bookTransaction(
    rows,
    'transfer of a token',
    {
      hash: hashOf(first),
      at: unixInstant(first, 'unixtimestamp'),
      changes,
      fees: [],
      description: 'transfer of a token',
      // Of several rows, no address is the one on the other side.
      address: rows.length > 1 ? '' : addressIn(first, addressIn(first, 'from') === owner ? 'to' : 'from'),
      isSide: true,
    },
    booking,
  );
}

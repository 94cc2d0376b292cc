/**
 * Etherscan and its siblings, transactions of an address: a row per transaction. The fee is that of the sender, and is shown on what came in
 * too. A transaction that failed cost its fee, and moved nothing.
 */
import type { Booking } from '../booking.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { bookTransaction, unixInstant } from './blockchains.ts';
import {
  addressIn,
  coinOf,
  DOWNLOAD,
  ETHERSCAN,
  hashOf,
  leaveOutWithoutOwner,
  ownerOf,
  TRAPS,
  withoutUnit,
} from './etherscan-files.ts';

/** Methods that send the coin and nothing else. A call of a contract may bring in tokens, which are in another file. */
const PLAIN = /^(?:transfer\*?)?$/i;
const FAILED = /^error\b/i;

export const ETHERSCAN_TRANSACTIONS: Format = {
  id: 'etherscan-transactions',
  title: 'Etherscan and its siblings: transactions',
  platform: ETHERSCAN,
  guide: {
    download: `${DOWNLOAD}Transactions, Download: CSV Export.`,
    read: 'what comes in and leaves in the coin of the chain, network fees',
    traps: TRAPS,
  },
  headers: [['transaction hash', 'unixtimestamp', 'from', 'to', 'value_in', 'value_out', 'txnfee', 'status']],
  canonical: withoutUnit,
  read(rows, booking, { header, filename }) {
    const coin = coinOf(header);
    const owner = ownerOf(rows, filename);
    booking.each(rows, (row) => {
      bookRow(row, coin, owner, booking);
    });
  },
};

function bookRow(row: Row, coin: string, owner: string | null, booking: Booking): void {
  const [status, from, to] = [row.text('status'), addressIn(row, 'from'), addressIn(row, 'to')];
  const [cameIn, left] = [row.optionalAmount('value_in') ?? 0n, row.optionalAmount('value_out') ?? 0n];
  const isFailed = FAILED.test(status);
  const type = [row.text('method') || 'transaction', isFailed ? 'failed' : ''].join(' ').trim();
  const isOwn = left > 0n || (cameIn === 0n && from === owner);
  if (status !== '' && !isFailed) booking.leaveOut([row], 'UNKNOWN_STATUS', status);
  else if (cameIn === 0n && left === 0n && (owner === null || ![from, to].includes(owner)))
    leaveOutWithoutOwner([row], booking);
  else
    bookTransaction(
      [row],
      type,
      {
        hash: hashOf(row),
        at: unixInstant(row, 'unixtimestamp'),
        changes: isFailed ? [] : [{ symbol: coin, amount: cameIn - left }],
        fees: isOwn ? [{ symbol: coin, amount: row.optionalAmount('txnfee') ?? 0n }] : [],
        description: type,
        address: isOwn ? to : from,
        isSide: left > 0n && !PLAIN.test(row.text('method')),
      },
      booking,
    );
}

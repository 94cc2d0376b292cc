/**
 * Solscan, transfers of an address on Solana: a row for each transfer. The rows of one transaction belong together: assets that leave and others
 * that come in are an exchange. Amounts are in the smallest unit of the token.
 */
import { AMOUNT_SCALE } from '@ctx/domain/decimal';
import { faultMessage } from '@ctx/domain/file-faults';
import { type Booking, groupBy } from '../booking.ts';
import type { Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { bookTransaction, unixInstant } from './blockchains.ts';
import { withoutTwins } from './changes.ts';

/** Well-known tokens. Every other token has its address as its symbol, so that no namesake is taken for one of these. */
const TOKENS: Readonly<Record<string, string>> = {
  So11111111111111111111111111111111111111111: 'SOL',
  So11111111111111111111111111111111111111112: 'SOL',
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
  HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr: 'EURC',
  mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So: 'MSOL',
  J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn: 'JITOSOL',
  JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN: 'JUP',
};
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const WHOLE_NUMBER = /^\d{1,39}$/;
const DECIMALS = /^\d{1,2}$/;
const TRANSFERS: readonly string[] = ['transfer'];

export const SOLSCAN: Format = {
  id: 'solscan',
  title: 'Solscan: transfers',
  platform: { name: 'Solscan', source: null },
  guide: {
    download: 'On the page of your address: Transfers, Export CSV, the whole period.',
    read: 'what comes in and leaves, exchanges of tokens',
    traps: [
      'Network fees and rewards of staking accounts are not in this file: compare the balance of SOL.',
      'A file has at most 5,000 rows: export several periods.',
      'Of tokens the file has the address alone: only well-known ones have their symbol.',
      'Accounts that are created or closed, and tokens that are made or burned, are left out and named.',
    ],
  },
  headers: [
    ['signature', 'block time', 'action', 'from', 'to', 'amount', 'flow', 'decimals', 'token address'],
  ],
  read(rows, booking) {
    const known: Row[] = [];
    booking.each(rows, (row) => {
      const action = row.required('action').toLowerCase();
      if (!TRANSFERS.includes(action)) booking.leaveOut([row], 'UNKNOWN_TYPE', action.replaceAll('_', ' '));
      else if (!['in', 'out'].includes(row.text('flow').toLowerCase()))
        booking.leaveOut([row], 'UNKNOWN_TYPE', `${action} ${row.text('flow')}`);
      else known.push(row);
    });
    booking.eachGroup(
      groupBy(withoutTwins(known, contentOf, booking, 'transfer', contentOf), hashOf),
      (group) => group,
      (group) => {
        bookGroup(group, booking);
      },
    );
  },
};

function hashOf(row: Row): string {
  return row.required('signature');
}

/** The value in dollars may be another one in the next download. */
function contentOf(row: Row): string {
  const columns = ['from', 'to', 'amount', 'flow', 'token address'];
  return JSON.stringify([hashOf(row), ...columns.map((column) => row.text(column))]);
}

function bookGroup(rows: readonly Row[], booking: Booking): void {
  const [first] = rows as readonly [Row];
  const changes = rows.map(changeIn);
  const isIn = (changes[0]?.amount ?? 0n) > 0n;
  bookTransaction(
    rows,
    'transfer',
    {
      hash: hashOf(first),
      at: unixInstant(first, 'block time'),
      changes,
      fees: [],
      description: 'transfer',
      // Of several rows, no address is the one on the other side.
      address: rows.length > 1 ? '' : first.text(isIn ? 'from' : 'to'),
    },
    booking,
  );
}

function changeIn(row: Row): Part {
  const [amount, decimals] = [row.required('amount'), row.required('decimals')];
  if (!WHOLE_NUMBER.test(amount)) throw row.fault('amount', faultMessage('NOT_SMALLEST_UNITS'));
  if (!DECIMALS.test(decimals) || Number(decimals) > AMOUNT_SCALE)
    throw row.fault('decimals', faultMessage('NOT_DECIMALS', { max: AMOUNT_SCALE }));
  const token = row.required('token address');
  if (!ADDRESS.test(token)) throw row.fault('token address', faultMessage('NOT_SOLANA_ADDRESS'));
  const isIn = row.text('flow').toLowerCase() === 'in';
  const units = BigInt(amount) * 10n ** BigInt(AMOUNT_SCALE - Number(decimals));
  return { symbol: TOKENS[token] ?? token, amount: isIn ? units : -units };
}

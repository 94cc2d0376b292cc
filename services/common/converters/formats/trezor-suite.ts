/**
 * Trezor Suite, transactions: a row for each output, token or internal transfer of a transaction. The fee is on its first row, in addition to
 * the amounts. The sender paid the fee of an arrival.
 */
import { type Booking, groupBy, symbolIn } from '../booking.ts';
import type { Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { bookTransaction, unixInstant } from './blockchains.ts';
import { withoutTwins } from './changes.ts';

const RECEIVED = 'recv';
const SENT = 'sent';
/** Types of which only the fee leaves. */
const FEE_ONLY: readonly string[] = ['self', 'failed'];
const NFT = /^ID \d+$/i;
const FIAT = 'fiat (eur)';
export const TREZOR_SUITE: Format = {
  id: 'trezor-suite',
  title: 'Trezor Suite: transactions',
  platform: { name: 'Trezor Suite', source: null },
  guide: {
    download:
      'In the app: an account, Transactions, the export icon, CSV. Once for each account, with euro as the currency.',
    read: 'what comes in and leaves, network fees, staking rewards of Cardano, values of arrivals in EUR',
    traps: [
      'A transfer between two own accounts is in both files: match the two in the inbox.',
      'Files from before 2021 (with "Date & Time" and "Total") do not name their coin: export the account again.',
      'Joint transactions (coinjoin) are left out and named, and so are NFTs.',
    ],
  },
  headers: [['timestamp', 'type', 'transaction id', 'fee', 'fee unit', 'address', 'amount', 'amount unit']],
  read(rows, booking) {
    const known: Row[] = [];
    booking.each(rows, (row) => {
      const type = typeOf(row);
      if (row.text('timestamp') === '') booking.leaveOut([row], 'NOT_DONE', type);
      else if (NFT.test(row.text('amount'))) booking.leaveOut([row], 'NOT_CRYPTO', type);
      else if ([RECEIVED, SENT, ...FEE_ONLY].includes(type)) known.push(row);
      else booking.leaveOut([row], 'UNKNOWN_TYPE', type);
    });
    const once = withoutTwins(known, contentOf, booking, 'transaction', contentOf);
    booking.eachGroup(
      groupBy(once, hashOf),
      (group) => group,
      (group) => {
        bookGroup(group, booking);
      },
    );
  },
};

function typeOf(row: Row): string {
  return row.required('type').toLowerCase();
}

function hashOf(row: Row): string {
  return row.required('transaction id');
}

/** Labels, dates and values in money may be other ones in the next export. */
function contentOf(row: Row): string {
  const columns = ['timestamp', 'type', 'address', 'amount', 'amount unit', 'fee'];
  return JSON.stringify([hashOf(row), ...columns.map((column) => row.text(column))]);
}

function bookGroup(rows: readonly Row[], booking: Booking): void {
  const [first] = rows as readonly [Row];
  const types = [...new Set(rows.map(typeOf))].toSorted();
  const type = types.join(', ');
  const at = unixInstant(first, 'timestamp');
  const changes = rows.flatMap(changesIn);
  const fees = types.every((each) => each === RECEIVED) ? [] : rows.flatMap(feesIn);
  const [change] = changes;
  const label = rows.map((row) => row.text('label')).find((text) => text !== '');
  const description = [type, label].filter(Boolean).join(' · ');
  if (rows.length === 1 && /^claim rewards$/i.test(first.text('address')) && change !== undefined)
    booking.movement(rows, type, { kind: 'INCOME', id: hashOf(first), at, part: change, eur: eurOf(rows) });
  else
    bookTransaction(
      rows,
      type,
      {
        hash: hashOf(first),
        at,
        changes,
        fees,
        description,
        // Of several rows, no address is the one on the other side.
        address: rows.length > 1 ? '' : first.text('address'),
        eur: eurOf(rows),
      },
      booking,
    );
}

function changesIn(row: Row): Part[] {
  const type = typeOf(row);
  if (type !== RECEIVED && type !== SENT) return [];
  const amount = row.amount('amount');
  return amount === 0n
    ? []
    : [{ symbol: symbolIn(row, 'amount unit'), amount: type === SENT ? -amount : amount }];
}

function feesIn(row: Row): Part[] {
  const amount = row.optionalAmount('fee') ?? 0n;
  return amount === 0n ? [] : [{ symbol: symbolIn(row, 'fee unit'), amount }];
}

/** Returns the value of all rows; null if one has none that can be read for sure. */
function eurOf(rows: readonly Row[]): bigint | null {
  let sum = 0n;
  for (const row of rows) {
    const value = decimalOf(row.text(FIAT));
    if (value === null) return null;
    sum += row.optionalAmount(FIAT, () => value) ?? 0n;
  }
  return sum;
}

/** The file writes values in the language of the app. Three digits behind the last mark may be thousands or decimals: null. */
function decimalOf(text: string): string | null {
  const mark = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const [whole, decimals] = mark === -1 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)];
  if (!/^\d[\d.,'\s]*$/.test(text) || !/^\d*$/.test(decimals) || decimals.length === 3) return null;
  return `${whole.replaceAll(/\D/g, '')}.${decimals || '0'}`;
}

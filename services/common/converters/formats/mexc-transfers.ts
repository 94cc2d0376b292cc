/** MEXC, deposits and withdrawals: one row each. What was asked for is what arrives and the fee. */
import { absolute } from '../amounts.ts';
import { type Booking, partsOf, symbolIn } from '../booking.ts';
import { BY_CONTENT, type Reason } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { withoutTwins } from './changes.ts';
import { withoutZone, zoneIn } from './column-zones.ts';
import { MEXC, ZONE_TRAP } from './mexc-trades.ts';

const STATUSES: Readonly<Record<string, Reason | 'DONE' | 'FAILED'>> = {
  'credited successfully': 'DONE',
  'withdrawal successful': 'DONE',
  pending: 'NOT_DONE',
  processing: 'NOT_DONE',
  confirming: 'NOT_DONE',
  failed: 'FAILED',
  'deposit failed': 'FAILED',
  'withdrawal failed': 'FAILED',
  canceled: 'FAILED',
  cancelled: 'FAILED',
  'withdrawal canceled': 'FAILED',
};

export const MEXC_DEPOSITS: Format = {
  id: 'mexc-deposits',
  title: 'MEXC: deposits',
  platform: MEXC,
  guide: {
    download: 'On the website: Wallets, Funding history, Deposits, Export, the whole period.',
    read: 'deposits with their hashes',
    traps: ['Trades and withdrawals are in files of their own.', ZONE_TRAP],
  },
  headers: [['status', 'time', 'crypto', 'network', 'deposit amount', 'txid']],
  canonical: withoutZone,
  read(rows, booking, { header }) {
    const zone = zoneIn(header, 'time');
    booking.each(withoutRepeats(rows, booking), (row) => {
      bookRow(row, { kind: 'DEPOSIT', amount: row.amount('deposit amount'), zone }, booking);
    });
  },
};

export const MEXC_WITHDRAWALS: Format = {
  id: 'mexc-withdrawals',
  title: 'MEXC: withdrawals',
  platform: MEXC,
  guide: {
    download: 'On the website: Wallets, Funding history, Withdrawals, Export, the whole period.',
    read: 'withdrawals with their fees, addresses and hashes',
    traps: ['Trades and deposits are in files of their own.', ZONE_TRAP],
  },
  headers: [['status', 'time', 'crypto', 'network', 'request amount', 'trading fee', 'settlement amount']],
  canonical: withoutZone,
  read(rows, booking, { header }) {
    const zone = zoneIn(header, 'time');
    booking.each(withoutRepeats(rows, booking), (row) => {
      const fee = absolute(row.optionalAmount('trading fee') ?? 0n);
      const amount = row.optionalAmount('settlement amount') ?? row.amount('request amount') - fee;
      bookRow(row, { kind: 'WITHDRAWAL', amount, zone }, booking);
    });
  },
};

/** A transfer with a hash is there once. */
function withoutRepeats(rows: readonly Row[], booking: Booking): Row[] {
  const columns = ['time', 'crypto', 'deposit amount', 'request amount', 'txid'];
  const keyOf = (row: Row): string =>
    row.text('txid') === ''
      ? `line ${String(row.line)}`
      : JSON.stringify(columns.map((name) => row.text(name)));
  return withoutTwins(rows, keyOf, booking, 'transfer');
}

interface Transfer {
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL';
  readonly amount: bigint;
  readonly zone: string;
}

function bookRow(row: Row, { kind, amount, zone }: Transfer, booking: Booking): void {
  const type = kind.toLowerCase();
  const status = STATUSES[row.text('status').toLowerCase()] ?? 'UNKNOWN_STATUS';
  const book = (into: Booking): void => {
    into.movement([row], type, {
      kind,
      id: BY_CONTENT,
      at: row.instant('time', { zone }),
      part: { symbol: symbolIn(row, 'crypto'), amount: absolute(amount) },
      fees: partsOf(row, 'trading fee', 'crypto'),
      address: row.text('withdrawal address'),
      transaction: row.text('txid'),
    });
  };
  if (status === 'DONE') book(booking);
  else if (status === 'FAILED') booking.undo([row], 'NOT_DONE', type, book);
  else booking.leaveOut([row], status, type);
}

/** Koinly, universal template: one row per transaction, in UTC. It is also what many other programs write. */
import { type Booking, ContentIds, partsOf } from '../booking.ts';
import type { Meaning, Part } from '../entries.ts';
import { type EntryId, isMovement, isReason } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

const HEADER = [
  'date',
  'sent amount',
  'sent currency',
  'received amount',
  'received currency',
  'fee amount',
  'fee currency',
  'net worth amount',
  'net worth currency',
];

/** Labels of incoming rows. Without a label it is a deposit. */
const INCOMING: Readonly<Record<string, Meaning>> = {
  '': 'DEPOSIT',
  airdrop: 'INCOME',
  fork: 'INCOME',
  mining: 'INCOME',
  staking: 'INCOME',
  reward: 'INCOME',
  income: 'INCOME',
  'other income': 'INCOME',
  'lending interest': 'INCOME',
  'loan interest': 'INCOME',
  cashback: 'INCOME',
  'fee refund': 'INCOME',
  salary: 'INCOME',
  gift: 'GIFT_RECEIVED',
  loan: 'LOAN',
  'margin loan': 'DERIVATIVES',
  'realized gain': 'DERIVATIVES',
};

/** Labels of outgoing rows. Without a label it is a withdrawal. */
const OUTGOING: Readonly<Record<string, Meaning>> = {
  '': 'WITHDRAWAL',
  gift: 'GIFT_GIVEN',
  lost: 'LOST',
  donation: 'DONATION',
  cost: 'COST',
  'loan fee': 'COST',
  'margin fee': 'DERIVATIVES',
  tax: 'PAYMENT',
  'loan repayment': 'REPAYMENT',
  'margin repayment': 'DERIVATIVES',
  'realized gain': 'DERIVATIVES',
};

export const KOINLY: Format = {
  id: 'koinly',
  title: 'Koinly: universal template',
  platform: { name: 'Koinly', source: null },
  guide: {
    download:
      'The file that other programs write for Koinly, or that you filled in: CSV with the columns of its universal template.',
    read: 'trades, deposits, withdrawals, and every label of income, gifts, losses, costs and loans',
    traps: [
      'Name the account of each wallet with `--account` and `--label`: the file does not say where its assets are.',
      'Pool deposits and withdrawals without a label of the table ask in the inbox.',
    ],
  },
  headers: [
    [...HEADER, 'label'],
    [...HEADER, 'tag'],
  ],
  read(rows, booking) {
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      bookRow(row, ids.idOf(row), booking);
    });
  },
};

function bookRow(row: Row, id: EntryId, booking: Booking): void {
  const label = row
    .text(row.has('label') ? 'label' : 'tag')
    .toLowerCase()
    .replaceAll('_', ' ');
  const given = partsOf(row, 'sent amount', 'sent currency');
  const received = partsOf(row, 'received amount', 'received currency');
  const common = {
    id,
    at: row.instant('date', UTC),
    fees: partsOf(row, 'fee amount', 'fee currency'),
    eur: euroOf(row),
    description: row.text('description') || label,
  };
  const [sent, came] = [given[0], received[0]];
  if (sent !== undefined && came !== undefined)
    booking.trade([row], label || 'exchange', { ...common, given, received });
  else if (came !== undefined)
    bookOneSide(row, label, INCOMING[label] ?? 'UNCLEAR_IN', came, common, booking);
  else if (sent !== undefined)
    bookOneSide(row, label, OUTGOING[label] ?? 'UNCLEAR_OUT', sent, common, booking);
  else booking.cost([row], label || 'fee', common);
}

interface Common {
  readonly id: EntryId;
  readonly at: string;
  readonly fees: readonly Part[];
  readonly eur: bigint | null;
  readonly description: string;
}

function bookOneSide(
  row: Row,
  label: string,
  meaning: Meaning,
  part: Part,
  common: Common,
  booking: Booking,
): void {
  const transaction = row.text('txhash');
  if (isReason(meaning)) booking.leaveOut([row], meaning, label);
  else if (meaning === 'COST') booking.cost([row], label, { ...common, fees: [part, ...common.fees] });
  else if (isMovement(meaning))
    booking.movement([row], label || meaning.toLowerCase(), { ...common, kind: meaning, part, transaction });
}

/** The net worth is the value of the whole row, where it is in euro. */
function euroOf(row: Row): bigint | null {
  return row.text('net worth currency').toUpperCase() === 'EUR'
    ? row.optionalAmount('net worth amount')
    : null;
}

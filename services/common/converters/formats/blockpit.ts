/** Blockpit, template and export of transactions: one row per event, amounts without signs, the fee outside. */
import { type Booking, ContentIds, partsOf, sumBySymbol } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning, MOVEMENTS, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { TimeStyle } from '../instants.ts';
import type { Row } from '../table.ts';
import { bookOwnMove } from './own-move.ts';

/** Labels of both directions: what comes in, what goes out, and what both sides of a row are. */
const BOTH_WAYS: Readonly<Record<string, readonly [into: Meaning, out: Meaning]>> = {
  transfer: ['DEPOSIT', 'WITHDRAWAL'],
  gift: ['GIFT_RECEIVED', 'GIFT_GIVEN'],
  'non-taxable': ['UNCLEAR_IN', 'UNCLEAR_OUT'],
  'auto-balancing': ['UNCLEAR_IN', 'UNCLEAR_OUT'],
};

const LABELS: Partial<Readonly<Record<Meaning, readonly string[]>>> = {
  TRADE: ['trade', 'tausch'],
  MIGRATION: ['token migration'],
  DEPOSIT: ['deposit', 'unlabeled deposit', 'einzahlung'],
  WITHDRAWAL: ['withdrawal', 'unlabeled withdrawal', 'auszahlung'],
  INCOME: [
    'airdrop',
    'bounty',
    'bounties',
    'hard fork',
    'masternode',
    'mining',
    'staking',
    'interest',
    'lending',
    'verleihung',
    'income',
    'security token income',
    'cashback',
  ],
  GIFT_RECEIVED: ['gift received', 'geschenk erhalten', 'gift (incoming)'],
  GIFT_GIVEN: ['gift sent', 'gift (outgoing)'],
  PAYMENT: ['payment', 'bezahlvorgang'],
  LOST: ['lost'],
  COST: ['fee'],
  LOAN: ['receive loan'],
  REPAYMENT: ['repay loan'],
  UNCLEAR_IN: ['non-taxable in', 'nontaxablein'],
  UNCLEAR_OUT: ['non-taxable out', 'nontaxableout'],
  DERIVATIVES: [
    'derivative profit',
    'derivative loss',
    'derivative fee',
    'futures profit',
    'futures loss',
    'futures fee',
    'margin profit',
    'margin loss',
    'margin fee',
    'margin trading profit',
    'margin trading loss',
    'margin trading fee',
    'prediction profit',
    'prediction loss',
    'open perp',
    'close perp',
  ],
  NOT_CRYPTO: ['stock purchase', 'stock sale'],
};
const MEANINGS = new Map(
  Object.entries(LABELS).flatMap(([meaning, labels]) =>
    labels.map((label) => [label, meaning as Meaning] as const),
  ),
);
/** What other readers get wrong: day, month and year with dots. */
const UTC_WITH_DOTS: TimeStyle = { zone: 'UTC', patterns: ['dd.MM.yyyy HH:mm:ss'] };
const UTC_WITHOUT_SECONDS: TimeStyle = { zone: 'UTC', patterns: ['dd.MM.yyyy HH:mm'] };
/** Column names of files of before 2023, by those of today. */
const COLUMNS: Readonly<Record<string, string>> = {
  timestamp: 'date (utc)',
  integration: 'integration name',
  'transaction type': 'label',
  'transaction id': 'trx. id',
};

export const BLOCKPIT: Format = {
  id: 'blockpit',
  title: 'Blockpit: template and export of transactions',
  platform: { name: 'Blockpit', source: null },
  guide: {
    download:
      'On the website: Transactions, Export, CSV; or its template for manual imports, saved as CSV in UTF-8.',
    read: 'trades, deposits, withdrawals, transfers, token migrations, and every label of income, gifts, losses, costs and loans',
    traps: [
      'All wallets of the file become one account; name it with `--account` and `--label`. A transfer between two of them is left out, ' +
        'and its fee is booked.',
      'A "Token Migration" is no sale: cost and dates carry over.',
      'Files of before 2023 have times without seconds: import a year from either such a file or a newer one, not from both.',
    ],
  },
  headers: [
    ['date (utc)', 'label', 'outgoing asset', 'outgoing amount', 'incoming asset', 'incoming amount'],
  ],
  canonical: (column) => {
    const name = column.replace(/ \(optional\)$/, '');
    return COLUMNS[name] ?? name;
  },
  read(rows, booking, { header }) {
    const ids = new ContentIds();
    const style = header.includes('timestamp') ? UTC_WITHOUT_SECONDS : UTC_WITH_DOTS;
    booking.each(rows, (row) => {
      bookRow(row, ids.idOf(row), style, booking);
    });
  },
};

function bookRow(row: Row, id: EntryId, style: TimeStyle, booking: Booking): void {
  const label = row.required('label').toLowerCase().replaceAll('_', ' ');
  const given = partsOf(row, 'outgoing amount', 'outgoing asset');
  const received = partsOf(row, 'incoming amount', 'incoming asset');
  const fees = partsOf(row, 'fee amount', 'fee asset');
  const description = [label, row.text('integration name')].filter((text) => text !== '').join(' · ');
  const common = { id, at: row.instant('date (utc)', style), fees, description };
  const [out, into] = [given[0], received[0]];
  if (out !== undefined && into !== undefined) bookTwoSides(row, label, out, into, common, booking);
  else bookOneSide(row, label, out, into, common, booking);
}

interface Common {
  readonly id: EntryId;
  readonly at: string;
  readonly fees: readonly Part[];
  readonly description: string;
}

function bookTwoSides(
  row: Row,
  label: string,
  out: Part,
  into: Part,
  common: Common,
  booking: Booking,
): void {
  const meaning = MEANINGS.get(label) ?? 'UNKNOWN_TYPE';
  if (label === 'transfer' && out.symbol === into.symbol) bookOwnMove(row, label, out, into, common, booking);
  else if (meaning === 'TRADE') booking.trade([row], label, { ...common, given: [out], received: [into] });
  else if (meaning === 'MIGRATION')
    booking.migration([row], label, { ...common, given: out, received: into });
  else booking.leaveOut([row], isReason(meaning) ? meaning : 'UNKNOWN_TYPE', label);
}

function bookOneSide(
  row: Row,
  label: string,
  out: Part | undefined,
  into: Part | undefined,
  common: Common,
  booking: Booking,
): void {
  const part = out ?? into;
  const meaning = BOTH_WAYS[label]?.[out === undefined ? 0 : 1] ?? MEANINGS.get(label) ?? 'UNKNOWN_TYPE';
  if (isReason(meaning)) booking.leaveOut([row], meaning, label);
  else if (meaning === 'TRADE' || meaning === 'MIGRATION') booking.leaveOut([row], 'HALF_TRADE', label);
  else if (meaning === 'COST') {
    const fees = sumBySymbol([...(out === undefined ? [] : [out]), ...common.fees]);
    booking.cost([row], label, { ...common, fees });
  } else if (part === undefined) booking.leaveOut([row], 'ZERO', label);
  else if (isMovement(meaning)) {
    const transaction = row.text('trx. id');
    const isRightSide = (MOVEMENTS[meaning].type === 'DISPOSITION') === (out !== undefined);
    if (isRightSide) booking.movement([row], label, { ...common, kind: meaning, part, transaction });
    else booking.leaveOut([row], 'UNKNOWN_TYPE', `${label} on the other side`);
  }
}

/** Blockpit, template and export of transactions: one row per event, amounts without signs, the fee outside. */
import { type Booking, ContentIds, partsOf } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  trade: 'TRADE',
  deposit: 'DEPOSIT',
  'unlabeled deposit': 'DEPOSIT',
  airdrop: 'INCOME',
  bounty: 'INCOME',
  'gift received': 'GIFT_RECEIVED',
  'hard fork': 'INCOME',
  masternode: 'INCOME',
  mining: 'INCOME',
  staking: 'INCOME',
  interest: 'INCOME',
  income: 'INCOME',
  cashback: 'INCOME',
  'derivative profit': 'DERIVATIVES',
  'margin profit': 'DERIVATIVES',
  'prediction profit': 'DERIVATIVES',
  'receive loan': 'LOAN',
  'non-taxable in': 'UNCLEAR_IN',
  withdrawal: 'WITHDRAWAL',
  'unlabeled withdrawal': 'WITHDRAWAL',
  payment: 'PAYMENT',
  'gift sent': 'GIFT_GIVEN',
  lost: 'LOST',
  fee: 'COST',
  'derivative fee': 'DERIVATIVES',
  'derivative loss': 'DERIVATIVES',
  'margin fee': 'DERIVATIVES',
  'margin loss': 'DERIVATIVES',
  'prediction loss': 'DERIVATIVES',
  'open perp': 'DERIVATIVES',
  'close perp': 'DERIVATIVES',
  'repay loan': 'REPAYMENT',
  'non-taxable out': 'UNCLEAR_OUT',
  'stock purchase': 'NOT_CRYPTO',
  'stock sale': 'NOT_CRYPTO',
};
/** What other readers get wrong: day, month and year with dots. */
const UTC_WITH_DOTS = { zone: 'UTC', patterns: ['dd.MM.yyyy HH:mm:ss'] };

export const BLOCKPIT: Format = {
  id: 'blockpit',
  title: 'Blockpit: template and export of transactions',
  platform: { name: 'Blockpit', source: null },
  guide: {
    download:
      'On the website: Transactions, Export, CSV; or its template for manual imports, saved as CSV in UTF-8.',
    read: 'trades, deposits, withdrawals, and every label of income, gifts, losses, costs and loans',
    traps: [
      'All wallets of the file become one account; name it with `--account` and `--label`.',
      'Files of before 2023 have ids that a spreadsheet program rounded: export the period again.',
    ],
  },
  headers: [
    [
      'date (utc)',
      'integration name',
      'label',
      'outgoing asset',
      'outgoing amount',
      'incoming asset',
      'incoming amount',
      'fee asset',
      'fee amount',
    ],
  ],
  canonical: (column) => column.replace(/ \(optional\)$/, ''),
  read(rows, booking) {
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      bookRow(row, ids.idOf(row), booking);
    });
  },
};

function bookRow(row: Row, id: EntryId, booking: Booking): void {
  const label = row.required('label').toLowerCase();
  const meaning = MEANINGS[label] ?? 'UNKNOWN_TYPE';
  const given = partsOf(row, 'outgoing amount', 'outgoing asset');
  const received = partsOf(row, 'incoming amount', 'incoming asset');
  const fees = partsOf(row, 'fee amount', 'fee asset');
  const description = [label, row.text('integration name')].filter((text) => text !== '').join(' · ');
  const common = { id, at: row.instant('date (utc)', UTC_WITH_DOTS), fees, description };
  const [part] = [...given, ...received];
  if (isReason(meaning)) booking.leaveOut([row], meaning, label);
  else if (meaning === 'TRADE') booking.trade([row], label, { ...common, given, received });
  else if (meaning === 'COST') booking.cost([row], label, { ...common, fees: [...given, ...fees] });
  else if (part === undefined) booking.leaveOut([row], 'ZERO', label);
  else if (isMovement(meaning))
    booking.movement([row], label, { ...common, kind: meaning, part, transaction: row.text('trx. id') });
}

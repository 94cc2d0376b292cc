/** Ledger Live, operations: outgoing amounts include the network fee; the fee of an incoming amount was paid by the sender. */
import { type Booking, ContentIds, symbolIn } from '../booking.ts';
import type { EntryId } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

/** Rewards of staking. */
const INCOME = new Set(['REWARD', 'REWARD_PAYOUT']);
/** Operations of which only the fee leaves: the amount stays the taxpayer's. */
const FEE_ONLY = new Set(
  (
    'NONE FEES CREATE REVEAL APPROVE OPT_IN OPT_OUT DELEGATE UNDELEGATE REDELEGATE FREEZE UNFREEZE LEGACY_UNFREEZE ' +
    'WITHDRAW_EXPIRE_UNFREEZE UNDELEGATE_RESOURCE VOTE BOND UNBOND WITHDRAW_UNBONDED NOMINATE CHILL SET_CONTROLLER STAKE ' +
    'UNSTAKE WITHDRAW_UNSTAKED LOCK UNLOCK WITHDRAW REVOKE ACTIVATE REGISTER SUPPLY REDEEM ASSOCIATE_TOKEN PRE_APPROVAL'
  ).split(' '),
);
const FAILED = 'failed';
/** The countervalues change with each export. */
const STABLE = [
  'operation date',
  'operation type',
  'currency ticker',
  'operation amount',
  'operation hash',
  'account name',
];

export const LEDGER_LIVE: Format = {
  id: 'ledger-live',
  title: 'Ledger Live: operations',
  platform: { name: 'Ledger Live', source: null },
  guide: {
    download: 'In the app: Accounts, the menu, "Export operation history", all accounts.',
    read: 'what comes in and leaves, network fees, staking rewards',
    traps: [
      'Automatic rewards of some chains (Algorand) are not in the file.',
      'A file without the column Status does not tell failed operations from others.',
      'A transfer between two own accounts is in both: match the two in the inbox.',
    ],
  },
  headers: [
    [
      'operation date',
      'currency ticker',
      'operation type',
      'operation amount',
      'operation fees',
      'operation hash',
      'account name',
    ],
  ],
  read(rows, booking) {
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      bookRow(row, ids.idOf(row, STABLE), booking);
    });
  },
};

function bookRow(row: Row, id: EntryId, booking: Booking): void {
  const type = row.required('operation type').toUpperCase();
  const shown = type.toLowerCase().replaceAll('_', ' ');
  const symbol = symbolIn(row, 'currency ticker');
  const amount = row.optionalAmount('operation amount') ?? 0n;
  const fee = row.optionalAmount('operation fees') ?? 0n;
  const status = row.text('status').toLowerCase();
  const common = {
    id,
    at: row.instant('operation date', UTC),
    description: `${shown} · ${row.text('account name')}`,
  };
  const fees = fee > 0n ? [{ symbol, amount: fee }] : [];
  const transaction = row.text('operation hash');
  if (status === FAILED) booking.cost([row], shown, { ...common, fees });
  else if (status !== '' && status !== 'confirmed') booking.leaveOut([row], 'NOT_DONE', shown);
  else if (type === 'IN')
    booking.movement([row], shown, { ...common, kind: 'DEPOSIT', part: { symbol, amount }, transaction });
  else if (type === 'OUT') {
    const part = { symbol, amount: amount - fee };
    booking.movement([row], shown, { ...common, kind: 'WITHDRAWAL', part, fees, transaction });
  } else if (INCOME.has(type)) {
    const eur =
      row.text('countervalue ticker') === 'EUR' ? row.optionalAmount('countervalue at operation date') : null;
    booking.movement([row], shown, { ...common, kind: 'INCOME', part: { symbol, amount }, eur, transaction });
  } else if (type === 'SLASH')
    booking.movement([row], shown, { ...common, kind: 'LOST', part: { symbol, amount } });
  else if (type === 'BURN')
    booking.movement([row], shown, { ...common, kind: 'UNCLEAR_OUT', part: { symbol, amount } });
  else if (FEE_ONLY.has(type)) booking.cost([row], shown, { ...common, fees });
  else booking.leaveOut([row], type.startsWith('NFT_') ? 'NOT_CRYPTO' : 'UNKNOWN_TYPE', shown);
}

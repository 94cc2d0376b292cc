/** Ledger Live, operations: outgoing amounts include the network fee; the fee of an incoming amount was paid by the sender. */
import { faultMessage } from '@ctx/domain/file-faults';
import { type Booking, ContentIds, symbolIn } from '../booking.ts';
import type { EntryId, MovementKind, Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

/** Operations whose whole amount comes in or leaves; the sender paid the fee of an arrival. */
const KINDS: ReadonlyMap<string, MovementKind> = new Map([
  ['IN', 'DEPOSIT'],
  ['REWARD', 'INCOME'],
  ['REWARD_PAYOUT', 'INCOME'],
  ['SLASH', 'LOST'],
  ['BURN', 'UNCLEAR_OUT'],
]);
/** Operations of staking, of which only the fee leaves: the amount stays the taxpayer's. */
const STAKING = new Set(
  (
    'DELEGATE UNDELEGATE REDELEGATE FREEZE UNFREEZE LEGACY_UNFREEZE WITHDRAW_EXPIRE_UNFREEZE UNDELEGATE_RESOURCE VOTE BOND ' +
    'UNBOND WITHDRAW_UNBONDED NOMINATE CHILL SET_CONTROLLER STAKE UNSTAKE WITHDRAW_UNSTAKED LOCK UNLOCK WITHDRAW REVOKE ACTIVATE ' +
    'REGISTER SUPPLY REDEEM'
  ).split(' '),
);
/** Other operations of which only the fee leaves. */
const FEE_ONLY = new Set('NONE CREATE REVEAL APPROVE OPT_IN OPT_OUT ASSOCIATE_TOKEN PRE_APPROVAL'.split(' '));
/** The amount of these has the fee in it. */
const OUT = 'OUT';
/** The amount of these is the fee. */
const FEES = 'FEES';
/** Words of the status, which older files do not have. */
const DONE = 'confirmed';
const FAILED = 'failed';
const NOT_DONE = new Set(['pending', 'unconfirmed']);
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
      'What is staked and comes back is no sale and no income: only the network fee counts.',
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
    ],
  ],
  read(rows, booking) {
    const ids = new ContentIds();
    const seen = new Set<string>();
    booking.each(rows, (row) => {
      const id = ids.idOf(row, STABLE);
      if (isRepeated(row, seen)) booking.leaveOut([row], 'TWIN', typeOf(row));
      else bookRow(row, id, booking);
    });
  },
};

/** An account has one operation of a type and amount in a transaction: a second one with its hash repeats the first. */
function isRepeated(row: Row, seen: Set<string>): boolean {
  const account = row.text('account xpub') || row.text('account id') || row.text('account name');
  const key = JSON.stringify([account, ...STABLE.slice(0, -1).map((name) => row.text(name))]);
  const isKnown = row.text('operation hash') !== '' && seen.has(key);
  seen.add(key);
  return isKnown;
}

function typeOf(row: Row): string {
  return row.text('operation type').toLowerCase().replaceAll('_', ' ');
}

function bookRow(row: Row, id: EntryId, booking: Booking, status = statusOf(row)): void {
  if (status === FAILED)
    booking.noteUndone((asDone) => {
      bookRow(row, id, asDone, DONE);
    });
  const type = row.required('operation type').toUpperCase();
  const shown = typeOf(row);
  const symbol = symbolIn(row, 'currency ticker');
  const amount = row.optionalAmount('operation amount') ?? 0n;
  const fee = row.optionalAmount('operation fees') ?? 0n;
  const name = row.text('account name');
  const common = {
    id,
    at: row.instant('operation date', UTC),
    description: name === '' ? shown : `${shown} · ${name}`,
  };
  const fees = fee > 0n ? [{ symbol, amount: fee }] : [];
  const kind = KINDS.get(type);
  if (!isKnown(type)) booking.leaveOut([row], type.startsWith('NFT_') ? 'NOT_CRYPTO' : 'UNKNOWN_TYPE', shown);
  else if (status === FAILED && type !== 'IN') booking.cost([row], shown, { ...common, fees });
  else if (status !== DONE)
    booking.leaveOut([row], status === FAILED || NOT_DONE.has(status) ? 'NOT_DONE' : 'UNKNOWN_STATUS', shown);
  else if (type === OUT) {
    if (fee > amount) throw row.fault('operation fees', faultMessage('FEE_ABOVE_AMOUNT'));
    const part = { symbol, amount: amount - fee };
    const transaction = row.text('operation hash');
    booking.movement([row], shown, { ...common, kind: 'WITHDRAWAL', part, fees, transaction });
  } else if (kind !== undefined) bookMovement(row, kind, { symbol, amount }, common, booking);
  else if (type === FEES)
    booking.cost([row], shown, { ...common, fees: fee > 0n ? fees : [{ symbol, amount }] });
  else if (STAKING.has(type) && fees.length === 0) booking.leaveOut([row], 'INTERNAL', shown);
  else booking.cost([row], shown, { ...common, fees });
}

function isKnown(type: string): boolean {
  return type === OUT || type === FEES || KINDS.has(type) || STAKING.has(type) || FEE_ONLY.has(type);
}

/** Older files have no status. */
function statusOf(row: Row): string {
  return row.has('status') ? row.text('status').toLowerCase() : DONE;
}

function bookMovement(
  row: Row,
  kind: MovementKind,
  part: Part,
  common: Pick<Parameters<Booking['movement']>[2], 'id' | 'at' | 'description'>,
  booking: Booking,
): void {
  const isEuro = row.text('countervalue ticker').toUpperCase() === 'EUR';
  const eur = isEuro ? row.optionalAmount('countervalue at operation date') : null;
  const transaction = row.text('operation hash');
  booking.movement([row], typeOf(row), { ...common, kind, part, eur, transaction });
}

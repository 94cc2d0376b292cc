/**
 * Gate, billing details: a row for each change of a balance. The rows of an order, of a conversion of small balances or of a withdrawal have
 * one number; a row of fees is a change of its own. The names are those of the account book in the documentation of its API.
 */
import { balanceColumns } from '../balance-chains.ts';
import { type Booking, groupBy, sumBySymbol, symbolIn } from '../booking.ts';
import { BY_CONTENT, isMovement, isReason, type Meaning, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { sidesOf, tradeSidesOf, withoutTwins } from './changes.ts';
import { withoutZone, zoneIn } from './column-zones.ts';

const FEES: readonly string[] = ['trading fees', 'trade fee', 'dust swap-fees deducted'];
const ROWS: Readonly<Record<string, readonly string[]>> = {
  TRADE: [
    ...FEES,
    'order placed',
    'order filled',
    'order fullfilled',
    'order fulfilled',
    'order cancelled',
    'order canceled',
    'order rejected',
    'dust swap-small balances deducted',
    'dust swap-gt added',
    'quick buy-bought',
    'quick sell-sold',
  ],
  WITHDRAWAL: ['withdrawals', 'withdraw', 'withdrawal rejected', 'cancel withdrawal'],
  DEPOSIT: ['deposits', 'deposit'],
  INCOME: [
    'referral superior rebate',
    'referral rebate income',
    'affiliate direct superior rebate income',
    'affiliate indirect superior rebate income',
    'affiliate user rebate income',
    'partner direct superior rebate income',
    'partner indirect superior rebate income',
    'partner user rebate income',
    'deposit bonus',
    'trading rewards',
    'purchase bonus',
    'airdrop',
    'airdrop bonus',
    'award',
    'mining rewards',
    'hodl interest',
    'hodl interest distribution',
    'interest income',
    'staking interest income',
    'slot auction staking interest income',
    'structured products staking interest income',
  ],
  UNCLEAR_OUT: ['points purchase', 'buy points'],
  INTERNAL: [
    'lend',
    'redeem',
    'staking-locked',
    'staking-unlocked',
    'lending-transferred in',
    'lending-transferred out',
    'auto-invest-transferred in',
    'auto-invest-transferred out',
    'subaccount transfer',
    'payment account- transferred in',
    'payment account- transferred out',
    'perps- transferred in',
    'perps- transferred out',
    'delivery- transferred in',
    'delivery- transferred out',
    'isolated margin-transferred in',
    'isolated margin- transferred out',
  ],
  DERIVATIVES: ['borrow', 'repay', 'interest', 'isolated margin-interest deduction'],
};
const MEANINGS = new Map(
  Object.entries(ROWS).flatMap(([meaning, names]) =>
    names.map((name) => [name, meaning as Meaning] as const),
  ),
);
/** Fee credits. */
const CREDITS: readonly string[] = ['POINT', 'POINTS'];

export const GATE: Format = {
  id: 'gate',
  title: 'Gate: billing details',
  platform: { name: 'Gate', source: 'GATE' },
  guide: {
    download:
      'On the website: Wallet, Fund history (Billing details), spot account, the whole period, Download.',
    read: 'trades with their fees, deposits, withdrawals, interest, airdrops, rebates, conversions of small balances',
    traps: [
      'Times are read as UTC: choose UTC in the settings of the site before the export.',
      'An order counts at the time when it was filled. An order that is open at the end of the file is left out and named.',
      'Margin, loans and futures are left out and named; points are no assets.',
    ],
  },
  headers: [['time', 'action_desc', 'action_data', 'type', 'change_amount', 'amount']],
  canonical: withoutZone,
  balances: (_, { header }) => {
    const zone = zoneIn(header, 'time');
    return balanceColumns({
      at: (row) => row.instant('time', { zone }),
      asset: (row) => changeIn(row).symbol,
      change: (row) => changeIn(row).amount,
      after: ['amount'],
    });
  },
  read(rows, booking, { header }) {
    const zone = zoneIn(header, 'time');
    const grouped: Row[] = [];
    // The balance after a change tells two changes that are alike from one that stands twice.
    booking.each(withoutTwins(rows, contentOf, booking, 'change of a balance', contentOf), (row) => {
      const meaning = meaningOf(row);
      if (meaning === 'TRADE' || meaning === 'WITHDRAWAL') grouped.push(row);
      else bookSingle(row, meaning, zone, booking);
    });
    const groups = groupBy(grouped, (row) => `${meaningOf(row)} ${row.text('action_data')}`);
    booking.eachGroup(
      groups,
      (group) => group,
      (group) => {
        bookGroup(group, zone, booking);
      },
    );
  },
};

/** The number of a row is another one in each export. */
function contentOf(row: Row): string {
  const columns = ['time', 'action_desc', 'action_data', 'type', 'change_amount', 'amount'];
  return JSON.stringify(columns.map((column) => row.text(column)));
}

function typeOf(row: Row): string {
  return row.required('action_desc').toLowerCase();
}

function meaningOf(row: Row): Meaning {
  if (CREDITS.includes(row.text('type').toUpperCase())) return 'CREDIT';
  return MEANINGS.get(typeOf(row)) ?? 'UNKNOWN_TYPE';
}

function changeIn(row: Row): Part {
  return { symbol: symbolIn(row, 'type'), amount: row.amount('change_amount') };
}

function bookGroup(rows: readonly Row[], zone: string, booking: Booking): void {
  const [first] = rows as readonly [Row];
  const type = meaningOf(first) === 'TRADE' ? 'order' : 'withdrawal';
  const filled = rows.filter((row) => !/placed|cancel|reject/.test(typeOf(row)));
  const times = (filled.length > 0 ? filled : rows).map((row) => row.instant('time', { zone })).toSorted();
  const number = first.text('action_data');
  const common = { id: number === '' ? BY_CONTENT : `${type} ${number}`, at: times.at(-1) ?? '' };
  const changes = rows.filter((row) => !isFee(row)).map(changeIn);
  const { given, received } = sidesOf(changes);
  const fees = sumBySymbol(rows.filter(isFee).map(changeIn)).map(({ symbol, amount }) => ({
    symbol,
    amount: -amount,
  }));
  const isTakenBack = given.length === 0 && received.length === 0;
  if (isTakenBack)
    booking.noteUndone((asDone) => {
      const left = rows.filter((row) => row.amount('change_amount') < 0n && !isFee(row));
      if (left.length > 0) bookGroup(left, zone, asDone);
    });
  if (isTakenBack && fees.length === 0) booking.leaveOut(rows, 'UNDONE', type);
  else if (isTakenBack) booking.cost(rows, type, { ...common, fees });
  else if (type === 'order') booking.trade(rows, type, { ...common, ...tradeSidesOf(changes), fees });
  else
    for (const part of [...given, ...received])
      booking.movement(rows, type, {
        ...common,
        kind: given.includes(part) ? 'WITHDRAWAL' : 'UNCLEAR_IN',
        part,
      });
}

function isFee(row: Row): boolean {
  return FEES.includes(typeOf(row));
}

function bookSingle(row: Row, meaning: Meaning, zone: string, booking: Booking): void {
  const type = typeOf(row);
  if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  else if (isMovement(meaning)) {
    const { symbol, amount } = changeIn(row);
    const isOut = amount < 0n;
    booking.movement([row], type, {
      kind: isOut ? 'UNCLEAR_OUT' : meaning === 'UNCLEAR_OUT' ? 'UNCLEAR_IN' : meaning,
      id: BY_CONTENT,
      at: row.instant('time', { zone }),
      part: { symbol, amount: isOut ? -amount : amount },
    });
  }
}

/**
 * Binance, statement of all transactions: one row per change of a balance. Trades have no number: their rows share a second or fall into
 * the next one, in the same family of operations.
 */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { type Booking, ContentIds, sumBySymbol } from '../booking.ts';
import { isMovement, isReason, type Meaning } from '../entries.ts';
import { FileFault } from '../faults.ts';
import type { Format } from '../format.ts';
import { readInGroups } from '../grouped-rows.ts';
import { isOneToOne } from '../one-to-one.ts';
import { withoutReversals } from '../reversals.ts';
import { tradeSidesOf } from './changes.ts';
import { type Change, changeOf, groupOf, rowsOf, sidesOf, tradesIn, zoneOf } from './binance-changes.ts';
import { borrowedCoins } from './binance-loans.ts';
import { englishColumn, isFeeOperation } from './binance-operations.ts';
import { bookMoves, bookSwaps } from './binance-swaps.ts';

/** What each sign of a family means: what comes in, and what leaves. */
const BY_SIGN: Readonly<Record<string, readonly [Meaning, Meaning]>> = {
  TRANSFER: ['DEPOSIT', 'WITHDRAWAL'],
  // A reward that is taken back in part, or whose reward the file does not hold.
  INCOME: ['INCOME', 'UNCLEAR_OUT'],
  PAYMENT: ['UNCLEAR_IN', 'PAYMENT'],
  // The money of a trade with a person is not in the file.
  PERSON: ['BUY', 'SALE'],
  GIFT: ['GIFT_RECEIVED', 'GIFT_GIVEN'],
  LOAN: ['LOAN', 'REPAYMENT'],
};
const ENGLISH = ['account', 'operation', 'coin', 'change'];

export const BINANCE_STATEMENT: Format = {
  id: 'binance-statement',
  title: 'Binance: statement of all transactions',
  platform: { name: 'Binance', source: 'BINANCE' },
  guide: {
    download:
      'On the website, in English: Wallet, Transaction History, Export, all accounts, all operations. Choose UTC as the time zone; keep the name of the file.',
    read: 'trades and their fees, conversions, token swaps, deposits, withdrawals, rewards, airdrops, card payments, crypto loans',
    traps: [
      'Several trades of different coins in one second cannot be told apart by any rule: they become one exchange of several coins.',
      'A file in another time zone is read by the zone in its name, such as `(UTC+2)`.',
      'Exports in the header of before and since 2025 hold the same transactions: both can be imported.',
      'Operations are read in English only: set the language of the website to English before you export.',
      'Futures and margin are left out and named, with the trades of a margin account that used borrowed coins.',
      'A token swap, and ETH that became BETH, WBETH or back, keeps cost and date. What has no other half asks in the inbox.',
      'A trade with a person (P2P) says nothing about the money: its value comes from prices.',
    ],
  },
  headers: [
    ['utc_time', 'account', 'operation', 'coin', 'change'],
    ['time', 'account', 'operation', 'coin', 'change'],
  ],
  canonical: englishColumn,
  read(rows, booking, { header, filename, timeZone }) {
    const zone = zoneOf(header, filename, timeZone);
    const changes = readInGroups(rows, booking, groupOf, (row) => changeOf(row, zone));
    const isTranslated = !ENGLISH.every((name) => header.includes(name));
    if (isTranslated && changes.every(({ family }) => family === 'UNKNOWN_TYPE'))
      throw new FileFault(faultMessage('OTHER_LANGUAGE'));
    bookChanges(changes, booking);
  },
};

function bookChanges(changes: readonly Change[], booking: Booking): void {
  const ids = new ContentIds();
  const ofFamily = (family: string): Change[] => changes.filter((change) => change.family === family);
  const isBorrowed = borrowedCoins(changes);
  for (const trade of tradesIn(changes.filter(isOfTrade))) {
    if (isBorrowed(trade))
      booking.leaveOut(rowsOf(trade), 'DERIVATIVES', `${trade[0]?.operation ?? ''} with borrowed coins`);
    else bookTrade(trade, ids, booking);
  }
  bookSwaps(ofFamily('SWAP'), ids, booking);
  bookMoves(ofFamily('EARN'), ids, booking);
  const rewards = withoutReversals(ofFamily('INCOME'), booking, {
    keyOf: ({ user, operation, symbol }) => JSON.stringify([user, operation, symbol]),
    amountOf: ({ amount }) => amount,
    atOf: ({ at }) => at,
    rowOf: ({ row }) => row,
    typeOf: ({ operation }) => operation,
    book: (change, asDone) => {
      bookSingle(change, new ContentIds(), asDone);
    },
  });
  const others = changes.filter(
    (change) => !isOfTrade(change) && !['SWAP', 'EARN', 'INCOME'].includes(change.family),
  );
  for (const change of [...rewards, ...others]) bookSingle(change, ids, booking);
}

function isOfTrade({ family }: Change): boolean {
  return family.endsWith(' TRADE');
}

function bookTrade(changes: readonly Change[], ids: ContentIds, booking: Booking): void {
  const [first] = changes as readonly [Change];
  const fees = sumBySymbol(changes.filter(({ operation }) => isFeeOperation(operation)));
  const legs = changes.filter(({ operation }) => !isFeeOperation(operation));
  // A positive fee is a rebate that came with the trade.
  const moved = [...legs, ...fees.filter(({ amount }) => amount > 0n)];
  const { given, received } = sidesOf(moved);
  const common = { id: ids.idOf(first.row), at: first.at, fees: sidesOf(fees).given };
  const rows = rowsOf(changes);
  const [out, into] = [given[0], received[0]];
  const isSingle = given.length === 1 && received.length === 1 && out !== undefined && into !== undefined;
  if (legs.length === 0 && common.fees.length > 0) booking.cost(rows, first.operation, common);
  else if (isSingle && isSameAsset(first.family, out, into))
    booking.migration(rows, first.operation, { ...common, given: out, received: into });
  else booking.trade(rows, first.operation, { ...common, ...tradeSidesOf(moved) });
}

/** Whether a trade of this family exchanged an asset for a token that stands for it, or for its new name. */
function isSameAsset(family: string, out: Parameters<typeof isOneToOne>[0], into: typeof out): boolean {
  return family === 'WRAP TRADE' || (family === 'FORCED TRADE' && isOneToOne(out, into));
}

function bookSingle(
  { row, at, operation, family, symbol, amount }: Change,
  ids: ContentIds,
  booking: Booking,
): void {
  const [cameIn, left] = BY_SIGN[family] ?? ([family, family] as readonly [Meaning, Meaning]);
  const meaning = amount < 0n ? left : cameIn;
  if (isReason(meaning)) booking.leaveOut([row], meaning, operation);
  else if (isMovement(meaning))
    booking.movement([row], operation, {
      id: ids.idOf(row),
      at,
      kind: meaning,
      part: { symbol, amount: absolute(amount) },
    });
}

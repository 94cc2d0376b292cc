/**
 * Kraken, ledgers: one row for each change of a balance, where the new balance = the old one + amount − fee. Rows of one trade share
 * their `refid`. Columns after Kraken's help page on ledger fields.
 */
import { absolute } from '../amounts.ts';
import { isMoney } from '../assets.ts';
import { type Booking, groupBy, sumBySymbol, positive } from '../booking.ts';
import { isReason, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { readInGroups } from '../grouped-rows.ts';
import { withoutRepeats } from '../repeated-rows.ts';
import type { Row } from '../table.ts';
import { tradeSidesOf } from './changes.ts';
import { krakenBalances } from './kraken-balances.ts';
import {
  groupKeyOf,
  hasRefid,
  type Ledger,
  type LedgerCommon,
  ledgerOf,
  meaningOf,
  rowsOf,
  typeOf,
  withOwnFee,
  withPaidFees,
} from './kraken-ledger-rows.ts';
import { bookPairs } from './kraken-pairs.ts';
import { bookRewards } from './kraken-rewards.ts';
import { FEE_CREDITS } from './kraken-symbols.ts';

export const KRAKEN_LEDGERS: Format = {
  id: 'kraken-ledgers',
  title: 'Kraken: ledgers',
  platform: { name: 'Kraken', source: 'KRAKEN' },
  guide: {
    download:
      'On the website: History, Export, "Ledgers", all assets, all types, the whole period, CSV. Unpack nothing: the zip is read too.',
    read: 'trades, instant purchases, deposits, withdrawals, staking and Earn rewards, airdrops, exchanges of delisted assets, fees, also those of margin positions in coins',
    traps: [
      'An export of some assets only holds halves of trades. They are left out and named.',
      'Do not import the export "Trades" of the same account as well: it holds the same trades once more.',
      'Results of margin trading are left out and named.',
      'Staked, bonded and held forms of a coin, such as `DOT.S`, `ETH2` or `EUR.HOLD`, are the coin itself. Fee credits (`KFEE`) are no asset.',
      'A reward with a minus sign takes back earlier rewards of the same coin. If the file does not hold them, the inbox asks.',
    ],
  },
  headers: [['txid', 'refid', 'time', 'type', 'asset', 'amount', 'fee']],
  balances: krakenBalances,
  read(rows, booking) {
    const ledgers = withPaidFees(bookedLedgers(rows, booking)).flatMap(withOwnFee).toSorted(byTimeAndId);
    const ofCoins = ledgers.filter(({ code }) => code !== FEE_CREDITS);
    for (const { row, code, type } of ledgers)
      if (code === FEE_CREDITS) booking.leaveOut([row], 'CREDIT', type);
    const isReward = (ledger: Ledger): boolean => meaningOf(ledger) === 'INCOME';
    const isPaired = (ledger: Ledger): boolean => meaningOf(ledger) === 'PAIR';
    const groups = groupBy(
      ofCoins.filter((ledger) => !isReward(ledger) && !isPaired(ledger)),
      groupKeyOf,
    );
    for (const group of groups) bookGroup(group, booking);
    bookRewards(ofCoins.filter(isReward), booking);
    bookPairs(ofCoins.filter(isPaired), booking);
  },
};

/** Returns the rows that can be read, each once. */
function bookedLedgers(rows: readonly Row[], booking: Booking): readonly Ledger[] {
  const isBooked = (row: Row): boolean => row.text('txid') !== '';
  // A row without an id is not booked yet. Its booked twin has the same reference.
  for (const row of rows) if (!isBooked(row)) booking.leaveOut([row], 'NOT_DONE', typeOf(row));
  const groupOf = (row: Row): string | null => (hasRefid(row.text('refid')) ? row.text('refid') : null);
  const ledgers = readInGroups(rows.filter(isBooked), booking, groupOf, ledgerOf);
  return withoutRepeats(ledgers, booking, {
    keyOf: ({ id }) => id,
    contentOf: ({ refid, at, type, code, amount, fee }) =>
      [refid, at, type, code, String(amount), String(fee)].join(' '),
    rowOf: ({ row }) => row,
    typeOf: ({ type }) => type,
  });
}

function byTimeAndId(left: Ledger, right: Ledger): number {
  if (left.at !== right.at) return left.at < right.at ? -1 : 1;
  return left.id < right.id ? -1 : Number(left.id > right.id);
}

/** Books the rows of one reference. */
function bookGroup(group: readonly Ledger[], booking: Booking): void {
  const ofMeaning = (meaning: string): Ledger[] => group.filter((ledger) => meaningOf(ledger) === meaning);
  const trade = ofMeaning('TRADE');
  if (trade.length > 0) bookTrade(trade, booking);
  for (const ofSymbol of groupBy(ofMeaning('TRANSFER'), ({ symbol }) => symbol))
    bookTransfer(ofSymbol, booking);
  const internal = ofMeaning('INTERNAL');
  if (internal.length > 0) bookInternal(internal, booking);
  for (const ledger of group)
    if (!['TRADE', 'TRANSFER', 'INTERNAL'].includes(meaningOf(ledger))) bookSingle(ledger, booking);
}

/** Rows of spot and of earn wallets may share a trade: sums per asset are what was given and received. */
function bookTrade(ledgers: readonly Ledger[], booking: Booking): void {
  const [first] = ledgers as readonly [Ledger];
  const common = commonOf(ledgers);
  const changes = [...ledgers, ...rebatesOf(ledgers)];
  const rows = rowsOf(ledgers);
  if (isMoveOfOneCoin(ledgers)) bookMove(ledgers, booking);
  else if (sumBySymbol(changes).length === 0) booking.cost(rows, first.type, common);
  else booking.trade(rows, first.type, { ...common, ...tradeSidesOf(changes) });
}

/** Whether one form of a coin became another form of it, such as ETH2 that became ETH. */
function isMoveOfOneCoin(ledgers: readonly Ledger[]): boolean {
  const symbols = new Set(ledgers.map(({ symbol }) => symbol));
  return symbols.size === 1 && ledgers.some(isNegative) && ledgers.some(({ amount }) => amount > 0n);
}

/** A move of a coin is no trade. What it lost or gained on the way is a cost or a question. */
function bookMove(ledgers: readonly Ledger[], booking: Booking): void {
  const [first] = ledgers as readonly [Ledger];
  const { symbol, type } = first;
  const net = ledgers.reduce((sum, { amount, fee }) => sum + amount - fee, 0n);
  const common = { ...commonOf(ledgers), fees: [] };
  const part = positive({ symbol, amount: net });
  if (isMoney(symbol))
    booking.money(rowsOf(ledgers), type, () => ({
      ...common,
      given: net < 0n ? [part] : [],
      received: net > 0n ? [part] : [],
    }));
  else if (net === 0n) booking.leaveOut(rowsOf(ledgers), 'INTERNAL', type);
  else if (net < 0n) booking.cost(rowsOf(ledgers), type, { ...common, fees: [part] });
  else booking.movement(rowsOf(ledgers), type, { ...common, kind: 'UNCLEAR_IN', part });
}

/** A deposit that is taken back and a withdrawal that fails have a second row, with the opposite sign and fee. */
function bookTransfer(ledgers: readonly Ledger[], booking: Booking): void {
  const [first] = ledgers as readonly [Ledger];
  const common = commonOf(ledgers);
  const [sum] = sumBySymbol([...ledgers, ...rebatesOf(ledgers)]);
  const rows = rowsOf(ledgers);
  const earlier = ledgers.find(({ amount }) => amount !== 0n);
  const isTakenBack = sum === undefined && ledgers.length > 1 && earlier !== undefined;
  if (isTakenBack)
    booking.noteUndone((asDone) => {
      bookTransfer([earlier], asDone);
    });
  if (sum !== undefined) {
    const kind = sum.amount > 0n ? 'DEPOSIT' : 'WITHDRAWAL';
    booking.movement(rows, first.type, { ...common, kind, part: positive(sum), description: '' });
  } else if (common.fees.length > 0) booking.cost(rows, first.type, common);
  else if (isMoney(first.symbol)) booking.leaveOut(rows, 'MONEY', first.type);
  else booking.leaveOut(rows, ledgers.every(({ amount }) => amount === 0n) ? 'ZERO' : 'UNDONE', first.type);
}

/** A move between balances is no sale, unless another asset arrives: that one keeps the cost. A fee of the move is a cost. */
function bookInternal(ledgers: readonly Ledger[], booking: Booking): void {
  const [first] = ledgers as readonly [Ledger];
  const common = commonOf(ledgers);
  const rows = rowsOf(ledgers);
  const sums = sumBySymbol(ledgers);
  const [given, received] = [sums.find(isNegative), sums.find(({ amount }) => amount > 0n)];
  if (sums.length === 2 && given !== undefined && received !== undefined)
    booking.migration(rows, first.type, { ...common, given: positive(given), received });
  else if (common.fees.length > 0) booking.cost(rows, first.type, common);
  else booking.leaveOut(rows, 'INTERNAL', first.type);
}

function bookSingle(ledger: Ledger, booking: Booking): void {
  const { row, id, type, symbol, amount, fee } = ledger;
  const meaning = meaningOf(ledger);
  const common = { ...commonOf([ledger]), id };
  if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  else if (meaning === 'COST') {
    // The cost of a loan is in the fee, that of an NFT in the amount. A cost that is given back is no negative cost.
    const part = { symbol, amount: absolute(fee - amount) };
    if (fee < amount) booking.movement([row], type, { ...common, fees: [], kind: 'UNCLEAR_IN', part });
    else booking.cost([row], type, { ...common, fees: [part] });
  } else {
    // The other half of a trade with an NFT is no crypto asset.
    const kind = amount < 0n ? 'SALE' : 'BUY';
    booking.movement([row], type, { ...common, kind, part: positive({ symbol, amount }) });
  }
}

function commonOf(ledgers: readonly Ledger[]): LedgerCommon {
  const [first] = ledgers as readonly [Ledger];
  return {
    id: hasRefid(first.refid) ? first.refid : first.id,
    at: first.at,
    fees: feesOf(ledgers).filter(({ amount }) => amount > 0n),
  };
}

function feesOf(ledgers: readonly Ledger[]): Part[] {
  return sumBySymbol(ledgers.map(({ symbol, fee }) => ({ symbol, amount: fee })));
}

/** Fees that were given back add to what came in. */
function rebatesOf(ledgers: readonly Ledger[]): Part[] {
  return feesOf(ledgers).filter(isNegative).map(positive);
}

function isNegative({ amount }: { readonly amount: bigint }): boolean {
  return amount < 0n;
}

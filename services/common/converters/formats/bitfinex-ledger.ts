/**
 * Bitfinex, ledger: a row for each change of a balance of a wallet; its description says what happened. The rows of a trade have one second
 * and name the same amount: what was given, what was received, and the fee.
 */
import { absolute } from '../amounts.ts';
import { balanceColumns } from '../balance-chains.ts';
import { type Booking, groupBy, symbolIn } from '../booking.ts';
import { BY_CONTENT, type EntryId, isMovement, isReason, type Meaning, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { BITFINEX, DATE_TRAP, instantIn, SYMBOLS } from './bitfinex-files.ts';
import { sidesOf, smallestId, tradeSidesOf, withoutTwins } from './changes.ts';

/** The first pattern that fits a description counts. */
const MEANINGS: readonly (readonly [RegExp, Meaning])[] = [
  [/^transfer of \S+ \S+ from wallet /i, 'INTERNAL'],
  [/ on wallet margin$/i, 'DERIVATIVES'],
  [/^exchange \S+ \S+ for \S+ @ /i, 'TRADE'],
  [/^trading fees? for \S+ \S+/i, 'COST'],
  [/\bwithdrawal fee on wallet /i, 'COST'],
  [/^deposit \(.*\) #\d+ on wallet /i, 'DEPOSIT'],
  [/^(?:\S+ )?withdrawal #\d+ on wallet /i, 'WITHDRAWAL'],
  [/^margin funding payment on wallet /i, 'INCOME'],
  [/^earned fees from user \d+ on wallet /i, 'INCOME'],
  [/^affiliate rebate\b/i, 'INCOME'],
];
/** Amounts and balances are written with so many digits at most. */
const DECIMALS = 8;
const AMOUNT_OF_TRADE = /^(?:exchange|trading fees? for) ([\d.]+) (\S+)/i;

export const BITFINEX_LEDGER: Format = {
  id: 'bitfinex-ledger',
  title: 'Bitfinex: ledger',
  platform: BITFINEX,
  guide: {
    download: 'On the website: Reports, Ledgers, all currencies, all wallets, the whole period, Export, CSV.',
    read: 'trades with their fees, deposits, withdrawals, interest of funding, rebates',
    traps: [
      DATE_TRAP,
      'Trades and movements hold the same once more: import the ledger alone.',
      'Everything in the margin wallet is left out and named.',
    ],
  },
  headers: [['description', 'currency', 'amount', 'balance', 'date', 'wallet']],
  balances: () =>
    balanceColumns({
      at: (row) => instantIn(row, 'date'),
      asset: (row) => changeIn(row).symbol,
      wallet: 'wallet',
      change: (row) => changeIn(row).amount,
      after: ['balance'],
      decimals: DECIMALS,
    }),
  read(rows, booking) {
    const trades: Row[] = [];
    const fees: Row[] = [];
    // The balance after a change tells two changes that are alike from one that stands twice.
    const known = withoutTwins(rows, (row) => row.content(), booking, 'change of a balance');
    booking.each(known, (row) => {
      const text = row.required('description');
      const meaning = MEANINGS.find(([pattern]) => pattern.test(text))?.[1] ?? 'UNKNOWN_TYPE';
      instantIn(row, 'date');
      if (meaning === 'TRADE') trades.push(row);
      else if (meaning === 'COST' && AMOUNT_OF_TRADE.test(text)) fees.push(row);
      else bookSingle(row, meaning, booking);
    });
    booking.eachGroup(tradesOf(trades, fees), rowsOf, (trade) => {
      bookTrade(trade, booking);
    });
  },
};

interface LedgerTrade {
  readonly legs: Row[];
  readonly fees: Row[];
}

const rowsOf = ({ legs, fees }: LedgerTrade): Row[] => [...legs, ...fees];
/** The fee of a trade may follow it. */
const SECONDS_APART: readonly number[] = [0, 1, -1, 2, -2];

/** Returns trades with their fees: both name the amount of the trade, and have the same time but for two seconds. */
function tradesOf(legs: readonly Row[], fees: readonly Row[]): readonly LedgerTrade[] {
  const trades = new Map<string, LedgerTrade>();
  for (const group of groupBy(legs, (row) => keyOfTrade(row, 0))) {
    const [first] = group;
    if (first !== undefined) trades.set(keyOfTrade(first, 0), { legs: group, fees: [] });
  }
  for (const fee of fees) {
    const found = SECONDS_APART.map((seconds) => trades.get(keyOfTrade(fee, seconds))).find(Boolean);
    if (found === undefined) trades.set(`${String(fee.line)} alone`, { legs: [], fees: [fee] });
    else found.fees.push(fee);
  }
  return [...trades.values()];
}

function keyOfTrade(row: Row, seconds: number): string {
  const [, amount, symbol] = AMOUNT_OF_TRADE.exec(row.text('description')) ?? [];
  const second = Math.floor(Date.parse(instantIn(row, 'date')) / 1000) + seconds;
  return JSON.stringify([second, amount, symbol]);
}

function bookTrade({ legs, fees }: LedgerTrade, booking: Booking): void {
  const [first] = legs;
  if (first === undefined) {
    for (const row of fees) bookSingle(row, 'COST', booking);
    return;
  }
  const { given, received } = sidesOf(fees.map(changeIn));
  booking.trade([...legs, ...fees], 'trade', {
    id: idOf(legs),
    at: instantIn(first, 'date'),
    ...tradeSidesOf([...legs.map(changeIn), ...received]),
    fees: given,
  });
}

function bookSingle(row: Row, meaning: Meaning, booking: Booking): void {
  const type = row.text('description');
  const { symbol, amount } = changeIn(row);
  const common = { id: idOf([row]), at: instantIn(row, 'date'), description: type };
  const part = { symbol, amount: absolute(amount) };
  if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  else if (meaning === 'COST' && amount < 0n) booking.cost([row], type, { ...common, fees: [part] });
  else if (meaning === 'COST' || meaning === 'INCOME')
    booking.movement([row], type, { ...common, kind: amount < 0n ? 'UNCLEAR_OUT' : 'INCOME', part });
  else if (isMovement(meaning)) booking.movement([row], type, { ...common, kind: meaning, part });
}

function changeIn(row: Row): Part {
  return { symbol: symbolIn(row, 'currency', SYMBOLS), amount: row.amount('amount') };
}

/** Older files have no numbers. */
function idOf(rows: readonly Row[]): EntryId {
  const ids = rows.map((row) => row.id('#')).filter((id) => id !== '');
  return ids.length === 0 ? BY_CONTENT : `ledger ${smallestId(ids)}`;
}

/**
 * Bitfinex, ledger: a row for each change of a balance of a wallet; its description says what happened. The rows of a trade have one second
 * and name the same amount: what was given, what was received, and the fee.
 */
import { absolute } from '../amounts.ts';
import { type Booking, groupBy, symbolIn } from '../booking.ts';
import { BY_CONTENT, type EntryId, isMovement, isReason, type Meaning, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { BITFINEX, DATE_TRAP, instantIn, SYMBOLS } from './bitfinex-files.ts';
import { sidesOf, smallestId, withoutTwins } from './changes.ts';

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
  read(rows, booking) {
    const trades: Row[] = [];
    // The balance after a change tells two changes that are alike from one that stands twice.
    const known = withoutTwins(rows, (row) => row.content(), booking, 'change of a balance');
    booking.each(known, (row) => {
      const text = row.required('description');
      const meaning = MEANINGS.find(([pattern]) => pattern.test(text))?.[1] ?? 'UNKNOWN_TYPE';
      if (meaning === 'TRADE' || (meaning === 'COST' && AMOUNT_OF_TRADE.test(text))) trades.push(row);
      else bookSingle(row, meaning, booking);
    });
    booking.eachGroup(
      groupBy(trades, keyOfTrade),
      (group) => group,
      (group) => {
        bookTrade(group, booking);
      },
    );
  },
};

function keyOfTrade(row: Row): string {
  const [, amount, symbol] = AMOUNT_OF_TRADE.exec(row.text('description')) ?? [];
  return JSON.stringify([row.text('date'), amount, symbol]);
}

function bookTrade(rows: readonly Row[], booking: Booking): void {
  const [first] = rows as readonly [Row];
  const [legs, fees] = [rows.filter((row) => !isFee(row)), rows.filter(isFee)];
  if (legs.length === 0) {
    for (const row of fees) bookSingle(row, 'COST', booking);
    return;
  }
  const { given, received } = sidesOf(fees.map(changeIn));
  const sides = sidesOf([...legs.map(changeIn), ...received]);
  booking.trade(rows, 'trade', { id: idOf(rows), at: instantIn(first, 'date'), ...sides, fees: given });
}

function isFee(row: Row): boolean {
  return /^trading fee/i.test(row.text('description'));
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

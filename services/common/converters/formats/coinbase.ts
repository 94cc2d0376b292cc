/**
 * Coinbase, transaction history. Money is in the account currency; direction follows from the type, since older files write outgoing
 * amounts without a sign. What a conversion brought in, and the real price of an advanced trade, are in the notes only.
 */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute, readAmount } from '../amounts.ts';
import { symbolOf } from '../assets.ts';
import type { Booking } from '../booking.ts';
import { isMovement, isReason, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { readInGroups } from '../grouped-rows.ts';
import { withoutRepeats } from '../repeated-rows.ts';
import { withoutReversals } from '../reversals.ts';
import type { Row } from '../table.ts';
import { bookMigrations, momentsOf, partOf, rowsOf, sidesOf, withoutRenames } from './coinbase-pairs.ts';
import { type CoinbaseRow, euroOf, groupOf, moneyIn, RENAMED, rowReader } from './coinbase-rows.ts';

/** Such as `Converted 0.1 ETH to 5 XRP`. */
const CONVERTED = /^Converted ([\d.,]+) (\S+) to ([\d.,]+) (\S+)/;
/** Such as `Bought 0.5 BTC for 34234.6 USDC on BTC-USDC at 68469.2 USDC/BTC`. */
const PRICED = /\bfor ([\d.,]+) (\S+) on \S+/;

export const COINBASE: Format = {
  id: 'coinbase',
  title: 'Coinbase: transaction history',
  platform: { name: 'Coinbase', source: 'COINBASE' },
  guide: {
    download:
      'On the website: your profile, Statements (or Reports), "Transaction history", all assets, all time, CSV.',
    read: 'purchases, sales, conversions, advanced trades, sends, receipts, rewards, card payments, migrations of assets',
    traps: [
      'What a conversion brought in is in its notes alone: without its notes it is left out and named.',
      'An amount in another currency than euro gets its EUR value from exchange rates.',
      'Trades of Coinbase Advanced are in this file. Do not import its fills as well.',
      'Older exports without the column `ID` and newer ones with it hold the same transactions: both can be imported.',
    ],
  },
  headers: [['timestamp', 'transaction type', 'asset', 'quantity transacted', 'subtotal', 'fees', 'notes']],
  canonical: (column) =>
    column
      .replace(/^spot (?=price )/, '')
      .replace(/ \(inclusive of fees.*\)$/, '')
      .replace(/ and\/or spread$/, '')
      // Older files name the account currency in these columns.
      .replace(/^[a-z]{3} (?=(?:subtotal|total|fees)$)/, '')
      .replace(/^[a-z]{3} spot (?=price at transaction$)/, ''),
  read(rows, booking, { header }) {
    const read = rowReader(header);
    const all = readInGroups(rows, booking, groupOf, read);
    const distinct = withoutRepeats(all, booking, {
      keyOf: ({ id }) => (typeof id === 'string' ? id : null),
      contentOf: ({ at, type, code, quantity }) => [at, type, code, String(quantity)].join(' '),
      rowOf: ({ row }) => row,
      typeOf: ({ type }) => type,
    });
    bookRows(withoutRenames(distinct, booking), booking);
  },
};

function bookRows(rows: readonly CoinbaseRow[], booking: Booking): void {
  const ofMeaning = (meaning: string): CoinbaseRow[] => rows.filter((each) => each.meaning === meaning);
  for (const moment of momentsOf(ofMeaning('PAIRED'))) bookMigrations(moment, booking);
  booking.eachGroup(momentsOf(ofMeaning('CONVERT')), rowsOf, (moment) => {
    bookConversions(moment, booking);
  });
  const rewards = withoutReversals(ofMeaning('INCOME'), booking, {
    keyOf: ({ type, symbol }) => `${type} ${symbol}`,
    amountOf: ({ quantity }) => quantity,
    atOf: ({ at }) => at,
    rowOf: ({ row }) => row,
    typeOf: ({ type }) => type,
    book: bookRow,
  });
  const others = rows.filter(({ meaning }) => !['PAIRED', 'CONVERT', 'INCOME'].includes(meaning));
  booking.eachGroup(
    [...rewards, ...others],
    (each) => [each.row],
    (each) => {
      bookRow(each, booking);
    },
  );
}

function bookRow(each: CoinbaseRow, booking: Booking): void {
  const { row, type, meaning, quantity } = each;
  if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  else if (meaning === 'TRADE') bookTrade(each, booking);
  else if (isMovement(meaning)) {
    // A reward that is taken back in part, or whose reward the file does not hold.
    const kind = meaning === 'INCOME' && quantity < 0n ? 'UNCLEAR_OUT' : meaning;
    const movement = { ...commonOf(each), kind, part: partOf(each), eur: euroOf(each) };
    booking.movement([row], type, movement);
  }
}

function commonOf({
  row,
  id,
  at,
  type,
}: CoinbaseRow): Pick<CoinbaseRow, 'id' | 'at'> & { description: string } {
  return { id, at, description: row.text('notes') || type };
}

function bookTrade(each: CoinbaseRow, booking: Booking): void {
  const { row, type, currency } = each;
  const asset = partOf(each);
  const isPurchase = type.endsWith('buy');
  const noted = PRICED.test(row.wholeText('notes')) ? notedPart(row, PRICED, 1) : null;
  const subtotal = absolute(moneyIn(row, 'subtotal') ?? 0n);
  const fee = feeOf(row, subtotal, isPurchase);
  // A negative fee is a rebate.
  const rebate = fee < 0n ? (isPurchase ? fee : -fee) : 0n;
  const isNoted = noted !== null && noted.symbol !== currency;
  const money = isNoted ? noted : { symbol: currency, amount: subtotal + rebate };
  const [given, received] = isPurchase ? [[money], [asset]] : [[asset], [money]];
  const fees = fee > 0n ? [{ symbol: currency, amount: fee }] : [];
  booking.trade([row], type, { ...commonOf(each), given, received, fees });
}

/** Returns the fee of a trade. Its sign follows from the total, for some files write paid fees as negative numbers; without a cell it is the difference. */
function feeOf(row: Row, subtotal: bigint, isPurchase: boolean): bigint {
  const cell = moneyIn(row, 'fees');
  const total = absolute(moneyIn(row, 'total') ?? 0n);
  const difference = isPurchase ? total - subtotal : subtotal - total;
  if (cell === null) return total === 0n || subtotal === 0n ? 0n : difference;
  return absolute(cell) === -difference ? difference : absolute(cell);
}

/** Books conversions of one moment. Older files have one row for each, newer ones a row for each side. */
function bookConversions(moment: readonly CoinbaseRow[], booking: Booking): void {
  const noted = moment.filter(({ row }) => CONVERTED.test(row.wholeText('notes')));
  const others = new Set(moment.filter((each) => !noted.includes(each)));
  const givers = noted.filter((each) => each.symbol === notedPart(each.row, CONVERTED, 1).symbol);
  const receivers = new Set(noted.filter((each) => !givers.includes(each)));
  for (const giver of givers) {
    const received = notedPart(giver.row, CONVERTED, 3);
    const other = [...receivers, ...others].find(
      (each) => each.symbol === received.symbol && each.quantity === received.amount,
    );
    if (other !== undefined) for (const waiting of [receivers, others]) waiting.delete(other);
    bookConversion(
      giver,
      other === undefined ? [giver] : [giver, other],
      [partOf(giver)],
      [received],
      booking,
    );
  }
  for (const receiver of receivers) {
    const given = notedPart(receiver.row, CONVERTED, 1);
    bookConversion(receiver, [receiver], [given], [partOf(receiver)], booking);
  }
  const rest = [...others];
  const { given, received } = sidesOf(rest);
  const [first] = rest.toSorted((left, right) => (left.quantity < right.quantity ? -1 : 1));
  if (first === undefined) return;
  if (given.length === 1 && received.length === 1) bookConversion(first, rest, given, received, booking);
  else throw first.row.fault('notes', faultMessage('NOTHING_RECEIVED'));
}

/** The cell of the fee can be empty although the spread is a cost; it is inside what was received. */
function bookConversion(
  first: CoinbaseRow,
  all: readonly CoinbaseRow[],
  given: readonly Part[],
  received: readonly Part[],
  booking: Booking,
): void {
  booking.trade(rowsOf(all), first.type, { ...commonOf(first), given, received, eur: euroOf(first) });
}

/** Returns the amount and symbol that a pattern finds in the notes, in the group `at` and the one after it. */
function notedPart(row: Row, pattern: RegExp, at: number): Part {
  const found = pattern.exec(row.wholeText('notes'));
  const symbol = symbolOf(found?.[at + 1] ?? '');
  if (symbol === null) throw row.fault('notes', faultMessage('NOTHING_RECEIVED'));
  try {
    return { symbol: RENAMED[symbol] ?? symbol, amount: readAmount(found?.[at] ?? '') ?? 0n };
  } catch {
    throw row.fault('notes', faultMessage('NO_AMOUNT_RECEIVED'));
  }
}

/** CoinTracking, trade table: one row per transaction, with types in English or German and times without a zone. */
import { faultMessage } from '@ctx/domain/file-faults';
import { type Booking, ContentIds, partsOf, tradedParts } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning, MOVEMENTS, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { TimeStyle } from '../instants.ts';
import { LocalTimes, type WrittenTime } from '../local-times.ts';
import type { Row } from '../table.ts';
import { withCommonSymbols } from './cointracking-symbols.ts';
import { typeOf } from './cointracking-types.ts';

const PATTERNS = ['dd.MM.yyyy HH:mm:ss'];
/** Before 2020 CoinTracking wrote no seconds. A later time without them was saved by a spreadsheet program. */
const WITHOUT_SECONDS = /^\d{2}\.\d{2}\.20[01]\d \d{2}:\d{2}$/;
const PATTERNS_BEFORE_2020 = ['dd.MM.yyyy HH:mm'];
/** A setting of the account puts slashes between the parts of a date. */
const WITH_SLASHES = /^(\d{2})\/(\d{2})\/\d{4} /;
const MONTHS = 12;
/** Column names of German files, of the full table and of the import template, by those of the English trade table. */
const COLUMNS: Readonly<Record<string, string>> = {
  typ: 'type',
  kauf: 'buy',
  verkauf: 'sell',
  gebühr: 'fee',
  börse: 'exchange',
  gruppe: 'group',
  kommentar: 'comment',
  datum: 'date',
  'wert in eur': 'value in eur',
  'wert in eur 2': 'value in eur 2',
  'buy amount': 'buy',
  'buy currency': 'cur.',
  'sell amount': 'sell',
  'sell currency': 'cur. 2',
  'fee currency': 'cur. 3',
  'trade-group': 'group',
};

export const COINTRACKING: Format = {
  id: 'cointracking',
  title: 'CoinTracking: trade table',
  platform: { name: 'CoinTracking', source: null },
  needsTimeZone: true,
  guide: {
    download:
      'On the website, in English or German: Transactions (before: Enter Coins), the export of the trade table, CSV.',
    read: 'trades, deposits, withdrawals, and every type of income, gifts, losses, costs, loans and swaps',
    traps: [
      'Times are in the zone of the CoinTracking account: name it, such as `Europe/Brussels`.',
      'As in CoinTracking, amounts have the fees of their own assets inside. A fee in a third asset counts where the file has a row of its ' +
        'own for it ("Other Fee").',
      'Numbers by which CoinTracking tells assets of one symbol apart are taken off the best-known ones, so that `SOL2` is `SOL`.',
      'A "Swap (non taxable)" is no sale: cost and dates carry over.',
      'All exchanges of the file become one account; name it with `--account` and `--label`. Do not import the exports of those exchanges ' +
        'as well.',
    ],
  },
  headers: [['type', 'buy', 'cur.', 'sell', 'cur. 2', 'date']],
  canonical: (column) => {
    const name = column.replace(/ \(optional\)$/, '');
    return COLUMNS[name] ?? name;
  },
  read(rows, booking, { timeZone }) {
    const ids = new ContentIds();
    const style = { zone: timeZone ?? 'UTC', patterns: patternsOf(rows) };
    const times = new LocalTimes(rows, 'date', (row) => timeOf(row, style));
    booking.each(rows, (row) => {
      bookRow(row, ids.idOf(row), times, booking);
    });
  },
};

function bookRow(row: Row, id: EntryId, times: LocalTimes, booking: Booking): void {
  const { name, meaning } = typeOf(row.required('type'));
  const received = withCommonSymbols(partsOf(row, 'buy', 'cur.'));
  const given = withCommonSymbols(partsOf(row, 'sell', 'cur. 2'));
  const fees = withCommonSymbols(partsOf(row, 'fee', 'cur. 3'));
  const common = {
    id,
    at: times.of(row),
    description: [name, row.text('exchange')].filter((text) => text !== '').join(' · '),
    eur: euroOf(row),
  };
  const [out, into] = [given[0], received[0]];
  const part = out ?? into;
  if (isReason(meaning)) booking.leaveOut([row], meaning, name);
  else if (meaning === 'TRADE')
    booking.trade([row], name, {
      ...common,
      given: withCommonSymbols(tradedParts(row, 'sell', 'cur. 2')),
      received: withCommonSymbols(tradedParts(row, 'buy', 'cur.')),
    });
  else if (meaning === 'MIGRATION') {
    if (out === undefined || into === undefined) booking.leaveOut([row], 'HALF_TRADE', name);
    else booking.migration([row], name, { ...common, given: out, received: into });
  } else if (meaning === 'COST')
    booking.cost([row], name, { ...common, fees: given.length > 0 ? given : fees });
  else if (part === undefined) booking.leaveOut([row], 'ZERO', name);
  else if (isMovement(meaning)) {
    const transaction = row.text('tx-id');
    const isOut = MOVEMENTS[meaning].type === 'DISPOSITION';
    if ((isOut ? into : out) !== undefined)
      booking.leaveOut([row], 'UNKNOWN_TYPE', `${name} on the other side`);
    else
      booking.movement([row], name, {
        ...common,
        ...withoutFee(part, fees, meaning),
        kind: meaning,
        transaction,
      });
  }
}

/** Returns the value of the side that has one: CoinTracking writes 0 for a value that it does not know. */
function euroOf(row: Row): bigint | null {
  const values = ['value in eur', 'value in eur 2'].map((column) => row.optionalAmount(column));
  return values.find((value) => value !== null && value !== 0n) ?? null;
}

function timeOf(row: Row, style: TimeStyle): WrittenTime {
  const date = row.required('date');
  if (WITH_SLASHES.test(date) && style.patterns === PATTERNS)
    throw row.fault('date', faultMessage('AMBIGUOUS_DATE'));
  return {
    text: date,
    style: WITHOUT_SECONDS.test(date) ? { ...style, patterns: PATTERNS_BEFORE_2020 } : style,
  };
}

/** Returns the patterns of the dates of a file. Whether the day or the month is first between slashes, only a number above 12 shows. */
function patternsOf(rows: readonly Row[]): readonly string[] {
  const dates = rows.flatMap((row) => {
    const [, first, second] = WITH_SLASHES.exec(row.text('date')) ?? [];
    return first === undefined ? [] : [{ first: Number(first), second: Number(second) }];
  });
  if (dates.some(({ first }) => first > MONTHS)) return [...PATTERNS, 'dd/MM/yyyy HH:mm:ss'];
  if (dates.some(({ second }) => second > MONTHS)) return [...PATTERNS, 'MM/dd/yyyy HH:mm:ss'];
  return PATTERNS;
}

/**
 * Returns what went to somebody, and the fee that the amount of the file has inside, which that somebody did not get. What comes in is
 * already without its fee, and balances do not move by a fee in another asset: CoinTracking's article "Entering fees".
 */
function withoutFee(
  part: Part,
  fees: readonly Part[],
  meaning: Meaning & keyof typeof MOVEMENTS,
): { readonly part: Part; readonly fees: readonly Part[] } {
  const fee = fees.find(({ symbol }) => symbol === part.symbol);
  const isOut = MOVEMENTS[meaning].type === 'DISPOSITION';
  if (!isOut || fee === undefined || fee.amount >= part.amount) return { part, fees: [] };
  return { part: { symbol: part.symbol, amount: part.amount - fee.amount }, fees: [fee] };
}

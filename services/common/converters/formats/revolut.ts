/** Revolut, crypto statement: times in the language and zone of the app; the fee is outside of the value. */
import { type Booking, ContentIds, symbolIn } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning } from '../entries.ts';
import type { Format, ReadingContext } from '../format.ts';
import type { Row } from '../table.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  buy: 'TRADE',
  sell: 'TRADE',
  'buy - revolut x': 'TRADE',
  'sell - revolut x': 'TRADE',
  send: 'WITHDRAWAL',
  receive: 'DEPOSIT',
  payment: 'PAYMENT',
  stake: 'INTERNAL',
  unstake: 'INTERNAL',
  'staking reward': 'INCOME',
  'learn reward': 'INCOME',
};
const PATTERNS = ['MMM d, yyyy, h:mm:ss a', 'd MMM yyyy, HH:mm:ss'];
/** Money with its sign or code, such as `€10.00` or `50.00 SEK`. */
const MONEY = /^(-?)([€$£]?)\s*(-?[\d.,]+)\s*([A-Z]{3})?$/;
const CODES: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' };

export const REVOLUT: Format = {
  id: 'revolut',
  title: 'Revolut: crypto statement',
  platform: { name: 'Revolut', source: 'REVOLUT' },
  needsTimeZone: true,
  guide: {
    download: 'In the app, set to English: Crypto, the three dots, Documents, "Account statement", CSV.',
    read: 'purchases, sales, sends, receipts, payments, staking and learning rewards',
    traps: [
      'Times are in the zone of the app: name it, such as `Europe/Brussels`.',
      'A statement in another language is rejected: set the app to English.',
    ],
  },
  headers: [['symbol', 'type', 'quantity', 'price', 'value', 'fees', 'date']],
  read(rows, booking, context) {
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      bookRow(row, ids.idOf(row), context, booking);
    });
  },
};

function bookRow(row: Row, id: EntryId, { timeZone }: ReadingContext, booking: Booking): void {
  const type = row.required('type').toLowerCase();
  const meaning = MEANINGS[type] ?? 'UNKNOWN_TYPE';
  const symbol = symbolIn(row, 'symbol');
  if (row.text('quantity') === '') {
    booking.leaveOut([row], 'MONEY', type);
    return;
  }
  const part = { symbol, amount: row.amount('quantity') };
  const at = row.instant('date', { zone: timeZone ?? 'UTC', patterns: PATTERNS });
  const value = moneyIn(row, 'value');
  const fee = moneyIn(row, 'fees');
  const fees = fee === null || fee.amount === 0n ? [] : [fee];
  const eur =
    value?.symbol === 'EUR' && (meaning === 'INCOME' || meaning === 'PAYMENT') ? value.amount : null;
  if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  else if (meaning === 'TRADE') {
    const money = value === null ? [] : [value];
    const [given, received] = type.startsWith('buy') ? [money, [part]] : [[part], money];
    booking.trade([row], type, { id, at, given, received, fees });
  } else if (isMovement(meaning)) booking.movement([row], type, { id, at, kind: meaning, part, fees, eur });
}

/** Returns the money in a cell, or null if it is empty. */
function moneyIn(row: Row, column: string): { symbol: string; amount: bigint } | null {
  const text = row.text(column);
  if (text === '') return null;
  const [, , sign = '', , code] = MONEY.exec(text) ?? [];
  const symbol = code ?? CODES[sign];
  if (symbol === undefined) throw row.fault(column, 'does not say its currency');
  const amount = row.optionalAmount(column, (cell) => cell.replace(/[€$£]|[A-Z]{3}$/g, ''));
  return amount === null ? null : { symbol, amount };
}

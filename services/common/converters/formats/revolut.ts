/** Revolut, crypto statement: times in the language and zone of the app; the fee is outside of the value. */
import { faultMessage } from '@ctx/domain/file-faults';
import { isMoney } from '../assets.ts';
import { type Booking, ContentIds, type KeptMoney, symbolIn } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning } from '../entries.ts';
import type { Format } from '../format.ts';
import { LocalTimes } from '../local-times.ts';
import { sidesOfMovement } from '../money.ts';
import { withSignedFee } from '../rebates.ts';
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
const PATTERNS = ['MMM d, yyyy, h:mm:ss a', 'd MMM yyyy, HH:mm:ss', 'MMM d yyyy h:mm:ss a'];
/** Apps write a space that does not break before AM and PM. */
const SPACES = /[\u00A0\u202F]/g;
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
      'In the hour that the clocks show twice, the order of the rows decides. Where it does not say which hour it is, the rows are to be checked.',
      'A statement in another language is rejected: set the app to English.',
    ],
  },
  headers: [['symbol', 'type', 'quantity', 'value', 'fees', 'date']],
  otherExports: [
    {
      columns: [
        'type',
        'product',
        'started date',
        'completed date',
        'description',
        'amount',
        'state',
        'balance',
      ],
      advice: faultMessage('REVOLUT_STATEMENT'),
    },
  ],
  read(rows, booking, { timeZone }) {
    const ids = new ContentIds();
    const style = { zone: timeZone ?? 'UTC', patterns: PATTERNS };
    const times = new LocalTimes(rows, 'date', (row) => ({
      text: row.required('date').replaceAll(SPACES, ' '),
      style,
    }));
    booking.each(rows, (row) => {
      bookRow(row, ids.idOf(row), times, booking);
    });
  },
};

function bookRow(row: Row, id: EntryId, times: LocalTimes, booking: Booking): void {
  const type = row.required('type').toLowerCase();
  const meaning = MEANINGS[type] ?? 'UNKNOWN_TYPE';
  const symbol = symbolIn(row, 'symbol');
  if (isReason(meaning)) {
    booking.leaveOut([row], meaning, type);
    return;
  }
  // Rows of money have their amount as the value alone.
  if (isMoney(symbol)) {
    booking.money([row], type, () => ({ id, at: times.of(row), ...moneyOf(row, type, meaning) }));
    return;
  }
  const part = { symbol, amount: row.amount('quantity') };
  const value = moneyIn(row, 'value');
  const fee = moneyIn(row, 'fees');
  const common = { id, at: times.of(row) };
  if (meaning === 'TRADE') {
    const money = value === null ? [] : [value];
    const [given, received] = type.startsWith('buy') ? [money, [part]] : [[part], money];
    booking.trade([row], type, { ...common, ...withSignedFee({ given, received }, fee) });
  } else if (isMovement(meaning)) {
    const eur = value?.symbol === 'EUR' ? value.amount : null;
    const fees = fee === null || fee.amount <= 0n ? [] : [fee];
    booking.movement([row], type, { ...common, kind: meaning, part, fees, eur });
  }
}

/** Returns what a row of money moved: money that is bought or sold is exchanged. */
function moneyOf(row: Row, type: string, meaning: Meaning): Partial<KeptMoney> {
  const [value, fee] = [moneyIn(row, 'value'), moneyIn(row, 'fees')];
  const fees = fee === null ? [] : [fee];
  if (value === null) return { fees };
  if (isMovement(meaning)) return { ...sidesOfMovement(type, { kind: meaning, part: value }), fees };
  const isOut = type.startsWith('sell');
  return { purpose: 'EXCHANGE', given: isOut ? [value] : [], received: isOut ? [] : [value], fees };
}

/** Returns the money in a cell, or null if it is empty. */
function moneyIn(row: Row, column: string): { symbol: string; amount: bigint } | null {
  const text = row.text(column);
  if (text === '') return null;
  const [, , sign = '', , code] = MONEY.exec(text) ?? [];
  const symbol = code ?? CODES[sign];
  if (symbol === undefined) throw row.fault(column, faultMessage('NO_CURRENCY'));
  const amount = row.optionalAmount(column, (cell) => cell.replace(/[€$£]|[A-Z]{3}$/g, ''));
  return amount === null ? null : { symbol, amount };
}

/** Turns the values of a workbook's cells into the texts that a CSV export has. */
import type { DecimalMark } from '../amounts.ts';

/** What the number format of a cell shows of a date; null for a number. */
export interface DateFormat {
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  readonly hasFractions: boolean;
}

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?$/;
/** A double holds every number of 15 digits. */
const EXACT_DIGITS = 15;
/** The text of a double has at most so many. More were written by a program that does not round to doubles. */
const DOUBLE_DIGITS = 17;
const LONG_INTEGER = /^[-+]?\d{16,}$/;

/**
 * Returns a number as the file writes it. The programs write a double with 16 or 17 digits, such as 1.1000000000000001: then its shortest text is
 * returned. An integer of more than 15 digits gets an exponent, as a spreadsheet program shows it, so that it is not taken for an id.
 */
export function numberText(stored: string, mark: DecimalMark): string {
  if (!NUMBER.test(stored)) return stored;
  const [digits = '', exponent = '0'] = stored.split(/e/i);
  const significant = digits.replace(/^[-+]?[0.]*/, '').replace('.', '').length;
  const isRounded = digits.includes('.') && significant > EXACT_DIGITS && significant <= DOUBLE_DIGITS;
  const text = isRounded || Number(exponent) > 0 ? String(Number(stored)) : withoutZeros(stored);
  const shown = LONG_INTEGER.test(text) ? withExponent(text) : text;
  return mark === ',' ? shown.replace('.', ',') : shown;
}

/** Returns a number without zeros at the end of its fraction: an id may be written as `4001.0`. */
function withoutZeros(number: string): string {
  if (!number.includes('.') || /e/i.test(number)) return number;
  return number.replace(/(?<!0)0+$/, '').replace(/\.$/, '');
}

function withExponent(integer: string): string {
  const [, sign = '', first = '', rest = ''] = /^([-+]?)(\d)(\d*)$/.exec(integer) ?? [];
  const fraction = rest.replace(/(?<!0)0+$/, '');
  return `${sign}${first}.${fraction === '' ? '0' : fraction}E+${String(rest.length)}`;
}

const DAY_SECONDS = 86_400;
/** The day 0 of the calendar of 1900, whose day 60 did not exist. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Days between the calendars of 1900 and 1904. */
export const DAYS_OF_1904 = 1462;
/** The year 9999. */
const DAYS_MAX = 2_958_466;
/** What a double of some 50,000 days rounds. */
const ROUNDING_SECONDS = 2e-6;

/**
 * Returns a count of days as a date, a time or both, such as `2025-01-31 23:59:58`: the parts that the number format shows, and those that
 * the value has. A whole second that the written digits can mean is that second: 0.5 of a day may be written as 0.49999999999. The fraction of a
 * second is returned only where the number format shows it.
 */
export function dateText(stored: string, format: DateFormat, daysAdded: number): string {
  const serial = Number(stored);
  if (!NUMBER.test(stored) || serial < 0 || serial >= DAYS_MAX) return stored;
  const days = serial + (serial >= 1 ? daysAdded : 0);
  const seconds = days * DAY_SECONDS;
  const nearest = Math.round(seconds);
  const isWhole = Math.abs(seconds - nearest) <= doubtOf(stored);
  const milliseconds = isWhole ? nearest * 1000 : shownMilliseconds(seconds, format);
  const iso = new Date(EPOCH_MS + milliseconds).toISOString();
  const [date = '', clock = ''] = iso.slice(0, -1).split('T');
  const time = format.hasFractions ? clock : clock.slice(0, 8);
  const hasDate = format.hasDate || days >= 1;
  const hasTime = format.hasTime || milliseconds % (DAY_SECONDS * 1000) !== 0;
  return [hasDate ? date : '', hasTime ? time : ''].filter((part) => part !== '').join(' ');
}

/** Returns by how many seconds a stored date may differ from what was meant: half of its last digit, and what a double rounds. */
function doubtOf(stored: string): number {
  const [, fraction = '', exponent = '0'] = /^[^.eE]*(?:\.(\d*))?(?:[eE](.+))?$/.exec(stored) ?? [];
  const places = fraction.length - Number(exponent);
  return 0.5 * 10 ** -places * DAY_SECONDS + ROUNDING_SECONDS;
}

function shownMilliseconds(seconds: number, { hasFractions }: DateFormat): number {
  return hasFractions ? Math.round(seconds * 1000) : Math.floor(seconds) * 1000;
}

/** Ids of number formats that every program knows, which a file does not describe. */
const BUILT_IN: readonly (readonly [from: number, to: number, code: string])[] = [
  [14, 17, 'yyyy-mm-dd'],
  [18, 21, 'hh:mm:ss'],
  [22, 22, 'yyyy-mm-dd hh:mm'],
  [27, 31, 'yyyy-mm-dd'],
  [32, 35, 'hh:mm:ss'],
  [36, 36, 'yyyy-mm-dd'],
  [45, 46, 'hh:mm:ss'],
  [47, 47, 'mm:ss.0'],
  [50, 58, 'yyyy-mm-dd'],
];

/** Returns what a number format shows of a date; null if it shows a number. */
export function dateFormatOf(id: number, codes: ReadonlyMap<number, string>): DateFormat | null {
  const code = codes.get(id) ?? BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? '';
  // Texts in quotation marks, after a backslash and in brackets are shown as they are, such as the unit "USD".
  const signs = code.replaceAll(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '').toLowerCase();
  const hasTime = /[hs]/.test(signs);
  const hasDate = /[yd]/.test(signs) || (signs.includes('m') && !hasTime);
  return hasDate || hasTime ? { hasDate, hasTime, hasFractions: /s[.,]0/.test(signs) } : null;
}

/** Times as exports write them, returned as UTC in RFC 3339. */
import { DateTime } from 'luxon';

/** A date and time with seconds, in the order year, month, day. The offset is optional, the fraction has up to six digits. */
const ISO_LIKE =
  /^(\d{4}-\d{2}-\d{2})(?:T| +)(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?$/;
const WITHOUT_SECONDS = /(?:^|[^\d:])\d{1,2}:\d{2}$/;
const FRACTION_DIGITS_MAX = 6;

/** How a column writes its times. */
export interface TimeStyle {
  /** IANA zone of times without an offset, such as `Europe/Brussels` or `UTC`. */
  readonly zone: string;
  /** Patterns of luxon for times in another order than year, month, day; tried in turn. */
  readonly patterns?: readonly string[];
}

/** UTC, in the order year, month, day. */
export const UTC: TimeStyle = { zone: 'UTC' };

/** Thrown for a time that a spreadsheet program saved without its seconds: the rest of its file has lost digits too. */
export class LostSeconds extends RangeError {}

/**
 * Returns a time in UTC, such as `2025-03-01T10:00:00.123456Z`.
 *
 * @throws LostSeconds when a spreadsheet program saved the time
 * @throws RangeError when the text is no time in this style, or a time that the clock of the zone skipped
 */
export function readInstant(text: string, { zone, patterns = [] }: TimeStyle): string {
  const trimmed = text.trim();
  const [, date, time, fraction = '', offset] = ISO_LIKE.exec(trimmed) ?? [];
  const parsed =
    date === undefined || time === undefined
      ? inPatterns(trimmed, zone, patterns)
      : DateTime.fromISO(`${date}T${time}`, { zone: zoneOf(offset, zone) });
  if (!parsed?.isValid) throw unreadable(trimmed);
  if (offset === undefined && time !== undefined && parsed.toFormat('HH:mm:ss') !== time)
    throw new RangeError(`is a time that the clocks of ${zone} skipped`);
  return withFraction(parsed.toUTC(), fraction);
}

/** Returns the fraction of a second with the digits of the file: luxon would keep only three. */
function withFraction(utc: DateTime, fraction: string): string {
  const digits = fraction.slice(0, FRACTION_DIGITS_MAX).replace(/(?<!0)0+$/, '');
  const shown = digits === '' && utc.millisecond !== 0 ? String(utc.millisecond).padStart(3, '0') : digits;
  // A format of luxon would join the time of seventeen strings, which a large file has no memory for.
  return `${utc.toJSDate().toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}${shown === '' ? '' : `.${shown}`}Z`;
}

function zoneOf(offset: string | undefined, zone: string): string {
  if (offset === undefined) return zone;
  return offset === 'Z' || offset === 'UTC' ? 'UTC' : `UTC${offset}`;
}

const parsers = new Map<string, ReturnType<typeof DateTime.buildFormatParser>>();

function inPatterns(text: string, zone: string, patterns: readonly string[]): DateTime | null {
  for (const pattern of patterns) {
    // Building a parser takes longer than parsing: each pattern is built once.
    const parser = parsers.get(pattern) ?? DateTime.buildFormatParser(pattern, { locale: 'en' });
    parsers.set(pattern, parser);
    const parsed = DateTime.fromFormatParser(text, parser, { zone, locale: 'en' });
    if (parsed.isValid) return parsed;
  }
  return null;
}

function unreadable(text: string): RangeError {
  return WITHOUT_SECONDS.test(text)
    ? new LostSeconds(
        'is a time without seconds, as a spreadsheet program writes it: use the file as it was downloaded',
      )
    : new RangeError('is not a time that this format writes');
}

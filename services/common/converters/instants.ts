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
 * Returns a time in UTC, such as `2025-03-01T10:00:00.123456Z`; the earlier of two where the clocks of the zone showed it twice.
 *
 * @throws LostSeconds when a spreadsheet program saved the time
 * @throws RangeError when the text is no time in this style, or a time that the clocks of the zone skipped
 */
export function readInstant(text: string, style: TimeStyle): string {
  return readInstants(text, style)[0];
}

/**
 * Returns the instants that a time may mean, in UTC and earliest first: one, or the two at which the clocks of the zone showed it when they
 * were put back.
 *
 * @throws what `readInstant` throws
 */
export function readInstants(
  text: string,
  { zone, patterns = [] }: TimeStyle,
): readonly [string, ...string[]] {
  const trimmed = text.trim();
  const [, date, time, fraction = '', offset] = ISO_LIKE.exec(trimmed) ?? [];
  if (date === undefined || time === undefined) return inPatterns(trimmed, zone, patterns);
  const parsed = DateTime.fromISO(`${date}T${time}`, { zone: offsetZone(offset) });
  if (!parsed.isValid) throw unreadable(trimmed);
  return offset === undefined ? showing(parsed, zone, fraction) : [withFraction(parsed.toUTC(), fraction)];
}

/** Returns the fraction of a second with the digits of the file: luxon would keep only three. */
function withFraction(utc: DateTime, fraction: string): string {
  const digits = fraction.slice(0, FRACTION_DIGITS_MAX).replace(/(?<!0)0+$/, '');
  const shown = digits === '' && utc.millisecond !== 0 ? String(utc.millisecond).padStart(3, '0') : digits;
  // A format of luxon would join the time of seventeen strings, which a large file has no memory for.
  return `${utc.toJSDate().toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}${shown === '' ? '' : `.${shown}`}Z`;
}

function offsetZone(offset: string | undefined): string {
  return offset === undefined || offset === 'Z' || offset === 'UTC' ? 'UTC' : `UTC${offset}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** Returns the instants at which the clocks of a zone showed a time, which is given as if it were in UTC. luxon would choose one by today's date. */
function showing(shown: DateTime, zone: string, fraction = ''): readonly [string, ...string[]] {
  if (zone === 'UTC') return [withFraction(shown, fraction)];
  const { zone: clocks } = DateTime.fromMillis(0, { zone });
  if (!clocks.isValid) throw new RangeError(`is in a time zone that is not known: ${zone}`);
  const wall = shown.toMillis();
  const offsets = new Set([wall - DAY_MS, wall + DAY_MS].map((instant) => clocks.offset(instant)));
  const [first, ...others] = [...offsets]
    .map((offset) => ({ offset, instant: wall - offset * MINUTE_MS }))
    .filter(({ offset, instant }) => clocks.offset(instant) === offset)
    .map(({ instant }) => instant)
    .toSorted((left, right) => left - right)
    .map((instant) => withFraction(DateTime.fromMillis(instant, { zone: 'UTC' }), fraction));
  if (first === undefined) throw new RangeError(`is a time that the clocks of ${zone} skipped`);
  return [first, ...others];
}

/** A parser of luxon, and whether its pattern has an offset or is a count of seconds, so that no zone is needed. */
interface PatternParser {
  readonly parser: ReturnType<typeof DateTime.buildFormatParser>;
  readonly isAbsolute: boolean;
}
const parsers = new Map<string, PatternParser>();

function parserOf(pattern: string): PatternParser {
  const known = parsers.get(pattern);
  if (known !== undefined) return known;
  // Building a parser takes longer than parsing: each pattern is built once.
  const parser = DateTime.buildFormatParser(pattern, { locale: 'en' });
  const built = { parser, isAbsolute: /[zZxX]/.test(pattern.replaceAll(/'[^']*'/g, '')) };
  parsers.set(pattern, built);
  return built;
}

function inPatterns(text: string, zone: string, patterns: readonly string[]): readonly [string, ...string[]] {
  for (const pattern of patterns) {
    const { parser, isAbsolute } = parserOf(pattern);
    const parsed = DateTime.fromFormatParser(text, parser, { zone: 'UTC', locale: 'en' });
    if (parsed.isValid) return isAbsolute ? [withFraction(parsed, '')] : showing(parsed, zone);
  }
  throw unreadable(text);
}

function unreadable(text: string): RangeError {
  return WITHOUT_SECONDS.test(text)
    ? new LostSeconds(
        'is a time without seconds, as a spreadsheet program writes it: use the file as it was downloaded',
      )
    : new RangeError('is not a time that this format writes');
}

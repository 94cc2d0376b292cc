/** Times as exports write them, returned as UTC in RFC 3339. */
import { faultMessage } from '@ctx/domain/file-faults';
import { DateTime } from 'luxon';
import { TextFault } from './faults.ts';

/** A date and time with seconds, in the order year, month, day. The offset is optional, the fraction has up to six digits. */
const ISO_LIKE =
  /^(\d{4}-\d{2}-\d{2})(?:T| +)(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?$/;
const WITHOUT_SECONDS = /(?:^|[^\d:])\d{1,2}:\d{2}$/;
const FRACTION_DIGITS_MAX = 6;
const NO_TIME = faultMessage('NOT_TIME');

/** How a column writes its times. */
export interface TimeStyle {
  /** IANA zone of times without an offset, such as `Europe/Brussels` or `UTC`. */
  readonly zone: string;
  /** Patterns of luxon for times in another order than year, month, day; tried in turn. */
  readonly patterns?: readonly string[];
}

/** The instants that a time may mean, earliest first. */
export type Instants = readonly [string, ...string[]];

/** UTC, in the order year, month, day. */
export const UTC: TimeStyle = { zone: 'UTC' };

/** Thrown for a time that a spreadsheet program saved without its seconds: the rest of its file has lost digits too. */
export class LostSeconds extends TextFault {}

/**
 * Returns a time in UTC, such as `2025-03-01T10:00:00.123456Z`; the earlier of two where the clocks of the zone showed it twice.
 *
 * @throws LostSeconds when a spreadsheet program saved the time
 * @throws TextFault when the text is no time in this style, or a time that the clocks of the zone skipped
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
export function readInstants(text: string, { zone, patterns = [] }: TimeStyle): Instants {
  const trimmed = text.trim();
  const [, date, time, fraction = '', offset] = ISO_LIKE.exec(trimmed) ?? [];
  if (date === undefined || time === undefined) return inPatterns(trimmed, zone, patterns);
  const shown = Date.parse(`${date}T${time}Z`);
  const minutes = offset === undefined ? 0 : minutesOf(offset);
  // A day that a month does not have would become one of the next month.
  if (minutes === null || Number.isNaN(shown) || !isoOf(shown).startsWith(`${date}T${time}`))
    throw new TextFault(NO_TIME);
  if (offset !== undefined) return [textOf(shown - minutes * MINUTE_MS, fraction)];
  return instantsShowing(shown, zone, fraction);
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const HOURS_OF_OFFSET_MAX = 14;

/** Returns the minutes of an offset such as `+02:00`, `-0530`, `Z` or `UTC`; null if no clock has it. */
function minutesOf(offset: string): number | null {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  if (Number(hours) > HOURS_OF_OFFSET_MAX || Number(minutes) >= 60) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns milliseconds as a text with the fraction of a second that the file writes: a count of milliseconds would keep only three digits. */
function textOf(instant: number, fraction: string): string {
  const digits = fraction.slice(0, FRACTION_DIGITS_MAX).replace(/(?<!0)0+$/, '');
  const iso = isoOf(instant);
  const milliseconds = iso.slice(-4, -1);
  const shown = digits === '' && milliseconds !== '000' ? milliseconds : digits;
  return `${iso.slice(0, -5)}${shown === '' ? '' : `.${shown}`}Z`;
}

/** @throws RangeError if there is no such date */
function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}

/** Returns the instants at which the clocks of a zone showed a time, which is given as if it were in UTC. luxon would choose one by today's date. */
function instantsShowing(shown: number, zone: string, fraction = ''): Instants {
  if (zone === 'UTC') return [textOf(shown, fraction)];
  const clocks = clocksOf(zone);
  const steady = steadyOffset(clocks, Math.floor(shown / DAY_MS));
  if (steady !== null) return [textOf(shown - steady * MINUTE_MS, fraction)];
  const offsets = new Set([shown - DAY_MS, shown + DAY_MS].map((instant) => clocks.zone.offset(instant)));
  const [first, ...others] = [...offsets]
    .map((offset) => ({ offset, instant: shown - offset * MINUTE_MS }))
    .filter(({ offset, instant }) => clocks.zone.offset(instant) === offset)
    .map(({ instant }) => instant)
    .toSorted((left, right) => left - right)
    .map((instant) => textOf(instant, fraction));
  if (first === undefined) throw new TextFault(faultMessage('SKIPPED_TIME', { zone }));
  return [first, ...others];
}

/** The clocks of a zone, with the offset of each day on which and beside which it does not change: asking luxon takes some microseconds. */
interface Clocks {
  readonly zone: DateTime['zone'];
  readonly steady: Map<number, number | null>;
}
const clocksByZone = new Map<string, Clocks>();
/** A file names its zone, so that there may be any number of them. */
const ZONES_MAX = 100;
const DAYS_MAX = 20_000;

function clocksOf(name: string): Clocks {
  const known = clocksByZone.get(name);
  if (known !== undefined) return known;
  const { zone, isValid } = DateTime.fromMillis(0, { zone: name });
  if (!isValid) throw new TextFault(faultMessage('UNKNOWN_ZONE', { zone: name }));
  const clocks = { zone, steady: new Map<number, number | null>() };
  if (clocksByZone.size >= ZONES_MAX) clocksByZone.clear();
  clocksByZone.set(name, clocks);
  return clocks;
}

/** Returns the offset of a day in minutes; null if the clocks change on that day or the one before or after. */
function steadyOffset({ zone, steady }: Clocks, day: number): number | null {
  const known = steady.get(day);
  if (known !== undefined) return known;
  const [before, after] = [zone.offset((day - 1) * DAY_MS), zone.offset((day + 2) * DAY_MS)];
  const offset = before === after ? before : null;
  if (steady.size >= DAYS_MAX) steady.clear();
  steady.set(day, offset);
  return offset;
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

function inPatterns(text: string, zone: string, patterns: readonly string[]): Instants {
  for (const pattern of patterns) {
    const { parser, isAbsolute } = parserOf(pattern);
    const parsed = DateTime.fromFormatParser(text, parser, { zone: 'UTC', locale: 'en' });
    if (parsed.isValid) {
      const shown = parsed.toMillis();
      return isAbsolute ? [textOf(shown, '')] : instantsShowing(shown, zone);
    }
  }
  throw unreadable(text);
}

function unreadable(text: string): TextFault {
  return WITHOUT_SECONDS.test(text)
    ? new LostSeconds(faultMessage('TIME_WITHOUT_SECONDS'))
    : new TextFault(NO_TIME);
}

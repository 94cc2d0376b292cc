/** Moments that people type: a day of Belgium with a time, and the instant of the API. Pure. */
import { clockTimeMs, dayStartMs } from '@ctx/domain/brussels';
import { isDay, parseInstantUs, shownInstant, US_PER_MS } from '@ctx/domain/instant';

/** The fields of a form. Without a time, it is the end of the day. */
export interface TypedMoment {
  /** Such as `2026-03-10`. */
  readonly day: string;
  /** Such as `14:30`. */
  readonly time: string;
}

/** `14:30`, `14h30`, `14:30:05` and, from the API, `14:30:05.123`. */
const TIME = /^(\d{1,2})(?::|h)(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?$/i;
const [HOURS, SIXTY, MICRO_DIGITS, SECOND_MS] = [24, 60, 6, 1000];

/** Returns the instant of a typed moment, or the field that does not say one. */
export function instantOfTyped({
  day,
  time,
}: TypedMoment): { readonly at: string } | { readonly faulty: keyof TypedMoment } {
  if (!isDay(day)) return { faulty: 'day' };
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const date = { year, month, day: dayOfMonth };
  if (time === '') {
    const nextDayMs = dayStartMs({ ...date, day: dayOfMonth + 1 });
    return { at: shownInstant(nextDayMs * US_PER_MS - 1) };
  }
  const parts = TIME.exec(time);
  if (parts === null) return { faulty: 'time' };
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map((part) => Number(part || '0'));
  if (hour >= HOURS || minute >= SIXTY || second >= SIXTY) return { faulty: 'time' };
  const timeMs = ((hour * SIXTY + minute) * SIXTY + second) * SECOND_MS;
  const micros = Number((parts[4] ?? '').padEnd(MICRO_DIGITS, '0'));
  return { at: shownInstant(clockTimeMs(date, timeMs) * US_PER_MS + micros) };
}

const CLOCK = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const LAST = '23:59:59.999999';

/** Returns an instant as the fields of the form; the end of a day has no time. */
export function typedOfInstant(at: string): TypedMoment {
  if (parseInstantUs(at) === null) return { day: '', time: '' };
  const [day = '', clock = ''] = CLOCK.format(Date.parse(at)).split(', ');
  const [fraction = ''] = /\.\d+/.exec(at) ?? [];
  const time = `${clock}${fraction}`;
  return { day, time: time === LAST ? '' : time };
}

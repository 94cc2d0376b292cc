/** The last day of a token, in Belgian time. */
import { brusselsDate, dayStartMs } from '@ctx/domain/brussels';
import { LIMITS } from '@ctx/domain/limits';

export type LastDay =
  | { /** RFC 3339: the first instant of the next day. */ readonly endsAt: string }
  | { readonly fault: 'lastDayInvalid' | 'lastDayPast' | 'lastDayFar' };

/** Parses the last day of a token (`2027-12-31`) and returns when the token ends. The day is today at the earliest. */
export function parseLastDay(text: string, nowMs: number): LastDay {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  const isDay = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text);
  if (year === 0 || !isDay) return { fault: 'lastDayInvalid' };
  if (text < todayText(nowMs)) return { fault: 'lastDayPast' };
  if (year > LIMITS.yearMax) return { fault: 'lastDayFar' };
  return { endsAt: new Date(dayStartMs({ year, month, day: day + 1 })).toISOString() };
}

/** Returns the Belgian date of an instant, for example `2026-11-21`. */
export function todayText(nowMs: number): string {
  const { year, month, day } = brusselsDate(nowMs);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The last day of a token, in Belgian time. */
import { brusselsDate } from '@ctx/domain/brussels';
import { LIMITS } from '@ctx/domain/limits';

const HOUR_MS = 3_600_000;
/** Brussels is one or two hours ahead of UTC. */
const OFFSETS_HOURS = [1, 2];

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
  return { endsAt: new Date(midnightMs(year, month, day + 1)).toISOString() };
}

/** Returns the Belgian date of an instant, for example `2026-11-21`. */
export function todayText(nowMs: number): string {
  const { year, month, day } = brusselsDate(nowMs);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Returns the first instant of a Brussels day. `day` may be one past the end of the month. */
function midnightMs(year: number, month: number, day: number): number {
  const utcMs = Date.UTC(year, month - 1, day);
  const wantedDay = new Date(utcMs).getUTCDate();
  const starts = OFFSETS_HOURS.map((hours) => utcMs - hours * HOUR_MS);
  // One of the two is the first instant of the day. The other is an hour off.
  return (
    starts.find((ms) => brusselsDate(ms).day === wantedDay && brusselsDate(ms - 1).day !== wantedDay) ?? utcMs
  );
}

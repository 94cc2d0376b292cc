/** How long a new token works, as its form says. */
import { LIMITS } from '@ctx/domain/limits';
import { DAY_MS } from '@ctx/domain/time-units';
import { type LastDay, parseLastDay, todayText } from './last-day.ts';

/** The choices of the form, in days. */
export const END_CHOICES_DAYS = [7, 30, 90, LIMITS.tokenDaysDefault] as const;
/** The value of the form for a token without an end. */
const NEVER = 'never';

/** `ends` is a number of days or `never`; `lastDay` is a day such as `2027-12-31`, or empty. */
export interface ChosenEnd {
  readonly ends: string;
  readonly lastDay: string;
}

/** When a token ends, RFC 3339; null for a token without an end. Or the field with an error, and the name of the error. */
type TokenEnd =
  | { readonly endsAt: string | null }
  | { readonly field: 'ends'; readonly fault: 'missing' }
  | { readonly field: 'last-day'; readonly fault: Extract<LastDay, { fault: string }>['fault'] };

/** Returns when a token ends. A last day counts instead of the choice, as without script both can be filled in. */
export function parseTokenEnd({ ends, lastDay }: ChosenEnd, nowMs: number): TokenEnd {
  if (lastDay !== '') {
    const parsed = parseLastDay(lastDay, nowMs);
    return 'fault' in parsed ? { field: 'last-day', fault: parsed.fault } : parsed;
  }
  if (ends === NEVER) return { endsAt: null };
  const days = END_CHOICES_DAYS.find((each) => String(each) === ends);
  const parsed = days === undefined ? null : parseLastDay(lastDayOf(days, nowMs), nowMs);
  return parsed === null || 'fault' in parsed ? { field: 'ends', fault: 'missing' } : parsed;
}

/** Returns the last day of a token that is created now and works for a number of days, for example `2026-12-31`. */
export function lastDayOf(days: number, nowMs: number): string {
  return todayText(nowMs + days * DAY_MS);
}

/** The days of the demo data: four calendar years, of which the last ends the day before the start day. */
import { DAY_MS, HOUR_MS } from '@ctx/domain/time-units';

const FIRST_MARKET_YEAR = 2023;
const YEARS = 4;

const BRUSSELS_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Brussels' });
const BRUSSELS_HOUR = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Brussels',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** Returns today's date in Brussels, YYYY-MM-DD. */
export function todayInBrussels(): string {
  return BRUSSELS_DAY.format(new Date());
}

/** Months count from January of the first year, which is 0. The last year is the current one of the taxpayer. */
export class Calendar {
  readonly startDay: string;
  /** The last day with data, YYYY-MM-DD. */
  readonly lastDay: string;
  readonly firstYear: number;
  readonly currentYear: number;
  /** The number of months, of which the last ends on the last day. */
  readonly months: number;
  /** The months from January 2023 to month 0. */
  readonly marketOffset: number;
  /** Midnight in Brussels at the end of the last day, when the last prices and synchronisations are from. */
  readonly end: string;
  readonly #lastMs: number;

  /**
   * Counts from a start day in Brussels, YYYY-MM-DD.
   * @throws RangeError for text that is not a day, and for a day before 2026-01-02
   */
  constructor(startDay: string) {
    const startMs = Date.parse(`${startDay}T00:00:00Z`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(startDay) || Number.isNaN(startMs) || dayOf(startMs) !== startDay)
      throw new RangeError(`${startDay} is not a day (YYYY-MM-DD)`);
    this.startDay = startDay;
    this.#lastMs = startMs - DAY_MS;
    this.lastDay = dayOf(this.#lastMs);
    const last = new Date(this.#lastMs);
    this.currentYear = last.getUTCFullYear();
    this.firstYear = this.currentYear - YEARS + 1;
    if (this.firstYear < FIRST_MARKET_YEAR) throw new RangeError('the demo data start in 2023 or later');
    this.months = (YEARS - 1) * 12 + last.getUTCMonth() + 1;
    this.marketOffset = (this.firstYear - FIRST_MARKET_YEAR) * 12;
    this.end = withoutMilliseconds(midnightMs(startMs));
  }

  /** Returns an instant in a month, RFC 3339. */
  instant(month: number, day: number, time = '10:00:00'): string {
    const year = this.firstYear + Math.floor(month / 12);
    return `${String(year)}-${two((month % 12) + 1)}-${two(day)}T${time}Z`;
  }

  /** Returns an instant `days` before the last day; on 1 January if that is in an earlier year. */
  recent(days: number, time: string): string {
    const newYear = Date.UTC(this.currentYear, 0, 1);
    return `${dayOf(Math.max(newYear, this.#lastMs - days * DAY_MS))}T${time}Z`;
  }

  /** Returns the month of an instant. */
  monthOf(instant: string): number {
    return (Number(instant.slice(0, 4)) - this.firstYear) * 12 + Number(instant.slice(5, 7)) - 1;
  }

  /** Tells whether an instant is at most the end of the last day. */
  has(instant: string): boolean {
    return Date.parse(instant) <= Date.parse(this.end);
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function withoutMilliseconds(ms: number): string {
  return new Date(ms).toISOString().replace('.000', '');
}

/** Midnight in Brussels of the day that starts at `dayMs` in UTC: two hours earlier in summer time, else one. */
function midnightMs(dayMs: number): number {
  const inSummerTime = dayMs - 2 * HOUR_MS;
  return Number(BRUSSELS_HOUR.format(inSummerTime)) === 0 ? inSummerTime : dayMs - HOUR_MS;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

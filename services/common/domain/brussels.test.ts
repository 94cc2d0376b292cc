import { describe, expect, it } from '@jest/globals';
import { brusselsDate, clockTimeMs, dayStartMs, holdingPeriodDays, monthStartMs } from './brussels.ts';

const ms = Date.parse;

describe('brusselsDate', () => {
  it.each([
    ['2025-12-31T22:59:59.999Z', { year: 2025, month: 12, day: 31 }],
    ['2025-12-31T23:00:00Z', { year: 2026, month: 1, day: 1 }],
    ['2025-12-31T23:30:00Z', { year: 2026, month: 1, day: 1 }],
    // Summer time: midnight in Brussels is 22:00 in UTC.
    ['2026-07-31T21:59:59Z', { year: 2026, month: 7, day: 31 }],
    ['2026-07-31T22:00:00Z', { year: 2026, month: 8, day: 1 }],
    // Nights in which the clock changes.
    ['2026-03-28T23:00:00Z', { year: 2026, month: 3, day: 29 }],
    ['2026-03-29T22:00:00Z', { year: 2026, month: 3, day: 30 }],
    ['2026-10-25T22:59:59Z', { year: 2026, month: 10, day: 25 }],
    ['2026-10-25T23:00:00Z', { year: 2026, month: 10, day: 26 }],
    ['2009-01-01T00:00:00Z', { year: 2009, month: 1, day: 1 }],
  ])('returns the date of %s: %j', (instant, date) => {
    expect(brusselsDate(ms(instant))).toEqual(date);
  });

  it('returns in each hour from 2024 to 2027 the date that the time zone database has', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Brussels' });
    const hours = Array.from(
      { length: 4 * 365 * 24 },
      (_, hour) => ms('2024-01-01T00:00:00Z') + hour * 3_600_000,
    );
    // Not in their order, in which each part of a day would be asked for at its first hour.
    const asked = hours.toSorted((a, b) => (a % 7) - (b % 7) || b - a).map((hour) => hour + 1_234_567);
    expect(asked.map((at) => Object.values(brusselsDate(at)).join(' '))).toEqual(
      asked.map((at) => format.format(at).split('-').map(Number).join(' ')),
    );
  });
});

describe('holdingPeriodDays counts Brussels calendar days, at least 0', () => {
  it.each([
    ['2026-02-01T10:00:00Z', '2026-11-01T09:00:00Z', 273],
    ['2026-01-01T22:59:00Z', '2026-01-01T23:01:00Z', 1],
    ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', 0],
  ])('from %s to %s: %d', (acquired, disposed, days) => {
    expect(holdingPeriodDays(ms(acquired), ms(disposed))).toBe(days);
  });
});

describe('monthStartMs', () => {
  it.each([
    [2026, 1, '2025-12-31T23:00:00.000Z'],
    // Summer time begins on the last Sunday of March and ends on that of October.
    [2026, 3, '2026-02-28T23:00:00.000Z'],
    [2026, 4, '2026-03-31T22:00:00.000Z'],
    [2026, 10, '2026-09-30T22:00:00.000Z'],
    [2026, 11, '2026-10-31T23:00:00.000Z'],
    [2026, 13, '2026-12-31T23:00:00.000Z'],
  ])('returns midnight in Brussels of %d-%d: %s', (year, month, start) => {
    expect(new Date(monthStartMs(year, month)).toISOString()).toBe(start);
  });
});

describe('dayStartMs', () => {
  it.each([
    ['winter', 2026, 1, 5, '2026-01-04T23:00:00.000Z'],
    ['summer', 2026, 7, 1, '2026-06-30T22:00:00.000Z'],
    ['the day on which summer time begins', 2026, 3, 29, '2026-03-28T23:00:00.000Z'],
    ['the day after', 2026, 3, 30, '2026-03-29T22:00:00.000Z'],
    ['the day on which summer time ends', 2026, 10, 25, '2026-10-24T22:00:00.000Z'],
    ['the day after', 2026, 10, 26, '2026-10-25T23:00:00.000Z'],
    ['a day beyond the end of a year', 2026, 12, 32, '2026-12-31T23:00:00.000Z'],
  ])('returns midnight in Brussels in %s: %d-%d-%d', (_name, year, month, day, start) => {
    expect(new Date(dayStartMs({ year, month, day })).toISOString()).toBe(start);
  });
});

describe('clockTimeMs', () => {
  it.each([
    ['2026-01-15', 14, '2026-01-15T13:00:00.000Z'],
    ['2026-07-15', 14, '2026-07-15T12:00:00.000Z'],
    // Clocks are set forward from 2 to 3.
    ['2026-03-29', 1, '2026-03-29T00:00:00.000Z'],
    ['2026-03-29', 2, '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', 3, '2026-03-29T01:00:00.000Z'],
    // They are set back from 3 to 2.
    ['2026-10-25', 2, '2026-10-25T00:00:00.000Z'],
    ['2026-10-25', 3, '2026-10-25T02:00:00.000Z'],
    ['2026-10-25', 24, '2026-10-25T23:00:00.000Z'],
  ])('of %s at %d o’clock in Brussels is %s', (text, hour, instant) => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
    expect(new Date(clockTimeMs({ year, month, day }, hour * 3_600_000)).toISOString()).toBe(instant);
  });
});

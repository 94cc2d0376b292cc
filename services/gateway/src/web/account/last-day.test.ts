import { describe, expect, it } from '@jest/globals';
import { parseLastDay, todayText } from './last-day.ts';

/** 23:30 on 21 November in Belgian time. */
const NOW_MS = Date.parse('2026-11-21T22:30:00Z');

describe('the last day of a token', () => {
  it.each([
    ['2026-11-21', '2026-11-21T23:00:00.000Z'],
    ['2026-12-31', '2026-12-31T23:00:00.000Z'],
    ['2027-06-30', '2027-06-30T22:00:00.000Z'],
    // The clock changes in the night before or after.
    ['2027-03-27', '2027-03-27T23:00:00.000Z'],
    ['2027-03-28', '2027-03-28T22:00:00.000Z'],
    ['2027-10-30', '2027-10-30T22:00:00.000Z'],
    ['2027-10-31', '2027-10-31T23:00:00.000Z'],
    ['2028-02-29', '2028-02-29T23:00:00.000Z'],
    ['2100-12-31', '2100-12-31T23:00:00.000Z'],
  ])('%s ends at midnight in Belgium (%s)', (text, endsAt) => {
    expect(parseLastDay(text, NOW_MS)).toEqual({ endsAt });
  });

  it.each([
    ['2026-11-20', 'lastDayPast'],
    ['2009-01-01', 'lastDayPast'],
    ['2101-01-01', 'lastDayFar'],
    ['9999-12-31', 'lastDayFar'],
    ['2027-02-29', 'lastDayInvalid'],
    ['2027-13-01', 'lastDayInvalid'],
    ['0000-00-00', 'lastDayInvalid'],
    ['0026-01-01', 'lastDayInvalid'],
    ['31/12/2027', 'lastDayInvalid'],
    ['2027-12-31T00:00', 'lastDayInvalid'],
    ['infinity', 'lastDayInvalid'],
  ])('%s is rejected with %s', (text, fault) => {
    expect(parseLastDay(text, NOW_MS)).toEqual({ fault });
  });

  it('is today in Belgian time at the earliest', () => {
    expect(todayText(NOW_MS)).toBe('2026-11-21');
    expect(todayText(NOW_MS + 3_600_000)).toBe('2026-11-22');
  });
});

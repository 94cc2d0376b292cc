/** The pattern of instants in the OpenAPI document agrees with the instants that requests accept. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OverrideRequest } from '@ctx/contract/requests';
import { edgeOfDay, INSTANT_PATTERN } from './instant.ts';
import { LIMITS } from './limits.ts';

const PATTERN = new RegExp(INSTANT_PATTERN);
const isAccepted = (text: string): boolean =>
  OverrideRequest.shape.overriddenTimestamp.safeParse(text).success;
const EDGES = [
  `${String(LIMITS.yearMin)}-01-01T00:00:00Z`,
  `${String(LIMITS.yearMin)}-01-02T00:00:00+23:59`,
  `${String(LIMITS.yearMax)}-12-31T23:59:59.999999Z`,
  `${String(LIMITS.yearMax)}-12-30T23:59:59-23:59`,
  '2024-02-29T12:00:00.5-11:30',
];
const BEYOND = [
  `${String(LIMITS.yearMin - 1)}-12-31T23:59:59Z`,
  `${String(LIMITS.yearMax + 1)}-01-01T00:00:00Z`,
  '2026-13-01T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00.1234567Z',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01t00:00:00z',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00Z',
  '2026-01-01',
  '٢026-01-01T00:00:00Z',
];

/** Whether the day of a date exists. The format `date-time` requires it, the pattern does not. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

describe('The edge of a day', () => {
  it.each([
    ['2026-03-10', '2026-03-09T23:00:00.000Z', '2026-03-10T23:00:00.000Z'],
    // The day on which clocks are set forward, and that on which they are set back.
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['2026-12-31', '2026-12-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    // Requests have no instant before 2009.
    ['2009-01-01', '2009-01-01T00:00:00.000Z', '2009-01-01T23:00:00.000Z'],
    ['2100-12-31', '2100-12-30T23:00:00.000Z', '2100-12-31T23:00:00.000Z'],
  ])('is where %s begins and ends in Brussels, and an instant that requests accept', (day, start, end) => {
    expect([edgeOfDay(day, false), edgeOfDay(day, true)]).toEqual([start, end]);
    expect([start, end].map(isAccepted)).toEqual([true, true]);
  });

  it('leaves an instant as it is', () => {
    expect(edgeOfDay('2026-03-10T10:00:00+02:00', true)).toBe('2026-03-10T10:00:00+02:00');
  });
});

describe('An instant', () => {
  it('is accepted in a request if it matches the pattern and its day exists', () => {
    fc.assert(
      fc.property(fc.stringMatching(PATTERN).filter(isRealDay), (text) => {
        expect([text, isAccepted(text)]).toEqual([text, true]);
      }),
      { numRuns: 2000 },
    );
  });

  it('matches the pattern if a request accepts it, except with an offset on the first or the last day', () => {
    const instants = fc.date({
      min: new Date(`${String(LIMITS.yearMin)}-01-02T23:59:00Z`),
      max: new Date(`${String(LIMITS.yearMax)}-12-30T00:00:00Z`),
      noInvalidDate: true,
    });
    const suffixes = fc.constantFrom('Z', '.1Z', '.123456Z', '+14:00', '-12:00', '.000001+00:00');
    fc.assert(
      fc.property(instants, suffixes, (date, suffix) => {
        const text = `${date.toISOString().slice(0, 19)}${suffix}`;
        expect([text, PATTERN.test(text), isAccepted(text)]).toEqual([text, true, true]);
      }),
    );
  });

  it.each(EDGES)('within the limits is accepted by both: %s', (text) => {
    expect([PATTERN.test(text), isAccepted(text)]).toEqual([true, true]);
  });

  it.each(BEYOND)('beyond the limits is rejected by both: %s', (text) => {
    expect([PATTERN.test(text), isAccepted(text)]).toEqual([false, false]);
  });
});

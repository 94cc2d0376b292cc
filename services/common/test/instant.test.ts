/** The pattern of instants in the interface description agrees with what requests accept. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OverrideRequest } from '../contract/requests.ts';
import { INSTANT_PATTERN } from '../domain/instant.ts';
import { LIMITS } from '../domain/limits.ts';

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
  ...['2026-13-01T00:00:00Z', '2026-01-32T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T00:00:60Z'],
  ...['2026-01-01T00:00:00.1234567Z', '2026-01-01T00:00:00', '2026-01-01T00:00:00+24:00'],
  ...[
    '2026-01-01t00:00:00z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00Z',
    '2026-01-01',
    '٢026-01-01T00:00:00Z',
  ],
];

/** Whether the day of a date exists, which the format `date-time` says and the pattern does not. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

describe('An instant', () => {
  it('of a real day that matches the pattern is accepted in a request', () => {
    fc.assert(
      fc.property(fc.stringMatching(PATTERN).filter(isRealDay), (text) => {
        expect([text, isAccepted(text)]).toEqual([text, true]);
      }),
      { numRuns: 2000 },
    );
  });

  it('that a request accepts matches the pattern, but for offsets on the first and the last day', () => {
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

  it.each(EDGES)('%s, within the limits, is accepted by both', (text) => {
    expect([PATTERN.test(text), isAccepted(text)]).toEqual([true, true]);
  });

  it.each(BEYOND)('%s, beyond the limits, is rejected by both', (text) => {
    expect([PATTERN.test(text), isAccepted(text)]).toEqual([false, false]);
  });
});

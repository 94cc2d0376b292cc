import { describe, expect, it } from '@jest/globals';
import { parseTokenEnd } from './token-end.ts';

const NOW = Date.parse('2026-11-24T23:30:00Z');

describe('the end of a new token', () => {
  // It is 25 November in Belgium already.
  it.each([
    ['7', '2026-12-02T23:00:00.000Z'],
    ['30', '2026-12-25T23:00:00.000Z'],
    ['90', '2027-02-23T23:00:00.000Z'],
    ['365', '2027-11-25T23:00:00.000Z'],
    ['never', null],
  ])('for the choice %s is the end of a Belgian day: %s', (ends, endsAt) => {
    expect(parseTokenEnd({ ends, lastDay: '' }, NOW)).toEqual({ endsAt });
  });

  it('is that of the last day, if one is given, whatever the choice', () => {
    for (const ends of ['7', 'never', ''])
      expect(parseTokenEnd({ ends, lastDay: '2030-06-30' }, NOW)).toEqual({
        endsAt: '2030-06-30T22:00:00.000Z',
      });
  });

  it.each(['', '8', '-7', '7.0', 'Never', '1e9'])('must be chosen: %j is no choice', (ends) => {
    expect(parseTokenEnd({ ends, lastDay: '' }, NOW)).toEqual({ field: 'ends', fault: 'missing' });
  });

  it('is not in the past', () => {
    expect(parseTokenEnd({ ends: '7', lastDay: '2026-11-24' }, NOW)).toEqual({
      field: 'last-day',
      fault: 'lastDayPast',
    });
  });
});

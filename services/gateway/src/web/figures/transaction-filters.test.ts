import { describe, expect, it } from '@jest/globals';
import { filtersOf, invalidDays, listAddress, parametersOf } from './transaction-filters.ts';

describe('the filters of the list of transactions', () => {
  it('are the fields with a value, and no others', () => {
    expect(
      filtersOf({ type: 'FEE', asset: ' ETH ', text: '', from: ['a', 'b'], other: 'x', needsReview: 'true' }),
    ).toEqual({ type: 'FEE', asset: 'ETH', needsReview: 'true' });
  });

  it.each([
    ['winter', '2026-01-05', '2026-01-05', '2026-01-04T23:00:00Z', '2026-01-05T23:00:00Z'],
    ['summer', '2026-07-01', '2026-07-31', '2026-06-30T22:00:00Z', '2026-07-31T22:00:00Z'],
    [
      'the day on which summer time begins',
      '2026-03-29',
      '2026-03-29',
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
    ],
    [
      'the day on which summer time ends',
      '2026-10-25',
      '2026-10-25',
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
    ],
    ['the end of a year', '2026-12-31', '2026-12-31', '2026-12-30T23:00:00Z', '2026-12-31T23:00:00Z'],
  ])('are whole days of Belgium, the last one included: %s', (_name, from, to, first, end) => {
    expect(parametersOf({ from, to })).toEqual({ from: first, to: end });
  });

  it.each(['2026-02-30', '2026-13-01', '31/12/2026', 'tomorrow', '1999-01-01'])(
    'reject %s, because it is not a day of a supported year',
    (day) => {
      expect(invalidDays({ from: day, to: '2026-02-28' })).toEqual(['from']);
      expect(parametersOf({ from: day, asset: 'ETH' })).toEqual({ asset: 'ETH' });
    },
  );

  it('return to the address, encoded', () => {
    expect(listAddress('2026', { asset: 'A&B "x"' }, 2)).toBe(
      '/transactions?year=2026&asset=A%26B+%22x%22&page=2',
    );
  });
});

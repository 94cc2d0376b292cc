/** Years and months are those of Europe/Brussels, days its calendar days (engine.md §1, §2). */
import { describe, expect, it } from '@jest/globals';
import { buy, eurText, income, override, run, sell } from './build.ts';

describe('Years and months are those of Europe/Brussels', () => {
  const bought = buy('buy', { at: '2024-01-01', amount: '9', euroValue: '0' });

  it.each([
    // New Year's midnight in Brussels is 23:00 in UTC; the 10 % regime starts there.
    ['2025-12-31T22:59:59.999Z', 2025, 12, '0'],
    ['2025-12-31T23:00:00Z', 2026, 1, '10'],
    ['2025-12-31T23:30:00Z', 2026, 1, '10'],
    // The nights in which the clock changes: the day begins at 23:00 before the first and at 22:00 before the second.
    ['2026-03-28T23:00:00Z', 2026, 3, '10'],
    ['2026-03-31T21:59:59Z', 2026, 3, '10'],
    ['2026-03-31T22:00:00Z', 2026, 4, '10'],
    ['2026-10-31T22:59:59Z', 2026, 10, '10'],
    ['2026-10-31T23:00:00Z', 2026, 11, '10'],
  ])('a sale at %s is of %d-%d', (at, year, month, tax) => {
    const prices = {
      prices: [{ assetKey: 'BTC', atUs: Date.parse('2025-12-31') * 1000, eur: '0', shared: false }],
    };
    const figures = run([bought, sell('sale', { at, euroValue: '100' })], prices).year(year);
    expect(eurText(figures.monthlyGains[month - 1] ?? -1n)).toBe('100');
    expect(eurText(figures.capitalGainsTax)).toBe(tax);
  });

  it('income of New Year’s night belongs to the new year', () => {
    const figures = run([income('reward', { at: '2025-12-31T23:30:00Z', euroValue: '25' })]);
    expect(eurText(figures.year(2026).monthlyIncome[0] ?? -1n)).toBe('25');
  });

  it('an override of the time moves the event into its year', () => {
    const moved = {
      overrides: [override('sale', { timestampUs: Date.parse('2025-12-31T22:00:00Z') * 1000 })],
    };
    const figures = run([bought, sell('sale', { at: '2026-01-02', euroValue: '100' })], moved);
    expect(figures.outputs.years.map(({ year }) => year)).toEqual([2024, 2025]);
  });
});

describe('Holding periods are Brussels calendar days, never below 0', () => {
  it.each([
    ['over the spring night of 23 hours', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', 1],
    ['over the autumn night of 25 hours', '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z', 1],
    ['a minute across midnight in Brussels', '2026-06-30T21:59:30Z', '2026-06-30T22:00:30Z', 1],
    ['a minute across midnight in UTC', '2026-06-30T23:59:30Z', '2026-07-01T00:00:30Z', 0],
    ['a leap year', '2028-01-01T12:00:00Z', '2029-01-01T12:00:00Z', 366],
  ])('%s', (_title, bought, sold, days) => {
    const figures = run([
      buy('buy', { at: bought, euroValue: '1' }),
      sell('sale', { at: sold, euroValue: '1' }),
    ]);
    expect(figures.slices('sale').map(({ holdingPeriodDays }) => holdingPeriodDays)).toEqual([days]);
  });
});

describe('Zero EUR is a value', () => {
  it('a purchase at 0 has basis 0 and no issue', () => {
    const figures = run([
      buy('buy', { at: '2026-01-01', euroValue: '0' }),
      sell('sale', { at: '2026-01-02', euroValue: '7' }),
    ]);
    expect([figures.gain('sale'), figures.issues('buy')]).toEqual(['7', []]);
  });

  it('a sale at 0 is a loss of the basis and no issue', () => {
    const figures = run([
      buy('buy', { at: '2026-01-01', euroValue: '7' }),
      sell('sale', { at: '2026-01-02', euroValue: '0' }),
    ]);
    expect([figures.gain('sale'), figures.issues('sale')]).toEqual(['-7', []]);
  });

  it('income of 0 is income of 0 and no issue', () => {
    const figures = run([income('reward', { at: '2026-01-01', euroValue: '0' })]);
    expect([eurText(figures.year(2026).income), figures.issues('reward')]).toEqual(['0', []]);
  });
});

/** A year's figures (engine.md §4) and the law's rates. */
import { describe, expect, it } from '@jest/globals';
import { ratesOf, taxOf } from '@ctx/common/domain/law/rates';
import { buy, eur, eurText, income, run, sell } from './build.ts';

describe('Rates', () => {
  it.each([
    [2009, 'NORMAAL_BEHEER', 0],
    [2025, 'NORMAAL_BEHEER', 0],
    [2026, 'NORMAAL_BEHEER', 10],
    [2100, 'NORMAAL_BEHEER', 10],
    [2009, 'SPECULATIEF', 33],
    [2025, 'SPECULATIEF', 33],
    [2026, 'SPECULATIEF', 33],
  ] as const)('%i, %s: %i % of the gains, 30 % of the income', (year, regime, capitalGainsPercent) => {
    expect(ratesOf(year, regime)).toEqual({ capitalGainsPercent, incomePercent: 30 });
  });
});

describe('A year', () => {
  const facts = [
    buy('buy', { at: '2024-01-01', amount: '2', euroValue: '0' }),
    sell('sale', { at: '2025-05-01', euroValue: '100' }),
    sell('later', { at: '2026-05-01', euroValue: '100' }),
  ];

  it('is NORMAAL_BEHEER unless set', () => {
    const years = run(facts, { regimes: { 2025: 'SPECULATIEF' } }).outputs.years;
    expect(years.map(({ year, regime, totalTax }) => [year, regime, eurText(totalTax)])).toEqual([
      [2024, 'NORMAAL_BEHEER', '0'],
      [2025, 'SPECULATIEF', '33'],
      [2026, 'NORMAAL_BEHEER', '10'],
    ]);
  });

  it('has twelve entries of monthly gains', () => {
    for (const { monthlyGains, monthlyIncome } of run(facts).outputs.years)
      expect([monthlyGains.length, monthlyIncome.length]).toEqual([12, 12]);
  });

  it('totalTax = the two taxes as shown', () => {
    const year = run([
      buy('buy', { at: '2026-01-01', euroValue: '0' }),
      sell('sale', { at: '2026-01-02', euroValue: '0.06' }),
      income('reward', { at: '2026-01-03', euroValue: '0.02' }),
    ]).year(2026);
    // 0.006 each, 0.01 as shown; their exact sum of 0.012 would show 0.01.
    expect([year.capitalGainsTax, year.incomeTax, year.totalTax].map(eurText)).toEqual([
      '0.01',
      '0.01',
      '0.02',
    ]);
  });

  it('shows taxes rounded to cents, half to even, once, from the exact sum', () => {
    expect(eurText(taxOf(eur('0.05'), 10))).toBe('0');
    expect(eurText(taxOf(eur('0.15'), 10))).toBe('0.02');
    // 0.0149999999996: rounded to 12 digits first it would become a tie, and 0.02.
    expect(eurText(taxOf(eur('0.149999999996'), 10))).toBe('0.01');
    expect(taxOf(eur('-4000'), 33)).toBe(0n);
  });
});

/** A year's figures (engine.md §4). */
import { describe, expect, it } from '@jest/globals';
import { buy, eurText, income, run, sell } from '../../../test/engine/build.ts';
import { differenceOfYears, isNoDifference, noDifference } from './years.ts';

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

  it('has as totalTax the sum of the two taxes as shown', () => {
    const year = run([
      buy('buy', { at: '2026-01-01', euroValue: '0' }),
      sell('sale', { at: '2026-01-02', euroValue: '0.06' }),
      income('reward', { at: '2026-01-03', euroValue: '0.02' }),
    ]).year(2026);
    // Each tax is 0.006, shown as 0.01; their exact sum of 0.012 would be shown as 0.01, not 0.02.
    expect([year.capitalGainsTax, year.incomeTax, year.totalTax].map(eurText)).toEqual([
      '0.01',
      '0.01',
      '0.02',
    ]);
  });
});

describe('What a change adds to a year', () => {
  const months = (first: bigint): bigint[] => [first, ...Array<bigint>(11).fill(0n)];
  const now = {
    monthlyGains: months(70n),
    monthlyIncome: months(50n),
    transactionCount: 9,
    needsReviewCount: 4,
    gainCount: 3,
    incomeCount: 2,
    feeCount: 1,
    fees: 8n,
  };

  it('is what the year adds now less what it added before', () => {
    const before = {
      monthlyGains: months(30n),
      monthlyIncome: months(60n),
      transactionCount: 7,
      needsReviewCount: 5,
      gainCount: 1,
      incomeCount: 3,
      feeCount: 4,
      fees: 9n,
    };
    expect(differenceOfYears(now, before)).toEqual({
      monthlyGains: months(40n),
      monthlyIncome: months(-10n),
      transactionCount: 2,
      needsReviewCount: -1,
      gainCount: 2,
      incomeCount: -1,
      feeCount: -3,
      fees: -1n,
    });
  });

  it('is nothing when all sums and counts are as before', () => {
    expect(differenceOfYears(now, now)).toEqual(noDifference());
    expect(isNoDifference(noDifference())).toBe(true);
  });

  it.each([
    ['gains', { monthlyGains: months(1n) }],
    ['income', { monthlyIncome: months(-1n) }],
    ['the number of transactions', { transactionCount: 1 }],
    ['the number to review', { needsReviewCount: -1 }],
    ['the number of gains', { gainCount: 1 }],
    ['the number of incomes', { incomeCount: -1 }],
    ['the number of fees', { feeCount: 1 }],
    ['the fees', { fees: -1n }],
  ])('is something when only %s changed', (_, change) => {
    expect(isNoDifference({ ...noDifference(), ...change })).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { readIncome } from './income-of-year.ts';

describe('the income of a year', () => {
  it('keeps every digit of the sums', async () => {
    const months = Array.from({ length: 12 }, () => '0');
    months[11] = '9007199254740993.010000000000';
    const yearIncome = () =>
      Promise.resolve({
        tooMany: false,
        assets: [
          { assetKey: 'sol', assetSymbol: 'SOL', eur: '9007199254740993.010000000000' },
          { assetKey: 'eth', assetSymbol: 'ETH', eur: '0.3' },
        ],
        months,
      });
    const income = await readIncome({ yearIncome }, 2026);
    if (income === 'TOO_MANY') throw new Error(income);
    expect(income.assets).toEqual([
      { symbol: 'SOL', sum: 9007199254740993010000000000n },
      { symbol: 'ETH', sum: 300000000000n },
    ]);
    expect([income.months[0], income.months[11]]).toEqual([0n, 9007199254740993010000000000n]);
  });

  it('is not added up where too many events bring income', async () => {
    const yearIncome = () => Promise.resolve({ tooMany: true, assets: [], months: [] });
    expect(await readIncome({ yearIncome }, 2026)).toBe('TOO_MANY');
  });
});

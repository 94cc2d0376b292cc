import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import type { FiguresVisit } from './figures-visit.ts';
import { readIncome, sumIncome } from './income-of-year.ts';

const contribution = (timestamp: string, assetKey: string, exact: string) => ({
  taxEventId: '',
  timestamp,
  type: 'INCOME' as const,
  treatment: 'NORMAL',
  assetKey,
  assetSymbol: assetKey.toUpperCase(),
  amount: { exact, locked: false },
});

describe('the income of a year', () => {
  it('is added up exactly, by asset with the largest first, and by month in Belgium', () => {
    const { assets, months } = sumIncome([
      // 31 January, 23:30 UTC is 1 February in Belgium.
      contribution('2026-01-31T23:30:00Z', 'eth', '0.1'),
      contribution('2026-02-10T10:00:00Z', 'eth', '0.2'),
      contribution('2026-12-31T10:00:00Z', 'sol', '9007199254740993.01'),
    ]);
    expect(assets).toEqual([
      { key: 'sol', symbol: 'SOL', sum: 9007199254740993010000000000n },
      { key: 'eth', symbol: 'ETH', sum: 300000000000n },
    ]);
    expect([months[0], months[1], months[11]]).toEqual([0n, 300000000000n, 9007199254740993010000000000n]);
  });

  /** Answers as the API does for a number of events. Notes the pages that are read. */
  function apiWith(events: number): { read: string[]; readDigits: FiguresVisit['readDigits'] } {
    const read: string[] = [];
    const size = LIMITS.pageSizeMax;
    return {
      read,
      readDigits: ((_id: string, { page = '' }: Record<string, string>) => {
        read.push(page);
        const count = Math.min(size, events - Number(page) * size);
        return Promise.resolve({
          totalPages: String(Math.ceil(events / size)),
          contributions: Array.from({ length: Math.max(0, count) }, () =>
            contribution('2026-05-01T10:00:00Z', 'eth', '1'),
          ),
        });
      }) as unknown as FiguresVisit['readDigits'],
    };
  }

  it.each([
    [0, ['0'], undefined],
    [1, ['0'], 1n],
    [200, ['0'], 200n],
    [201, ['0', '1'], 201n],
    [1000, ['0', '1', '2', '3', '4'], 1000n],
  ])('of %i events is read in full', async (events, pages, sum) => {
    const { read, readDigits } = apiWith(events);
    const income = await readIncome({ readDigits }, 2026);
    if (income === 'TOO_MANY') throw new Error(income);
    expect([read, income.assets[0]?.sum]).toEqual([pages, sum && sum * 10n ** 12n]);
  });

  it('of more events is not added up, and only one page is read', async () => {
    const { read, readDigits } = apiWith(1001);
    expect(await readIncome({ readDigits }, 2026)).toBe('TOO_MANY');
    expect(read).toEqual(['0']);
  });
});

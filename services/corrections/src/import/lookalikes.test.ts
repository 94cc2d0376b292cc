import { describe, expect, it } from '@jest/globals';
import { isAlike, type Overlap } from './lookalikes.ts';

/** Returns a file and another source with as many transactions each, of which some meet. */
const overlap = (transactions: number, lookalikes: number, changes: Partial<Overlap> = {}): Overlap => ({
  fileTransactions: transactions,
  filePeriod: transactions,
  fileLookalikes: lookalikes,
  otherPeriod: transactions,
  otherLookalikes: lookalikes,
  ...changes,
});

describe('A file looks like another source', () => {
  it.each<[what: string, given: Overlap]>([
    ['if its only transaction does', overlap(1, 1, { otherPeriod: 40 })],
    ['if half of its transactions do', overlap(10, 5)],
    [
      'if half of the other source is in it, however much more it holds',
      overlap(900, 5, { otherPeriod: 10 }),
    ],
    [
      'if its transactions of the common period do, however much more it holds',
      overlap(900, 4, { filePeriod: 8, otherPeriod: 900 }),
    ],
    [
      'if it has few orders, of which the other source has all fills',
      overlap(500, 10, { otherPeriod: 60, otherLookalikes: 60 }),
    ],
    ['if 25 transactions do, among however many', overlap(2000, 25)],
  ])('%s', (_what, given) => {
    expect(isAlike(given)).toBe(true);
  });
});

describe('A file does not look like another source', () => {
  it.each<[what: string, given: Overlap]>([
    ['if no transaction does', overlap(10, 0)],
    ['if one of several does', overlap(2, 1)],
    [
      'if less than half of both does: two accounts of one person that bought alike now and then',
      overlap(10, 4),
    ],
    ['if 24 of very many do', overlap(2000, 24)],
  ])('%s', (_what, given) => {
    expect(isAlike(given)).toBe(false);
  });
});

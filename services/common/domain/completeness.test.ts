import { describe, expect, it } from '@jest/globals';
import { isMostlyUnknown, missingInWords, type LackCounts, type Weights } from './completeness.ts';

const NOTHING: LackCounts = {
  events: 61,
  withoutValue: 0,
  withoutBasis: 0,
  unmatchedTransfers: 0,
  photoPricesMissing: 0,
};

describe('What the figures of a year lack, in words,', () => {
  it.each<readonly [Partial<LackCounts>, string]>([
    [{}, 'Nothing is known to be missing.'],
    [{ withoutValue: 36 }, '36 of 61 events have no value yet: this figure will change.'],
    [{ withoutValue: 1, events: 3 }, '1 of 3 events has no value yet: this figure will change.'],
    [{ withoutBasis: 1 }, '1 event counts units at a cost of 0: this can change the figure.'],
    [
      { withoutBasis: 2, unmatchedTransfers: 1, photoPricesMissing: 3 },
      '2 events count units at a cost of 0; 1 transfer has no counterpart; 3 sold assets have no price at the end of 2025: this can change the figure.',
    ],
    [
      { withoutValue: 2, unmatchedTransfers: 4 },
      '2 of 61 events have no value yet: this figure will change. 4 transfers have no counterpart: this can change the figure.',
    ],
  ])('%j is: %s', (missing, words) => {
    expect(missingInWords({ ...NOTHING, ...missing }, null)).toBe(words);
  });

  it('end with the number of accounts that balances prove, where a balance is known', () => {
    expect(missingInWords(NOTHING, { accounts: 3, accountsProven: 1 })).toBe(
      'Nothing is known to be missing. Balances prove the transactions of 1 of 3 accounts into this year.',
    );
  });
});

describe('Most of a year is unknown', () => {
  const KNOWN: Weights = { withoutValue: 0, valued: 0, salesOfUnknownCost: 0, sales: 0 };

  it.each<readonly [string, Partial<Weights>, boolean]>([
    ['without events', {}, false],
    ['where every value is known', { valued: 10, sales: 5 }, false],
    ['where half of the values are missing', { withoutValue: 5, valued: 10 }, false],
    ['where one more than half of them is', { withoutValue: 6, valued: 10 }, true],
    ['where the only value is', { withoutValue: 1, valued: 1 }, true],
    ['where half of the sales took units of unknown cost', { sales: 4, salesOfUnknownCost: 2 }, false],
    ['where more of the sales did', { sales: 3, salesOfUnknownCost: 2 }, true],
  ])('%s: %j is %s', (_case, weights, isSo) => {
    expect(isMostlyUnknown({ ...KNOWN, ...weights })).toBe(isSo);
  });

  it('is decided the same way by a count of events that stops at twice the missing values', () => {
    for (let withoutValue = 0; withoutValue < 8; withoutValue += 1)
      for (let valued = withoutValue; valued < 20; valued += 1) {
        const counted = Math.min(valued, 2 * withoutValue);
        expect(isMostlyUnknown({ ...KNOWN, withoutValue, valued: counted })).toBe(2 * withoutValue > valued);
      }
  });
});

import { describe, expect, it } from '@jest/globals';
import { originOfLot, type LotArrival } from '@ctx/domain/origins';
import { effectOfPair } from '@ctx/domain/treatments';
import type { EventType, Treatment } from '@ctx/domain/vocabulary';
import { roundedShares } from './origin.ts';
import { splitBy, WHOLE } from './origin-walk.ts';

describe('Shares of an origin', () => {
  it.each<readonly [what: string, weights: readonly bigint[], shares: readonly bigint[]]>([
    ['one end', [1n], [1_000_000_000_000n]],
    [
      'three equal ends: the last, which the division gave most, has the rest',
      [1n, 1n, 1n],
      [333_333_333_333n, 333_333_333_333n, 333_333_333_334n],
    ],
    ['two thirds: the end that lost most has the rest', [2n, 1n], [666_666_666_667n, 333_333_333_333n]],
    ['a share below the last digit, which is 0', [10n ** 20n, 1n], [1_000_000_000_000n, 0n]],
    ['an end without a share', [0n, 5n], [0n, 1_000_000_000_000n]],
  ])('add up to one when they are rounded: %s', (_what, weights, shares) => {
    expect(roundedShares(splitBy(WHOLE, weights))).toEqual(shares);
  });

  it('pass on every part of the whole, in proportion', () => {
    expect(splitBy(10n, [1n, 1n, 1n])).toEqual([3n, 3n, 4n]);
    expect(splitBy(0n, [1n, 2n])).toEqual([0n, 0n]);
  });
});

const ARRIVAL: LotArrival = {
  isMatched: false,
  hasSurplus: false,
  hasIncome: false,
  isWhole: true,
  isPaid: true,
};

describe('The end of a lot', () => {
  it.each<readonly [EventType, Treatment, Partial<LotArrival> & { isLoan?: boolean }, string]>([
    ['ACQUISITION', 'NORMAL', {}, 'PURCHASE'],
    ['ACQUISITION', 'NORMAL', { isPaid: false }, 'RECEIVED'],
    ['ACQUISITION', 'NORMAL', { isLoan: true }, 'LOAN'],
    ['ACQUISITION', 'GIFT_RECEIVED', {}, 'GIFT'],
    ['INCOME', 'NORMAL', {}, 'INCOME'],
    ['ACQUISITION', 'CONTINUITY_WITHDRAW', {}, 'TRANSFER_IN'],
    ['ACQUISITION', 'CONTINUITY_WITHDRAW', { isMatched: true }, 'SHORTFALL'],
    ['ACQUISITION', 'CONTINUITY_WITHDRAW', { isMatched: true, hasSurplus: true }, 'SURPLUS'],
    ['ACQUISITION', 'CONTINUITY_WITHDRAW', { isMatched: true, hasSurplus: true, hasIncome: true }, 'INCOME'],
    ['ACQUISITION', 'IGNORED', {}, 'NOT_COUNTED'],
  ])('of %s %s with %j is %s', (type, treatment, { isLoan = false, ...arrival }, kind) => {
    const effect = effectOfPair(type, treatment, { isLoan, isRepayment: false });
    expect(originOfLot(effect, { ...ARRIVAL, ...arrival })).toBe(kind);
  });
});

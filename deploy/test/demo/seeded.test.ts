import { describe, expect, it } from '@jest/globals';
import { seeded } from '../../demo/seeded.ts';

const take = (seed: string, count: number, below: number) => {
  const random = seeded(seed);
  return Array.from({ length: count }, () => random(below));
};

describe('the seeded random numbers', () => {
  it('repeat for the same seed and differ for another', () => {
    expect(take('a', 20, 1000)).toEqual(take('a', 20, 1000));
    expect(take('a', 20, 1000)).not.toEqual(take('b', 20, 1000));
  });

  it('are integers from 0 up to the bound and cover the whole range', () => {
    expect([...new Set(take('dice', 500, 6))].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

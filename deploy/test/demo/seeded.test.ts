import { describe, expect, it } from '@jest/globals';
import { seeded } from '../../demo/seeded.ts';

const take = (seed: string, count: number, below: number) => {
  const random = seeded(seed);
  return Array.from({ length: count }, () => random(below));
};

describe('numbers from a seed', () => {
  it('repeat for one seed and differ for another', () => {
    expect(take('a', 20, 1000)).toEqual(take('a', 20, 1000));
    expect(take('a', 20, 1000)).not.toEqual(take('b', 20, 1000));
  });

  it('are whole, from 0 to the bound, and reach all of it', () => {
    expect([...new Set(take('dice', 500, 6))].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

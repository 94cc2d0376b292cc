import { describe, expect, it } from '@jest/globals';
import { areNamesakes } from './namesakes.ts';

describe('areNamesakes', () => {
  it.each([
    ['XT', 'XTZ'],
    ['ETH', 'ETH.S'],
    ['DOT', 'DOT28.S'],
    ['XBT', 'XXBT'],
    ['EUR', 'ZEUR'],
    ['BTC', 'WBTC'],
    ['ETH', 'stETH'],
    ['BTC', 'LDBTC'],
    ['ETH', 'ETH2'],
    ['luna', 'LUNA2'],
  ])('takes %s and %s for names of one asset, in both directions', (one, other) => {
    expect([areNamesakes(one, other), areNamesakes(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['BTC', 'BTC'],
    ['BTC', 'btc'],
    ['BTC', 'BCH'],
    ['X', 'XY2'],
    ['ETH', 'ETHW'],
    ['SOL', 'USDC'],
  ])('takes %s and %s for two assets or for one name', (one, other) => {
    expect(areNamesakes(one, other)).toBe(false);
  });
});

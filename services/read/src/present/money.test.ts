import { describe, expect, it } from '@jest/globals';
import { percentOf, unitGrowthPercent, valuation } from './money.ts';

describe('a value at a price', () => {
  it.each([
    // Half a cent is rounded to the even cent. The smallest amount above is rounded up, even where 12 digits would not show it.
    ['0.005', '1', '0'],
    ['0.015', '1', '0.02'],
    ['0.005000000000000000000001', '1', '0.01'],
    ['0.024999999999999999999999', '1', '0.02'],
    ['0.025000000000000000000001', '1', '0.03'],
    ['0.000000000000000000000001', '0.000000000001', '0'],
  ])('of %s units at %s EUR is rounded to cents once: %s', (amount, price, shown) => {
    expect(valuation(amount, '0', price)).toMatchObject({ currentValue: shown, unrealizedGain: shown });
  });

  it('has a gain that is rounded from the exact difference, in cents and in percent', () => {
    expect(valuation('0.004', '0.008', '1')).toEqual({
      currentPrice: '1',
      currentValue: '0',
      unrealizedGain: '0',
      unrealizedGainPercentage: '-50',
    });
    expect(valuation('0.004', '0.001', '4').unrealizedGain).toBe('0.02');
  });

  it('is 0 without a price, and has no percentage then', () => {
    expect(valuation('2', '3', null)).toEqual({
      currentPrice: null,
      currentValue: '0',
      unrealizedGain: '-3',
      unrealizedGainPercentage: null,
    });
  });
});

describe('a share in percent', () => {
  it('is null if the whole is 0', () => {
    expect([percentOf(1n, 0n), percentOf(1n, 3n)]).toEqual([null, '33.333333333333']);
  });
});

describe('the growth in units', () => {
  const of = (assetKey: string, amount: string) => ({ assetKey, amount });
  it.each([
    ['is positive where units came', [of('ETH', '2')], [of('ETH', '2.05')], '2.5'],
    ['is negative where units were lost', [of('ETH', '2')], [of('ETH', '1.5')], '-25'],
    ['is 0 where the units are the same', [of('ETH', '2')], [of('ETH', '2')], '0'],
    ['adds up an asset listed twice', [of('ETH', '2'), of('ETH', '2')], [of('ETH', '5')], '25'],
    ['is null for another asset', [of('ETH', '2')], [of('STETH', '2.05')], null],
    [
      'is null for several assets',
      [of('ETH', '2'), of('USDC', '9')],
      [of('ETH', '3'), of('USDC', '9')],
      null,
    ],
    ['is null where a second asset came', [of('ETH', '2')], [of('ETH', '2'), of('CRV', '1')], null],
    ['is null where nothing is left', [of('ETH', '2')], [], null],
    ['is null where nothing was deposited', [], [of('ETH', '2')], null],
    ['is null where both sides are empty', [], [], null],
  ])('%s', (_title, before, after, growth) => {
    expect(unitGrowthPercent(before, after)).toBe(growth);
  });
});

/** Rates by income year and regime, and the tax of a base (engine.md §4). */
import { expect, it } from '@jest/globals';
import { EUR_SCALE, formatDecimal, parseEur } from '../decimal.ts';
import { ratesOf, taxOf } from './rates.ts';

it.each([
  [2009, 'NORMAAL_BEHEER', 0],
  [2025, 'NORMAAL_BEHEER', 0],
  [2026, 'NORMAAL_BEHEER', 10],
  [2099, 'NORMAAL_BEHEER', 10],
  [2009, 'SPECULATIEF', 33],
  [2026, 'SPECULATIEF', 33],
] as const)('ratesOf %d under %s: %d %% of gains, 30 %% of income', (year, regime, capitalGainsPercent) => {
  expect(ratesOf(year, regime)).toEqual({ capitalGainsPercent, incomePercent: 30 });
});

it.each([
  ['1250', 10, '125'],
  ['1213', 33, '400.29'],
  ['-4000', 10, '0'],
  ['0', 33, '0'],
  // Half a cent is rounded to the even cent, more than half a cent up.
  ['0.05', 10, '0'],
  ['0.15', 10, '0.02'],
  ['0.050000000001', 10, '0.01'],
  // 0.0149999999996 must not be rounded to 12 digits first: that would be half a cent, and then 0.02.
  ['0.149999999996', 10, '0.01'],
  // 33 % of 0.015151515151 is 0.00499…: rounded once, from the exact product.
  ['0.015151515151', 33, '0'],
])('taxOf a base of %s at %d %% is %s', (base, percent, expected) => {
  expect(formatDecimal(taxOf(parseEur(base), percent), EUR_SCALE)).toBe(expected);
});

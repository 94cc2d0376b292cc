import { describe, expect, it } from '@jest/globals';
import { parseEur } from '@ctx/domain/decimal';
import fc from 'fast-check';
import { bandOf, lockedAmount, sumBands, taxBand } from './blur.ts';
import { freshnessOf } from '../queries/list-accounts.ts';

const eur = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
const size = (value: bigint): bigint => (value < 0n ? -value : value);

describe('the band of a leaf', () => {
  it('holds the exact figure, is at least 20 % of it wide and at least 100 EUR', () => {
    fc.assert(
      fc.property(eur, (exact) => {
        fc.pre(exact !== 0n);
        const { low, high } = bandOf(exact);
        expect(low <= exact && exact <= high).toBe(true);
        expect(5n * (high - low) >= size(exact)).toBe(true);
        expect(high - low >= parseEur('100')).toBe(true);
      }),
    );
  });

  it('lies on a fixed grid: every figure inside a band has the same band', () => {
    fc.assert(
      fc.property(eur, fc.bigInt({ min: 0n, max: 999n }), (exact, permille) => {
        const band = bandOf(exact);
        const inside = band.low + ((band.high - band.low) * permille) / 1000n;
        fc.pre(inside !== 0n && inside > band.low && inside < band.high);
        expect(bandOf(inside)).toEqual(band);
      }),
    );
  });

  it('is 0 to 0 for a month without realised gains, and mirrored for a loss', () => {
    expect(bandOf(0n)).toEqual({ low: 0n, high: 0n });
    expect(lockedAmount(bandOf(parseEur('1250')))).toEqual({ locked: true, low: '1200', high: '1600' });
    expect(lockedAmount(bandOf(parseEur('-1250')))).toEqual({ locked: true, low: '-1600', high: '-1200' });
  });

  it('adds up to the band of a sum, and taxes are computed from both of its ends', () => {
    const base = sumBands([bandOf(parseEur('1250')), bandOf(parseEur('-40'))]);
    expect(lockedAmount(base)).toEqual({ locked: true, low: '1100', high: '1600' });
    expect(lockedAmount(taxBand(base, 10n))).toEqual({ locked: true, low: '110', high: '160' });
    expect(lockedAmount(taxBand(bandOf(parseEur('-40')), 10n))).toEqual({
      locked: true,
      low: '0',
      high: '0',
    });
  });
});

describe('the freshness', () => {
  it.each([
    ['exchange', 3600, false, 'green'],
    ['exchange', 86_400, false, 'green'],
    ['wallet', 86_401, false, 'amber'],
    ['wallet', 7 * 86_400 + 1, false, 'red'],
    ['wallet', 3600, true, 'red'],
    ['file', 3600, false, null],
    ['exchange', null, true, null],
  ])('of an %s account, synced %s seconds ago, failed %s, is %s', (kind, ageS, failed, freshness) => {
    expect(freshnessOf(kind, ageS, failed)).toBe(freshness);
  });
});

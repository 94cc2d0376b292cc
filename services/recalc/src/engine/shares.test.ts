/** Shares of basis and proceeds (engine.md §3, "Exactness"). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shareOfLeft, shareOfPart, shareProceeds } from './shares.ts';

const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 26n }), { minLength: 1, maxLength: 8 });
const totals = fc.bigInt({ min: 0n, max: 10n ** 18n });
const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

/** Tells whether a share is at most 1e-12 EUR from exact; both sides are multiplied by the whole amount. */
function isNear(share: bigint, total: bigint, part: bigint, whole: bigint): boolean {
  const apart = share * whole - total * part;
  return (apart < 0n ? -apart : apart) <= whole;
}

describe('Shares of proceeds and basis are exact to 1e-12 EUR, and the slices add up exactly', () => {
  it('for a lot, whatever its parts', () => {
    fc.assert(
      fc.property(totals, parts, (total, amounts) => {
        const whole = sum(amounts);
        let goneBefore = 0n;
        const shares = amounts.map((amount) => {
          const share = shareOfPart(total, { goneBefore, amount }, whole);
          goneBefore += amount;
          expect(isNear(share, total, amount, whole)).toBe(true);
          expect(share >= 0n).toBe(true);
          return share;
        });
        expect(sum(shares)).toBe(total);
      }),
    );
  });

  it('for proceeds, whatever their parts', () => {
    fc.assert(
      fc.property(totals, parts, (proceeds, amounts) => {
        const whole = sum(amounts);
        const shareOf = shareProceeds(proceeds, whole);
        const shares = amounts.map((amount) => shareOf(amount));
        for (const [index, amount] of amounts.entries())
          expect(isNear(shares[index] ?? -1n, proceeds, amount, whole)).toBe(true);
        expect(sum(shares)).toBe(proceeds);
      }),
    );
  });

  it('as worked out: 0.000000000001 EUR of a lot of three units goes with the second unit', () => {
    // The total left after each unit is 2/3 → 1, 1/3 → 0, and 0; a unit carries the difference.
    const shares = [0n, 1n, 2n].map((goneBefore) => shareOfPart(1n, { goneBefore, amount: 1n }, 3n));
    expect(shares).toEqual([0n, 1n, 0n]);
    expect([3n, 2n, 1n, 0n].map((left) => shareOfLeft(1n, left, 3n))).toEqual([1n, 1n, 0n, 0n]);
  });

  it('and nothing is left of a lot that has no units', () => {
    expect(shareOfLeft(1n, 0n, 0n)).toBe(0n);
  });

  it('and a shortfall, which is not a part, keeps the rest', () => {
    const shareOf = shareProceeds(100n, 4n);
    expect([shareOf(1n), shareOf(2n)]).toEqual([25n, 50n]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { balanceDifference, provenUntil } from './stated-balances.ts';

const [JAN, FEB, MAR] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'] as const;

describe('provenUntil', () => {
  it.each([
    { rule: 'is null without a balance', proofs: [], is: null },
    {
      rule: 'is the latest balance that closes',
      proofs: [
        { at: FEB, closes: true },
        { at: JAN, closes: true },
      ],
      is: FEB,
    },
    {
      rule: 'ends before the first balance that differs, whatever closes later',
      proofs: [
        { at: MAR, closes: true },
        { at: FEB, closes: false },
        { at: JAN, closes: true },
      ],
      is: JAN,
    },
    {
      rule: 'is null where a balance of the same instant differs',
      proofs: [
        { at: JAN, closes: true },
        { at: JAN, closes: false },
      ],
      is: null,
    },
  ])('$rule', ({ proofs, is }) => {
    expect(provenUntil(proofs)).toBe(is);
  });
});

describe('balanceDifference', () => {
  it('keeps every digit, and is negative where less is there', () => {
    expect(balanceDifference('1', '1.000000000000000000000001')).toBe(-1n);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  divideHalfEven,
  formatCents,
  formatDecimal,
  isDecimal,
  parseAmount,
  parseDecimal,
  parseEur,
  shareEur,
} from './decimal.ts';

describe('decimals', () => {
  it.each([
    ['0', true],
    ['0.000000000000000000000001', true],
    ['999999999999999999.999999999999999999999999', true],
    ['1000000000000000000', false],
    ['0.0000000000000000000000001', false],
    ['01', false],
    ['1e3', false],
    ['.5', false],
    ['5.', false],
    ['NaN', false],
    ['', false],
    [' 1', false],
  ])('of the form %j are accepted: %j', (text, accepted) => {
    expect(isDecimal(text, 24)).toBe(accepted);
  });

  it('have the same value after formatting and parsing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 42n), max: 10n ** 42n }), (value) => {
        expect(parseDecimal(formatDecimal(value, 24), 24)).toBe(value);
      }),
    );
  });

  it('with more digits than the scale are rejected, never rounded', () => {
    expect(() => parseEur('0.1234567890123')).toThrow(RangeError);
    expect(parseAmount('1.5')).toBe(1_500_000_000_000_000_000_000_000n);
  });
});

describe('rounding', () => {
  it.each([
    ['0.005', '0'],
    ['0.015', '0.02'],
    ['0.025', '0.02'],
    ['0.0250000001', '0.03'],
    ['-0.005', '0'],
    ['-0.015', '-0.02'],
    ['1250', '1250'],
  ])('to cents is half to even: %s is %s', (exact, shown) => {
    expect(formatCents(parseEur(exact))).toBe(shown);
  });

  it('of a division is at most half a unit from the quotient', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (a, b) => {
          const twice = 2n * (divideHalfEven(a, b) * b - a);
          expect(twice <= b && twice >= -b).toBe(true);
        },
      ),
    );
  });

  it('of a share of the whole leaves the whole', () => {
    expect(shareEur(parseEur('100.01'), 7n, 7n)).toBe(parseEur('100.01'));
  });
});

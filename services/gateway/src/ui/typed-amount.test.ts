import { describe, expect, it } from '@jest/globals';
import { parseDecimal } from '@ctx/domain/decimal';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import fc from 'fast-check';
import { fieldAmount, typedAmount } from './typed-amount.ts';

describe('an amount that a person types', () => {
  it.each([
    ['2.500,50', '2500.50'],
    ['2500,50', '2500.50'],
    ['€ 2 500,50', '2500.50'],
    ['2500.50', '2500.50'],
    ['2,500.50', '2500.50'],
    ['2\u202f500,50\u00a0€', '2500.50'],
    ["2'500.5 EUR", '2500.5'],
    ['1.234.567', '1234567'],
    ['1,234,567.8901', '1234567.8901'],
    ['0,500', '0.500'],
    ['0.00000123', '0.00000123'],
    ['1234,500', '1234.500'],
    ['−12,5', '-12.5'],
    ['-€12.5', '-12.5'],
    ['7', '7'],
  ])('%s is %s in every language', (text, digits) => {
    for (const language of LANGUAGES)
      expect(typedAmount(text, language)).toEqual({ digits, isAmbiguous: false });
  });

  it.each([
    ['2.500', '2.500', '2500'],
    ['2,500', '2500', '2.500'],
    ['€ 12.345', '12.345', '12345'],
    ['-1,000', '-1000', '-1.000'],
  ])('%s is %s in English and %s in Dutch and French, and known to be ambiguous', (text, english, other) => {
    expect(typedAmount(text, 'en')).toEqual({ digits: english, isAmbiguous: true });
    expect(typedAmount(text, 'nl')).toEqual({ digits: other, isAmbiguous: true });
    expect(typedAmount(text, 'fr')).toEqual({ digits: other, isAmbiguous: true });
  });

  it.each([
    '',
    '-',
    '€',
    'much',
    '1e5',
    '1.2.3',
    '2.50,00',
    '1,23,456',
    '12..5',
    '.5',
    '5.',
    '2.500,50,1',
    '1.234,567.8',
    '+5',
    '£5',
  ])('is none in %j', (text) => {
    for (const language of LANGUAGES) expect(typedAmount(text, language)).toBeNull();
  });
});

describe('an amount in a field', () => {
  it('has the decimal mark of the language', () => {
    expect(LANGUAGES.map((language) => [language, fieldAmount('-2500.5', language)])).toEqual([
      ['en', '-2500.5'],
      ['nl', '-2500,5'],
      ['fr', '-2500,5'],
    ]);
  });

  it('is what was typed where that is no amount', () => {
    for (const text of ['', 'about 2.5', '1e5', '.5']) expect(fieldAmount(text, 'nl')).toBe(text);
  });

  it.each(['2.500', '-2.500', '2500', '0.500', '2500.50', '2500.123', '1.000000000000000001', '-0.5', '0'])(
    'of %s is read as exactly the same amount again, in the same and in every other language',
    (digits) => {
      for (const written of LANGUAGES)
        for (const read of LANGUAGES) {
          const again = typedAmount(fieldAmount(digits, written), read);
          expect(again?.isAmbiguous).toBe(false);
          expect(parseDecimal(again?.digits ?? '', 18)).toBe(parseDecimal(digits, 18));
        }
    },
  );

  it('is read as exactly the same amount again for random amounts', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const decimals = fc.stringMatching(/^(\d{1,18})?$/);
    fc.assert(
      fc.property(
        fc.boolean(),
        whole,
        decimals,
        fc.constantFrom(...LANGUAGES),
        (isLess, units, rest, language) => {
          const digits = `${isLess ? '-' : ''}${String(units)}${rest === '' ? '' : `.${rest}`}`;
          const again = typedAmount(fieldAmount(digits, language), language);
          expect(again?.isAmbiguous).toBe(false);
          expect(parseDecimal(again?.digits ?? '', 18)).toBe(parseDecimal(digits, 18));
        },
      ),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { plain } from '../../test/views.ts';
import { decimalText } from './language.ts';
import { euro, euroCell, exactUnits, shortEuro, units, unitsCell, wholeAmounts } from './numbers.ts';

const LONG = '3.735423679873622393';

describe('A number on a page', () => {
  it.each([
    ['3.735423679873622393', '3.73542367…'],
    ['0.000000012345678912', '0.000000012345678…'],
    ['-0.000000012345678912', '-0.000000012345678…'],
    ['1234567.123456789', '1,234,567.12345678…'],
    ['0.999999999999', '0.99999999…'],
    ['0.12345678', '0.12345678'],
    ['1250', '1,250'],
    ['0.000000000000000001', '0.000000000000000001'],
  ])('of units has the digits that matter: %s is %s', (amount, expected) => {
    expect(plain(units('en', amount).toString())).toBe(expected);
  });

  it.each([
    ['13031.708382863288', 'nl', '€ 13.031,70…'],
    ['13031.708382863288', 'fr', '13 031,70… €'],
    ['0.000012345678', 'en', '€0.00001234…'],
    ['-12619.208', 'en', '-€12,619.20…'],
    ['1250', 'en', '€1,250.00'],
    ['0.5', 'en', '€0.50'],
  ] as const)('in euro has its cents: %s in %s is %s', (eur, language, expected) => {
    expect(plain(shortEuro(language, eur).toString())).toBe(expected);
  });

  it('has all its digits in the title where it is shortened, and no title otherwise', () => {
    expect(units('nl', LONG).toString()).toContain('title="3,735423679873622393"');
    expect(units('nl', '3.5').toString()).not.toContain('title');
  });

  it('opens to all its digits in a cell where it is shortened', () => {
    expect(unitsCell('en', LONG).toString()).toMatch(/^<details[^]*<summary>[^]*3\.73542367…[^]*<\/summary>/);
    expect(plain(unitsCell('en', LONG).toString())).toContain(LONG);
    expect(unitsCell('en', '3.5').toString()).toBe(exactUnits('en', '3.5').toString());
  });

  it('never wraps: in euro, of units, with all digits', () => {
    for (const make of [euro, euroCell, exactUnits, shortEuro, units, unitsCell])
      expect(make('en', LONG).toString()).toContain('<bdi class="number"');
  });

  it.each([
    ['en', '-1234567.891234', '0.123456789012'],
    ['nl', '-1234567.891234', '0.123456789012'],
    ['fr', '-1234567.891234', '0.123456789012'],
    ['fr', '0.5', '1234567.5'],
  ] as const)('never wraps in a text: in %s, %s euro and %s units', (language, eur, amount) => {
    const [money, number] = [decimalText(language, eur, true), decimalText(language, amount, false)];
    const text = wholeAmounts(`2026: ${money} → ${number} & (${money}).`).toString();
    expect(plain(text)).toBe(plain(`2026: ${money} → ${number} &amp; (${money}).`));
    expect([...text.matchAll(/<span class="number">([^<]*)<\/span>/g)].map(([, found]) => found)).toEqual([
      money,
      number,
      money,
    ]);
  });

  it('wraps in a text if its digits are more than an amount has, so that a long name stays narrow', () => {
    for (const text of [
      '1'.repeat(300),
      `0.${'1'.repeat(300)}`,
      '0xf417.25e1',
      'bitvavo-2023-2024.csv',
      '2026',
    ])
      expect(wholeAmounts(text).toString()).toBe(text);
  });
});

/** Codes of the tax return by income year (engine.md §4, `declarationSummary`). */
import { describe, expect, it } from '@jest/globals';
import { checkDigits, CODES, declarationCodes } from './declaration.ts';

describe('The check digits of a code are 97 − (number mod 97)', () => {
  const codes = CODES.flatMap(({ declarantCode, partnerCode }) => [declarantCode, partnerCode]);
  it.each(codes.filter((code) => code !== null))('for %s', (code) => {
    const [number, digits] = code.split('-').map(Number) as [number, number];
    expect(digits).toBe(checkDigits(number));
  });

  it('as computed by hand', () => {
    // 1444 = 14 × 97 + 86 and 97 − 86 = 11. 2440 = 25 × 97 + 15 and 97 − 15 = 82. For a multiple of 97 they are 97.
    expect([checkDigits(1444), checkDigits(2440), checkDigits(97)]).toEqual([11, 82, 97]);
  });
});

describe('declarationCodes', () => {
  it.each([
    [2025, 'NORMAAL_BEHEER', ['1444-11', '1075-89']],
    [2025, 'SPECULATIEF', ['1444-11', '1440-15', '1075-89']],
    // A gain under the 10 % regime has a row without a code.
    [2026, 'NORMAAL_BEHEER', ['1444-11', null, '1075-89']],
    [2026, 'SPECULATIEF', ['1444-11', '1440-15', '1075-89']],
    [2023, 'NORMAAL_BEHEER', []],
  ] as const)('returns the codes of %d under %s', (year, regime, expected) => {
    expect(declarationCodes(year, regime).map(({ declarantCode }) => declarantCode)).toEqual(expected);
  });

  it('reuses the last published codes for a later year, with a note', () => {
    const notes = (year: number) => declarationCodes(year, 'NORMAAL_BEHEER').map(({ note }) => note);
    expect(notes(2025)).toEqual([null, null]);
    expect(notes(2030)).toHaveLength(3);
    for (const note of notes(2030)) expect(note).toMatch(/not published/);
  });

  it('returns the code of the partner with that of the declarant', () => {
    const [income, speculative] = declarationCodes(2025, 'SPECULATIEF');
    expect(income).toMatchObject({ kind: 'INCOME', vak: 'VII', partnerCode: '2444-78' });
    expect(speculative).toMatchObject({ kind: 'SPECULATIVE_GAIN', vak: 'XV', partnerCode: '2440-82' });
  });
});

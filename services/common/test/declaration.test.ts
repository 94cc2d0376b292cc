/** Where figures go on the return, by income year (engine.md §4, `declarationSummary`). */
import { describe, expect, it } from '@jest/globals';
import { checkDigits, CODES, declarationCodes } from '../domain/law/declaration.ts';
import { platformOf } from '../domain/law/platforms.ts';

describe('The two digits of a code are 97 − (number mod 97)', () => {
  const codes = CODES.flatMap(({ declarantCode, partnerCode }) => [declarantCode, partnerCode]);
  it.each(codes.filter((code) => code !== null))('%s', (code) => {
    const [number, digits] = code.split('-').map(Number) as [number, number];
    expect(digits).toBe(checkDigits(number));
  });

  it('worked out by hand', () => {
    // 1444 = 14 × 97 + 86, and 97 − 86 = 11. 2440 = 25 × 97 + 15, and 97 − 15 = 82. A multiple of 97 has 97.
    expect([checkDigits(1444), checkDigits(2440), checkDigits(97)]).toEqual([11, 82, 97]);
  });
});

describe('Rows are keyed by income year and regime', () => {
  it.each([
    [2025, 'NORMAAL_BEHEER', ['1444-11', '1075-89']],
    [2025, 'SPECULATIEF', ['1444-11', '1440-15', '1075-89']],
    // "Gain under the 10 % regime: a row with code null".
    [2026, 'NORMAAL_BEHEER', ['1444-11', null, '1075-89']],
    [2026, 'SPECULATIEF', ['1444-11', '1440-15', '1075-89']],
    [2023, 'NORMAAL_BEHEER', []],
  ] as const)('%d under %s', (year, regime, expected) => {
    expect(declarationCodes(year, regime).map(({ declarantCode }) => declarantCode)).toEqual(expected);
  });

  it('a later year reuses the last published codes and says so', () => {
    const notes = (year: number) => declarationCodes(year, 'NORMAAL_BEHEER').map(({ note }) => note);
    expect(notes(2025)).toEqual([null, null]);
    expect(notes(2030)).toHaveLength(3);
    for (const note of notes(2030)) expect(note).toMatch(/not published/);
  });

  it('partner codes stand beside those of the declarant', () => {
    const [income, speculative] = declarationCodes(2025, 'SPECULATIEF');
    expect(income).toMatchObject({ kind: 'INCOME', vak: 'VII', partnerCode: '2444-78' });
    expect(speculative).toMatchObject({ kind: 'SPECULATIVE_GAIN', vak: 'XV', partnerCode: '2440-82' });
  });
});

it.each([
  ['KRAKEN', 'Kraken', 'IE'],
  ['crypto.com', 'Crypto.com', 'MT'],
  ['Crypto-Com', 'Crypto.com', 'MT'],
])('the platform %s is known whatever its letter case and punctuation', (name, known, country) => {
  expect(platformOf(name)).toEqual({ name: known, country });
});

it('an unknown platform is unknown', () => {
  expect([platformOf('my own'), platformOf('toString'), platformOf('')]).toEqual([null, null, null]);
});

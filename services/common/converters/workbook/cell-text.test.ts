import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dateFormatOf, dateText, numberText } from './cell-text.ts';

describe('A number of a workbook', () => {
  it.each([
    ['0.1', '0.1'],
    ['-950', '-950'],
    ['1.23E-5', '1.23E-5'],
    ['1.1000000000000001', '1.1'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['9.9999999999999995E-8', '1e-7'],
    ['1.5E+2', '150'],
    ['4001.0', '4001'],
    ['0.00250', '0.0025'],
    ['0.123456789012345678901', '0.123456789012345678901'],
  ])('%s is read as %s', (stored, text) => {
    expect(numberText(stored, '.')).toBe(text);
  });

  it.each([
    ['1234567890123456', '1.234567890123456E+15'],
    ['1.2345678901234568E+17', '1.2345678901234568E+17'],
    ['1E+18', '1.0E+18'],
    ['-12345678901234500', '-1.23456789012345E+16'],
  ])('of more than 15 digits, %s, has an exponent, so that it is not taken for an id', (stored, text) => {
    expect(numberText(stored, '.')).toBe(text);
  });

  it('has the decimal mark of the format that reads it', () => {
    expect(numberText('0.5', ',')).toBe('0,5');
    expect(numberText('1.23E-5', ',')).toBe('1,23E-5');
  });

  it.each(['#REF!', '1,5', '0x10', 'NaN', 'Infinity', '1e9999', ''])(
    'that cannot be read, %s, stays as it is',
    (text) => {
      expect(numberText(text, '.')).toBe(text);
    },
  );

  it('of at most 15 digits is the number that was typed, as any program stores it', () => {
    const typed = fc.tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 14 }));
    fc.assert(
      fc.property(typed, ([digits, places]) => {
        const number = digits / 10 ** places;
        const exact = Number(`${String(digits)}e-${String(places)}`);
        fc.pre(number === exact && number >= 1e-6);
        const stored = number.toPrecision(17);
        expect(Number(numberText(stored, '.'))).toBe(number);
        expect(numberText(stored, '.').length).toBeLessThanOrEqual(17);
      }),
    );
  });
});

const show = (code: string): NonNullable<ReturnType<typeof dateFormatOf>> => {
  const format = dateFormatOf(200, new Map([[200, code]]));
  if (format === null) throw new Error(`${code} shows a number`);
  return format;
};
const DATE_TIME = show('yyyy-mm-dd hh:mm:ss');

describe('A date of a workbook', () => {
  it.each([
    ['45658.49998842593', 'yyyy-mm-dd hh:mm:ss', '2025-01-01 11:59:59'],
    ['45658.4999884', 'yyyy-mm-dd hh:mm:ss', '2025-01-01 11:59:59'],
    ['45658.499999999993', 'yyyy-mm-dd hh:mm:ss', '2025-01-01 12:00:00'],
    ['45658.5', 'd/m/yy h:mm', '2025-01-01 12:00:00'],
    ['45658', 'yyyy-mm-dd hh:mm:ss', '2025-01-01 00:00:00'],
    ['45658', 'dd/mm/yyyy', '2025-01-01'],
    ['45658.75', 'dd/mm/yyyy', '2025-01-01 18:00:00'],
    ['0.75', 'hh:mm:ss', '18:00:00'],
    ['45658.75', 'hh:mm:ss', '2025-01-01 18:00:00'],
    ['0.375006944444444', 'hh:mm:ss.000', '09:00:00.600'],
    ['0.375006944444444', 'hh:mm:ss', '09:00:00'],
    ['45658.999999999', 'yyyy-mm-dd hh:mm:ss', '2025-01-01 23:59:59'],
  ])('%s shown as %s is %s', (stored, code, text) => {
    expect(dateText(stored, show(code), 0)).toBe(text);
  });

  it('is the second that was stored, for every second of two centuries, with 15 digits or 17', () => {
    const instant = fc.integer({ min: Date.UTC(1990, 0) / 1000, max: Date.UTC(2150, 0) / 1000 });
    fc.assert(
      fc.property(instant, fc.constantFrom(11, 15, 17), (seconds, digits) => {
        const serial = (seconds / 86_400 + 25_569).toPrecision(digits);
        const text = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
        expect(dateText(serial, DATE_TIME, 0)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('of the calendar of 1904 is 1462 days later', () => {
    expect(dateText('44196.5', DATE_TIME, 1462)).toBe('2025-01-01 12:00:00');
  });

  it.each(['-1', '2958466', '1e300', 'x'])('that cannot be read, %s, stays as it is', (stored) => {
    expect(dateText(stored, DATE_TIME, 0)).toBe(stored);
  });
});

describe('A number format', () => {
  it.each([
    'General',
    '0.00',
    '#,##0.00 "USD days"',
    '0.00\\ \\d',
    '[Red]-0.00',
    '[$SEK] 0',
    '0.00E+00',
    '_d0_)',
    '@',
  ])('that shows a number is none of a date: %s', (code) => {
    expect(dateFormatOf(200, new Map([[200, code]]))).toBeNull();
  });

  it.each([
    [14, true, false],
    [21, false, true],
    [22, true, true],
    [47, false, true],
  ])('that every program knows, %i, is that of a date or a time', (id, hasDate, hasTime) => {
    expect(dateFormatOf(id, new Map())).toMatchObject({ hasDate, hasTime });
    expect(dateFormatOf(2, new Map())).toBeNull();
  });

  it.each([
    ['mmm', true, false],
    ['mm:ss', false, true],
    ['[$-409]m/d/yy h:mm AM/PM;@', true, true],
    ['[h]:mm', false, true],
  ])('%s shows a date: %s, and a time: %s', (code, hasDate, hasTime) => {
    expect(show(code)).toMatchObject({ hasDate, hasTime });
  });
});

import { describe, expect, it } from '@jest/globals';
import { elementText } from './cells.ts';

describe('The text of an element in an array of PostgreSQL', () => {
  it.each([
    [null, 'NULL'],
    // The word is not the value.
    ['NULL', '"NULL"'],
    ['', '""'],
    ['a,b {c} d', '"a,b {c} d"'],
    ['say "yes"', String.raw`"say \"yes\""`],
    [String.raw`C:\x`, String.raw`"C:\\x"`],
    [2026, '2026'],
    [12345678901234567890n, '12345678901234567890'],
    [true, 'true'],
    [[], '"{}"'],
    [['a', 'b"c'], String.raw`"{\"a\",\"b\\\"c\"}"`],
  ])('of %j is %s', (cell, text) => {
    expect(elementText(cell)).toBe(text);
  });
});

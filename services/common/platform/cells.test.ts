import { describe, expect, it } from '@jest/globals';
import { cellText, elementText, isSameCell } from './cells.ts';

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

describe('A cell as a parameter of a statement', () => {
  it.each([
    [null, null],
    ['say "yes"', 'say "yes"'],
    [2026, '2026'],
    [false, 'false'],
    [['a', 'b"c'], String.raw`{"a","b\"c"}`],
  ])('is of %j the text %j', (cell, text) => {
    expect(cellText(cell)).toBe(text);
  });
});

describe('Two cells', () => {
  it.each([
    ['the same text', 'a', 'a'],
    ['no value', null, null],
    ['arrays of the same texts', ['a', 'b'], ['a', 'b']],
  ])('are the same with %s', (_what, a, b) => {
    expect(isSameCell(a, b)).toBe(true);
  });

  it.each([
    ['no value and the text NULL', null, 'NULL'],
    ['no value and no text', null, ''],
    ['no value and no texts', null, []],
    ['a text and an array of it', 'a', ['a']],
    ['one text with a comma and two', ['a,b'], ['a', 'b']],
  ])('differ with %s', (_what, a, b) => {
    expect(isSameCell(a, b)).toBe(false);
  });
});

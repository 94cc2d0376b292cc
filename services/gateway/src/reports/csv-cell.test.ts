import { describe, expect, it } from '@jest/globals';
import { csvCell } from './csv-cell.ts';

describe('a cell of a CSV file', () => {
  it.each([
    ['Kraken', 'Kraken'],
    ['a, "b"', '"a, ""b"""'],
    ['two\nlines', 'two lines'],
    ['=1+1', "'=1+1"],
    ['+32 2', "'+32 2"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "' =1"],
    ['  =1', "'  =1"],
    ['\u200b=1', "'=1"],
    ['\u2800=1', "'=1"],
    ['\u202e=1', "'=1"],
    ['＝1', "'＝1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['a\u00ad\u0085b\u2028c\u{e0041}', 'a b c'],
    // A spreadsheet that splits at semicolons would see a second cell.
    ['a;=1+1', `"a;'=1+1"`],
    ['a;"=1+1', `"a;""'=1+1"`],
    ['a; =1', `"a;' =1"`],
    ['a\n=1', 'a =1'],
    ['a; b', '"a; b"'],
  ])('of the text %j is %j', (text, expected) => {
    expect(csvCell(text, false)).toBe(expected);
  });

  it('of a number is the number', () => {
    expect(csvCell('-1.50', true)).toBe('-1.50');
  });
});

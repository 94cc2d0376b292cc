import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JSON_LEVELS_MAX, JsonFault, parseStrictJson } from './strict-json.ts';

function faultOf(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    return error instanceof JsonFault ? [error.reason, error.path] : error;
  }
}

const repeated = (path: unknown): unknown => ['REPEATED_NAME', path];

// No name ends with a backslash: after one such as `a\\`, JSON.parse of Node 24 reads the name `a"` as `a\\` too.
const names = fc
  .oneof(fc.constantFrom('', 'a', '0', '"', '\\"', ':', '__proto__', 'constructor'), fc.string())
  .filter((name) => !name.endsWith('\\'));

/** Objects and arrays with awkward names and texts, at most as deep as is allowed. */
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom<unknown>(
        null,
        true,
        0,
        -1.5e3,
        '',
        '"',
        '\\',
        '\\"',
        '{"a":1,"a":2}',
        ':,[]{}',
        '\u2028',
      ),
      fc.string({ unit: 'grapheme' }),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
})).value;

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce((sum: number, each) => sum + countOf(each), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
}

/** Writes a value as JSON, with one of the members of its objects once more at the end of its object. */
function textWithTwice(value: unknown, chosen: number): string {
  let members = 0;
  const write = (each: unknown): string => {
    if (Array.isArray(each)) return `[${each.map(write).join()}]`;
    if (typeof each !== 'object' || each === null) return JSON.stringify(each);
    const twice: string[] = [];
    const once = Object.entries(each).map(([name, inner]) => {
      members += 1;
      if (members - 1 === chosen) twice.push(`${JSON.stringify(name)}:[]`);
      return `${JSON.stringify(name)}:${write(inner)}`;
    });
    return `{${[...once, ...twice].join()}}`;
  };
  return write(value);
}

describe('JSON from outside', () => {
  it('is parsed as JSON.parse does, whatever its names and texts', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('is rejected if any of its objects has any of its names twice', () => {
    fc.assert(
      fc.property(values, fc.nat(), (value, pick) => {
        const members = countOf(value);
        fc.pre(members > 0);
        expect(faultOf(textWithTwice(value, pick % members))).toEqual(repeated(expect.any(String)));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":{"a":1},"a":2}', 'a'],
    [String.raw`{"a":1,"\u0061":2}`, 'a'],
    [String.raw`{"\"":1,"\u0022":2}`, '"'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{ "a" : [1, {"b": [[], {"c":1,\n"c":2}]}] }', 'a.1.b.1.c'],
    ['[[1,2],{"a":{}, "a":[]}]', '1.a'],
    [`${'['.repeat(30)}{"a":1,"a":2}${']'.repeat(30)}`, `${'0.'.repeat(30)}a`],
  ])('names where a name is given twice: %s', (text, path) => {
    expect(faultOf(text)).toEqual(repeated(path));
  });

  it.each([
    '{"a":{"b":1},"c":{"b":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"b"}',
    String.raw`{"a":"\\","b":"\",\"a\":1"}`,
  ])('may have a name once in each of its objects: %s', (text) => {
    expect(faultOf(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '',
    '{',
    '"',
    '{"a":1,',
    '{"a":1 "a":2}',
    '{"a"',
    String.raw`{"a\"`,
    '{"a":1,"a":2',
    ':',
    ']]]]',
    '{"a":1}}',
  ])('is rejected as no JSON, repeated names or not: %s', (text) => {
    expect(faultOf(text)).toEqual(['SYNTAX', '']);
  });

  it('is rejected beyond the levels that are allowed, however deep it is', () => {
    const arrays = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    for (const nested of [arrays, objects]) {
      expect(faultOf(nested(JSON_LEVELS_MAX))).toEqual(JSON.parse(nested(JSON_LEVELS_MAX)));
      for (const levels of [JSON_LEVELS_MAX + 1, 1_000_000])
        expect(faultOf(nested(levels))).toEqual(['TOO_DEEP', '']);
    }
    expect(faultOf(JSON.stringify('['.repeat(100)))).toBe('['.repeat(100));
  });

  it('is revived, and the members that a reviver adds do not count', () => {
    class Digits {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    const reviver = (_name: string, value: unknown, { source }: { readonly source?: string }): unknown =>
      typeof value === 'number' ? new Digits(source ?? '') : value;
    expect(parseStrictJson('{"a":[1.50,{"b":2e1}]}', reviver)).toEqual({
      a: [new Digits('1.50'), { b: new Digits('2e1') }],
    });
    expect(() => parseStrictJson('{"a":1,"a":2}', reviver)).toThrow(new JsonFault('REPEATED_NAME', 'a'));
    expect(() =>
      parseStrictJson('{"a":1}', () => {
        throw new RangeError('of the reviver');
      }),
    ).toThrow('of the reviver');
  });
});

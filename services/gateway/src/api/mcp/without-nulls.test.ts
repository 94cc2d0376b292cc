import { describe, expect, it } from '@jest/globals';
import { withoutNulls } from './without-nulls.ts';

const without = (json: string): string => withoutNulls(Buffer.from(json)).toString();

describe('withoutNulls', () => {
  it.each([
    ['{"a":null}', '{}'],
    ['{"a":null,"b":1}', '{"b":1}'],
    ['{"b":1,"a":null}', '{"b":1}'],
    ['{"a":null,"b":null,"c":{"d":null,"e":[{"f":null}]}}', '{"c":{"e":[{}]}}'],
    ['{"a":[null,1]}', '{"a":[null,1]}'],
    ['{"a":0.123456789012345678901234,"b":null}', '{"a":0.123456789012345678901234}'],
  ])('turns %s into %s', (json, expected) => {
    expect(without(json)).toBe(expected);
  });

  it('leaves texts as they are, also those that look like JSON', () => {
    const texts = ['"a":null', ',"a":null,', '\\","a":null', 'x\\"y":null', '{"a":null}'];
    const json = JSON.stringify({ one: null, texts, two: null });
    expect(without(json)).toBe(JSON.stringify({ texts }));
  });
});

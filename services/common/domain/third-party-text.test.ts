import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  capText,
  cleanJson,
  cleanLine,
  cleanText,
  escapeInvisible,
  presentText,
} from './third-party-text.ts';

describe('third-party text', () => {
  it.each([
    ['right-to-left override removed', 'a\u202eb', 'ab'],
    ['zero-width space and joiner removed', 'a\u200bb\u200dc', 'abc'],
    ['control characters removed', 'a\u0000b\nc\u009f', 'abc'],
    ['tag characters removed', `a${String.fromCodePoint(0xe0041, 0xe0042)}b`, 'ab'],
    ['byte order mark removed', '\ufeffa', 'a'],
    ['lone surrogate removed', 'a\ud800b', 'ab'],
    ['line separator removed', 'a\u2028b', 'ab'],
    ['plain text unchanged', 'Savings plan BTC', 'Savings plan BTC'],
    ['other scripts unchanged', 'プロトコル é 😀', 'プロトコル é 😀'],
  ])('is cleaned correctly: %s', (_what, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  it('has no character left that Unicode, or its shape, makes invisible; every other character stays', () => {
    const hidden =
      /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]$/u;
    const blank = [0x2800, 0x1d159, 0x16fe4];
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const shouldGo = blank.includes(code) || hidden.test(character);
      if ((cleanText(`a${character}b`) === 'ab') !== shouldGo) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
    for (const code of [0x85, 0xad, 0x115f, 0x1160, 0x2800, 0x3164, 0xffa0, 0xfe0f, 0x202e, 0xe0041])
      expect(cleanText(String.fromCodePoint(code))).toBe('');
  });

  it('is in one line where a line is one record, and clean within JSON', () => {
    expect(cleanLine('a\r\nb\u2028c\td\u202e')).toBe('a b c d');
    expect(cleanJson({ a: ['x\u00ady\nz', 1, null] })).toBe('{"a":["xy z",1,null]}');
  });

  it('keeps every character in JSON that a program may read again', () => {
    const text = 'a\u202e\u2800\u00ad\u{e0041}b';
    const escaped = escapeInvisible(JSON.stringify(text));
    expect(escaped).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(escaped)).toBe(text);
  });

  it('ends with "…" when capped, and has at most the limit in code points', () => {
    expect(capText('abcdef', 5)).toBe('abcd…');
    expect(capText('abcde', 5)).toBe('abcde');
    expect(capText('😀😀😀😀😀😀', 5)).toBe('😀😀😀😀…');
  });

  it('is never capped inside a character', () => {
    // The letter and its combining accent are two code points.
    expect(capText('aé'.normalize('NFD') + 'xyz', 3)).toBe('a…');
  });

  it('is within the limit, well-formed and clean for any input', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 100 }),
        fc.integer({ min: 1, max: 40 }),
        (text, cap) => {
          const shown = presentText(text, cap);
          expect([...shown].length).toBeLessThanOrEqual(cap);
          expect(shown.isWellFormed()).toBe(true);
          expect(cleanText(shown)).toBe(shown);
        },
      ),
    );
  });
});

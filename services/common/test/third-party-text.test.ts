import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { capText, cleanText, presentText } from '../domain/third-party-text.ts';

describe('third-party text is cleaned, then capped', () => {
  it.each([
    ['right-to-left override', 'a\u202eb', 'ab'],
    ['zero-width space and joiner', 'a\u200bb\u200dc', 'abc'],
    ['control characters', 'a\u0000b\nc\u009f', 'abc'],
    ['tag characters', `a${String.fromCodePoint(0xe0041, 0xe0042)}b`, 'ab'],
    ['byte order mark', '\ufeffa', 'a'],
    ['half a character', 'a\ud800b', 'ab'],
    ['line separator', 'a\u2028b', 'ab'],
    ['plain text', 'Savings plan BTC', 'Savings plan BTC'],
    ['other scripts', 'プロトコル é 😀', 'プロトコル é 😀'],
  ])('%s', (_what, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  it('a capped value ends with the character "…" and has at most the cap in code points', () => {
    expect(capText('abcdef', 5)).toBe('abcd…');
    expect(capText('abcde', 5)).toBe('abcde');
    expect(capText('😀😀😀😀😀😀', 5)).toBe('😀😀😀😀…');
  });

  it('no cap splits a character', () => {
    // Family of three joined code points and a letter with an accent of its own.
    expect(capText('aé'.normalize('NFD') + 'xyz', 3)).toBe('a…');
  });

  it('whatever comes in, what goes out is within the cap, well formed and clean', () => {
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

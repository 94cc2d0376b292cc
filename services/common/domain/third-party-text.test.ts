import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { capText, cleanText, presentText } from './third-party-text.ts';

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

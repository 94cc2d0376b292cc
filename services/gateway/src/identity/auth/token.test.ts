import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hashSecret } from './secret.ts';
import { createToken, isWellFormedToken, tokenPrefix } from './token.ts';

describe('A token', () => {
  it.each(['ctx_', 'cto_'] as const)(
    'with the prefix %s is well formed and unique when it is created',
    (prefix) => {
      const tokens = Array.from({ length: 100 }, () => createToken(prefix));
      for (const token of tokens) {
        expect(token).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
        expect(isWellFormedToken(token)).toBe(true);
      }
      expect(new Set(tokens).size).toBe(100);
    },
  );

  it('in the format of the first release stays well formed', () => {
    expect(isWellFormedToken('ctx_66h8B72pqHXj63XzXVyOt6pOHf1xfsSY3NxVaK')).toBe(true);
  });

  it('is malformed once any one character is changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 41 }), fc.constantFrom(...'0aZ_ é'), (index, character) => {
        const token = createToken('ctx_');
        fc.pre(token.charAt(index) !== character);
        expect(isWellFormedToken(token.slice(0, index) + character + token.slice(index + 1))).toBe(false);
      }),
    );
  });

  it('is shown by 4 of its random characters, which leave 166 bits to guess', () => {
    expect(tokenPrefix('ctx_66h8B72pqHXj63XzXVyOt6pOHf1xfsSY3NxVaK')).toBe('ctx_66h8');
  });

  it('is stored as its SHA-256', () => {
    // FIPS 180-2, example B.1: the message "abc".
    expect(hashSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

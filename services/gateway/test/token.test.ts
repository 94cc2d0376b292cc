import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hashSecret } from '../src/auth/secret.ts';
import { createToken, isWellFormedToken } from '../src/auth/token.ts';

describe('tokens: prefix, 32 base62 characters, 6 of CRC-32', () => {
  it.each(['ctx_', 'cto_'] as const)('a new %s token is well formed and like no other', (prefix) => {
    const tokens = Array.from({ length: 100 }, () => createToken(prefix));
    for (const token of tokens) {
      expect(token).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
      expect(isWellFormedToken(token)).toBe(true);
    }
    expect(new Set(tokens).size).toBe(100);
  });

  it('a known token keeps its checksum', () => {
    expect(isWellFormedToken('ctx_66h8B72pqHXj63XzXVyOt6pOHf1xfsSY3NxVaK')).toBe(true);
  });

  it('any one changed character is noticed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 41 }), fc.constantFrom(...'0aZ_ é'), (index, character) => {
        const token = createToken('ctx_');
        fc.pre(token.charAt(index) !== character);
        expect(isWellFormedToken(token.slice(0, index) + character + token.slice(index + 1))).toBe(false);
      }),
    );
  });

  it('only its SHA-256 is kept', () => {
    // FIPS 180-2, example B.1: the message "abc".
    expect(hashSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

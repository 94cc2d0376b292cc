import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Caller, signCaller, verifyCaller } from '../platform/caller.ts';

const KEY = randomBytes(32);
const CALLER: Caller = { userId: 7, scope: 'read', via: 'laptop', requestId: 'abc' };
const NOW = Date.parse('2026-05-01T12:00:00Z');

describe('who asks is signed by the gateway and verified by every service', () => {
  it('what was signed is what is verified', () => {
    expect(verifyCaller(signCaller(CALLER, KEY, NOW), [KEY], NOW + 1000)).toEqual(CALLER);
  });

  it('another key, a changed body or no signature are refused', () => {
    const signed = signCaller(CALLER, KEY, NOW);
    const [body = '', signature = ''] = signed.split('.');
    const other = signCaller({ ...CALLER, userId: 8 }, randomBytes(32), NOW);
    for (const value of [
      other,
      `${other.split('.')[0] ?? ''}.${signature}`,
      body,
      `${body}.`,
      '',
      '.',
      'a.b.c',
    ])
      expect(verifyCaller(value, [KEY], NOW)).toBeNull();
  });

  it('each of several keys verifies, the one before and the one to come', () => {
    const signed = signCaller(CALLER, KEY, NOW);
    const others = [randomBytes(32), randomBytes(32)];
    for (const keys of [
      [KEY, ...others],
      [...others, KEY],
    ])
      expect(verifyCaller(signed, keys, NOW)).toEqual(CALLER);
    expect(verifyCaller(signed, others, NOW)).toBeNull();
  });

  it('a signature whose time is over is refused', () => {
    expect(verifyCaller(signCaller(CALLER, KEY, NOW), [KEY], NOW + 151_000)).toBeNull();
    expect(verifyCaller(signCaller(CALLER, KEY, NOW), [KEY], NOW - 151_000)).toBeNull();
  });
});

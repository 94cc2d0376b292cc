import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Caller, signCaller, verifyCaller } from './caller.ts';

const KEY = randomBytes(32);
const KEYS = { callerKeys: [KEY] };
const PATH = '/ctx.v1.ReadService/ListYears';
const CALLER: Caller = { userId: 7, scope: 'read', via: 'laptop', requestId: 'abc' };
const OPERATOR: Caller = { userId: 7, scope: 'operator', via: 'ctx', requestId: 'abc' };
const NOW = Date.parse('2026-05-01T12:00:00Z');

/** A value without a method, which would be valid for each. */
function signedForAll(caller: Caller): string {
  const fields = [caller.userId, caller.scope, caller.via, caller.requestId, NOW];
  const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${body}.${createHmac('sha256', KEY).update(body).digest('base64url')}`;
}

describe('A signed caller', () => {
  it('is returned as it was signed', () => {
    expect(verifyCaller(signCaller(CALLER, PATH, KEY, NOW), PATH, KEYS, NOW + 1000)).toEqual(CALLER);
  });

  it('is returned with the version of the data that it was signed with', () => {
    const withVersion = { ...CALLER, version: '7.7.6.12.3.1764028800.123456' };
    expect(verifyCaller(signCaller(withVersion, PATH, KEY, NOW), PATH, KEYS, NOW)).toEqual(withVersion);
  });

  it('is rejected with another key, a changed body or no signature', () => {
    const signed = signCaller(CALLER, PATH, KEY, NOW);
    const [body = '', signature = ''] = signed.split('.');
    const other = signCaller({ ...CALLER, userId: 8 }, PATH, randomBytes(32), NOW);
    for (const value of [
      other,
      `${other.split('.')[0] ?? ''}.${signature}`,
      body,
      `${body}.`,
      '',
      '.',
      'a.b.c',
    ])
      expect(verifyCaller(value, PATH, KEYS, NOW)).toBeNull();
  });

  it('is rejected for another method, of the same service or of another', () => {
    const signed = signCaller(CALLER, PATH, KEY, NOW);
    for (const path of ['/ctx.v1.ReadService/GetSummary', '/ctx.v1.AuditService/ListAuditEntries', ''])
      expect(verifyCaller(signed, path, KEYS, NOW)).toBeNull();
  });

  it('is rejected without a method', () => {
    expect(verifyCaller(signedForAll(CALLER), PATH, KEYS, NOW)).toBeNull();
  });

  it('is accepted by each of several keys, the previous one and the next one', () => {
    const signed = signCaller(CALLER, PATH, KEY, NOW);
    const others = [randomBytes(32), randomBytes(32)];
    for (const callerKeys of [
      [KEY, ...others],
      [...others, KEY],
    ])
      expect(verifyCaller(signed, PATH, { callerKeys }, NOW)).toEqual(CALLER);
    expect(verifyCaller(signed, PATH, { callerKeys: others }, NOW)).toBeNull();
  });

  it('is rejected when it has expired', () => {
    expect(verifyCaller(signCaller(CALLER, PATH, KEY, NOW), PATH, KEYS, NOW + 151_000)).toBeNull();
    expect(verifyCaller(signCaller(CALLER, PATH, KEY, NOW), PATH, KEYS, NOW - 151_000)).toBeNull();
  });
});

describe('An operator', () => {
  const [first, second] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const identity = { keyId: '0123456789abcdef', keyName: 'nightly', roles: ['importer'] as const };
  const withKeys = (...publicKeys: (typeof first.publicKey)[]) => ({
    ...KEYS,
    operatorKeys: publicKeys.map((publicKey) => ({ ...identity, publicKey })),
  });

  it('signs with the shared key if services have no operator key', () => {
    expect(verifyCaller(signCaller(OPERATOR, PATH, KEY, NOW), PATH, KEYS, NOW)).toEqual(OPERATOR);
  });

  it('signs with a private key that services verify and cannot sign with', () => {
    const signed = signCaller(OPERATOR, PATH, first.privateKey, NOW);
    for (const keys of [
      withKeys(first.publicKey),
      withKeys(second.publicKey, first.publicKey),
      withKeys(first.publicKey, second.publicKey),
    ])
      expect(verifyCaller(signed, PATH, keys, NOW)).toEqual({ ...OPERATOR, operator: identity });
    for (const keys of [KEYS, withKeys(second.publicKey)])
      expect(verifyCaller(signed, PATH, keys, NOW)).toBeNull();
    expect(
      verifyCaller(signed, '/ctx.v1.YearService/SetPaidYears', withKeys(first.publicKey), NOW),
    ).toBeNull();
  });

  it('cannot sign with the shared key once services have an operator key; other callers must', () => {
    const keys = withKeys(first.publicKey);
    expect(verifyCaller(signCaller(OPERATOR, PATH, KEY, NOW), PATH, keys, NOW)).toBeNull();
    expect(verifyCaller(signedForAll(OPERATOR), PATH, keys, NOW)).toBeNull();
    expect(verifyCaller(signCaller(CALLER, PATH, KEY, NOW), PATH, keys, NOW)).toEqual(CALLER);
    expect(verifyCaller(signCaller(CALLER, PATH, first.privateKey, NOW), PATH, keys, NOW)).toBeNull();
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { LIMITED_ROLES, OPERATOR_RPCS } from '@ctx/domain/operator-roles';
import { faultOfRole, type OperatorKey, parseOperatorKey } from './operator-keys.ts';
import { operatorKeys } from './setting-types.ts';

const [first, second] = [publicKey(), publicKey()];

function publicKey(type: 'ed25519' | 'x25519' = 'ed25519'): string {
  const { publicKey: made } =
    type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  return made.export({ format: 'der', type: 'spki' }).toString('base64');
}

function parsed(entry: string): OperatorKey {
  const key = parseOperatorKey(entry);
  if ('fault' in key) throw new Error(key.fault);
  return key;
}

describe('A key in OPERATOR_PUBLIC_KEYS', () => {
  it('has the role all and its id as its name when it stands alone', () => {
    const { keyId, keyName, roles } = parsed(first);
    expect(keyId).toMatch(/^[0-9a-f]{16}$/);
    expect({ keyName, roles }).toEqual({ keyName: keyId, roles: ['all'] });
  });

  it('has the role, the roles and the name that are written before it', () => {
    const { keyId } = parsed(first);
    expect(parsed(`importer:${first}`)).toMatchObject({ keyId, keyName: keyId, roles: ['importer'] });
    expect(parsed(`importer+provisioner:nightly-1:${first}`)).toMatchObject({
      keyId,
      keyName: 'nightly-1',
      roles: ['importer', 'provisioner'],
    });
  });

  it.each([
    ['an unknown role', `imports:${first}`, 'has the role "imports"; the roles are all, importer'],
    ['an empty role', `:${first}`, 'has the role ""'],
    ['a role twice', `importer+importer:${first}`, 'has the role "importer+importer"'],
    ['a name with other characters', `importer:Night Job:${first}`, 'has a name that is not 1 to 40'],
    ['a part too many', `importer:nightly:x:${first}`, 'is not an Ed25519 public key'],
    ['a key of another algorithm', `importer:${publicKey('x25519')}`, 'is not an Ed25519 public key'],
    ['no key', 'importer:nightly:', 'is not an Ed25519 public key'],
  ])('is rejected with %s', (_what, entry, fault) => {
    expect(parseOperatorKey(entry)).toEqual({ fault: expect.stringContaining(fault) });
  });

  it('is rejected when it is listed with two roles; a name may have two keys, for rotation', () => {
    const faults = (text: string): string[] =>
      operatorKeys()
        .safeParse(text)
        .error?.issues.map(({ message }) => message) ?? [];
    expect(faults(`importer:${first},${first}`)).toEqual([
      expect.stringContaining('is listed twice, as importer:'),
    ]);
    expect(faults(`importer:nightly:${first}, importer:nightly:${second}, ${publicKey()}`)).toEqual([]);
  });
});

describe('The role of a key', () => {
  const roles = ['all', ...Object.keys(LIMITED_ROLES)] as (keyof typeof LIMITED_ROLES | 'all')[];
  const rpcs = Object.keys(OPERATOR_RPCS).map((row) => row.replace('/*', '/SomethingElse'));
  const cases = roles.flatMap((role) => rpcs.map((rpc) => [role, rpc] as const));

  it.each(cases)('%s may call %s exactly if the table has it there', (role, rpc) => {
    const row = OPERATOR_RPCS[rpc] ?? [];
    const isAllowed = role === 'all' || row.includes(role);
    const fault = faultOfRole({ keyId: 'id', keyName: 'nightly', roles: [role] }, rpc);
    expect(fault === null).toBe(isAllowed);
  });

  it('is named in the reason, with what is needed', () => {
    const importer = { keyId: 'id', keyName: 'nightly', roles: ['importer', 'provisioner'] as const };
    expect(faultOfRole(importer, 'ErasureService/EraseUser')).toBe(
      'the key nightly has the role importer+provisioner; ErasureService/EraseUser needs privacy or all',
    );
    expect(faultOfRole(importer, 'NewService/NewRpc')).toContain('NewService/NewRpc needs all');
  });

  it('allows what one of several roles allows', () => {
    const both = { keyId: 'id', keyName: 'nightly', roles: ['importer', 'privacy'] as const };
    expect(faultOfRole(both, 'ImportService/ImportFacts')).toBeNull();
    expect(faultOfRole(both, 'ErasureService/EraseUser')).toBeNull();
    expect(faultOfRole(both, 'IdentityService/CreateToken')).not.toBeNull();
  });
});

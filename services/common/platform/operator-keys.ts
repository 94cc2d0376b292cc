/** The public keys of the operator: `KEY`, `ROLE:KEY` or `ROLE:NAME:KEY`. A key with several roles has them joined by `+`. */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { OPERATOR_ROLES, type OperatorRole, rolesThatMayCall } from '@ctx/domain/operator-roles';

/** What logs know of a key of the operator. */
export interface OperatorIdentity {
  /** The first 16 hexadecimal digits of the SHA-256 of the public key. */
  readonly keyId: string;
  /** The name in the setting; the id of a key without one. */
  readonly keyName: string;
  readonly roles: readonly OperatorRole[];
}

/** A public key of the operator (Ed25519). */
export interface OperatorKey extends OperatorIdentity {
  readonly publicKey: KeyObject;
}

/** The operator where the services have no public key, so that CALLER_KEY signs the operator's calls. */
export const SHARED_KEY: OperatorIdentity = { keyId: 'caller-key', keyName: 'caller-key', roles: ['all'] };

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
const FORM = 'is not an Ed25519 public key in base64, alone or as ROLE:KEY or ROLE:NAME:KEY';

/** Returns the key of an entry of the setting OPERATOR_PUBLIC_KEYS, or what is wrong with it. */
export function parseOperatorKey(entry: string): OperatorKey | { readonly fault: string } {
  const parts = entry.split(':');
  const text = parts.at(-1) ?? '';
  const [role = 'all', name] = parts.slice(0, -1);
  const publicKey = publicKeyOf(text);
  if (publicKey === null || parts.length > 3) return { fault: FORM };
  const roles = role.split('+').filter(isRole);
  if (roles.length !== role.split('+').length || new Set(roles).size < roles.length)
    return {
      fault: `has the role ${JSON.stringify(role)}; the roles are ${OPERATOR_ROLES.join(', ')}, joined by +`,
    };
  if (name !== undefined && !NAME.test(name))
    return { fault: 'has a name that is not 1 to 40 small letters, digits and hyphens' };
  const keyId = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16);
  return { publicKey, keyId, keyName: name ?? keyId, roles };
}

/** Returns what is wrong with the keys together: a key must not have two roles or names. */
export function faultOfKeys(keys: readonly OperatorKey[]): string | null {
  const byId = new Map<string, string>();
  for (const { keyId, keyName, roles } of keys) {
    const described = `${roles.join('+')}:${keyName}`;
    const other = byId.get(keyId) ?? described;
    if (other !== described) return `the key ${keyId} is listed twice, as ${other} and as ${described}`;
    byId.set(keyId, described);
  }
  return null;
}

/** Returns why a key of the operator may not call an rpc, or null if it may. */
export function faultOfRole({ keyName, roles }: OperatorIdentity, rpc: string): string | null {
  const allowed = rolesThatMayCall(rpc);
  if (roles.some((role) => allowed.includes(role))) return null;
  return `the key ${keyName} has the role ${roles.join('+')}; ${rpc} needs ${allowed.toReversed().join(' or ')}`;
}

function isRole(text: string): text is OperatorRole {
  return (OPERATOR_ROLES as readonly string[]).includes(text);
}

function publicKeyOf(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

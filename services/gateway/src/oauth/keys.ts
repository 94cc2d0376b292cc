/** Keys of the OAuth server, all from one list of secrets that every replica shares. */
import { createPrivateKey, hkdfSync } from 'node:crypto';
import type { JWK } from 'oidc-provider';

/** PKCS #8 of an Ed25519 key without its 32 bytes (RFC 8410 §7). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface OAuthKeys {
  /** Sign cookies: the first signs, all verify. */
  readonly cookieKeys: readonly string[];
  /** Derive the successors of refresh tokens: the first for new ones, all to find one that another replica derived. */
  readonly refreshTokenKeys: readonly Buffer[];
  /** Published at /oauth/jwks: nothing is signed for apps today, whose tokens are opaque; the metadata must name some. */
  readonly jwks: { readonly keys: JWK[] };
}

/**
 * Derives (HKDF, RFC 5869) what is needed from `secrets`, newest first. To rotate, put a new one before the old, restart, and
 * take the old one away once nobody is halfway through signing in. Tokens and connections do not depend on them, except that a
 * refresh token that was just spent has the same successor only on replicas that share a key.
 */
export function deriveKeys(secrets: readonly Buffer[]): OAuthKeys {
  const derive = (secret: Buffer, purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    cookieKeys: secrets.map((secret) => derive(secret, 'oauth cookies').toString('base64url')),
    refreshTokenKeys: secrets.map((secret) => derive(secret, 'oauth refresh tokens')),
    jwks: { keys: secrets.map((secret) => ed25519(derive(secret, 'oauth signing'))) },
  };
}

function ed25519(seed: Buffer): JWK {
  const der = Buffer.concat([ED25519_PREFIX, seed]);
  const jwk = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  return { ...jwk, alg: 'Ed25519', use: 'sig' };
}

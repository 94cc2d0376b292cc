/** Keys of the OAuth server, derived from a list of secrets that all replicas share. */
import { createPrivateKey, hkdfSync } from 'node:crypto';
import type { JWK } from 'oidc-provider';

/** PKCS #8 of an Ed25519 key without its 32 bytes (RFC 8410 §7). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface OAuthKeys {
  /** Keys for cookies: the first signs, all verify. */
  readonly cookieKeys: readonly string[];
  /** Keys that derive successors of refresh tokens: the first derives new ones, all are tried to find one of another replica. */
  readonly refreshTokenKeys: readonly Buffer[];
  /** Published at /oauth/jwks, as the metadata must name keys. Nothing is signed with them: tokens are opaque. */
  readonly jwks: { readonly keys: JWK[] };
}

/**
 * Derives all keys (HKDF, RFC 5869) from `secrets`, newest first. To rotate, put a new secret in front and restart; remove the old
 * one once all pending sign-ins have ended. Tokens and connections do not depend on the secrets, except that replicas must share a
 * key to derive the same successor of a refresh token.
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

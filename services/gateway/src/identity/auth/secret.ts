/** Hashing and comparison of secrets with at least 120 random bits: tokens, cookies, codes, and ids of OAuth rows. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const LINK_BYTES = 32;
const LINK_SECRET = /^[\w-]{43}$/;

/** Returns a new secret of a link that works once: 256 random bits in base64url. */
export function newLinkSecret(): string {
  return randomBytes(LINK_BYTES).toString('base64url');
}

/** Returns whether a text has the form of such a secret. Any other text is none, and need not be looked up. */
export function isLinkSecret(text: string): boolean {
  return LINK_SECRET.test(text);
}

/**
 * Returns the SHA-256 of a secret, which is what the database stores. Such a secret cannot be guessed, so it needs no salt and no
 * slow hash.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares a posted value with a secret in constant time. */
export function isSameSecret(posted: unknown, secret: string): boolean {
  if (typeof posted !== 'string') return false;
  const [actual, expected] = [Buffer.from(posted), Buffer.from(secret)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

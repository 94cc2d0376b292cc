/** Hashing and comparison of secrets with at least 120 random bits: tokens, cookies, codes, and ids of OAuth rows. */
import { createHash, timingSafeEqual } from 'node:crypto';

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

/** Secrets of at least 120 random bits: tokens, cookies, codes, ids of what the OAuth server keeps. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** What is stored and looked up of a secret: SHA-256. It is too long to guess, so that it needs no salt and no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether what was posted is the secret text, in a time that does not tell how much of it is. */
export function isSameSecret(posted: unknown, secret: string): boolean {
  if (typeof posted !== 'string') return false;
  const [given, wanted] = [Buffer.from(posted), Buffer.from(secret)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Ids derived from stable keys: the same facts get the same ids, however often they are imported. */
import { createHash } from 'node:crypto';
import { uuidOfHash } from './uuid.ts';

/** Returns a UUID (version 8 of RFC 9562) of a hash of the parts. Each part is hashed with its length, so they cannot run together. */
export function stableId(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${String(Buffer.byteLength(part))}:${part}`);
  return uuidOfHash(hash.digest('hex'));
}

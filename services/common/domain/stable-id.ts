/** Ids derived from stable keys: the same facts get the same ids, however often they are imported. */
import { hash } from 'node:crypto';
import { uuidOfHash } from './uuid.ts';

/** Returns a UUID (version 8 of RFC 9562) of a hash of the parts. Each part is hashed with its length, so they cannot run together. */
export function stableId(...parts: readonly string[]): string {
  let text = '';
  for (const part of parts) text += `${String(Buffer.byteLength(part))}:${part}`;
  return uuidOfHash(hash('sha256', text));
}

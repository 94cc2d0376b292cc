/** Ids derived from stable keys: the same facts have the same ids, whenever and however often they come in. */
import { createHash } from 'node:crypto';
import { uuidOfHash } from './uuid.ts';

/** A UUID (version 8, RFC 9562: custom hash) of the parts, which are kept apart whatever they contain. */
export function stableId(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${String(Buffer.byteLength(part))}:${part}`);
  return uuidOfHash(hash.digest('hex'));
}

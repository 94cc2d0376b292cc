/** Ids derived from stable keys: the same facts have the same ids, whenever and however often they come in. */
import { createHash } from 'node:crypto';

/** A UUID (version 8, RFC 9562: custom hash) of the parts, which are kept apart whatever they contain. */
export function stableId(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${String(Buffer.byteLength(part))}:${part}`);
  const hex = hash.digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

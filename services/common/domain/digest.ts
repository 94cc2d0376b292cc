/** Digests that detect changed content: 128 bits of a SHA-256, stored as a uuid in PostgreSQL. */
import { hash } from 'node:crypto';

const HEX_DIGITS = 32;

/** Returns the digest of a text as 32 hex digits. */
export function textDigest(text: string): string {
  return hash('sha256', text).slice(0, HEX_DIGITS);
}

/** Formats a digest as PostgreSQL writes a uuid. */
export function uuidText(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the digest that PostgreSQL wrote as a uuid. */
export function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '');
}

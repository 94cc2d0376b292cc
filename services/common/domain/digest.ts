/** Digests that tell changed content from unchanged: 128 bits of a SHA-256, stored as PostgreSQL's uuid. */
import { hash } from 'node:crypto';

const HEX_DIGITS = 32;

/** The digest of a text, 32 hex digits. */
export function textDigest(text: string): string {
  return hash('sha256', text).slice(0, HEX_DIGITS);
}

/** A digest as PostgreSQL writes a uuid. */
export function uuidText(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A digest of what PostgreSQL wrote as a uuid. */
export function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '');
}

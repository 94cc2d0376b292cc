/** Identity of lots: the same event brings the same lot in every run (engine.md §1: the same inputs, the same bytes). */
import { hash } from 'node:crypto';

/**
 * Which of an event's lots: what it acquired, what its pool lacked when its transfer acted, or the part of an older lot
 * that its transfer brought, by number.
 */
export type LotPart = 'ACQUIRED' | 'SHORTFALL' | number;

/** A UUID (version 8, RFC 9562 §5.8) derived from the event's id and the part of it that the lot holds. */
export function lotId(eventId: string, part: LotPart = 'ACQUIRED'): string {
  const hex = hash('sha256', `lot:${eventId}:${String(part)}`);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

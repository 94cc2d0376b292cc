/** Identity of lots: the same event brings the same lot in every run (engine.md §1: the same inputs, the same bytes). */
import { hash } from 'node:crypto';
import { uuidOfHash } from '@ctx/domain/uuid';

/**
 * Tells which of an event's lots is meant: the acquired units, the units that its pool lacked when its transfer acted, or (by
 * number) a part of an older lot that its transfer brought.
 */
export type LotPart = 'ACQUIRED' | 'SHORTFALL' | number;

/** Returns a UUID (version 8, RFC 9562 §5.8) derived from the event's identity (`identityOf`) and the part of it that the lot holds. */
export function lotId(identity: string, part: LotPart = 'ACQUIRED'): string {
  return uuidOfHash(hash('sha256', `lot:${identity}:${String(part)}`));
}

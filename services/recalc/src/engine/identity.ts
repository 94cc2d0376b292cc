/** What the ids of an event's lots and issues are derived from (engine.md §7, "Frozen years stand"). */
import type { EffectiveEvent } from './types.ts';

/**
 * Returns the event's id, with the submitted years that keep figures of it from when it happened there: what it brings where it
 * happens now is not what those years keep. A year that keeps several events that left each other's years has other years here.
 */
export function identityOf({ raw, year }: Pick<EffectiveEvent, 'raw' | 'year'>): string {
  const elsewhere = (raw.keptIn ?? []).filter((kept) => kept !== year);
  return [raw.id, ...elsewhere].join(' ');
}

/** What the ids of an event's lots and issues are derived from (engine.md §7, "Frozen years stand"). */
import type { EffectiveEvent } from './types.ts';

type EventPlace = Pick<EffectiveEvent, 'raw' | 'year'>;

/** A leg; `joined` says whether it has several transfers. */
type LegPlace = EventPlace & Partial<Pick<EffectiveEvent, 'joined'>>;

/**
 * Returns the event's id, with the submitted years that keep figures of it from when it happened there: what it brings where it
 * happens now is not what those years keep. A year that keeps several events that left each other's years has other years here.
 */
export function identityOf(event: EventPlace): string {
  return [event.raw.id, ...keptElsewhere(event)].join(' ');
}

/**
 * Returns the same for the in leg of a transfer, with the years of both legs: a submitted year that keeps the out leg may keep what
 * the transfer brought, while the in leg itself happens later. Several departures of one arrival each bring lots of their own.
 */
export function identityOfArrival({ outLeg, inLeg }: Record<'outLeg' | 'inLeg', LegPlace>): string {
  const years = new Set([...keptElsewhere(inLeg), ...keptElsewhere(outLeg)]);
  const from = (inLeg.joined ?? []).length > 0 ? [outLeg.raw.id] : [];
  return [inLeg.raw.id, ...from, ...[...years].toSorted((a, b) => a - b)].join(' ');
}

function keptElsewhere({ raw, year }: EventPlace): number[] {
  return (raw.keptIn ?? []).filter((kept) => kept !== year);
}

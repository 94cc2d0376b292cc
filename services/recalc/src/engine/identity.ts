/** What the ids of an event's lots and issues are derived from (engine.md §7, "Frozen years stand"). */
import type { FrozenYears } from './flow/frozen-years.ts';
import type { EffectiveEvent, Transfer } from './types.ts';

type EventPlace = Pick<EffectiveEvent, 'raw' | 'year'>;

/**
 * Returns the event's id, with the submitted years that keep figures of it from when it happened there: what it brings where it
 * happens now is not what those years keep. A year that keeps several events that left each other's years has other years here.
 */
export function identityOf(event: EventPlace): string {
  return [event.raw.id, ...keptElsewhere(event)].join(' ');
}

/**
 * Returns the same for the in leg of a transfer, with the years of both legs: a submitted year that keeps the out leg may keep what
 * the transfer brought, while the in leg itself happens later, or what another departure brought to an in leg that is in that year.
 * Several departures of one arrival each bring lots of their own, also where a submitted year passes on what one of them brought.
 * `waitedUntil` is the submitted year whose waiting units arrive a second time (`FrozenYears.waitedUntil`), or null.
 */
export function identityOfArrival(
  transfer: Pick<Transfer, 'outLeg' | 'inLeg'>,
  frozenYears: FrozenYears,
  waitedUntil: number | null,
): string {
  const { outLeg, inLeg } = transfer;
  const ofArrival = outLeg.year > inLeg.year ? (inLeg.raw.keptIn ?? []) : keptElsewhere(inLeg);
  const years = new Set([...ofArrival, ...keptElsewhere(outLeg)]);
  const isOneOfSeveral = inLeg.joined.length > 0 || frozenYears.hasOtherDeparture(transfer);
  const from = isOneOfSeveral ? [outLeg.raw.id] : [];
  const again = waitedUntil === null ? [] : [againAfter(waitedUntil)];
  return [inLeg.raw.id, ...from, ...[...years].toSorted((a, b) => a - b), ...again].join(' ');
}

/** Marks what is brought a second time, after a frozen year that passes on the first. */
export function againAfter(year: number): string {
  return `again after ${String(year)}`;
}

function keptElsewhere({ raw, year }: EventPlace): number[] {
  return (raw.keptIn ?? []).filter((kept) => kept !== year);
}

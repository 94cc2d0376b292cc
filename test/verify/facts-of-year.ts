/** Selects the facts that the dossier of a year has: the facts of its window, and the other members of their groups and matches. */
import { brusselsDate, yearStartMs } from '@ctx/domain/brussels';
import type { EngineInputs, RawEvent } from '../../services/recalc/src/engine/types.ts';

const US_PER_MS = 1000;

/** Returns the instant of an event after its correction. */
export function correctedAt({ overrides }: EngineInputs, { id, timestampUs }: RawEvent): number {
  return overrides.find(({ eventId }) => eventId === id)?.timestampUs ?? timestampUs;
}

const typeOf = ({ overrides }: EngineInputs, { id, type }: RawEvent): string =>
  overrides.find(({ eventId }) => eventId === id)?.type ?? type;

const referenceOf = ({ accountId, referenceId }: RawEvent): string => `${accountId} ${referenceId}`;

/** Returns the facts of a dossier of a year whose opening is that of `openingYear`, 0 without one. */
export function factsOf(inputs: EngineInputs, year: number, openingYear: number): RawEvent[] {
  const end = yearStartMs(year + 1) * US_PER_MS;
  const ids = new Set(
    inputs.events
      .filter((event) => {
        const at = correctedAt(inputs, event);
        return at < end && brusselsDate(Math.floor(at / US_PER_MS)).year > openingYear;
      })
      .map(({ id }) => id),
  );
  for (let size = -1; size !== ids.size;) {
    size = ids.size;
    const groups = new Set(
      inputs.events.filter(({ id }) => ids.has(id)).map(({ continuityGroupId }) => continuityGroupId),
    );
    groups.delete(null);
    const known = inputs.matches.filter(
      ({ outEventId, inEventId }) => ids.has(outEventId) || ids.has(inEventId),
    );
    const joined = new Set(known.map(({ id, joinedMatchId }) => joinedMatchId ?? id));
    const paid = new Set(inputs.events.filter(({ id }) => ids.has(id)).map(referenceOf));
    const withFees = new Set(
      inputs.events.filter((event) => typeOf(inputs, event) === 'FEE').map(referenceOf),
    );
    for (const event of inputs.events)
      if (paid.has(referenceOf(event)) && withFees.has(referenceOf(event))) ids.add(event.id);
    for (const { continuityGroupId, id } of inputs.events) if (groups.has(continuityGroupId)) ids.add(id);
    for (const { id, joinedMatchId, outEventId, inEventId } of inputs.matches)
      if (joined.has(joinedMatchId ?? id)) ids.add(outEventId).add(inEventId);
  }
  return inputs.events.filter(({ id }) => ids.has(id));
}

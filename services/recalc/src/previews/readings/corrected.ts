/** Overrides of a reading, on top of the user's own. Pure. */
import { stableId } from '@ctx/domain/stable-id';
import type { EffectiveEvent, EngineInputs, Override } from '../../engine/types.ts';

type Fields = Partial<Omit<Override, 'id' | 'eventId'>>;

/** Returns the inputs with fields of some events overridden, on top of the user's own overrides. */
export function corrected(
  inputs: EngineInputs,
  events: readonly EffectiveEvent[],
  fieldsOf: (event: EffectiveEvent) => Fields,
): EngineInputs {
  if (events.length === 0) return inputs;
  const overrides = new Map(inputs.overrides.map((override) => [override.eventId, override]));
  for (const event of events) {
    const { id } = event.raw;
    overrides.set(id, { ...(overrides.get(id) ?? blankOverride(id)), ...fieldsOf(event) });
  }
  return { ...inputs, overrides: [...overrides.values()] };
}

/** Returns an override of an event that overrides nothing yet. */
export function blankOverride(eventId: string): Override {
  return {
    id: stableId('reading', eventId),
    eventId,
    type: null,
    treatment: null,
    taxable: null,
    euroValue: null,
    amount: null,
    timestampUs: null,
    description: null,
    flags: null,
    originAcquiredUs: null,
  };
}

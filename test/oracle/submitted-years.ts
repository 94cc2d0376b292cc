/** Random submitted years: what a year was submitted with, and what has changed since. */
import fc from 'fast-check';
import { closeYear, recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs } from '../../services/recalc/src/engine/types.ts';
import { histories } from './histories.ts';

/** What has come since a year was submitted: events, matches and overrides. */
export interface LaterFacts {
  readonly events: readonly boolean[];
  readonly hasMatches: boolean;
  readonly hasOverrides: boolean;
}

/** Returns the inputs without what came later. */
export function inputsBefore(
  inputs: EngineInputs,
  { events, hasMatches, hasOverrides }: LaterFacts,
): EngineInputs {
  return {
    ...inputs,
    events: inputs.events.filter((_event, index) => events[index % events.length] !== true),
    matches: hasMatches ? inputs.matches : [],
    overrides: hasOverrides ? inputs.overrides : [],
  };
}

/** Marks the events that a year which was submitted with other inputs keeps, as the service does: what they bring in another year are other lots. */
export function withKept(inputs: EngineInputs, before: EngineInputs, submitted: number): EngineInputs {
  const kept = new Set(
    recalculate(before).events.flatMap(({ raw, year }) => (year === submitted ? [raw.id] : [])),
  );
  return {
    ...inputs,
    events: inputs.events.map((event) =>
      kept.has(event.id) ? { ...event, keptIn: [...(event.keptIn ?? []), submitted].toSorted() } : event,
    ),
  };
}

export const laterFacts: fc.Arbitrary<LaterFacts> = fc.record({
  events: fc.array(
    fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    { minLength: 1, maxLength: 40 },
  ),
  hasMatches: fc.boolean(),
  hasOverrides: fc.boolean(),
});

/** For each event, whether it happened at another event's time before: its date has been corrected since. */
const moves = fc.array(fc.option(fc.nat(), { freq: 5 }), { minLength: 1, maxLength: 40 });

/** Returns the inputs with some events at the times of other events. */
function withMoves(inputs: EngineInputs, targets: readonly (number | null)[]): EngineInputs {
  const { events } = inputs;
  const moved = events.map((event, index) => {
    const target = targets[index % targets.length] ?? null;
    const other = target === null ? undefined : events[target % events.length];
    return other === undefined ? event : { ...event, timestampUs: other.timestampUs };
  });
  return { ...inputs, events: moved };
}

const submissions = fc.array(fc.record({ later: laterFacts, targets: moves }), {
  minLength: 2,
  maxLength: 2,
});

/** Histories with submitted years, each with facts, dates and matches of its own. */
export const reopened = fc
  .tuple(histories, submissions, fc.constantFrom([2025], [2026], [2025, 2026], [2025, 2027], [2026, 2025]))
  .map(([inputs, changes, years]) => {
    let current = inputs;
    for (const [index, year] of years.entries()) {
      const { later, targets } = changes[index]!;
      const { frozenYears } = current;
      const before = { ...inputsBefore(withMoves(current, targets), later), frozenYears };
      const closed = { year, ...closeYear(before, year) };
      const submitted = [...frozenYears, closed].toSorted((a, b) => a.year - b.year);
      current = { ...withKept(current, before, year), frozenYears: submitted };
    }
    return current;
  });

/** Incremental runs equal full runs byte for byte (engine.md §7): random EUR corrections of random histories, in sequence. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs } from '../../services/recalc/src/engine/types.ts';
import { bookOf, differenceFrom, expectFullRun, type Order } from '../../services/recalc/test/engine/book.ts';
import { override } from '../../services/recalc/test/engine/build.ts';
import { decimal, halfSet, histories, withLegs } from './histories.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1500) };

/** A correction changes one event's EUR value, taxable mark or notes, or removes a match. */
const corrections = fc.array(
  fc.record({
    target: fc.nat(),
    euroValue: fc.option(decimal(500, 6), { freq: 6 }),
    taxable: halfSet(fc.boolean()),
    unmatches: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);
const orders = fc.constantFrom<Order>('AS_WRITTEN', 'REVERSED');

function corrected(
  inputs: EngineInputs,
  target: number,
  fields: Parameters<typeof override>[1],
): EngineInputs {
  const raw = inputs.events[target % inputs.events.length]!;
  const current = inputs.overrides.find(({ eventId }) => eventId === raw.id);
  const next = { ...(current ?? override(raw.referenceId, {})), ...fields };
  return { ...inputs, overrides: [...inputs.overrides.filter((each) => each !== current), next] };
}

/** The inputs without one of their matches, and what that changes: both legs. */
function unmatched(inputs: EngineInputs, target: number): { after: EngineInputs; changed: Set<string> } {
  const removed = inputs.matches[target % Math.max(1, inputs.matches.length)];
  const after = { ...inputs, matches: inputs.matches.filter((match) => match !== removed) };
  return { after, changed: new Set(removed === undefined ? [] : [removed.outEventId, removed.inEventId]) };
}

describe('Incremental recalculation', () => {
  it('gives the same bytes as a full run, for random histories and random corrections', async () => {
    let workedOut = 0;
    await fc.assert(
      fc.asyncProperty(histories(), corrections, orders, async (start, steps, order) => {
        fc.pre(start.events.length > 0 && start.regimes.length === 0);
        let inputs = start;
        for (const { target, euroValue, taxable, unmatches } of steps) {
          const fields = { euroValue, ...(taxable === null ? {} : { taxable }) };
          const { after, changed } = unmatches
            ? unmatched(inputs, target)
            : {
                after: corrected(inputs, target, fields),
                changed: new Set([inputs.events[target % inputs.events.length]!.id]),
              };
          const before = recalculate(inputs);
          const ids = withLegs(changed, after);
          const difference = await differenceFrom(bookOf(before, inputs, order), before, after, ids);
          if (difference !== null) {
            workedOut += 1;
            expectFullRun(difference, before, recalculate(after));
          }
          inputs = after;
        }
      }),
      RUNS,
    );
    // Guards against a test in which every correction fell back to the full run.
    expect(workedOut).toBeGreaterThan(RUNS.numRuns / 4);
  });
});

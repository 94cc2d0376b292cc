/** What happened before a submitted year and after it is kept apart (engine.md §7, "Frozen years stand"), whatever has changed since. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { closeYear, recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import { reopened } from '../oracle/submitted-years.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1500) };
/** After every event of a history. */
const LAST_YEAR = 2032;

const repeated = (keys: readonly string[]): string[] =>
  keys.filter((key, index) => keys.indexOf(key) !== index);

describe('With submitted years whose facts, dates and matches have changed since', () => {
  it('no two lots share an id, and no two slices a place of their event', () => {
    fc.assert(
      fc.property(reopened, (inputs) => {
        const { lots, slices } = recalculate(inputs);
        expect(repeated(lots.map(({ id }) => id))).toEqual([]);
        expect(repeated(slices.map(({ event, ordinal }) => `${event.raw.id} ${String(ordinal)}`))).toEqual(
          [],
        );
      }),
      RUNS,
    );
  });

  it('the units of a lot that wait are those of the departures that wait', () => {
    fc.assert(
      fc.property(reopened, (inputs) => {
        const { lots } = recalculate(inputs);
        const { closing } = closeYear(inputs, LAST_YEAR);
        const waiting = new Map<string, bigint>();
        for (const { lotId, amount } of closing.waiting)
          waiting.set(lotId, (waiting.get(lotId) ?? 0n) + amount);
        const ofLots = lots.flatMap((lot) => (lot.waiting > 0n ? [[lot.id, lot.waiting] as const] : []));
        expect(new Map(ofLots)).toEqual(waiting);
      }),
      RUNS,
    );
  });
});

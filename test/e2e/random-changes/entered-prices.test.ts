/**
 * With any price entered, replaced or removed, in any order, the figures equal those that are computed from nothing, and undoing each
 * restores what was before it. Random prices of random histories, on a real database.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { undoCorrection } from '../../../services/corrections/src/corrections/undo.ts';
import type { EngineInputs } from '../../../services/recalc/src/engine/types.ts';
import { compareUser } from '../../../services/recalc/src/self-check/compare.ts';
import { carryOut, correctAtRandom, corrections, correctedState, entriesOf } from './corrections.ts';
import { Database } from './database.ts';
import { mostlySimple, REPLAY, RUNS, stretched } from './histories.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.start();
});
afterAll(() => database.remove());

/** Few events have a value of their own, so that prices decide most. */
const withoutValues = ({ events, ...inputs }: EngineInputs): EngineInputs => ({
  ...inputs,
  overrides: [],
  events: events.map((raw, index) => (index % 4 === 0 ? raw : { ...raw, euroValue: null })),
});

const steps = fc.array(
  fc.tuple(corrections, fc.constantFrom('PRICE' as const, 'PRICE' as const, 'UNPRICE' as const, null)),
  { minLength: 8, maxLength: 14 },
);

describe('Figures after random entered prices', () => {
  it('equal those computed from nothing, and each undo restores those of the moment before', async () => {
    const kinds = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(mostlySimple.map(withoutValues), steps, async (start, drawn) => {
        fc.pre(start.events.length > 0);
        const userId = await database.newUser();
        await database.store(userId, stretched(start, 1));
        await database.owner.query(
          `INSERT INTO facts.years (user_id, year, paid) SELECT $1, generate_series(2009, 2100), true
           ON CONFLICT (user_id, year) DO UPDATE SET paid = true`,
          [userId],
        );
        await database.request(userId, []);
        await database.run(userId);
        const before: unknown[] = [];
        const expectAsFromNothing = async (): Promise<void> => {
          for (const { kind } of await database.run(userId)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          expect(await compareUser(database.pool, userId)).toMatchObject({ outcome: 'COMPARED', tables: [] });
        };
        for (const [correction, what] of drawn) {
          const state = await correctedState(database, userId);
          const { length } = await entriesOf(database, userId);
          await correctAtRandom(database, userId, { ...correction, what: what ?? correction.what });
          if ((await entriesOf(database, userId)).length > length) before.push(state);
          await expectAsFromNothing();
        }
        for (const { entry_id: entryId } of await entriesOf(database, userId)) {
          expect(await carryOut(database, userId, undoCorrection as never, { entryId })).toBe(true);
          await expectAsFromNothing();
          expect(await correctedState(database, userId)).toEqual(before.pop());
        }
      }),
      { ...RUNS, ...REPLAY },
    );
    // Guards against a test in which every price is a run of everything.
    const taken = (kind: string): number => kinds.get(kind) ?? 0;
    expect(Object.fromEntries(kinds)).toEqual({
      full: expect.any(Number),
      pools: expect.any(Number),
      values: expect.any(Number),
    });
    expect(taken('pools') + taken('values')).toBeGreaterThan(RUNS.numRuns);
  });
});

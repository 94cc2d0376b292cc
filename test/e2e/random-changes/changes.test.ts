/**
 * Whatever changes, the stored figures equal those that are computed from nothing, cell by cell (engine.md §7, "Incremental"). Random
 * changes at every place of random histories, one after another, on a real database.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { freezeYear } from '../../../services/recalc/src/operator/freeze.ts';
import { type Preview, previewOf } from '../../../services/recalc/src/runs/preview.ts';
import { compareUser } from '../../../services/recalc/src/self-check/compare.ts';
import { changes, changesOfValues, withChange } from '../../properties/histories.ts';
import { Database } from './database.ts';
import { foreseen, proposalOf } from './foreseen.ts';
import { differing, mostlySimple, REPLAY, RUNS, stretched, YEAR } from './histories.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.start();
});
afterAll(() => database.remove());

describe('Stored figures equal figures computed from nothing, and those that a preview foresaw', () => {
  it('after each of several random changes of a random history', async () => {
    let previewed = 0;
    const runs = new Map<string, number>();
    // Many change values alone, so that 40 histories take the values strategy some 20 times.
    const change = fc.oneof({ weight: 5, arbitrary: changes }, { weight: 1, arbitrary: changesOfValues });
    const steps = fc.array(change, { minLength: 3, maxLength: 8 });
    const factors = fc.constantFrom(1, 60, 120, 240);
    await fc.assert(
      fc.asyncProperty(
        mostlySimple,
        steps,
        factors,
        fc.boolean(),
        async (start, drawn, factor, isSubmitted) => {
          fc.pre(start.events.length > 0);
          const userId = await database.newUser();
          let inputs = start;
          await database.store(userId, stretched(inputs, factor));
          await database.request(userId, []);
          await database.run(userId);
          if (isSubmitted) await freezeYear(database.pool, userId, YEAR);
          const submitted = isSubmitted ? await database.submittedRows(userId) : null;
          for (const change of drawn) {
            const [before, after] = withChange(inputs, change);
            const [from, to] = [stretched(before, factor), stretched(after, factor)];
            await database.store(userId, from);
            await database.request(userId, differing(stretched(inputs, factor), from));
            await database.run(userId);
            const proposal = proposalOf(from, to);
            const shown = await database.shownFigures(userId);
            const ids = [...differing(from, to)];
            const asked = { changed: ids.length === 0 ? ('EVERYTHING' as const) : ids, eventsMax: Infinity };
            const preview =
              proposal === null ? null : await previewOf(database.pool, userId, { ...asked, proposal });
            expect(preview).not.toBe('NOT_CURRENT');
            expect(await database.shownFigures(userId)).toEqual(shown);
            await database.store(userId, to);
            await database.request(userId, differing(from, to));
            for (const { kind, since } of await database.run(userId)) {
              const name = since === undefined ? kind : `${kind} since`;
              runs.set(name, (runs.get(name) ?? 0) + 1);
            }
            expect(await compareUser(database.pool, userId)).toMatchObject({
              outcome: 'COMPARED',
              tables: [],
            });
            if (submitted !== null) expect(await database.submittedRows(userId)).toEqual(submitted);
            if (preview !== null) {
              previewed += 1;
              expect(foreseen(preview as Preview, shown)).toEqual(await database.shownFigures(userId));
            }
            inputs = after;
          }
        },
      ),
      { ...RUNS, ...REPLAY },
    );
    expect(previewed).toBeGreaterThan(RUNS.numRuns);
    // Guards against a test in which a way is never taken.
    for (const name of ['full', 'pools', 'pools since', 'values'])
      expect([name, (runs.get(name) ?? 0) > RUNS.numRuns / 20]).toEqual([name, true]);
  });
});

/** Undoing corrections restores what was before them, over random histories on a real database. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { undoCorrection } from '../../../services/corrections/src/corrections/undo.ts';
import { compareUser } from '../../../services/recalc/src/self-check/compare.ts';
import {
  carryOut,
  correctAtRandom,
  corrections,
  correctedState,
  entriesOf,
  withRealOverrides,
} from './corrections.ts';
import { Database } from './database.ts';
import { mostlySimple, REPLAY, RUNS, stretched } from './histories.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.start();
});
afterAll(() => database.remove());

describe('Undoing random corrections of a random history, the newest first', () => {
  it('restores the corrections and the figures of each moment before', async () => {
    const undone = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        mostlySimple.map(withRealOverrides),
        fc.array(corrections, { minLength: 3, maxLength: 10 }),
        async (start, drawn) => {
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
          for (const each of drawn) {
            const state = await correctedState(database, userId);
            const entries = await entriesOf(database, userId);
            await correctAtRandom(database, userId, each);
            if ((await entriesOf(database, userId)).length > entries.length) before.push(state);
            await database.run(userId);
          }
          for (const { entry_id, action } of await entriesOf(database, userId)) {
            expect(await carryOut(database, userId, undoCorrection as never, { entryId: entry_id })).toBe(
              true,
            );
            undone.set(action, (undone.get(action) ?? 0) + 1);
            await database.run(userId);
            expect(await correctedState(database, userId)).toEqual(before.pop());
          }
          expect(before).toEqual([]);
          expect(await compareUser(database.pool, userId)).toMatchObject({ outcome: 'COMPARED', tables: [] });
        },
      ),
      { ...RUNS, ...REPLAY },
    );
    // Guards against a test in which a correction is never undone.
    expect([...undone.keys()].toSorted()).toEqual(
      expect.arrayContaining(['OVERRIDE_REMOVED', 'OVERRIDE_SET', 'RULE_CREATED', 'RULE_DELETED']),
    );
    // Few random pairs can be matched: most runs undo a match that was made, some only one that was deleted.
    expect([...undone.keys()].filter((action) => action.startsWith('TRANSFER_'))).not.toEqual([]);
  });
});

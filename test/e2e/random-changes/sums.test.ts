/** What is read to explain figures adds up to them, over random histories on a real database. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { freezeYear } from '../../../services/recalc/src/operator/freeze.ts';
import { changes, histories, withChange } from '../../properties/histories.ts';
import { expectExactSums } from '../explained-sums.ts';
import { Database } from './database.ts';
import { REPLAY, RUNS, stretched, YEAR } from './histories.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.start();
});
afterAll(() => database.remove());

describe('Slices add up to their event, and what events add to the figure of their year', () => {
  it('to the last digit, over random histories with a submitted year and a change after it', async () => {
    let explained = 0;
    await fc.assert(
      fc.asyncProperty(
        histories({ isPlain: false, eventsMin: 20 }),
        changes,
        fc.constantFrom(1, 60, 240),
        fc.boolean(),
        async (start, change, factor, isFreezing) => {
          const userId = await database.newUser();
          await database.store(userId, stretched(start, factor));
          await database.request(userId, []);
          await database.run(userId);
          if (isFreezing) await freezeYear(database.pool, userId, YEAR);
          const [, after] = withChange(start, change);
          await database.store(userId, stretched(after, factor));
          await database.request(userId, []);
          await database.run(userId);
          await database.payAllYears(userId);
          const { rows } = await database.owner.query<{ event_id: string }>(
            'SELECT DISTINCT event_id FROM figures.events WHERE user_id = $1',
            [userId],
          );
          const ids = rows.map(({ event_id }) => event_id);
          explained += await expectExactSums(database.pool, userId, ids);
        },
      ),
      { ...RUNS, ...REPLAY, endOnFailure: true },
    );
    expect(explained).toBeGreaterThan(RUNS.numRuns);
  });
});

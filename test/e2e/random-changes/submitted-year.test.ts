/** Facts that move out of, into and around a submitted year: the stored figures equal those that are computed from nothing. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RawEvent } from '../../../services/recalc/src/engine/types.ts';
import { freezeYear } from '../../../services/recalc/src/operator/freeze.ts';
import { compareUser } from '../../../services/recalc/src/self-check/compare.ts';
import { at, buy, inputsOf, sell } from '../../../services/recalc/test/engine/build.ts';
import { Database } from './database.ts';
import { differing, YEAR } from './histories.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.start();
});
afterAll(() => database.remove());

describe('Where facts no longer agree with a submitted year', () => {
  const bought = buy('buy', { at: '2025-03-01', amount: '4', euroValue: '400' });
  const sold = sell('sold', { at: '2025-04-01', amount: '1', euroValue: '150' });
  const sale = sell('sale', { at: '2026-05-05', amount: '2', euroValue: '500' });
  const moved = { ...bought, timestampUs: at('2026-02-01') };

  async function submitted(events: readonly RawEvent[]): Promise<number> {
    const userId = await database.newUser();
    await database.store(userId, inputsOf(events));
    await database.request(userId, []);
    await database.run(userId);
    await freezeYear(database.pool, userId, YEAR);
    return userId;
  }

  /** Stores other facts and runs, and compares; then runs from nothing, which finds no row to write. */
  async function expectSameFigures(
    userId: number,
    from: readonly RawEvent[],
    to: readonly RawEvent[],
  ): Promise<void> {
    const kept = await database.submittedRows(userId);
    await database.store(userId, inputsOf(to));
    await database.request(userId, differing(inputsOf(from), inputsOf(to)));
    await database.run(userId);
    expect(await compareUser(database.pool, userId)).toMatchObject({ outcome: 'COMPARED', tables: [] });
    expect(await database.submittedRows(userId)).toEqual(kept);
    await database.request(userId, []);
    expect(await database.run(userId)).toMatchObject([{ kind: 'full', rowsChanged: 0 }]);
    expect(await database.submittedRows(userId)).toEqual(kept);
  }

  it.each([
    ['where units of its lot are left', sold],
    ['where the year sold its lot', { ...sold, amount: '4' }],
    ['where it has an issue in both', { ...sold, amount: '4', euroValue: null }],
  ])(
    'an event that left it has figures in both years, and it keeps its rows, %s',
    async (_title, disposal) => {
      const noValue = { ...bought, euroValue: disposal.euroValue === null ? null : bought.euroValue };
      const [first, later] = [
        [noValue, disposal, sale],
        [{ ...noValue, timestampUs: moved.timestampUs }, disposal, sale],
      ];
      const userId = await submitted(first);
      await expectSameFigures(userId, first, later);
      const corrected = later.with(2, { ...sale, amount: '3' });
      await expectSameFigures(userId, later, corrected);
      const revalued = corrected.with(0, { ...corrected[0]!, euroValue: '800' });
      await expectSameFigures(userId, corrected, revalued);
      await expectSameFigures(userId, revalued, revalued.slice(1));
      await expectSameFigures(userId, revalued.slice(1), first);
    },
  );

  it('an event that it has no figures of is counted once after it moves to an open year', async () => {
    const facts = [bought, sold, sale];
    const early = buy('late', { at: '2025-05-05', euroValue: '50' });
    const late = { ...early, timestampUs: at('2026-03-01') };
    const userId = await submitted(facts);
    await expectSameFigures(userId, facts, [...facts, early]);
    await expectSameFigures(userId, [...facts, early], [...facts, late]);
    await expectSameFigures(userId, [...facts, late], [...facts, early]);
    await expectSameFigures(userId, [...facts, early], facts);
  });

  it('the accounts are counted as the facts are now, after the last event of an account is removed', async () => {
    const elsewhere = sell('elsewhere', { at: '2026-06-01', accountRef: 'ledger' });
    const gone = buy('gone', { at: '2025-01-05', accountRef: 'paper' });
    const facts = [bought, sold, sale, elsewhere];
    const userId = await submitted([...facts, gone]);
    await expectSameFigures(userId, [...facts, gone], facts);
    await expectSameFigures(userId, facts, facts.slice(0, -1));
  });
});

/**
 * Correcting assets, over random histories on a real database: after every correction the figures are those of a run from nothing, and at the
 * end those of a user whose files said the right asset from the start.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { correctAsset } from '../../../services/corrections/src/corrections/operations.ts';
import type { EngineInputs } from '../../../services/recalc/src/engine/types.ts';
import { compareUser } from '../../../services/recalc/src/self-check/compare.ts';
import { override } from '../../../services/recalc/test/engine/build.ts';
import { carryOut, withRealOverrides } from './corrections.ts';
import { Database } from './database.ts';
import { mostlySimple, REPLAY, RUNS, stretched } from './histories.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.start();
});
afterAll(() => database.remove());

/** A correction of the asset of one or two events; null takes it back. Most histories have WETH and ETH2, and none has LUNC. */
const corrections = fc.record({
  places: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
  assetId: fc.constantFrom('WETH', 'ETH2', 'LUNC', null),
});

async function newUser(inputs: EngineInputs): Promise<number> {
  const userId = await database.newUser();
  await database.store(userId, inputs);
  await database.request(userId, []);
  await database.run(userId);
  await database.payAllYears(userId);
  return userId;
}

/** Returns the inputs with other assets as imported. Each of these events has an override, for one that is corrected needs no review. */
function withAssets(inputs: EngineInputs, assets: ReadonlyMap<string, string>): EngineInputs {
  const events = inputs.events.map((raw) => {
    const asset = assets.get(raw.id);
    return asset === undefined ? raw : { ...raw, assetKey: asset, assetSymbol: asset };
  });
  const known = new Set(inputs.overrides.map(({ eventId }) => eventId));
  const corrected = events.filter(({ id }) => assets.has(id) && !known.has(id));
  const overrides = corrected.map(({ id, referenceId }) => ({
    ...override(referenceId, {}),
    id,
    eventId: id,
  }));
  return { ...inputs, events, overrides: [...inputs.overrides, ...overrides] };
}

/** The tables of figures, and what is not compared: an override of the asset is itself a difference of the inputs. */
const COMPARED = [
  'events',
  'lots',
  'slices',
  'debts',
  'transfer_marks',
  'years',
  'holdings',
  'pools',
  'issues',
];
const OF_INPUTS = ['user_id', 'override_id', 'input_digest', 'facts_digest', 'digest'];

async function figuresOf(userId: number): Promise<Record<string, readonly string[]>> {
  const figures: Record<string, readonly string[]> = {};
  for (const table of COMPARED) {
    const { rows } = await database.owner.query<{ row: string }>(
      `SELECT (to_jsonb(t) - $2::text[])::text AS row FROM figures.${table} t WHERE t.user_id = $1`,
      [userId, OF_INPUTS],
    );
    figures[table] = rows.map(({ row }) => row).toSorted();
  }
  return figures;
}

describe('Random corrections of assets of a random history', () => {
  it('leave the figures of a run from nothing, and of a user whose files said the right asset', async () => {
    let corrected = 0;
    const runs = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        mostlySimple.map(withRealOverrides),
        fc.array(corrections, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(1, 60, 240),
        async (drawn, steps, factor) => {
          const inputs = stretched(drawn, factor);
          const correctable = inputs.events.filter(({ assetKey }) => assetKey !== 'EUR');
          fc.pre(correctable.length > 0);
          const userId = await newUser(inputs);
          const assets = new Map<string, string>();
          for (const { places, assetId } of steps) {
            const events = places.map((place) => correctable[place % correctable.length]!);
            const taxEventIds = events.map(({ id }) => id);
            expect(await carryOut(database, userId, correctAsset as never, { taxEventIds, assetId })).toBe(
              true,
            );
            for (const { id, assetKey } of events)
              if (assetId === null || assetId === assetKey) assets.delete(id);
              else assets.set(id, assetId);
            for (const { kind } of await database.run(userId)) runs.set(kind, (runs.get(kind) ?? 0) + 1);
            expect(await compareUser(database.pool, userId)).toMatchObject({
              outcome: 'COMPARED',
              tables: [],
            });
          }
          corrected += assets.size;
          expect(await figuresOf(userId)).toEqual(await figuresOf(await newUser(withAssets(inputs, assets))));
        },
      ),
      { ...RUNS, ...REPLAY },
    );
    // Guards against a test in which nothing is corrected, and against runs that always compute everything.
    expect(corrected).toBeGreaterThan(RUNS.numRuns / 2);
    expect(runs.get('pools') ?? 0).toBeGreaterThan(RUNS.numRuns / 10);
  });
});

/**
 * Prices for all users in random order, for random histories: users with a run then have the figures of a run from nothing, and users without one
 * had them already (docs/adr/0008-values-pools-or-everything.md).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SourcedRecord } from '@ctx/converters/records';
import { timestampText } from '@ctx/domain/instant';
import fc from 'fast-check';
import { correctAsset } from '../../../services/corrections/src/corrections/operations.ts';
import { importSharedPrices } from '../../../services/corrections/src/import/shared-prices.ts';
import type { Price, RawEvent } from '../../../services/recalc/src/engine/types.ts';
import { SpoolSpace } from '../../../services/corrections/src/import/spool.ts';
import { WorkQueue } from '../../../services/corrections/src/import/work-queue.ts';
import { freezeYear } from '../../../services/recalc/src/operator/freeze.ts';
import { compareUser } from '../../../services/recalc/src/self-check/compare.ts';
import { buy, entered, inputsOf, override } from '../../../services/recalc/test/engine/build.ts';
import { carryOut } from './corrections.ts';
import { Database } from './database.ts';
import { mostlySimple, REPLAY, RUNS, stretched, YEAR } from './histories.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.start();
});
afterAll(() => database.remove());

const HOUR_US = 3_600_000_000;
/** Prices of the asset of an event: at its moment, up to a day before it, or too old. */
const files = fc.array(
  fc.array(fc.record({ event: fc.nat(), hoursBefore: fc.integer({ min: 0, max: 26 }) }), {
    minLength: 1,
    maxLength: 6,
  }),
  { minLength: 1, maxLength: 5 },
);

/** A correction of the asset of an event. Most histories have WETH, and none has LUNC. */
const assets = fc.record({ place: fc.nat(), assetId: fc.constantFrom('WETH', 'LUNC') });

interface DrawnPrice {
  readonly event: number;
  readonly hoursBefore: number;
}

let cents = 0;

/** Imports prices, each of another amount, and returns the users with a requested run. */
async function importPrices(
  events: readonly RawEvent[],
  drawn: readonly DrawnPrice[],
): Promise<readonly number[]> {
  const prices = drawn.map(({ event, hoursBefore }) => {
    const { assetKey, timestampUs } = events[event % events.length]!;
    return { kind: 'price' as const, assetKey, at: timestampText(timestampUs - hoursBefore * HOUR_US) };
  });
  const unique = new Map(prices.map((price) => [JSON.stringify(price), price]));
  const records = [...unique.values()].map((price, index): SourcedRecord => {
    cents += 1;
    return { record: { ...price, eur: `${String(cents)}.5` }, lines: [index + 1] };
  });
  const pools = { long: database.pool, short: database.pool, space: new SpoolSpace(1_048_576) };
  const queue = new WorkQueue({ name: 'imports', atOnceMax: 1, underWayMax: 1 });
  return (
    await importSharedPrices(pools, queue, {
      records: inOrder(records),
      onPhase: () => undefined,
      isStoredKept: false,
      signal: new AbortController().signal,
    })
  ).userIds;
}

async function* inOrder(records: readonly SourcedRecord[]): AsyncGenerator<SourcedRecord> {
  yield* await Promise.resolve(records);
}

async function inputFingerprint(userId: number): Promise<string> {
  const { rows } = await database.owner.query<{ print: string }>(
    'SELECT input_fingerprint AS print FROM figures.versions WHERE user_id = $1',
    [userId],
  );
  return rows[0]!.print;
}

describe('After an import of shared prices', () => {
  it('figures equal those of a run from nothing, and no user has a run without a price that counts', async () => {
    const seen = { none: 0, full: 0, pools: 0, values: 0 };
    await fc.assert(
      fc.asyncProperty(
        mostlySimple,
        files,
        fc.constantFrom(1, 60, 240),
        fc.boolean(),
        fc.array(assets, { maxLength: 3 }),
        async (history, drawn, factor, isSubmitted, corrected) => {
          fc.pre(history.events.length > 0);
          const userId = await database.newUser();
          await database.owner.query('DELETE FROM facts.shared_prices');
          const inputs = stretched(history, factor);
          await database.store(userId, inputs);
          await database.request(userId, []);
          await database.run(userId);
          if (isSubmitted) {
            await freezeYear(database.pool, userId, YEAR);
            await database.request(userId, []);
            await database.run(userId);
          }
          const events = [...inputs.events];
          if (!isSubmitted) {
            await database.payAllYears(userId);
            for (const { place, assetId } of corrected) {
              const { id, ...raw } = inputs.events[place % inputs.events.length]!;
              const input = { taxEventIds: [id], assetId };
              await carryOut(database, userId, correctAsset as never, input);
              // Prices are drawn by event: of both its assets.
              events.push({ ...raw, id, assetKey: assetId });
            }
            await database.run(userId);
          }
          for (const prices of drawn) {
            const before = await inputFingerprint(userId);
            const isReached = (await importPrices(events, prices)).includes(userId);
            const ended = await database.run(userId);
            expect(ended).toHaveLength(isReached ? 1 : 0);
            expect(await compareUser(database.pool, userId)).toMatchObject({
              outcome: 'COMPARED',
              tables: [],
            });
            const kind = (ended[0]?.kind ?? 'none') as keyof typeof seen;
            seen[kind] += 1;
            // A run of everything may be for an event that an override moved past the photo moment.
            if (kind === 'values' || kind === 'pools')
              expect(await inputFingerprint(userId)).not.toBe(before);
          }
        },
      ),
      { ...RUNS, ...REPLAY },
    );
    for (const kind of ['none', 'full', 'values'] as const)
      expect([kind, seen[kind] > RUNS.numRuns / 20]).toEqual([kind, true]);
  });

  it.each([
    { of: 'an event', assetKey: 'WETH', when: '2026-03-01T12:00:00Z' },
    { of: 'an event whose time was corrected', assetKey: 'WETH', when: '2026-03-02T12:00:00Z' },
    { of: 'an event whose asset was corrected', assetKey: 'LUNC', when: '2026-03-01T12:00:00Z' },
  ])(
    'a user has no run where a price that the user entered is valid at the moment of $of',
    async ({ assetKey, when }) => {
      const imported = buy('b', { assetKey: 'WETH', at: '2026-03-01T12:00:00Z' });
      const corrected = buy('b', { assetKey, at: when });
      const isReached = async (prices: readonly Price[]): Promise<boolean> => {
        const userId = await database.newUser();
        await database.owner.query('DELETE FROM facts.shared_prices');
        const { timestampUs } = corrected;
        const overrides = timestampUs === imported.timestampUs ? [] : [override('b', { timestampUs })];
        await database.store(userId, inputsOf([imported], { prices, overrides }));
        await database.request(userId, []);
        await database.run(userId);
        await database.payAllYears(userId);
        if (assetKey !== imported.assetKey) {
          const input = { taxEventIds: [imported.id], assetId: assetKey };
          expect(await carryOut(database, userId, correctAsset as never, input)).toBe(true);
          await database.run(userId);
        }
        return (await importPrices([corrected], [{ event: 0, hoursBefore: 1 }])).includes(userId);
      };
      expect(await isReached([])).toBe(true);
      expect(await isReached([entered(assetKey, when, '100')])).toBe(false);
    },
  );

  it.each(['events_without_value', 'overrides_of_timestamps', 'overrides_of_assets'])(
    'the events that they value are found by the index %s',
    async (index) => {
      const scans = async (): Promise<number> => {
        await database.owner.query('SELECT pg_stat_force_next_flush()');
        const { rows } = await database.owner.query<{ scans: string }>(
          'SELECT sum(idx_scan) AS scans FROM pg_stat_user_indexes WHERE indexrelname = $1',
          [index],
        );
        return Number(rows[0]!.scans);
      };
      const before = await scans();
      // The tables of the tests are so small that PostgreSQL would read them whole.
      await database.owner.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
      await database.owner.query(
        `SELECT corrections.events_of_prices('{NOBODY}', '{2025-12-31T00:00:00Z}', '{2025-12-31T23:00:00Z}')`,
      );
      await database.owner.query('COMMIT');
      expect(await scans()).toBeGreaterThan(before);
    },
  );
});

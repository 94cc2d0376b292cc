/**
 * The figures of some pools, computed from what they held at a moment, are those of a full run from then on (engine.md §7). Checked at
 * the ends of years of random histories.
 */
import { describe, expect, it } from '@jest/globals';
import { yearStartMs } from '@ctx/domain/brussels';
import { US_PER_MS } from '@ctx/domain/instant';
import fc from 'fast-check';
import {
  closeYear,
  isOfPair,
  type PoolsStart,
  recalculate,
  recalculatePools,
} from '../../services/recalc/src/engine/recalculate.ts';
import {
  closingFromParts,
  closingToParts,
  OF_NO_ASSET,
} from '../../services/recalc/src/tables/closing-parts.ts';
import type { EngineInputs, EngineOutputs } from '../../services/recalc/src/engine/types.ts';
import { histories } from './histories.ts';
import { rows } from './rows.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1000) };

/** Returns what a year handed to the next, as the start of some pools. */
function startAfter(
  year: number,
  inputs: EngineInputs,
  full: EngineOutputs,
  assets: ReadonlySet<string>,
): PoolsStart {
  const atUs = yearStartMs(year + 1) * US_PER_MS;
  const parts = closingToParts(closeYear(inputs, year).closing).filter(
    ({ assetKey }) => assetKey === OF_NO_ASSET || assets.has(assetKey),
  );
  const isOfPools = ({ assetKey }: { readonly assetKey: string }): boolean => assets.has(assetKey);
  const before = full.events.filter(({ raw, timestampUs }) => isOfPools(raw) && timestampUs < atUs);
  const idsBefore = new Set(before.map(({ raw }) => raw.id));
  const photoMissing = full.issues.filter(
    ({ type, eventId }) => type === 'MISSING_PHOTO_VALUE' && idsBefore.has(eventId ?? ''),
  );
  return {
    atUs,
    opening: closingFromParts(parts),
    eventsBefore: before.length,
    photoMissing: new Set(photoMissing.flatMap(({ assetKey }) => assetKey ?? [])),
  };
}

/** Returns the outputs of some pools from an instant on, without the lots that were gone then. */
function since(
  full: EngineOutputs,
  part: EngineOutputs,
  assets: ReadonlySet<string>,
  atUs: number,
): EngineOutputs {
  const indexes = [...full.events.keys()].filter((index) => {
    const { raw, timestampUs } = full.events[index]!;
    return assets.has(raw.assetKey) && timestampUs >= atUs;
  });
  const events = indexes.map((index) => full.events[index]!);
  const ids = new Set(events.map(({ raw }) => raw.id));
  const lotIds = new Set(part.lots.map(({ id }) => id));
  return {
    ...full,
    events,
    outcomes: indexes.map((index) => full.outcomes[index]!),
    lots: full.lots.filter(({ id }) => lotIds.has(id)),
    slices: full.slices.filter(({ event }) => ids.has(event.raw.id)),
    debts: [],
    payments: [],
    marks: full.marks.filter(({ event }) => ids.has(event.raw.id)),
    issues: full.issues.filter(({ eventId }) => ids.has(eventId ?? '')),
    holdings: full.holdings.filter(({ assetKey }) => assets.has(assetKey)),
    pools: [],
  };
}

describe('Pools that start at a moment', () => {
  it('have the figures of a full run from then on', () => {
    let compared = 0;
    fc.assert(
      fc.property(histories(), fc.nat(), fc.nat(), (inputs, anyGroup, anyYear) => {
        const full = recalculate(inputs);
        const group = full.pools[anyGroup % full.pools.length]?.group;
        const assets = new Set(
          full.pools.filter((pool) => pool.group === group).map(({ assetKey }) => assetKey),
        );
        const own = full.events.filter(({ raw }) => assets.has(raw.assetKey));
        const years = [...new Set(own.map((event) => event.year))].toSorted((a, b) => a - b);
        const year = years[anyYear % Math.max(1, years.length - 1)] ?? 2025;
        const start = startAfter(year, inputs, full, assets);
        const isLinked = own.some(
          ({ transfer }) =>
            transfer !== null &&
            transfer.outLeg.timestampUs < start.atUs !== transfer.inLeg.timestampUs < start.atUs,
        );
        // Loans and transfers across the start decide by what was before.
        if (isLinked || full.debts.some(({ assetKey }) => assets.has(assetKey))) return;
        const part = recalculatePools(inputs, assets, start);
        const isPair = full.issues.some((issue) => isOfPair(issue));
        if (part === null) {
          expect({ isPair, isMany: assets.size > 1 }).toEqual({ isPair: true, isMany: true });
          return;
        }
        if (part.events.length > 0) compared += 1;
        expect(rows(part)).toEqual(rows(since(full, part, assets, start.atUs)));
        expect(part.accountIds).toEqual(
          new Set(part.events.filter(({ effect }) => effect.pool !== 'NONE').map(({ raw }) => raw.accountId)),
        );
      }),
      RUNS,
    );
    expect(compared).toBeGreaterThan(RUNS.numRuns / 4);
  });
});

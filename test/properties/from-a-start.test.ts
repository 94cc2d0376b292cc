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
import { transfersOf } from '../../services/recalc/src/engine/transfer-groups.ts';
import type { EngineInputs, EngineOutputs, Issue } from '../../services/recalc/src/engine/types.ts';
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
  const atUs = startOf(year + 1);
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

function startOf(year: number): number {
  return yearStartMs(year) * US_PER_MS;
}

/**
 * Returns the older side of the oldest open suggestion to match two events of these pools; infinity where there is none. A run starts
 * before it (`startUs` of runs/pools/start.ts), because the impact of the suggestion depends on everything after it.
 */
function oldestSuggested(full: EngineOutputs, assets: ReadonlySet<string>): number {
  const times = new Map(full.events.map(({ raw, timestampUs }) => [raw.id, timestampUs]));
  return Math.min(
    ...full.issues.flatMap(({ eventId, suggestion }) =>
      suggestion?.type === 'TRANSFER_MATCH' && suggestion.assets.some((asset) => assets.has(asset))
        ? [eventId, suggestion.counterpartEventId].map((id) => times.get(id ?? '') ?? -Infinity)
        : [],
    ),
  );
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

/**
 * Returns the pools and years after which a run of them alone may start: loans and transfers across the start decide by what was before,
 * and an open suggestion must have both sides after it.
 */
function startsOf(full: EngineOutputs): { readonly assets: ReadonlySet<string>; readonly year: number }[] {
  const groups = Map.groupBy(full.pools, ({ group }) => group);
  return [...groups.values()].flatMap((pools) => {
    const assets = new Set(pools.map(({ assetKey }) => assetKey));
    if (full.debts.some(({ assetKey }) => assets.has(assetKey))) return [];
    const own = full.events.filter(({ raw }) => assets.has(raw.assetKey));
    const isCrossed = (atUs: number): boolean =>
      own.some((event) =>
        transfersOf(event).some(
          ({ outLeg, inLeg }) => outLeg.timestampUs < atUs !== inLeg.timestampUs < atUs,
        ),
      );
    const suggestedUs = oldestSuggested(full, assets);
    const years = [...new Set(own.map((event) => event.year))].toSorted((a, b) => a - b);
    return years
      .slice(0, -1)
      .filter((year) => startOf(year + 1) <= suggestedUs && !isCrossed(startOf(year + 1)))
      .map((year) => ({ assets, year }));
  });
}

describe('Pools that start at a moment', () => {
  it('have the figures of a full run from then on', () => {
    let compared = 0;
    fc.assert(
      fc.property(histories(), fc.nat(), (inputs, any) => {
        const full = recalculate(inputs);
        const starts = startsOf(full);
        if (starts.length === 0) return;
        const { assets, year } = starts[any % starts.length]!;
        const start = startAfter(year, inputs, full, assets);
        const part = recalculatePools(inputs, assets, start);
        if (part === null) {
          const isOpen = (issue: Issue): boolean =>
            issue.suggestion?.isJoin === true || (assets.size > 1 && isOfPair(issue));
          expect(full.issues.some(isOpen)).toBe(true);
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

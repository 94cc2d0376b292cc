/**
 * A change recomputes the pools it reaches and no others, with the same bytes as a full run (engine.md §7). Checked with random
 * corrections, new events and removed events on random histories, with and without a submitted year.
 */
import { describe, expect, it } from '@jest/globals';
import { symbolFamily } from '@ctx/domain/transfer-candidates';
import fc from 'fast-check';
import { closeYear, recalculate, recalculatePools } from '../../services/recalc/src/engine/recalculate.ts';
import {
  closingFromParts,
  closingToParts,
  OF_NO_ASSET,
} from '../../services/recalc/src/tables/closing-parts.ts';
import type { EngineInputs, EngineOutputs } from '../../services/recalc/src/engine/types.ts';
import { changes, histories, withChange, withLegs } from './histories.ts';
import { rows } from './rows.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1000) };
const FROZEN_YEAR = 2025;

/** Returns the outputs that belong to the accepted pools. */
function ofPools(outputs: EngineOutputs, isAsked: (assetKey: string) => boolean): EngineOutputs {
  const indexes = [...outputs.events.keys()].filter((index) => isAsked(outputs.events[index]!.raw.assetKey));
  const events = indexes.map((index) => outputs.events[index]!);
  const ids = new Set(events.map(({ raw }) => raw.id));
  return {
    ...outputs,
    events,
    outcomes: indexes.map((index) => outputs.outcomes[index]!),
    lots: outputs.lots.filter(({ assetKey }) => isAsked(assetKey)),
    slices: outputs.slices.filter(({ event }) => isAsked(event.raw.assetKey)),
    debts: outputs.debts.filter(({ assetKey }) => isAsked(assetKey)),
    payments: outputs.payments.filter(({ event }) => isAsked(event.raw.assetKey)),
    marks: outputs.marks.filter(({ event }) => isAsked(event.raw.assetKey)),
    issues: outputs.issues.filter(({ eventId }) => ids.has(eventId ?? '')),
    holdings: outputs.holdings.filter(({ assetKey }) => isAsked(assetKey)),
    pools: outputs.pools.filter(({ assetKey }) => isAsked(assetKey)),
  };
}

/** Returns the assets of the groups of changed events; null when an asset is new. */
function reached(before: EngineOutputs, changed: readonly { assetKey: string; assetSymbol: string }[]) {
  const pools = changed.map(({ assetKey, assetSymbol }) =>
    before.pools.find(
      (pool) => pool.assetKey === assetKey && pool.families.includes(symbolFamily(assetSymbol)),
    ),
  );
  if (pools.includes(undefined)) return null;
  const groups = new Set(pools.map((pool) => pool!.group));
  return new Set(before.pools.filter(({ group }) => groups.has(group)).map(({ assetKey }) => assetKey));
}

/** Returns only the inputs that a run would load: events of the pools, and the legs of their swaps and matches. */
function inputsOf(inputs: EngineInputs, assets: ReadonlySet<string>): EngineInputs {
  const own = inputs.events.filter(({ assetKey }) => assets.has(assetKey));
  const ids = withLegs(new Set(own.map(({ id }) => id)), inputs);
  const events = inputs.events.filter(({ id }) => ids.has(id));
  return {
    ...inputs,
    events,
    overrides: inputs.overrides.filter(({ eventId }) => ids.has(eventId)),
    frozenYears: inputs.frozenYears.map(({ closing, ...year }) => {
      const parts = closingToParts(closing).filter(
        ({ assetKey }) => assetKey === OF_NO_ASSET || assets.has(assetKey),
      );
      return { ...year, closing: closingFromParts(parts) };
    }),
  };
}

function yearsOf({ events }: EngineOutputs, ids: ReadonlySet<string>): number[] {
  return events.filter(({ raw }) => ids.has(raw.id)).map(({ year }) => year);
}

describe('A correction recomputes what it can reach', () => {
  it('the pools that the event touches and those that transfers connect to them; the rest stays', () => {
    let workedOut = 0;
    let smaller = 0;
    fc.assert(
      fc.property(histories(), changes, fc.boolean(), (start, change, isFrozen) => {
        const [plainBefore, plainAfter] = withChange(start, change);
        fc.pre(plainBefore.regimes.length === 0 && plainAfter.events.length > 0);
        const ids = withLegs(new Set([change.idOf(start)]), plainBefore, plainAfter);
        const unfrozen = [
          ...yearsOf(recalculate(plainBefore), ids),
          ...yearsOf(recalculate(plainAfter), ids),
        ];
        fc.pre(!isFrozen || unfrozen.every((year) => year > FROZEN_YEAR));
        const frozenYears = isFrozen ? [{ year: FROZEN_YEAR, ...closeYear(plainBefore, FROZEN_YEAR) }] : [];
        const [inputsBefore, inputsAfter] = [
          { ...plainBefore, frozenYears },
          { ...plainAfter, frozenYears },
        ];
        const [before, after] = [recalculate(inputsBefore), recalculate(inputsAfter)];
        const changed = [...inputsBefore.events, ...inputsAfter.events].filter(({ id }) => ids.has(id));
        const assets = reached(before, changed);
        if (assets === null) return;
        const part = recalculatePools(inputsOf(inputsAfter, assets), assets);
        if (part === null) return;
        workedOut += 1;
        if (assets.size < before.pools.length) smaller += 1;
        expect(rows(part)).toEqual(rows(ofPools(after, (assetKey) => assets.has(assetKey))));
        const isOther = (assetKey: string): boolean => !assets.has(assetKey);
        expect(rows(ofPools(before, isOther))).toEqual(rows(ofPools(after, isOther)));
      }),
      RUNS,
    );
    // Guards against a test in which every change needed a full run.
    expect(workedOut).toBeGreaterThan(RUNS.numRuns / 2);
    expect(smaller).toBeGreaterThan(RUNS.numRuns / 4);
  });
});

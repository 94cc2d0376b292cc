/** Incremental equals full, byte for byte (engine.md §7): random EUR corrections of random histories, one after another. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { BookLot, BookSlice } from '../../services/recalc/src/engine/incremental/book.ts';
import {
  type ChangeBook,
  type ChangedEvent,
  type Difference,
  differenceOf,
  KEPT_ISSUES,
} from '../../services/recalc/src/engine/incremental/change.ts';
import { flowKey, valueKey } from '../../services/recalc/src/engine/incremental/keys.ts';
import { photoPrice, priceSeries } from '../../services/recalc/src/engine/prices.ts';
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import { resolve } from '../../services/recalc/src/engine/resolve/resolve.ts';
import type { EngineInputs, EngineOutputs, Slice } from '../../services/recalc/src/engine/types.ts';
import { EVENTS, ISSUES } from '../../services/recalc/src/tables/events-and-years.ts';
import { LOTS, SLICES } from '../../services/recalc/src/tables/lots-and-slices.ts';
import { override } from '../../services/recalc/test/engine/build.ts';
import { decimal, histories, withLegs } from './histories.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1500) };

/** What a correction changes: one event's EUR value, its taxable mark, or nothing but its notes. */
const corrections = fc.array(
  fc.record({
    target: fc.nat(),
    euroValue: fc.option(decimal(500, 6), { freq: 6 }),
    taxable: fc.option(fc.boolean(), { freq: 1 }),
  }),
  { minLength: 1, maxLength: 3 },
);

/** A book over the outputs of a full run. */
function bookOf(outputs: EngineOutputs, inputs: EngineInputs): ChangeBook {
  const slices = outputs.slices.map(bookSlice);
  const lots = outputs.lots as readonly BookLot[];
  const series = priceSeries(inputs.prices);
  const answer = <Value>(value: Value): Promise<Value> => Promise.resolve(value);
  return {
    lots: (ids) => answer(lots.filter(({ id }) => ids.includes(id)).map(copy)),
    lotsOfEvents: (ids) => answer(lots.filter(({ eventId }) => ids.includes(eventId)).map(copy)),
    lotsFrom: (ids) => answer(lots.filter(({ fromLotId }) => ids.includes(fromLotId ?? '')).map(copy)),
    slicesOfLots: (ids) => answer(slices.filter(({ lotId }) => ids.includes(lotId))),
    slicesOfEvents: (ids) => answer(slices.filter(({ eventId }) => ids.includes(eventId))),
    areBorrowed: (ids) => answer(outputs.debts.some(({ eventId }) => ids.includes(eventId))),
    photoPrices: (assets) => answer(new Map(assets.map((asset) => [asset, photoPrice(series, asset)]))),
    events: (ids) => answer(storedEvents(outputs).filter(({ id }) => ids.includes(id))),
    issuesOf: (ids) =>
      answer(
        outputs.issues.flatMap(({ type, eventId }) =>
          eventId !== null && ids.includes(eventId) ? [{ type, eventId }] : [],
        ),
      ),
    isSuggestedAbout: (assets) =>
      answer(
        outputs.issues.some(({ suggestion }) => suggestion?.assets.some((asset) => assets.includes(asset))),
      ),
  };
}

// What a database answers is a copy.
function copy(lot: BookLot): BookLot {
  const { id, assetKey, eventId, originEventId, fromLotId, acquiredUs, heldSinceUs, arrivedUs, amount } = lot;
  const { costBasis, photo, origin, remaining, remainingCostBasis, waiting, waitingCostBasis } = lot;
  return {
    ...{ id, assetKey, eventId, originEventId, fromLotId, acquiredUs, heldSinceUs, arrivedUs, amount },
    ...{ costBasis, photo, origin, remaining, remainingCostBasis, waiting, waitingCostBasis },
  };
}

function bookSlice({ event, lot, ...rest }: Slice): BookSlice {
  const { id: lotId, originEventId: lotOriginEventId, acquiredUs: lotAcquiredUs } = lot;
  return { ...rest, eventId: event.raw.id, year: event.year, lotId, lotOriginEventId, lotAcquiredUs };
}

function storedEvents({ events, outcomes }: EngineOutputs): ChangedEvent['stored'][] {
  return events.map(({ raw, year, timestampUs }, index) => {
    return { id: raw.id, year, occurredUs: timestampUs, outcome: { ...outcomes[index]! } };
  });
}

/** The rows of a table as a full run writes them, by their key. */
function rows(outputs: EngineOutputs) {
  const of = <Item>(
    items: Iterable<Item>,
    rowOf: (item: Item) => unknown[],
    key: (row: unknown[]) => string,
  ) => new Map([...items].map(rowOf).map((row) => [key(row), row]));
  return {
    events: of(EVENTS.itemsOf(outputs), EVENTS.rowOf, (row) => String(row[0])),
    lots: of(LOTS.itemsOf(outputs), LOTS.rowOf, (row) => String(row[0])),
    slices: of(SLICES.itemsOf(outputs), SLICES.rowOf, (row) => `${String(row[0])} ${String(row[2])}`),
    issues: of(ISSUES.itemsOf(outputs), ISSUES.rowOf, (row) => String(row[0])),
  };
}

/** The difference, written over the rows of the run before. */
function applied(before: EngineOutputs, difference: Difference) {
  const tables = rows(before);
  for (const { event, outcome } of difference.events)
    tables.events.set(event.raw.id, EVENTS.rowOf([event, outcome]));
  for (const { stored, outcome } of difference.outcomes) {
    const index = before.events.findIndex(({ raw }) => raw.id === stored.id);
    tables.events.set(stored.id, EVENTS.rowOf([before.events[index]!, outcome]));
  }
  for (const { after } of difference.revaluation.lots) tables.lots.set(after.id, LOTS.rowOf(after));
  for (const { after } of difference.revaluation.slices) {
    const slice = before.slices.find(
      ({ event, ordinal }) => event.raw.id === after.eventId && ordinal === after.ordinal,
    )!;
    tables.slices.set(`${after.eventId} ${String(after.ordinal)}`, SLICES.rowOf({ ...slice, ...after }));
  }
  const changed = new Set(difference.events.map(({ event }) => event.raw.id));
  for (const issue of before.issues)
    if (changed.has(issue.eventId ?? '') && !KEPT_ISSUES.includes(issue.type))
      tables.issues.delete(String(ISSUES.rowOf(issue)[0]));
  for (const issue of difference.issues)
    tables.issues.set(String(ISSUES.rowOf(issue)[0]), ISSUES.rowOf(issue));
  return tables;
}

/** What a correction of one event concerns, as the run before left it; null where the flow changed. */
function changedEvents(
  before: EngineOutputs,
  after: EngineInputs,
  corrected: string,
): { events: ChangedEvent[]; resolved: ReturnType<typeof resolve> } | null {
  const ids = withLegs(new Set([corrected]), after);
  // Only these: nothing that another event is may matter.
  const resolved = resolve({ ...after, events: after.events.filter(({ id }) => ids.has(id)) });
  const stored = new Map(storedEvents(before).map((event) => [event.id, event]));
  const old = new Map(before.events.map((event) => [event.raw.id, event]));
  if (resolved.events.some((event) => flowKey(old.get(event.raw.id)!) !== flowKey(event))) return null;
  const events = resolved.events.map((event) => ({
    event,
    stored: stored.get(event.raw.id)!,
    isRevalued: valueKey(old.get(event.raw.id)!) !== valueKey(event),
  }));
  return { events, resolved };
}

async function differenceAfter(
  before: EngineOutputs,
  inputs: EngineInputs,
  after: EngineInputs,
  target: number,
): Promise<Difference | null> {
  const changed = changedEvents(before, after, inputs.events[target % inputs.events.length]!.id);
  if (changed === null) return null;
  return differenceOf(changed.events, changed.resolved, bookOf(before, inputs), () => 'NORMAAL_BEHEER');
}

function corrected(
  inputs: EngineInputs,
  target: number,
  fields: Parameters<typeof override>[1],
): EngineInputs {
  const raw = inputs.events[target % inputs.events.length]!;
  const current = inputs.overrides.find(({ eventId }) => eventId === raw.id);
  const next = { ...(current ?? override(raw.referenceId, {})), ...fields };
  return { ...inputs, overrides: [...inputs.overrides.filter((each) => each !== current), next] };
}

const years = ({ years: figures }: EngineOutputs) =>
  new Map(
    figures.map(({ year, monthlyGains, monthlyIncome, needsReviewCount }) => [
      year,
      { monthlyGains, monthlyIncome, needsReviewCount },
    ]),
  );

describe('Incremental recalculation', () => {
  it('result is equal, byte for byte, to a recomputation from nothing, over random histories and random corrections', async () => {
    let workedOut = 0;
    await fc.assert(
      fc.asyncProperty(histories(), corrections, async (start, steps) => {
        fc.pre(start.events.length > 0 && start.regimes.length === 0);
        let inputs = start;
        for (const { target, euroValue, taxable } of steps) {
          const after = corrected(inputs, target, { euroValue, ...(taxable === null ? {} : { taxable }) });
          const before = recalculate(inputs);
          const difference = await differenceAfter(before, inputs, after, target);
          const full = recalculate(after);
          if (difference !== null) {
            workedOut += 1;
            expect(applied(before, difference)).toEqual(rows(full));
            for (const [year, figures] of years(before)) {
              const more = difference.years.get(year);
              const sums = {
                monthlyGains: figures.monthlyGains.map(
                  (gain, month) => gain + (more?.monthlyGains[month] ?? 0n),
                ),
                monthlyIncome: figures.monthlyIncome.map(
                  (income, month) => income + (more?.monthlyIncome[month] ?? 0n),
                ),
                needsReviewCount: figures.needsReviewCount + (more?.needsReviewCount ?? 0),
              };
              expect(sums).toEqual(years(full).get(year));
            }
            for (const holding of before.holdings)
              expect(holding.costBasis + (difference.heldCost.get(holding.assetKey) ?? 0n)).toBe(
                full.holdings.find(({ assetKey }) => assetKey === holding.assetKey)?.costBasis,
              );
          }
          inputs = after;
        }
      }),
      RUNS,
    );
    // A test that always fell back to the full run would prove nothing.
    expect(workedOut).toBeGreaterThan(RUNS.numRuns / 4);
  });
});

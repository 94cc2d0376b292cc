/** A book over the results of a full run, and the expected difference, computed from two full runs. */
import { expect } from '@jest/globals';
import type { YearDifference } from '../../src/engine/figures/years.ts';
import { type Book, readPart } from '../../src/runs/values/book.ts';
import type { BookLot, BookSlice } from '../../src/tables/stored-figures.ts';
import {
  type ChangedEvent,
  type Difference,
  differenceOf,
  revaluedOf,
  UNCHANGED_ISSUES,
} from '../../src/runs/values/compute.ts';
import { flowKey, valueKey } from '../../src/engine/keys.ts';
import { photoPrice, priceSeries } from '../../src/engine/prices.ts';
import { resolve } from '../../src/engine/resolve/resolve.ts';
import type { EffectiveEvent, EngineInputs, EngineOutputs, Lot, Slice } from '../../src/engine/types.ts';
import { EVENTS, ISSUES } from '../../src/tables/events-and-years.ts';
import { LOTS, SLICES } from '../../src/tables/lots-and-slices.ts';

export type Order = 'AS_WRITTEN' | 'REVERSED';

/** Returns a book over the outputs of a full run. A query costs a statement, so an empty query and most repeated ones throw. */
export function bookOf(
  outputs: EngineOutputs,
  inputs: Pick<EngineInputs, 'prices'>,
  order: Order = 'AS_WRITTEN',
): Book {
  const slices = outputs.slices.map(bookSlice);
  const lots = outputs.lots.map(bookLot);
  const events = storedEvents(outputs);
  const series = priceSeries(inputs.prices);
  const known = new Set<string>();
  const once = (question: keyof Book, keys: readonly string[]): void => {
    for (const key of keys) {
      if (known.has(`${question} ${key}`)) throw new Error(`asked twice: ${question} ${key}`);
      known.add(`${question} ${key}`);
    }
  };
  const lotIds = new Set(lots.map(({ id }) => id));
  const eventIds = new Set(events.map(({ id }) => id));
  const asked = (question: keyof Book, keys: readonly string[], among?: ReadonlySet<string>): void => {
    if (keys.length === 0) throw new Error(`asked of nothing: ${question}`);
    if (among !== undefined && keys.some((key) => !among.has(key)))
      throw new Error(`asked for missing keys: ${question}`);
  };
  // Results are copies in any order, as from a database.
  const answer = <Row extends object>(rows: readonly Row[]): Promise<Row[]> => {
    const copies = rows.map((row) => ({ ...row }));
    return Promise.resolve(order === 'REVERSED' ? copies.reverse() : copies);
  };
  return {
    lots: (ids) => {
      asked('lots', ids, lotIds);
      once('lots', ids);
      return answer(lots.filter(({ id }) => ids.includes(id)));
    },
    lotsOfEvents: (ids) => answer(lots.filter(({ eventId }) => ids.includes(eventId))),
    lotsFrom: (ids) => answer(lots.filter(({ fromLotId }) => fromLotId !== null && ids.includes(fromLotId))),
    slicesOfLots: (ids) => {
      asked('slicesOfLots', ids, lotIds);
      return answer(slices.filter(({ lotId }) => ids.includes(lotId)));
    },
    slicesOfEvents: (ids) => {
      asked('slicesOfEvents', ids, eventIds);
      return answer(slices.filter(({ eventId }) => ids.includes(eventId)));
    },
    areBorrowed: (ids) => Promise.resolve(outputs.debts.some(({ eventId }) => ids.includes(eventId))),
    photoPrices: (assets) => {
      asked('photoPrices', assets);
      once('photoPrices', assets);
      return Promise.resolve(new Map(assets.map((asset) => [asset, photoPrice(series, asset)])));
    },
    events: (ids) => {
      asked('events', ids, eventIds);
      once('events', ids);
      return answer(events.filter(({ id }) => ids.includes(id)));
    },
    issuesOf: (ids) =>
      answer(
        outputs.issues.flatMap(({ type, eventId }) =>
          eventId !== null && ids.includes(eventId) ? [{ type, eventId }] : [],
        ),
      ),
    isSuggestedAbout: (assets) => {
      asked('isSuggestedAbout', assets);
      once('isSuggestedAbout', assets);
      return Promise.resolve(
        outputs.issues.some(({ suggestion }) => suggestion?.assets.some((asset) => assets.includes(asset))),
      );
    },
  };
}

function bookLot(lot: Lot): BookLot {
  const { id, assetKey, eventId, originEventId, fromLotId, acquiredUs, heldSinceUs, arrivedUs, amount } = lot;
  const { costBasis, photo, origin, remaining, remainingCostBasis, waiting, waitingCostBasis } = lot;
  return {
    id,
    assetKey,
    eventId,
    originEventId,
    fromLotId,
    acquiredUs,
    heldSinceUs,
    arrivedUs,
    amount,
    costBasis,
    photo,
    origin,
    remaining,
    remainingCostBasis,
    waiting,
    waitingCostBasis,
  };
}

function bookSlice({ event, lot, ...rest }: Slice): BookSlice {
  const { id: lotId, originEventId: lotOriginEventId, acquiredUs: lotAcquiredUs } = lot;
  return { ...rest, eventId: event.raw.id, year: event.year, lotId, lotOriginEventId, lotAcquiredUs };
}

export function storedEvents({ events, outcomes }: EngineOutputs): ChangedEvent['stored'][] {
  return events.map(({ raw, year, timestampUs }, index) => {
    return {
      id: raw.id,
      year,
      occurredUs: timestampUs,
      outcome: { ...outcomes[index]! },
      digest: '',
      factsDigest: '',
    };
  });
}

const valueOf = ({ value, taxable }: EffectiveEvent): ChangedEvent['storedValue'] => ({ value, taxable });

/** Returns some events as they count now and as the last run stored them; null when more than their EUR values changed. */
function changedEvents(
  before: EngineOutputs,
  after: EngineInputs,
  ids: ReadonlySet<string>,
): { readonly events: ChangedEvent[]; readonly resolved: ReturnType<typeof resolve> } | null {
  // Only these events: no field of another event may matter.
  const resolved = resolve({ ...after, events: after.events.filter(({ id }) => ids.has(id)) });
  const stored = new Map(storedEvents(before).map((event) => [event.id, event]));
  const old = new Map(before.events.map((event) => [event.raw.id, event]));
  if (resolved.events.some((event) => flowKey(old.get(event.raw.id)!) !== flowKey(event))) return null;
  const events = resolved.events.map((event) => ({
    event,
    stored: stored.get(event.raw.id)!,
    storedValue: valueOf(old.get(event.raw.id)!),
    isRevalued: valueKey(old.get(event.raw.id)!) !== valueKey(event),
  }));
  return { events, resolved };
}

/** Returns the difference that the events with these ids make, computed from a book. */
export async function differenceFrom(
  book: Book,
  before: EngineOutputs,
  after: EngineInputs,
  ids: ReadonlySet<string>,
): Promise<Difference | null> {
  const changed = changedEvents(before, after, ids);
  if (changed === null) return null;
  const changedIds = changed.events.map(({ event }) => event.raw.id);
  const part = await readPart(book, revaluedOf(changed.events), changedIds);
  return differenceOf(changed.events, changed.resolved, part, () => 'NORMAAL_BEHEER');
}

/** Returns the rows of a table as a full run writes them, by their key. */
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

/** Returns the rows of the previous run with the difference applied. */
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
    if (changed.has(issue.eventId ?? '') && !UNCHANGED_ISSUES.includes(issue.type))
      tables.issues.delete(String(ISSUES.rowOf(issue)[0]));
  for (const issue of difference.issues)
    tables.issues.set(String(ISSUES.rowOf(issue)[0]), ISSUES.rowOf(issue));
  return tables;
}

interface Pair<Row> {
  readonly before: Row;
  readonly after: Row;
}

/** Returns the rows that differ between two runs. */
function pairs<Row>(before: readonly Row[], after: readonly Row[], keyOf: (row: Row) => string): Pair<Row>[] {
  const now = new Map(after.map((row) => [keyOf(row), row]));
  return before
    .map((row) => ({ before: row, after: now.get(keyOf(row))! }))
    .filter((pair) => textOf(pair.before) !== textOf(pair.after));
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
const sorted = <Row>(all: readonly Pair<Row>[], keyOf: (row: Row) => string): Pair<Row>[] =>
  all.toSorted((a, b) => (keyOf(a.before) < keyOf(b.before) ? -1 : 1));
const sliceKey = ({ eventId, ordinal }: BookSlice): string => `${eventId} ${ordinal}`;
const lotKey = ({ id }: BookLot): string => id;

/** Checks that the fields of the difference are exactly those in which two full runs differ. */
export function expectFullRun(difference: Difference, before: EngineOutputs, full: EngineOutputs): void {
  expect(applied(before, difference)).toEqual(rows(full));
  const { revaluation, events, outcomes, issues, years, heldCost } = difference;
  expect(sorted(revaluation.lots, lotKey)).toEqual(
    sorted(pairs(before.lots.map(bookLot), full.lots.map(bookLot), lotKey), lotKey),
  );
  expect(sorted(revaluation.slices, sliceKey)).toEqual(
    sorted(pairs(before.slices.map(bookSlice), full.slices.map(bookSlice), sliceKey), sliceKey),
  );
  const changed = new Set(events.map(({ event }) => event.raw.id));
  const others = pairs(storedEvents(before), storedEvents(full), ({ id }) => id).filter(
    ({ before: { id } }) => !changed.has(id),
  );
  expect(new Map(outcomes.map((each) => [each.stored.id, each]))).toEqual(
    new Map(
      others.map(({ before: stored, after }) => [stored.id, { stored, outcome: after.outcome }] as const),
    ),
  );
  expect(outcomes).toHaveLength(others.length);
  expect(issues.filter(({ type }) => UNCHANGED_ISSUES.includes(type))).toEqual([]);
  const gains = new Map(storedEvents(full).map(({ id, outcome }) => [id, outcome.totalGain]));
  const disposals = new Set(
    events.filter(({ event }) => event.effect.pool === 'CONSUME').map(({ event }) => event.raw.id),
  );
  for (const [id, gain] of revaluation.gains)
    expect([disposals.has(id), gain]).toEqual([true, gains.get(id)]);
  expect(new Map([...years].filter(([, year]) => isDifferent(year)))).toEqual(yearDifferences(before, full));
  expect(new Map([...heldCost].filter(([, cost]) => cost !== 0n))).toEqual(costDifferences(before, full));
}

const isDifferent = ({ monthlyGains, monthlyIncome, ...counts }: YearDifference): boolean =>
  [...monthlyGains, ...monthlyIncome].some((eur) => eur !== 0n) ||
  Object.values(counts).some((count) => BigInt(count) !== 0n);

function yearDifferences(before: EngineOutputs, full: EngineOutputs): Map<number, YearDifference> {
  const now = new Map(full.years.map((year) => [year.year, year]));
  return new Map(
    before.years
      .map(({ year, ...then }) => {
        const figures = now.get(year)!;
        const difference: YearDifference = {
          monthlyGains: figures.monthlyGains.map((gain, month) => gain - then.monthlyGains[month]!),
          monthlyIncome: figures.monthlyIncome.map((income, month) => income - then.monthlyIncome[month]!),
          transactionCount: figures.transactionCount - then.transactionCount,
          needsReviewCount: figures.needsReviewCount - then.needsReviewCount,
          gainCount: figures.gainCount - then.gainCount,
          incomeCount: figures.incomeCount - then.incomeCount,
          feeCount: figures.feeCount - then.feeCount,
          fees: figures.fees - then.fees,
        };
        return [year, difference] as const;
      })
      .filter(([, difference]) => isDifferent(difference)),
  );
}

function costDifferences(before: EngineOutputs, full: EngineOutputs): Map<string, bigint> {
  const now = new Map(full.holdings.map(({ assetKey, costBasis }) => [assetKey, costBasis]));
  return new Map(
    before.holdings
      .map(({ assetKey, costBasis }) => [assetKey, now.get(assetKey)! - costBasis] as const)
      .filter(([, difference]) => difference !== 0n),
  );
}

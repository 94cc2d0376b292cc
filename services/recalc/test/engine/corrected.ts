/** Runs corrections of EUR values incrementally, from the book of the last run, and compares the result with a full run. */
import { expect } from '@jest/globals';
import type { Difference } from '../../src/runs/values/compute.ts';
import { recalculate } from '../../src/engine/recalculate.ts';
import type { EngineInputs, EngineOutputs, Override, RawEvent } from '../../src/engine/types.ts';
import { withLegs } from '../../../../test/properties/histories.ts';
import { bookOf, differenceFrom, expectFullRun, type Order, storedEvents } from './book.ts';
import { eurText, type Extras, idOf, inputsOf, override } from './build.ts';

/** The changed fields of each event's override, by event; null removes the override. */
export type Changes = Readonly<Record<string, Partial<Override> | null>>;

/** A row of a test of one correction: title, history, correction, expected difference. */
export type Row = readonly [string, readonly RawEvent[], Changes, ExpectedDifferences | 'FULL RUN', Extras?];

/** The expected differences, by the names of the events; fields that do not differ are left out. */
export interface ExpectedDifferences {
  /** Cost of the lots that each event brought. */
  readonly costs?: Readonly<Record<string, string>>;
  /** Realised gains. */
  readonly gains?: Readonly<Record<string, string | null>>;
  readonly income?: Readonly<Record<string, string>>;
  /** Whether each event needs review. */
  readonly reviews?: Readonly<Record<string, boolean>>;
  /** Historic cost held. */
  readonly held?: Readonly<Record<string, string>>;
}

export interface Correction {
  readonly before: EngineInputs;
  readonly after: EngineInputs;
  readonly outputs: EngineOutputs;
  readonly ids: ReadonlySet<string>;
}

export function correctionOf(
  events: readonly RawEvent[],
  changes: Changes,
  extras: Extras = {},
  now: Partial<EngineInputs> = {},
): Correction {
  const before = inputsOf(events, extras);
  const names = Object.keys(changes);
  const kept = before.overrides.filter(({ eventId }) => !names.map(idOf).includes(eventId));
  const said = names.flatMap((name) => {
    const fields = changes[name];
    const current = before.overrides.find(({ eventId }) => eventId === idOf(name));
    return fields === null || fields === undefined ? [] : [{ ...override(name, current ?? {}), ...fields }];
  });
  const after = { ...before, overrides: [...kept, ...said], ...now };
  return { before, after, outputs: recalculate(before), ids: withLegs(new Set(names.map(idOf)), after) };
}

/** Returns the difference, whatever the order of the book's results; null when it takes a full run. */
export async function worked(correction: Correction): Promise<Difference | null> {
  const { before, after, outputs, ids } = correction;
  const from = (order: Order): Promise<Difference | null> =>
    differenceFrom(bookOf(outputs, before, order), outputs, after, ids);
  const difference = await from('AS_WRITTEN');
  const reversed = await from('REVERSED');
  if (difference === null || reversed === null) {
    expect([difference, reversed]).toEqual([null, null]);
    return null;
  }
  const full = recalculate(after);
  expectFullRun(difference, outputs, full);
  expectFullRun(reversed, outputs, full);
  return difference;
}

/** Returns the differences that a correction makes, checked against a full run; 'FULL RUN' when it takes one. */
async function corrected(
  events: readonly RawEvent[],
  changes: Changes,
  extras?: Extras,
): Promise<ExpectedDifferences | 'FULL RUN'> {
  const correction = correctionOf(events, changes, extras);
  const difference = await worked(correction);
  if (difference === null) return 'FULL RUN';
  const { revaluation, heldCost } = difference;
  const stored = new Map(storedEvents(correction.outputs).map((each) => [each.id, each.outcome]));
  const outcomes = [
    ...difference.events.map(({ event, outcome }) => ({ id: event.raw.id, outcome })),
    ...difference.outcomes.map(({ stored: { id }, outcome }) => ({ id, outcome })),
  ].map(({ id, outcome }) => ({ id, now: outcome, before: stored.get(id)! }));
  const names = new Map(events.map(({ id, referenceId }) => [id, referenceId]));
  const changed = <Field extends 'totalGain' | 'income' | 'needsReview'>(field: Field) =>
    outcomes
      .filter(({ now, before }) => now[field] !== before[field])
      .map(({ id, now }) => [names.get(id)!, now[field]] as const);
  const costs = Map.groupBy(revaluation.lots, ({ after: { eventId } }) => names.get(eventId)!);
  const said: Record<keyof ExpectedDifferences, (readonly [string, string | boolean | null])[]> = {
    costs: [...costs].map(([name, lots]) => [name, textsOf(lots.map(({ after }) => after.costBasis))]),
    gains: changed('totalGain').map(([name, gain]) => [name, gain === null ? null : eurText(gain)]),
    income: changed('income').map(([name, income]) => [name, eurText(income)]),
    reviews: changed('needsReview'),
    held: [...heldCost].map(([asset, cost]) => [asset, eurText(cost)]),
  };
  return Object.fromEntries(
    Object.entries(said)
      .filter(([, rows]) => rows.length > 0)
      .map(([field, rows]) => [field, Object.fromEntries(rows)]),
  );
}

const textsOf = (costs: readonly bigint[]): string =>
  costs
    .toSorted((a, b) => Number(a - b))
    .map(eurText)
    .join(' and ');

export const worth = (euroValue: string): Changes[string] => ({ euroValue });
export const noted: Changes[string] = { description: 'as agreed' };

/** Checks that the correction of a row makes the expected differences. */
export async function check(...[, events, changes, expected, extras]: Row): Promise<void> {
  expect(await corrected(events, changes, extras)).toEqual(expected);
}

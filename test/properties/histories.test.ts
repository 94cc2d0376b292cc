/** The random histories of the property tests contain what those tests are about. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EngineInputs, Override } from '../../services/recalc/src/engine/types.ts';
import { changes, histories, withChange } from './histories.ts';

const RUNS = 1000;

/** The fields that a drawn override may set. */
const FIELDS = [
  'type',
  'treatment',
  'taxable',
  'euroValue',
  'amount',
  'timestampUs',
  'originAcquiredUs',
] as const satisfies readonly (keyof Override)[];

const drawn = fc.sample(fc.tuple(histories(), changes), { numRuns: RUNS, seed: 1 });

function expectFieldsSet(overrides: readonly Override[]): void {
  expect(overrides.length).toBeGreaterThan(RUNS / 4);
  for (const field of FIELDS) {
    const share = overrides.filter((each) => each[field] !== null).length / overrides.length;
    expect([field, share > 0.3 && share < 0.7]).toEqual([field, true]);
  }
}

const newOverrides = (before: EngineInputs, after: EngineInputs): Override[] =>
  after.overrides.filter((each) => !before.overrides.includes(each));

describe('Random histories', () => {
  it('have overrides that set each field about half of the time', () => {
    expectFieldsSet(drawn.flatMap(([inputs]) => inputs.overrides));
  });

  it('have taxable marks on about half of their events', () => {
    const marks = drawn.flatMap(([{ events }]) => events.map(({ taxable }) => taxable));
    const share = marks.filter((taxable) => taxable !== null).length / marks.length;
    expect(share > 0.3 && share < 0.7).toBe(true);
  });

  it('have corrections as changes that set each field about half of the time', () => {
    expectFieldsSet(
      drawn.flatMap(([inputs, change]) => {
        const [before, after] = withChange(inputs, change);
        return change.kind === 'CORRECTED' ? newOverrides(before, after) : [];
      }),
    );
  });
});

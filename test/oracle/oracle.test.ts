/** Compares the engine with the oracle, two independent implementations of engine.md, on random histories. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { differences } from './compare.ts';
import { histories } from './histories.ts';
import { resolution } from './resolution.ts';

const RUNS = Number(process.env['ORACLE_RUNS'] ?? '400');

describe('The tax engine', () => {
  it(`agrees with the oracle on ${String(RUNS)} random histories`, () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        expect(differences(inputs)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('The random histories', () => {
  it('have matches with several departures and matches with several arrivals, that all count', () => {
    const counts = { departures: 0, arrivals: 0 };
    for (const inputs of fc.sample(histories, { numRuns: 400, seed: 1 })) {
      const { pairs } = resolution(inputs);
      for (const pair of pairs) {
        const others = pairs.filter((each) => each !== pair);
        if (others.some(({ into }) => into === pair.into)) counts.departures += 1;
        if (others.some(({ out }) => out === pair.out)) counts.arrivals += 1;
      }
    }
    expect(counts.departures).toBeGreaterThan(20);
    expect(counts.arrivals).toBeGreaterThan(20);
  });
});

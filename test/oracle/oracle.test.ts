/** Compares the engine with the oracle, two independent implementations of engine.md, on random histories. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { differences } from './compare.ts';
import { histories } from './histories.ts';

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

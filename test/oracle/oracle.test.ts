/** The engine against the oracle: two readings of engine.md, written apart, over random histories. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { differences } from './compare.ts';
import { histories } from './histories.ts';

const RUNS = Number(process.env['ORACLE_RUNS'] ?? '400');

describe('The tax engine', () => {
  it(`says what the oracle says, of ${String(RUNS)} random histories`, () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        expect(differences(inputs)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

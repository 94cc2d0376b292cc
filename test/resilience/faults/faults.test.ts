/** Causes a few faults once, with a fixed seed; `npm run test:resilience -- --only faults` causes all of them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, SETTLED_BESIDE_OTHERS_MS_MAX } from '../harness.ts';
import { FAULTS } from './table.ts';
import { System } from '../system.ts';

const SEED = 20_260_101;
const IDS = ['C2', 'C4', 'P2', 'P6', 'N1', 'N3', 'O3', 'O5'];

let system: System;
let harness: Harness;
beforeAll(async () => {
  system = await System.start();
  harness = new Harness(system, SETTLED_BESIDE_OTHERS_MS_MAX);
});
afterAll(async () => {
  await system.stop();
});

describe(`Faults with seed ${String(SEED)}`, () => {
  it.each(IDS.map((id) => FAULTS.find((fault) => fault.id === id)!))(
    '$id $title: nothing acknowledged is lost',
    async (fault) => {
      const { inject, injectShort = inject } = fault;
      const { done, faults } = await harness.run({ ...fault, inject: injectShort, strikes: 1 }, SEED);
      expect({ done, faults }).toEqual({ done, faults: [] });
    },
  );
});

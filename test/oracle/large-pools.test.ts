/** Compares the engine with the oracle on pools of hundreds of lots, which small random histories never reach. */
import { describe, expect, it } from '@jest/globals';
import type { RawEvent } from '../../services/recalc/src/engine/types.ts';
import { event, idOf, inputsOf, override } from '../../services/recalc/test/engine/build.ts';
import { randomNumbers } from '../bench/history.ts';
import { differences } from './compare.ts';

const STEPS = 700;
const SEEDS = process.env['ORACLE_SEEDS']?.split(',').map(Number) ?? [1, 2, 3];
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2024, 0, 1);

/**
 * Returns a history of mostly purchases. Wraps insert older lots between the others, transfers between wallets move many lots,
 * sales take little, and borrowed units are paid back from the middle of the pool.
 */
function history(seed: number) {
  const random = randomNumbers(seed);
  const events: RawEvent[] = [];
  const add = (name: string, type: RawEvent['type'], step: number, more: Partial<RawEvent>): void => {
    const at = new Date(START_MS + step * 8 * HOUR_MS).toISOString();
    const euroValue = (random() * 100).toFixed(2);
    events.push(event(name, type, { at, assetKey: 'ETH', euroValue, description: null, ...more }));
  };
  const some = (units: number): string => (random() * units + 0.01).toFixed(4);
  for (let step = 0; step < STEPS; step += 1) {
    const [kind, name] = [random(), String(step)];
    const pair = { continuityGroupId: idOf(`group ${name}`), euroValue: null };
    if (kind < 0.55) add(name, 'ACQUISITION', step, { amount: some(2) });
    else if (kind < 0.75) add(name, 'ACQUISITION', step, { amount: some(2), assetKey: 'WETH' });
    else if (kind < 0.83) {
      const amount = some(4);
      add(`${name} out`, 'DISPOSITION', step, {
        ...pair,
        amount,
        assetKey: 'WETH',
        treatment: 'CONTINUITY_UNWRAP',
      });
      add(`${name} in`, 'ACQUISITION', step, { ...pair, amount, treatment: 'CONTINUITY_UNWRAP' });
    } else if (kind < 0.9) {
      const amount = some(200);
      add(`${name} out`, 'DISPOSITION', step, { ...pair, amount, treatment: 'TRANSFER_OUT_OWN_WALLET' });
      add(`${name} in`, 'ACQUISITION', step, {
        ...pair,
        amount,
        treatment: 'CONTINUITY_WITHDRAW',
        accountRef: 'b',
      });
    } else if (kind < 0.96) add(name, 'DISPOSITION', step, { amount: some(3) });
    else if (kind < 0.98) add(name, 'ACQUISITION', step, { amount: some(2), isLoan: true });
    else add(name, 'DISPOSITION', step, { amount: some(3), isRepayment: true });
  }
  const arrivals = events.filter(({ treatment }) => treatment === 'CONTINUITY_WITHDRAW');
  const older = arrivals.filter((_each, index) => index % 3 === 0);
  const originAcquiredUs = START_MS * 1000;
  return inputsOf(events, {
    overrides: older.map(({ referenceId }) => override(referenceId, { originAcquiredUs })),
  });
}

describe('Pools of hundreds of lots', () => {
  it.each(SEEDS)('agree with the oracle lot by lot in history %d', (seed) => {
    expect(differences(history(seed))).toEqual([]);
  });
});

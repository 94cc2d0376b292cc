/** Kills some of two replicas of each service, ends recalc mid-run and upgrades all; `npm run test:resilience -- --only rolling` does more. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, SETTLED_BESIDE_OTHERS_MS_MAX } from '../harness.ts';
import { HERE } from './fleet.ts';
import { faultOf, inOneGo, type Scenario } from './scenario.ts';
import { BALANCE, DRAIN, HAND_OVER_RUNS, LOSE_PODS, upgradeTo } from './scenarios.ts';
import { type RunningScene, setScene } from './scene.ts';
import { Versions } from './versions.ts';

const SEED = 20_260_101;
const BOTH_SECONDS = 3;

const versions = new Versions();
let scene: RunningScene;
let harness: Harness;
beforeAll(async () => {
  scene = await setScene(() => undefined);
  harness = new Harness(scene.system, SETTLED_BESIDE_OTHERS_MS_MAX);
});
afterAll(async () => {
  await scene.end();
  versions.remove();
});

async function failuresOf(scenario: Scenario): Promise<readonly string[]> {
  const { faults, requests } = await harness.run(faultOf(scenario, scene), SEED);
  // A run without failures proves nothing if it had no requests.
  for (const kind of ['reads', 'MCP calls', 'corrections'] as const)
    expect(requests.get(kind) ?? 0).toBeGreaterThan(0);
  return faults;
}

describe(`Under load, with seed ${String(SEED)}`, () => {
  it('a killed server costs no request, a gateway drains, and recalc hands its run over on SIGTERM', async () => {
    expect(await failuresOf(inOneGo('short', BALANCE, LOSE_PODS, DRAIN, HAND_OVER_RUNS))).toEqual([]);
  });

  it('an upgrade with both versions on the next schema costs no request', async () => {
    expect(await failuresOf(upgradeTo(versions.next(), HERE.name, BOTH_SECONDS))).toEqual([]);
  });
});

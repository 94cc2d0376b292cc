/** Two replicas of each service, of which clients must notice nothing when they are restarted, replaced or lost. */
import { Harness } from '../harness.ts';
import type { Environment, Options, RowResult, Suite } from '../suite.ts';
import { HERE, type Version } from './fleet.ts';
import { faultOf, type Scenario } from './scenario.ts';
import * as scenarios from './scenarios.ts';
import { type RunningScene, setScene } from './scene.ts';
import { lastRelease, Versions } from './versions.ts';

/** How long both versions run side by side. */
const BOTH_SECONDS = 20;

const FROM_RELEASE = {
  id: 'R2R',
  title: 'the last release, or --from COMMIT, and this version on the schema of this version',
};
const TO_NEXT = { id: 'R2', title: 'this version and the next one on the schema of the next one' };

const { BALANCE, DRAIN, HAND_OVER_RUNS, LOSE_PODS, MEET_NEW_PODS, ROLL_ALL, ROLL_EACH } = scenarios;

export const ROLLING_SUITE: Suite = {
  name: 'rolling',
  about:
    'restarts, replaces and kills two replicas of each service behind a balancer while clients read, call MCP tools and correct',
  seeds: 1,
  rows: [
    FROM_RELEASE,
    ROLL_EACH,
    ROLL_ALL,
    DRAIN,
    BALANCE,
    LOSE_PODS,
    HAND_OVER_RUNS,
    TO_NEXT,
    MEET_NEW_PODS,
  ],
  open: (options) => Promise.resolve(new Fleets(options)),
};

/** The fleet of a seed. It stays for the rows after it, except that an upgrade from a release starts one of that release. */
class Fleets implements Environment {
  readonly #options: Options;
  readonly #versions = new Versions();
  #running: { readonly seed: number; readonly scene: RunningScene; readonly harness: Harness } | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  async run(id: string, seed: number): Promise<RowResult> {
    if (id === FROM_RELEASE.id) {
      const from = this.#options.from ?? (await lastRelease());
      if (from === null) return { skipped: 'no release is tagged' };
      await this.#stop(false);
      await this.#start(seed, await this.#versions.ofCommit(from));
      return this.#play({ ...scenarios.upgradeTo(HERE, from, BOTH_SECONDS), id }, seed);
    }
    if (this.#running?.seed !== seed) {
      await this.#stop(false);
      await this.#start(seed, HERE);
    }
    if (id === TO_NEXT.id)
      return this.#play(scenarios.upgradeTo(this.#versions.next(), HERE.name, BOTH_SECONDS), seed);
    const scenario = Object.values(scenarios).find((one) => 'id' in one && one.id === id) as Scenario;
    return this.#play(scenario, seed);
  }

  async #play(scenario: Scenario, seed: number): Promise<RowResult> {
    const { harness, scene } = this.#running!;
    return harness.run(faultOf(scenario, scene), seed);
  }

  async #start(seed: number, version: Version): Promise<void> {
    this.#options.say('starting two replicas of each service');
    const scene = await setScene(this.#options.say, { version });
    this.#running = { seed, scene, harness: new Harness(scene.system) };
  }

  async #stop(keep: boolean): Promise<void> {
    await this.#running?.scene.end(keep);
    this.#running = null;
  }

  async close(keep: boolean): Promise<string | null> {
    const folder = this.#running?.scene.fleet.dataDir ?? null;
    await this.#stop(keep);
    this.#versions.remove();
    return keep ? folder : null;
  }
}

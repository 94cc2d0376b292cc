/** The chart on a real Kubernetes of two nodes, which starts and ends with this suite. */
import { fileURLToPath } from 'node:url';
import { withProgress } from '../progress.ts';
import { CannotRun, type Environment, type Options, type RowResult, type Suite } from '../suite.ts';
import { Cluster } from './cluster.ts';
import { pkiOf, SERVER } from './nodes/addresses.ts';
import { ensureParts } from './parts/parts.ts';
import { type Parts, MissingParts } from './parts/paths.ts';
import { Release } from './release.ts';
import { startServers } from './servers.ts';
import { type Scene, type Step, STEPS } from './steps.ts';

const POLICIES = fileURLToPath(new URL('policies.ts', import.meta.url));

export const CLUSTER_SUITE: Suite = {
  name: 'cluster',
  about:
    'installs the charts on a real Kubernetes of two nodes and does what platform teams do, mostly while requests arrive: upgrade,\n' +
    '            rollback, drain, TLS, new keys, backup, alerts. Needs Linux and root. The parts are made once, from Go modules and\n' +
    '            Debian packages: 25 minutes on two idle cores, 45 on busy ones, and 10 GiB of disk; our images are made again when\n' +
    '            our code has changed: two minutes. A run takes 20 minutes, 40 on busy cores. The installation comes first, also\n' +
    '            with --only. Nothing is installed on the machine. What stays: the parts with the last logs (2 GiB), and in .cache\n' +
    '            what makes images (docker, docker-packages, debootstrap: 2 GiB) and programs (helm, nats). To remove it, delete both',
  seeds: 1,
  rows: STEPS,
  open: start,
};

async function start({ parts: folder, say }: Options): Promise<Environment> {
  const parts = await partsIn(folder, say);
  say('parts ready');
  const cluster = await withProgress(say, 'starting two nodes', () => Cluster.start(parts));
  try {
    cluster.background('policies', [process.execPath, POLICIES, pkiOf(parts), SERVER]);
    await withProgress(say, 'starting PostgreSQL, NATS and names', () => startServers(cluster));
    return new Steps({ cluster, release: new Release(cluster), tokens: [] }, say);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function partsIn(folder: string, say: (line: string) => void): Promise<Parts> {
  try {
    return await ensureParts(folder, say);
  } catch (error) {
    if (error instanceof MissingParts) throw new CannotRun(error.message);
    throw error;
  }
}

/** The steps on one cluster. Without the installation no other step means anything, so it runs before the first of them. */
class Steps implements Environment {
  readonly #scene: Scene;
  readonly #say: (line: string) => void;
  #installed: RowResult | null = null;

  constructor(scene: Scene, say: (line: string) => void) {
    this.#scene = scene;
    this.#say = say;
  }

  async run(id: string): Promise<RowResult> {
    const [install] = STEPS as readonly [Step, ...Step[]];
    this.#installed ??= await this.#runStep(install);
    if (id === install.id) return this.#installed;
    if ('faults' in this.#installed && this.#installed.faults.length > 0)
      return { done: '', faults: ['the installation failed', ...this.#installed.faults] };
    return this.#runStep(STEPS.find((step) => step.id === id)!);
  }

  async #runStep({ title, run }: Step): Promise<RowResult> {
    const { cluster } = this.#scene;
    try {
      const { load, note = '' } = await withProgress(
        this.#say,
        title,
        () => run(this.#scene),
        () => cluster.running.join('; '),
      );
      if (load === undefined) return { done: note, faults: [] };
      const { requests, faults, p50, max } = load;
      const text = `${String(requests)} requests, median ${String(p50)} ms, slowest ${String(max)} ms`;
      return { done: note === '' ? text : `${text}, ${note}`, faults };
    } catch (error) {
      return { done: '', faults: [(error as Error).message] };
    }
  }

  async close(): Promise<null> {
    await this.#scene.cluster.stop();
    return null;
  }
}

/** The faults of one shared stack, those that need a stack of their own, and the lost primaries. */
import { FAILOVER_CASES } from '../databases/failover-cases.ts';
import { Harness } from '../harness.ts';
import type { Fault } from '../round.ts';
import type { Environment, RowResult, Suite } from '../suite.ts';
import { System } from '../system.ts';
import { FAULTS } from './table.ts';

export const FAULTS_SUITE: Suite = {
  name: 'faults',
  about:
    'kills and freezes processes, and takes NATS, PostgreSQL, connections and the primary away while clients correct',
  seeds: 3,
  rows: [...FAULTS, ...FAILOVER_CASES],
  open: () => Promise.resolve(new Stacks()),
};

/** The stack that most rows share, started with the first of them, and the stack of a row that needs a small disk. */
export class Stacks implements Environment {
  #shared: { readonly system: System; readonly harness: Harness } | null = null;
  #ofRow: System | null = null;

  async run(id: string, seed: number): Promise<RowResult> {
    const failover = FAILOVER_CASES.find((one) => one.id === id);
    if (failover !== undefined) return failover.run(seed);
    const fault = FAULTS.find((one) => one.id === id)!;
    return fault.diskOf === undefined
      ? (await this.#start()).harness.run(fault, seed)
      : this.#runOnDisk(fault, seed, fault.diskOf);
  }

  async #runOnDisk(fault: Fault, seed: number, diskOf: NonNullable<Fault['diskOf']>): Promise<RowResult> {
    const started = await System.startOnDisk(diskOf);
    if (started === null) return { skipped: 'no small disk can be mounted' };
    this.#ofRow = started;
    try {
      return await new Harness(started).run(fault, seed);
    } finally {
      this.#ofRow = null;
      await started.stop();
    }
  }

  /** The next fault starts a new shared stack. A small disk that stayed mounted would keep its memory. */
  async close(keep: boolean): Promise<string | null> {
    const shared = this.#shared;
    this.#shared = null;
    await Promise.all([shared?.system.stop(keep), this.#ofRow?.stop()]);
    return keep && shared !== null ? `${shared.system.stack.dataDir}/logs` : null;
  }

  async #start(): Promise<{ readonly harness: Harness }> {
    if (this.#shared === null) {
      const system = await System.start();
      this.#shared = { system, harness: new Harness(system) };
    }
    return this.#shared;
  }
}

/** Every row of the harness: the faults of one shared stack, those that need a stack of their own, and the lost primaries. */
import { FAILOVER_CASES } from './databases/failover-cases.ts';
import { Harness, type Result } from './harness.ts';
import type { Fault } from './round.ts';
import { System } from './system.ts';
import { FAULTS } from './faults/table.ts';

export interface Row {
  readonly id: string;
  readonly title: string;
  /** Runs the row with one seed; null where this machine cannot. */
  readonly run: (stacks: Stacks, seed: number) => Promise<Result | null>;
}

export const ROWS: readonly Row[] = [
  ...FAULTS.map((fault) => ({
    id: fault.id,
    title: fault.title,
    run: (stacks: Stacks, seed: number) => stacks.run(fault, seed),
  })),
  ...FAILOVER_CASES.map(({ id, title, run }) => ({
    id,
    title,
    run: async (_stacks: Stacks, seed: number) => (await run(seed)).result,
  })),
];

/** The stack that most rows share, started with the first of them, and the stack of a row that needs a small disk. */
export class Stacks {
  #shared: { readonly system: System; readonly harness: Harness } | null = null;
  #ofRow: System | null = null;

  /** Runs a fault; null where its small disk cannot be mounted. */
  async run(fault: Fault, seed: number): Promise<Result | null> {
    if (fault.diskOf === undefined) return (await this.#start()).harness.run(fault, seed);
    const started = await System.startOnDisk(fault.diskOf);
    if (started === null) return null;
    this.#ofRow = started;
    try {
      return await new Harness(started).run(fault, seed);
    } finally {
      this.#ofRow = null;
      await started.stop();
    }
  }

  /** Stops everything; the next fault starts a new shared stack. Returns the folder of the logs if they are kept, otherwise null. */
  async stop(keep = false): Promise<string | null> {
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

/** The ways to bring a user's figures up to date. The first that can decide does; all write the rows that a full run would write. */
import type { Client } from '@ctx/platform/postgres';
import { recalculate } from '../engine/recalculate.ts';
import { readInputs } from './everything/load.ts';
import { saveEverything } from './everything/save.ts';
import { computePools } from './pools/compute.ts';
import { loadPools } from './pools/load.ts';
import { savePools } from './pools/save.ts';
import type { Written } from './save-run.ts';
import { differenceOf } from './values/compute.ts';
import { loadValues } from './values/load.ts';
import { saveValues } from './values/save.ts';

export type Scope = 'values' | 'pools' | 'full';

/** Computed figures, and how to save them in the transaction that ends the run. */
export interface Result {
  readonly events: number;
  readonly write: (client: Client) => Promise<Written>;
}

/** One way; `changedIds` names the events whose inputs changed since the last run. */
export interface Way {
  readonly scope: Scope;
  /** Whether the way loads whole pools, so that runs of large users belong to the large-run worker. */
  readonly isLong: boolean;
  /** Whether the way starts from the figures of the last run. */
  readonly isOfLastRun: boolean;
  /** Loads in the caller's snapshot. Returns the rest of the work; null where this way cannot decide. */
  prepare(client: Client, userId: number, changedIds: readonly string[]): Promise<(() => Result) | null>;
}

/** Only EUR values of events changed: the lots and slices stay, and those that depend on the values are valued again. */
const VALUES: Way = {
  scope: 'values',
  isLong: false,
  isOfLastRun: true,
  async prepare(client, userId, changedIds) {
    const loaded = await loadValues(client, userId, changedIds);
    if (loaded === null) return null;
    const { changed, resolved, part, regimeOf, events } = loaded;
    const difference = differenceOf(changed, resolved, part, regimeOf);
    if (difference === null) return null;
    return () => ({ events, write: (writer) => saveValues(writer, userId, loaded, difference) });
  },
};

/** The change stays within some pools: these are computed again. */
const POOLS: Way = {
  scope: 'pools',
  isLong: true,
  isOfLastRun: true,
  async prepare(client, userId, changedIds) {
    const loaded = await loadPools(client, userId, changedIds);
    const computed = loaded === null ? null : computePools(loaded);
    if (loaded === null || computed === null) return null;
    const { events } = computed;
    return () => ({ events, write: (writer) => savePools(writer, userId, loaded, computed) });
  },
};

/** Everything is computed, after the snapshot has ended. */
const EVERYTHING: Way = {
  scope: 'full',
  isLong: true,
  isOfLastRun: false,
  async prepare(client, userId) {
    const inputs = await readInputs(client, userId);
    return () => {
      const outputs = recalculate(inputs);
      const write = (writer: Client): Promise<Written> => saveEverything(writer, userId, inputs, outputs);
      return { events: inputs.events.length, write };
    };
  },
};

export const WAYS: readonly Way[] = [VALUES, POOLS, EVERYTHING];

/** The ways to bring a user's figures up to date. The first that can decide does; all write the rows that a full run would write. */
import { timestampText } from '@ctx/domain/instant';
import type { Client } from '@ctx/platform/postgres';
import { recalculate } from '../engine/recalculate.ts';
import { countEvents } from './changes.ts';
import { readInputs } from './everything/load.ts';
import { saveEverything } from './everything/save.ts';
import { type ComputedPools, computePools } from './pools/compute.ts';
import { type LoadedPools, loadPools, reachOfEvents } from './pools/load.ts';
import { savePools } from './pools/save.ts';
import type { LotsRead } from './pools/start.ts';
import type { Written } from './save-run.ts';
import { differenceOf } from './values/compute.ts';
import { loadValues } from './values/load.ts';
import { saveValues } from './values/save.ts';

export type Scope = 'values' | 'pools' | 'full';

/** Computed figures, and how to save them in the transaction that ends the run. */
export interface Result {
  /** All events of the user. */
  readonly events: number;
  /** How many of them were computed. */
  readonly computed: number;
  /** When the computation starts, if not at the first event. */
  readonly since?: string;
  readonly write: (client: Client) => Promise<Written>;
}

/** One way; `changedIds` names the events whose inputs changed since the last run. */
export interface Way {
  readonly scope: Scope;
  /** Whether the way starts from the figures of the last run. */
  readonly isOfLastRun: boolean;
  /**
   * Loads in the caller's snapshot. Returns the rest of the work; null where this way cannot decide; LARGE where it would load more
   * than `eventsMax` events.
   */
  prepare(
    client: Client,
    userId: number,
    changedIds: readonly string[],
    eventsMax: number,
  ): Promise<(() => Result) | 'LARGE' | null>;
}

/** Only EUR values of events changed: the lots and slices stay, and those that depend on the values are valued again. */
const VALUES: Way = {
  scope: 'values',
  isOfLastRun: true,
  async prepare(client, userId, changedIds) {
    const loaded = await loadValues(client, userId, changedIds);
    if (loaded === null) return null;
    const { changed, resolved, part, regimeOf, events } = loaded;
    const difference = differenceOf(changed, resolved, part, regimeOf);
    if (difference === null) return null;
    const computed = difference.events.length;
    return () => ({ events, computed, write: (writer) => saveValues(writer, userId, loaded, difference) });
  },
};

/**
 * The change stays within some pools: these are computed again. From shortly before the change if their state then is known, at first with
 * the oldest lots alone, which is nearly always enough; else from their first event.
 */
const POOLS: Way = {
  scope: 'pools',
  isOfLastRun: true,
  async prepare(client, userId, changedIds, eventsMax) {
    const reach = await reachOfEvents(client, userId, changedIds);
    if (reach === null) return null;
    let history: LotsRead | 'WHOLE' = 'OLDEST_LOTS';
    for (;;) {
      const loaded = await loadPools(client, userId, reach, { history, eventsMax });
      if (loaded === 'LARGE') return loaded;
      const computed = loaded === null ? null : computePools(loaded);
      if (loaded !== null && computed !== null) return () => poolsResult(userId, loaded, computed);
      if (history === 'WHOLE') return null;
      history = (loaded?.start?.shortened.size ?? 0) > 0 ? 'ALL_LOTS' : 'WHOLE';
    }
  },
};

function poolsResult(userId: number, loaded: LoadedPools, computed: ComputedPools): Result {
  const { events, outputs } = computed;
  const since = loaded.start === null ? {} : { since: timestampText(loaded.start.atUs) };
  const write = (writer: Client): Promise<Written> => savePools(writer, userId, loaded, computed);
  return { events, computed: outputs.events.length, ...since, write };
}

/** Everything is computed, after the snapshot has ended. */
const EVERYTHING: Way = {
  scope: 'full',
  isOfLastRun: false,
  async prepare(client, userId, _changedIds, eventsMax) {
    if ((await countEvents(client, userId)) > eventsMax) return 'LARGE';
    const inputs = await readInputs(client, userId);
    return () => {
      const outputs = recalculate(inputs);
      const write = (writer: Client): Promise<Written> => saveEverything(writer, userId, inputs, outputs);
      const events = inputs.events.length;
      return { events, computed: events, write };
    };
  },
};

export const WAYS: readonly Way[] = [VALUES, POOLS, EVERYTHING];

/** Strategies that bring a user's figures up to date. The first that applies is used; all write the rows that a full run would write. */
import { timestampText } from '@ctx/domain/instant';
import type { Client } from '@ctx/platform/postgres';
import { recalculate } from '../engine/recalculate.ts';
import { type ChangesSince, countEvents, readChangesSince } from './changes.ts';
import { type Effect, effectOfEverything } from './effect.ts';
import { readInputs } from './everything/load.ts';
import { saveEverything } from './everything/save.ts';
import { type ComputedPools, computePools } from './pools/compute.ts';
import { type LoadedPools, loadPools, reachOfEvents } from './pools/load.ts';
import { effectOfPools, savePools } from './pools/save.ts';
import type { LotSelection } from './pools/start.ts';
import type { Proposal } from './proposal.ts';
import type { WriteResult } from './save-run.ts';
import { differenceOf } from './values/compute.ts';
import { loadValues } from './values/load.ts';
import { effectOfValues, saveValues } from './values/save.ts';

export type Scope = 'values' | 'pools' | 'full';

/** Computed figures, and how to save them in the transaction that ends the run. */
export interface Result {
  /** All events of the user. */
  readonly events: number;
  /** How many of them were computed. */
  readonly computed: number;
  /** When the computation starts, if not at the first event. */
  readonly since?: string;
  readonly write: (client: Client) => Promise<WriteResult>;
  /** Compares with the stored figures, in the snapshot that was loaded. */
  readonly effect: (client: Client) => Promise<Effect>;
}

/** What is to be computed. */
export interface RunInput {
  /** The events whose inputs changed since the last run; EVERYTHING where the figures of the last run do not count. */
  readonly changed: readonly string[] | 'EVERYTHING';
  readonly eventsMax: number;
  readonly proposal: Proposal;
}

/** The input of each strategy. */
type StrategyInput = Omit<RunInput, 'changed'> & {
  /** Null where the figures of the last run cannot be corrected. */
  readonly since: ChangesSince | null;
};

/** One strategy to bring figures up to date. */
interface Strategy {
  readonly scope: Scope;
  /**
   * Loads in the caller's snapshot, with the proposed rows in place of the stored ones. Returns the rest of the work; null where this
   * strategy does not apply; LARGE where it would load more than `eventsMax` events.
   */
  prepare(client: Client, userId: number, given: StrategyInput): Promise<(() => Result) | 'LARGE' | null>;
}

/** Only EUR values of events changed: the lots and slices stay, and those that depend on the values are valued again. */
const VALUES: Strategy = {
  scope: 'values',
  async prepare(client, userId, { since, proposal }) {
    const loaded = since === null ? null : await loadValues(client, userId, since, proposal);
    if (loaded === null) return null;
    const { changed, resolved, part, regimeOf, events } = loaded;
    const difference = differenceOf(changed, resolved, part, regimeOf);
    if (difference === null) return null;
    const computed = difference.events.length;
    return () => ({
      events,
      computed,
      write: (writer) => saveValues(writer, userId, loaded, difference),
      effect: (reader) => effectOfValues(reader, userId, loaded, difference),
    });
  },
};

/**
 * The change stays within some pools: these are computed again. From shortly before the change if their state then is known, at first with
 * the oldest lots alone, which is nearly always enough; else from their first event.
 */
const POOLS: Strategy = {
  scope: 'pools',
  async prepare(client, userId, { since, eventsMax, proposal }) {
    const reach = since === null ? null : await reachOfEvents(client, userId, since, proposal);
    if (reach === null) return null;
    // The marks of several arrivals of one departure have one time, and their order is not stored.
    let history: LotSelection | 'WHOLE' = since?.lastRun.hasJoinedMatches === true ? 'WHOLE' : 'OLDEST_LOTS';
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
  return {
    events,
    computed: outputs.events.length,
    ...since,
    write: (writer) => savePools(writer, userId, loaded, computed),
    effect: (reader) => effectOfPools(reader, userId, loaded, computed),
  };
}

/** Everything is computed, after the snapshot has ended. */
const EVERYTHING: Strategy = {
  scope: 'full',
  async prepare(client, userId, { eventsMax, proposal }) {
    if ((await countEvents(client, userId)) > eventsMax) return 'LARGE';
    const inputs = await readInputs(client, userId, proposal);
    return () => {
      const outputs = recalculate(inputs);
      const events = inputs.events.length;
      const frozenYears = inputs.frozenYears.map(({ year }) => year);
      return {
        events,
        computed: events,
        write: (writer) => saveEverything(writer, userId, inputs, outputs),
        effect: (reader) => effectOfEverything(reader, userId, outputs, frozenYears),
      };
    };
  },
};

const STRATEGIES: readonly Strategy[] = [VALUES, POOLS, EVERYTHING];

/** The rest of the work, once everything is loaded. */
export interface PreparedRun {
  readonly scope: Scope;
  readonly finish: () => Result;
}

/** Loads with the first strategy that applies. Returns LARGE where it would load more than `eventsMax` events. */
export async function prepareFirst(
  client: Client,
  userId: number,
  { changed, eventsMax, proposal }: RunInput,
): Promise<PreparedRun | 'LARGE'> {
  const since = changed === 'EVERYTHING' ? null : await readChangesSince(client, userId, changed, proposal);
  for (const strategy of STRATEGIES) {
    const finish = await strategy.prepare(client, userId, { since, eventsMax, proposal });
    if (finish === 'LARGE') return finish;
    if (finish !== null) return { scope: strategy.scope, finish };
  }
  throw new Error('no strategy applies');
}

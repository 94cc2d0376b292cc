/** One run of one user: take, load, compute, save, tell; again while wishes came in meanwhile. */
import type { RecalcStatus } from '@ctx/common/domain/vocabulary';
import type { Logger } from '@ctx/common/platform/log';
import { type Pool, snapshotAsUser } from '@ctx/common/platform/postgres';
import { differenceOf } from './engine/incremental/change.ts';
import { recalculate } from './engine/recalculate.ts';
import type { EngineInputs } from './engine/types.ts';
import { ENGINE_VERSION } from './engine/version.ts';
import { inputSums } from './input-sums.ts';
import { readChanges, readInputs } from './load.ts';
import { loadChange } from './load-change.ts';
import { type Saved, saveChangeRun, saveRun, type WorkedOut } from './save.ts';
import { type Claim, claimRun, failRun, Fenced, renewLease } from './state.ts';
import { storedBook } from './stored-book.ts';

export interface Runner {
  readonly pool: Pool;
  readonly log: Logger;
  readonly worker: string;
  readonly leaseMs: number;
  /** Tells the world that a user's status changed. */
  readonly onStatus: (userId: number, status: RecalcStatus) => void;
}

/** Runs until the user has nothing to do, another worker is at it, or a run failed (the sweep tries again). */
export async function runUser(runner: Runner, userId: number): Promise<void> {
  for (;;) {
    const claim = await claimRun(runner.pool, userId, runner.worker, runner.leaseMs);
    if (claim === null) return;
    // What was queued before is taken in: the status is RUNNING, whatever it was.
    runner.onStatus(userId, 'RUNNING');
    const status = await runOnce(runner, claim);
    if (status === null || status === 'IDLE') return;
  }
}

/** The status after the run, or null when it failed or was taken over. */
async function runOnce(runner: Runner, claim: Claim): Promise<RecalcStatus | null> {
  const { pool, log } = runner;
  const { userId } = claim;
  const startedAt = performance.now();
  const heartbeat = setInterval(() => {
    renewLease(pool, claim, runner.leaseMs).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'lease not renewed');
    });
  }, runner.leaseMs / 3);
  try {
    const loaded = await load(pool, claim);
    const { status, rowsChanged, events } =
      'difference' in loaded
        ? await saveChange(pool, claim, loaded, startedAt)
        : await saveFull(pool, claim, loaded, startedAt);
    const ms = Math.round(performance.now() - startedAt);
    const kind = 'difference' in loaded ? 'incremental' : 'full';
    log.info({ userId, kind, events, rowsChanged, ms, status, fence: claim.fence }, 'run completed');
    runner.onStatus(userId, status);
    return status;
  } catch (error) {
    await reportFailure(runner, claim, error);
    return null;
  } finally {
    clearInterval(heartbeat);
  }
}

interface Loaded {
  readonly inputs: EngineInputs;
  readonly changeIds: readonly number[];
}

type Ended = Saved & { readonly events: number };

/** What changed and what that makes different, where events' EUR alone changed; else everything. On one snapshot. */
async function load(pool: Pool, { userId, fromNothing }: Claim): Promise<Loaded | WorkedOut> {
  return snapshotAsUser(pool, userId, async (client) => {
    const { changeIds, eventIds } = await readChanges(client, userId);
    const change = fromNothing ? null : await loadChange(client, userId, eventIds);
    if (change !== null) {
      const book = storedBook(client, userId, change.lastFrozenYear);
      const difference = await differenceOf(change.changed, change.resolved, book, change.regimeOf);
      if (difference !== null) return { change, difference, changeIds };
    }
    return { inputs: await readInputs(client, userId), changeIds };
  });
}

async function saveChange(pool: Pool, claim: Claim, loaded: WorkedOut, startedAt: number): Promise<Ended> {
  const saved = await saveChangeRun(pool, claim, loaded, Math.round(performance.now() - startedAt));
  return { ...saved, events: loaded.change.events };
}

async function saveFull(
  pool: Pool,
  claim: Claim,
  { inputs, changeIds }: Loaded,
  startedAt: number,
): Promise<Ended> {
  const outputs = recalculate(inputs);
  const events = inputs.events.length;
  const frozenYears = inputs.frozenYears.map(({ year }) => year);
  const saved = await saveRun(pool, claim, outputs, frozenYears, {
    events,
    walletCount: outputs.walletCount,
    durationMs: Math.round(performance.now() - startedAt),
    engineVersion: ENGINE_VERSION,
    inputs: inputSums(inputs),
    changeIds,
  });
  return { ...saved, events };
}

async function reportFailure(runner: Runner, claim: Claim, error: unknown): Promise<void> {
  const { userId, fence, attempts } = claim;
  if (error instanceof Fenced) {
    runner.log.warn({ userId, fence }, 'run taken over by another worker; its figures were dropped');
    return;
  }
  runner.log.error({ err: error, userId, fence, attempts }, 'run failed');
  try {
    const parked = await failRun(runner.pool, claim, error instanceof Error ? error.message : String(error));
    if (parked) runner.log.error({ userId, attempts }, 'run parked');
  } catch (stateError) {
    // The lease runs out and the sweep takes the user up again.
    runner.log.error({ err: stateError, userId }, 'failure not recorded');
  }
}

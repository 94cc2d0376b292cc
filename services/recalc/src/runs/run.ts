/** One run of one user: claim, load, compute, save, publish; again while new requests arrive meanwhile. */
import type { RecalcStatus } from '@ctx/domain/vocabulary';
import type { Logger } from '@ctx/platform/log';
import { secondsSince } from '@ctx/platform/metrics';
import { isFaultOfServer, type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import { markSpan } from '@ctx/platform/tracing';
import { ENGINE_VERSION } from '../engine/version.ts';
import { METRICS, NOTHING_SAVED, type RunEnd } from '../metrics.ts';
import { type Claim, claimRun, failRun, RunTakeover, keepLease, releaseClaim } from '../state.ts';
import { readChanges } from './changes.ts';
import { AS_STORED } from './proposal.ts';
import { saveRun } from './save-run.ts';
import { type PreparedRun, prepareFirst } from './strategies.ts';

export interface Runner {
  readonly pool: Pool;
  readonly log: Logger;
  readonly worker: string;
  readonly leaseMs: number;
  /** Publishes that a user's status changed. */
  readonly onStatus: (userId: number, status: RecalcStatus) => void;
  /** Reports how a run ended, unless it was handed over to the large-run worker. */
  readonly onEnded: (end: RunEnd) => void;
  /** Runs large users; null inside the large-run worker itself. */
  readonly largeRuns: LargeRuns | null;
}

/** A worker for large runs, one at a time, so that they delay nobody else. */
export interface LargeRuns {
  /** Users with more events than this are large, unless little of theirs changed. */
  readonly eventsMin: number;
  readonly isBusy: boolean;
  /** Starts a claimed run. Call only while not busy. */
  start(claim: Claim): void;
}

/**
 * Runs until the user has nothing to do, another worker has the user, the large-run worker has taken over, or a run failed (the
 * sweep retries it). Returns WORKER_BUSY when the large-run worker was busy: the message must be redelivered.
 */
export async function runUser(runner: Runner, userId: number): Promise<'DONE' | 'WORKER_BUSY'> {
  for (;;) {
    const claim = await claimRun(runner.pool, userId, runner.worker, runner.leaseMs);
    if (claim === null) return 'DONE';
    if (claim.takenOver) METRICS.leaseTakeovers.inc();
    // Requests queued so far are part of this claim: the status is RUNNING, whatever it was.
    runner.onStatus(userId, 'RUNNING');
    const ended = await runOnce(runner, claim);
    if (ended === 'LARGE') return handOver(runner, claim);
    if (ended === null || ended === 'IDLE') return 'DONE';
  }
}

async function handOver({ pool, largeRuns }: Runner, claim: Claim): Promise<'DONE' | 'WORKER_BUSY'> {
  if (largeRuns?.isBusy === false) {
    METRICS.runsStarted.inc({ worker: 'large' });
    largeRuns.start(claim);
    return 'DONE';
  }
  await releaseClaim(pool, claim);
  return 'WORKER_BUSY';
}

/** What a run needs when its caller has claimed it and holds its lease. */
export type RunParts = Pick<Runner, 'pool' | 'log' | 'onStatus' | 'onEnded' | 'largeRuns'>;

async function runOnce(runner: Runner, claim: Claim): Promise<Outcome> {
  const endLease = keepLease(runner.pool, runner.log, claim, runner.leaseMs);
  try {
    return await runClaimed(runner, claim);
  } finally {
    endLease();
  }
}

/** Returns the status after a run; null when it failed or was taken over; LARGE when it belongs to the large-run worker. */
type Outcome = RecalcStatus | 'LARGE' | null;

/** Runs once, from load to save. */
export async function runClaimed(runner: RunParts, claim: Claim): Promise<Outcome> {
  const { pool, log } = runner;
  const { userId } = claim;
  const startedAt = performance.now();
  let scope: RunEnd['scope'] = 'unknown';
  try {
    const prepared = await prepare(pool, claim, runner.largeRuns?.eventsMin ?? Infinity);
    if (prepared === 'LARGE') return prepared;
    scope = prepared.scope;
    const { changeIds } = prepared;
    if (runner.largeRuns !== null) METRICS.runsStarted.inc({ worker: 'main' });
    const loadMs = Math.round(performance.now() - startedAt);
    const { events, computed, since, write } = prepared.finish();
    const durationMs = Math.round(performance.now() - startedAt);
    const saved = await saveRun(pool, claim, { durationMs, changeIds }, write);
    const { status, sinceRequest, rowsChanged, replaced } = saved;
    const ms = Math.round(performance.now() - startedAt);
    log.info(
      { userId, kind: scope, events, computed, since, rowsChanged, loadMs, ms, status, fence: claim.fence },
      'run completed',
    );
    if (replaced !== null)
      log.info(
        { userId, from: replaced.version, to: ENGINE_VERSION, years: replaced.years },
        'figures recomputed with a new engine version',
      );
    markSpan({ 'ctx.run.scope': scope, 'ctx.run.events': events }, false);
    const counts = { events, rows: rowsChanged, changes: changeIds.length };
    runner.onEnded({ outcome: 'completed', scope, seconds: ms / 1000, sinceRequest, ...counts });
    runner.onStatus(userId, status);
    return status;
  } catch (error) {
    // Failed while it was loaded: it began all the same.
    if (scope === 'unknown') METRICS.runsStarted.inc({ worker: 'main' });
    const outcome = await reportFailure(runner, claim, error);
    markSpan({ 'ctx.run.scope': scope, 'ctx.run.outcome': outcome }, true);
    runner.onEnded({ outcome, scope, seconds: secondsSince(startedAt), ...NOTHING_SAVED });
    return null;
  }
}

/** Loads on one snapshot. Returns LARGE where the run belongs to the large-run worker. */
async function prepare(
  pool: Pool,
  { userId, fromNothing }: Claim,
  eventsMax: number,
): Promise<(PreparedRun & { readonly changeIds: readonly number[] }) | 'LARGE'> {
  return snapshotAsUser(pool, userId, async (client) => {
    const { changeIds, eventIds } = await readChanges(client, userId);
    const changed = fromNothing ? 'EVERYTHING' : eventIds;
    const prepared = await prepareFirst(client, userId, { changed, eventsMax, proposal: AS_STORED });
    return prepared === 'LARGE' ? prepared : { ...prepared, changeIds };
  });
}

/** Records a failed run and returns how it ended. */
async function reportFailure(
  runner: RunParts,
  claim: Claim,
  error: unknown,
): Promise<Exclude<RunEnd['outcome'], 'completed'>> {
  const { userId, fence, attempts } = claim;
  if (error instanceof RunTakeover) {
    runner.log.warn({ userId, fence }, 'run was taken over by another worker, its figures were discarded');
    return 'fenced';
  }
  runner.log.error({ err: error, userId, fence, attempts }, 'run failed');
  try {
    // The run is not at fault: every sweep retries it, and it is never parked, until the server works again.
    if (isFaultOfServer(error)) {
      await releaseClaim(runner.pool, claim);
      return 'failed';
    }
    const parked = await failRun(runner.pool, claim, error instanceof Error ? error.message : String(error));
    if (parked) runner.log.error({ userId, attempts }, 'run parked');
    return parked ? 'parked' : 'failed';
  } catch (stateError) {
    // The lease runs out and the sweep takes the user up again.
    runner.log.error({ err: stateError, userId }, 'run failure could not be recorded');
    return 'failed';
  }
}

/** One run of one user: take, load, compute, save, tell; again while wishes came in meanwhile. */
import type { RecalcStatus } from '@ctx/common/domain/vocabulary';
import type { Logger } from '@ctx/common/platform/log';
import type { Pool } from '@ctx/common/platform/postgres';
import { inputFingerprint } from './engine/fingerprint.ts';
import { recalculate } from './engine/recalculate.ts';
import { ENGINE_VERSION } from './engine/version.ts';
import { loadInputs } from './load.ts';
import { saveRun } from './save.ts';
import { type Claim, claimRun, failRun, Fenced, renewLease } from './state.ts';

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
    const inputs = await loadInputs(pool, userId);
    const outputs = recalculate(inputs);
    const frozenYears = inputs.frozenYears.map(({ year }) => year);
    const { status, rowsChanged } = await saveRun(pool, claim, outputs, frozenYears, {
      events: inputs.events.length,
      walletCount: outputs.walletCount,
      durationMs: Math.round(performance.now() - startedAt),
      engineVersion: ENGINE_VERSION,
      inputFingerprint: inputFingerprint(inputs),
    });
    const ms = Math.round(performance.now() - startedAt);
    const { fence } = claim;
    log.info({ userId, events: inputs.events.length, rowsChanged, ms, status, fence }, 'run completed');
    runner.onStatus(userId, status);
    return status;
  } catch (error) {
    await reportFailure(runner, claim, error);
    return null;
  } finally {
    clearInterval(heartbeat);
  }
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

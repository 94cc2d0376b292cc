/** The thread of one large run. The process has claimed the run; the thread ends with it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RecalcStatus } from '@ctx/domain/vocabulary';
import type { RunEnd } from '../metrics.ts';
import { runClaimed } from '../runs/run.ts';
import type { Claim } from '../state.ts';
import { type ThreadSettings, threadTools } from './thread-tools.ts';

export interface LargeRun extends ThreadSettings {
  readonly claim: Claim;
}

export interface LargeRunEnd {
  /** Null when the run failed, which is recorded, or was taken over. */
  readonly status: RecalcStatus | null;
  /** For the process to count, because Prometheus does not scrape this thread. */
  readonly end: RunEnd | null;
}

const task = workerData as LargeRun;
const { log, pool } = threadTools(task, 2);
// The process holds the lease, and publishes the status when this thread has ended.
const ends: RunEnd[] = [];
const onEnded = (ended: RunEnd): void => {
  ends.push(ended);
};
const status = await runClaimed(
  { pool, log, onStatus: () => undefined, onEnded, largeRuns: null },
  task.claim,
);
await pool.end();
const [end = null] = ends;
parentPort?.postMessage({ status: status === 'LARGE' ? null : status, end } satisfies LargeRunEnd);

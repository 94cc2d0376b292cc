/** The thread of one large run: it was claimed by the process, and ends with the run. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RecalcStatus } from '@ctx/common/domain/vocabulary';
import { createLogger } from '@ctx/common/platform/log';
import { createPool } from '@ctx/common/platform/postgres';
import type { RunEnd } from './metrics.ts';
import { runClaimed } from './run.ts';
import { RUN_STATEMENT_MS_MAX } from './settings.ts';
import type { Claim } from './state.ts';

export interface LargeRun {
  readonly claim: Claim;
  readonly databaseUrl: string;
  readonly logLevel: string;
}

export interface LargeRunEnd {
  /** Null when the run failed, which is recorded, or was taken over. */
  readonly status: RecalcStatus | null;
  /** For the process to count: this thread is not scraped. */
  readonly end: RunEnd | null;
}

const { claim, databaseUrl, logLevel } = workerData as LargeRun;
const log = createLogger('recalc', logLevel);
const pool = createPool({
  url: databaseUrl,
  connectionsMax: 2,
  statementTimeoutMs: RUN_STATEMENT_MS_MAX,
  pipeline: false,
  onError: (error) => {
    log.warn({ err: error }, 'idle connection lost');
  },
});
// The process keeps the lease, and tells the world when this thread has ended.
const ends: RunEnd[] = [];
const onEnded = (ended: RunEnd): void => {
  ends.push(ended);
};
const status = await runClaimed({ pool, log, onStatus: () => undefined, onEnded, largeLane: null }, claim);
await pool.end();
const [end = null] = ends;
parentPort?.postMessage({ status: status === 'LARGE' ? null : status, end } satisfies LargeRunEnd);

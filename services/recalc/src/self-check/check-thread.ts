/** The thread of one check: it ends with its answer, or is ended by its limits, by a large run, or by the end of the service. */
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '@ctx/common/platform/log';
import { createPool } from '@ctx/common/platform/postgres';
import { RUN_STATEMENT_MS_MAX } from '../settings.ts';
import { compareUser } from './compare.ts';

export interface CheckTask {
  readonly userId: number;
  readonly databaseUrl: string;
  readonly logLevel: string;
}

const { userId, databaseUrl, logLevel } = workerData as CheckTask;
const log = createLogger('recalc', logLevel);
const pool = createPool({
  url: databaseUrl,
  connectionsMax: 1,
  statementTimeoutMs: RUN_STATEMENT_MS_MAX,
  pipeline: false,
  onError: (error) => {
    log.warn({ err: error }, 'idle connection lost');
  },
});
const comparison = await compareUser(pool, userId);
await pool.end();
parentPort?.postMessage(comparison);

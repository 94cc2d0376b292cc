/** The thread of one check. It ends with its answer, or is ended by its limits, by a large run, or when the service stops. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ThreadSettings, threadTools } from '../threads/thread-tools.ts';
import { compareUser } from './compare.ts';

export interface CheckTask extends ThreadSettings {
  readonly userId: number;
}

const task = workerData as CheckTask;
const { pool } = threadTools(task, 1);
const comparison = await compareUser(pool, task.userId);
await pool.end();
parentPort?.postMessage(comparison);

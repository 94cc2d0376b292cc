/** Deletes expired rows in batches. Each service deletes its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './log.ts';
import { PLATFORM_METRICS } from './platform-metrics.ts';

/** The cleanup of one kind of rows. */
export interface Cleanup {
  /** Name in metrics and logs. */
  readonly kind: string;
  /** Deletes at most `rowsMax` expired rows; returns the number of deleted rows. */
  readonly clear: (rowsMax: number) => Promise<number>;
}

/** Rows of a batch, which locks them for some milliseconds. */
const BATCH_ROWS = 1000;

const INTERVAL_MS = 60_000;

/** Deletes the expired rows of each kind now and every minute. A failure is logged and does not stop the other kinds. */
export function startCleanup(
  log: Pick<Logger, 'warn'>,
  cleanups: readonly Cleanup[],
  intervalMs = INTERVAL_MS,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  for (const { kind } of cleanups) PLATFORM_METRICS.clearedRows.inc({ kind }, 0);
  const clearKind = async ({ kind, clear }: Cleanup): Promise<void> => {
    try {
      for (let cleared = BATCH_ROWS; cleared >= BATCH_ROWS && !stopping.signal.aborted;) {
        cleared = await clear(BATCH_ROWS);
        PLATFORM_METRICS.clearedRows.inc({ kind }, cleared);
      }
    } catch (error) {
      log.warn({ err: error, kind }, 'cleanup failed');
    }
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      for (const cleanup of cleanups) await clearKind(cleanup);
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

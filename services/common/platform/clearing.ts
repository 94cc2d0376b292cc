/** What is over is cleared by the service that made it, a batch at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './log.ts';
import { PLATFORM_METRICS } from './platform-metrics.ts';

/** Rows of one kind. */
export interface Clearing {
  /** Names them in what is measured and logged. */
  readonly kind: string;
  /** Clears at most so many; answers how many went. */
  readonly clear: (rowsMax: number) => Promise<number>;
}

/** A batch of rows locks them for milliseconds. */
const BATCH_ROWS = 1000;

/** Clears each kind every `intervalMs` until nothing of it is over; one that cannot be cleared keeps none of the others. */
export function startClearing(
  intervalMs: number,
  log: Logger,
  clearings: readonly Clearing[],
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  for (const { kind } of clearings) PLATFORM_METRICS.clearedRows.inc({ kind }, 0);
  const clearKind = async ({ kind, clear }: Clearing): Promise<void> => {
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
      for (const clearing of clearings) await clearKind(clearing);
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

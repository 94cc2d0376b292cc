/** Ends a process in order: not ready, a pause, finish what runs, close, exit; within 25 s in any case. */
import type { Logger } from './log.ts';
import { takeOverStop } from './starting.ts';

const EXIT_MS_MAX = 25_000;

/**
 * Runs `steps` one after the other at SIGTERM, at SIGINT, or when the start process of a local stack is gone; then exits 0. A
 * defect that nobody caught ends the process with 1.
 */
export function onShutdown(log: Logger, steps: readonly (() => unknown)[]): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('shutdown timed out, exiting');
      process.exit(1);
    }, EXIT_MS_MAX).unref();
    void runSteps(log, steps).then(() => {
      log.info('stopped');
      process.exit(0);
    });
  };
  takeOverStop(stop);
  process.on('unhandledRejection', (reason) => {
    log.fatal({ err: reason }, 'unhandled rejection');
    process.exit(1);
  });
}

async function runSteps(log: Logger, steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      log.error({ err: error }, 'shutdown step failed');
    }
  }
}

/** Resolves after `ms`. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

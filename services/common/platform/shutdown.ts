/** Graceful shutdown of a process: its steps run in order and within 25 s. */
import type { Logger } from './log.ts';
import { takeOverStop } from './starting.ts';

const EXIT_MS_MAX = 25_000;

/**
 * Runs `steps` in order on SIGTERM, on SIGINT, or when the parent process of a local stack has ended; then exits with 0. An
 * unhandled rejection exits with 1.
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

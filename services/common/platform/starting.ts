/**
 * Ends a process that gets a signal to stop while its service still starts; later `onShutdown` takes over. This module is preloaded
 * (`node --import`), so that it works while the service's modules load: on a starved node that takes a minute, and the first
 * process of a container ignores SIGTERM and SIGINT until it has a handler for them. It also sets the V8 flags of v8.env that
 * NODE_OPTIONS does not allow.
 */
import { setFlagsFromString } from 'node:v8';

const { V8_FLAGS } = process.env;
if (V8_FLAGS !== undefined) setFlagsFromString(V8_FLAGS);

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

function stop(signal?: NodeJS.Signals): void {
  process.stderr.write(`stopped while starting (${signal ?? 'the start process has exited'})\n`);
  process.exit(0);
}

for (const signal of SIGNALS) process.on(signal, stop);
// Only in the local stack, whose start process keeps a channel to each service.
process.on('disconnect', stop);

/** Passes SIGTERM, SIGINT and the end of the start process to `handle` from now on. */
export function takeOverStop(handle: (reason: string) => void): void {
  for (const signal of SIGNALS) {
    process.on(signal, handle);
    process.off(signal, stop);
  }
  process.on('disconnect', () => {
    handle('the start process has exited');
  });
  process.off('disconnect', stop);
}

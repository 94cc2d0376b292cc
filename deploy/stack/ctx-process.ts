/** Runs `ctx` against a local stack that is starting. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CTX = fileURLToPath(new URL('../ctx/main.ts', import.meta.url));

/** Runs a command of `ctx` with a text on its standard input, and returns what it printed. */
export type RunCtx = (args: readonly string[], stdin?: string) => Promise<string>;

/** Returns a function that runs `ctx`. `startingFile` has the addresses of the services. Aborting `signal` ends a running command. */
export function ctxOf(dataDir: string, startingFile: string, signal: AbortSignal): RunCtx {
  return async (args, stdin = '') => {
    const running = promisify(execFile)(process.execPath, [CTX, ...args], {
      env: { ...process.env, DATA_DIR: resolve(dataDir), CTX_STACK_FILE: startingFile },
      signal,
    });
    running.child.stdin?.end(stdin);
    return (await running).stdout;
  };
}

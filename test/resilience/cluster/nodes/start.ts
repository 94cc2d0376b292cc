/** Starts the cluster's programs in the background, each with a log of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../../../deploy/stack/process.ts';
import type { Parts } from '../parts/paths.ts';
import { logsOf } from './addresses.ts';

const run = promisify(execFile);

/** Starts a program of the parts. Its end is written to the log of the namespaces. */
export function start(parts: Parts, name: string, program: string, args: readonly string[]): ChildProcess {
  const log = openSync(join(logsOf(parts), `${name}.log`), 'a');
  const child = spawn(program, args, { stdio: ['ignore', log, log] });
  child.once('exit', (code, signal) => {
    process.stderr.write(`${name} ended: ${signal ?? String(code)}\n`);
  });
  return child;
}

/** Waits until a command succeeds. Rejects with its last error, or at once when the program that it asks has ended. */
export async function untilSucceeds(
  command: string,
  args: readonly string[],
  timeoutMs: number,
  asked?: ChildProcess,
): Promise<string> {
  const attempt = async (): Promise<string> => (await run(command, args)).stdout;
  return until(attempt, timeoutMs, () => asked !== undefined && asked.exitCode !== null);
}

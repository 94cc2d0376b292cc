/** Child processes in process groups of their own: a Ctrl-C reaches the stack alone, which stops them in order. */
import { type ChildProcess, spawn, type SpawnOptions, type StdioOptions } from 'node:child_process';
import { openSync } from 'node:fs';

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Resolves with what ended it, once it has ended. */
  readonly ended: Promise<string>;
}

/** Called with the pid of a child as soon as it runs, long before it is ready. */
export type OnSpawn = (pid: number) => void;

/** What the stack has to do with every child it starts. */
export interface SpawnHooks {
  readonly onSpawn?: OnSpawn;
  /** Aborting it ends the child. */
  readonly signal?: AbortSignal;
}

export interface ChildOptions extends Omit<SpawnOptions, 'signal'>, SpawnHooks {
  /** For Node: a channel to this process, at whose end a service stops by itself. */
  readonly hasChannel?: boolean;
}

/** Starts a child whose output goes to `logFile`. Throws when it cannot be started. */
export async function startChild(
  command: string,
  args: readonly string[],
  logFile: string,
  { onSpawn, hasChannel = false, ...options }: ChildOptions = {},
): Promise<Child> {
  const log = openSync(logFile, 'a', 0o600);
  const stdio: StdioOptions = ['ignore', log, log, ...(hasChannel ? (['ipc'] as const) : [])];
  const child = spawn(command, args, { ...options, detached: true, stdio });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(signal ?? `exit code ${String(code)}`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  if (child.pid === undefined) throw new Error(`${command} did not start`);
  onSpawn?.(child.pid);
  return { process: child, pid: child.pid, ended };
}

/** Asks a child to end with `signal`, and kills it when it has not after `killAfterMs`. */
export async function stopChild(child: Child, signal: NodeJS.Signals, killAfterMs: number): Promise<void> {
  child.process.kill(signal);
  const timer = setTimeout(() => {
    child.process.kill('SIGKILL');
  }, killAfterMs);
  await child.ended;
  clearTimeout(timer);
}

/**
 * Calls `attempt` every 50 ms until it answers without an error; rejects with its last error after `timeoutMs`, or once
 * `isOver` says that no further attempt can succeed.
 */
export async function until<Result>(
  attempt: () => Promise<Result>,
  timeoutMs: number,
  isOver: () => boolean = () => false,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline || isOver()) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

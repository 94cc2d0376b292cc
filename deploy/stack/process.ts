/** Child processes, each in its own process group, so that Ctrl-C reaches only the stack, which stops them in order. */
import { type ChildProcess, spawn, type SpawnOptions, type StdioOptions } from 'node:child_process';
import { openSync } from 'node:fs';

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Resolves with the exit code or signal when the child exits. */
  readonly ended: Promise<string>;
}

/** Called with the pid of a child as soon as it runs, before it is ready. */
export type OnSpawn = (pid: number) => void;

/** Hooks of the stack for every child that it starts. */
export interface SpawnHooks {
  readonly onSpawn?: OnSpawn;
  /** Aborting it ends the child. */
  readonly signal?: AbortSignal;
}

export interface ChildOptions extends Omit<SpawnOptions, 'signal'>, SpawnHooks {
  /** For Node: opens a channel to this process. A service stops when the channel closes. */
  readonly hasChannel?: boolean;
}

/** Starts a child that writes its output to `logFile`. Throws when it cannot be started. */
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

/** Sends `signal` to a child, kills it after `killAfterMs` if it still runs, and waits for its exit. */
export async function stopChild(child: Child, signal: NodeJS.Signals, killAfterMs: number): Promise<void> {
  child.process.kill(signal);
  const timer = setTimeout(() => {
    child.process.kill('SIGKILL');
  }, killAfterMs);
  await child.ended;
  clearTimeout(timer);
}

/** A new process needs seconds: asking more often takes processor time that it needs itself. */
const EVERY_MS = 150;

/**
 * Calls `attempt` every 150 ms until it succeeds. Rejects with its last error after `timeoutMs`, or once `isOver` returns true because no
 * further attempt can succeed.
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
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}

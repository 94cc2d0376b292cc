/**
 * DATA_DIR/processes.json records the processes of the stack that uses the directory. If `npm start` is killed, its child processes keep
 * running; the next start finds and stops them.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';
import { until } from './process.ts';
import { POSTGRES_STOP_SIGNAL, StackError } from './postgres.ts';

interface RecordedProcesses {
  readonly start: ProcessIdentity;
  /** By name, in start order. */
  readonly children: Record<string, ProcessIdentity>;
}

const FILE = 'processes.json';

/** Time that a leftover process gets to exit before it is killed. PostgreSQL writes a checkpoint and is never killed. */
const STOP_MS_MAX = 5000;
const POSTGRES_STOP_MS_MAX = 60_000;

/** The record of the current stack. */
export class ProcessRecord {
  readonly #file: string;
  readonly #recorded: RecordedProcesses;

  constructor(dataDir: string) {
    this.#file = join(dataDir, FILE);
    // If the system reports no start time, no process counts as leftover, so none is stopped by mistake.
    const start = identify(process.pid) ?? { pid: process.pid, startTime: '' };
    this.#recorded = { start, children: {} };
    this.#write();
  }

  /** Records a child that has just started. */
  add(name: string, pid: number): void {
    const child = identify(pid);
    if (child === null) return;
    this.#recorded.children[name] = child;
    try {
      this.#write();
    } catch {
      // The disk may be full. The child runs anyway, and the next child writes the record.
    }
  }

  /** Removes the record once the stack has stopped. Keeps it for the next start if a child still runs. */
  end(): void {
    const isOurs = readRecord(this.#file)?.start.pid === process.pid;
    if (isOurs && !Object.values(this.#recorded.children).some(isRunning)) rmSync(this.#file);
  }

  /** Writes a new file and renames it, so that a kill in between leaves the previous record. */
  #write(): void {
    writeFileSync(`${this.#file}.new`, `${JSON.stringify(this.#recorded, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** Reads the record of a file. Null when there is none, or when a crash left it incomplete. */
function readRecord(file: string): RecordedProcesses | null {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RecordedProcesses;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Stops the processes that a killed `npm start` left behind in `dataDir`. Pid and start time must both match, so that no other process is
 * stopped.
 * @throws StackError when the recorded `npm start` still runs, or when a process cannot be stopped
 */
export async function endLeftovers(dataDir: string, say: (line: string) => void): Promise<void> {
  const record = readRecord(join(dataDir, FILE));
  if (record === null) return;
  const { start, children } = record;
  if (isRunning(start))
    throw new StackError(
      `another stack uses this DATA_DIR; its start process is ${String(start.pid)}: ` +
        `press Ctrl-C in its terminal, or stop it with: kill ${String(start.pid)}`,
    );
  // In reverse start order: the gateway before the services that it calls, PostgreSQL last.
  const left = Object.entries(children)
    .filter(([, child]) => isRunning(child))
    .reverse();
  if (left.length > 0) {
    const names = left.map(([name, { pid }]) => `${name} (${String(pid)})`).join(', ');
    say(`an earlier start was killed; stopping the processes that it left behind: ${names}`);
  }
  for (const [name, child] of left) await endLeftover(name, child);
}

async function endLeftover(name: string, child: ProcessIdentity): Promise<void> {
  const isPostgres = name === 'postgres';
  signal(child, isPostgres ? POSTGRES_STOP_SIGNAL : 'SIGTERM');
  if (await hasEnded(child, isPostgres ? POSTGRES_STOP_MS_MAX : STOP_MS_MAX)) return;
  const pid = String(child.pid);
  // A killed PostgreSQL would leave shared memory behind and need recovery.
  if (isPostgres)
    throw new StackError(
      `PostgreSQL (process ${pid}) of an earlier start does not stop; see logs/postgres.log in DATA_DIR, then start again`,
    );
  signal(child, 'SIGKILL');
  if (!(await hasEnded(child, STOP_MS_MAX)))
    throw new StackError(`${name} (process ${pid}) of an earlier start cannot be stopped`);
}

function signal(child: ProcessIdentity, name: NodeJS.Signals): void {
  if (isRunning(child)) process.kill(child.pid, name);
}

async function hasEnded(child: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  try {
    await until(
      () => (isRunning(child) ? Promise.reject(new Error('it runs')) : Promise.resolve()),
      timeoutMs,
    );
    return true;
  } catch {
    return false;
  }
}

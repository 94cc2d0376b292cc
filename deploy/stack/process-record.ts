/**
 * DATA_DIR/processes.json: the processes of the stack that uses the folder. A start process that is killed cannot stop its
 * children; the next start finds them here.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';
import { until } from './process.ts';
import { POSTGRES_STOP_SIGNAL, StackError } from './postgres.ts';

interface Recorded {
  readonly start: ProcessIdentity;
  /** By name, in the order in which they started. */
  readonly children: Record<string, ProcessIdentity>;
}

const FILE = 'processes.json';

/** How long a leftover process may take to end before it is killed; PostgreSQL writes a checkpoint and is never killed. */
const STOP_MS_MAX = 5000;
const POSTGRES_STOP_MS_MAX = 60_000;

/** The record of the stack that starts now. */
export class ProcessRecord {
  readonly #file: string;
  readonly #recorded: Recorded;

  constructor(dataDir: string) {
    this.#file = join(dataDir, FILE);
    // Where a system does not tell the start time, no process counts as left behind: none is ended by mistake.
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
      // On a full disk the child runs all the same; the record is written with the next one.
    }
  }

  /** Removes the record once the stack has stopped. A child that still runs keeps it, for the next start. */
  end(): void {
    const isOurs = readRecord(this.#file)?.start.pid === process.pid;
    if (isOurs && !Object.values(this.#recorded.children).some(isRunning)) rmSync(this.#file);
  }

  /** By rename, so that a kill in the middle leaves the record before it. */
  #write(): void {
    writeFileSync(`${this.#file}.new`, `${JSON.stringify(this.#recorded, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** The record in a file; null when there is none, or a crash of the machine left half of it. */
function readRecord(file: string): Recorded | null {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Recorded;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Ends the processes that a killed start process left in `dataDir`, never another's: pid and start time must both match.
 * @throws StackError when the recorded start process still runs, or a process cannot be ended
 */
export async function endLeftovers(dataDir: string, say: (line: string) => void): Promise<void> {
  const record = readRecord(join(dataDir, FILE));
  if (record === null) return;
  const { start, children } = record;
  if (isRunning(start))
    throw new StackError(
      `another stack runs on this DATA_DIR; its start process is ${String(start.pid)}: ` +
        `press Ctrl-C in its terminal, or stop it with: kill ${String(start.pid)}`,
    );
  // The last first: the gateway before the services it calls, PostgreSQL after all that use it.
  const left = Object.entries(children)
    .filter(([, child]) => isRunning(child))
    .reverse();
  if (left.length > 0) {
    const names = left.map(([name, { pid }]) => `${name} (${String(pid)})`).join(', ');
    say(`an earlier start was killed; ending the processes it left: ${names}`);
  }
  for (const [name, child] of left) await endLeftover(name, child);
}

async function endLeftover(name: string, child: ProcessIdentity): Promise<void> {
  const isPostgres = name === 'postgres';
  signal(child, isPostgres ? POSTGRES_STOP_SIGNAL : 'SIGTERM');
  if (await hasEnded(child, isPostgres ? POSTGRES_STOP_MS_MAX : STOP_MS_MAX)) return;
  const pid = String(child.pid);
  // Killed, it would leave shared memory and a cluster that needs recovery.
  if (isPostgres)
    throw new StackError(
      `PostgreSQL (process ${pid}) of an earlier start does not stop; look at logs/postgres.log in DATA_DIR and start again`,
    );
  signal(child, 'SIGKILL');
  if (!(await hasEnded(child, STOP_MS_MAX)))
    throw new StackError(`${name} (process ${pid}) of an earlier start cannot be ended`);
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

/** Distinguishes a process from a later one with the same pid. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in a system-specific format; compare for equality only. */
  readonly startTime: string;
}

/** Returns the identity of a running process. Null when no process has this pid, or when it is a zombie. */
export function identify(pid: number): ProcessIdentity | null {
  const startTime = existsSync('/proc/self/stat') ? startTimeFromProc(pid) : startTimeFromPs(pid);
  return startTime === null ? null : { pid, startTime };
}

/** Whether the recorded process still runs. */
export function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  return identify(pid)?.startTime === startTime;
}

/** Indexes of fields 20 and 22 of proc(5), counted from the state, because the name before it may contain spaces and brackets. */
const THREADS = 17;
const START_TIME = 19;

function startTimeFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const [state = 'X', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = rest[START_TIME - 1];
    // A killed process is a zombie as soon as its first thread has ended, while the others still have its ports.
    if ((isDead(state) && Number(rest[THREADS - 1]) <= 1) || ticks === undefined) return null;
    return `${bootId()} ${ticks}`;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Start times count ticks since boot, so after a reboot another process may have the same pid and ticks. The boot id tells them apart. */
function bootId(): string {
  const file = '/proc/sys/kernel/random/boot_id';
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

// For macOS and other systems without /proc.
function startTimeFromPs(pid: number): string | null {
  try {
    const environment = { ...process.env, LC_ALL: 'C' };
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: environment,
    });
    const [, state = 'X', startTime = ''] = /^(\S+)\s+(\S.*)$/.exec(line.trim()) ?? [];
    return isDead(state) || startTime === '' ? null : startTime;
  } catch {
    // `ps` exits with 1 when no process has the pid.
    return null;
  }
}

function isDead(state: string): boolean {
  return /^[ZXx]/.test(state);
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
}

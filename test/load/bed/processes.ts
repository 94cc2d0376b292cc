/** Processor time, memory and cores of processes, as Linux counts them; not known on other systems. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { findOnPath } from '../../../deploy/stack/on-path.ts';

const TICKS_PER_SECOND = 100;
const KB_PER_MB = 1024;
/** Sampling intervals for one process, and for a tree: finding children reads all of /proc, which would itself be load. */
const EVERY_MS = { one: 100, tree: 2000 } as const;

/** The share of a core that a group of processes used, and its memory. */
export interface Usage {
  /** 1 means one core. */
  readonly cpu: number;
  readonly rssStartMb: number;
  readonly rssEndMb: number;
}

/** Returns a process and, with `andChildren`, its descendants. */
export function processesOf(pid: number, andChildren: boolean): number[] {
  if (!andChildren) return [pid];
  // Read once for the whole tree: a server of databases has a process for each connection.
  const children = childrenByParent();
  const treeOf = (root: number): number[] => [root, ...(children.get(root) ?? []).flatMap(treeOf)];
  return treeOf(pid);
}

function childrenByParent(): Map<number, number[]> {
  const map = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const parent = Number(statOf(Number(entry))?.[1] ?? 0);
    map.set(parent, [...(map.get(parent) ?? []), Number(entry)]);
  }
  return map;
}

/** Returns the fields of /proc/PID/stat from the state on; null for a process that is gone. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

const [UTIME, STIME, CHILDREN_UTIME, CHILDREN_STIME] = [11, 12, 13, 14];

function cpuSeconds(pids: readonly number[], withEnded: boolean): number {
  let ticks = 0;
  for (const pid of pids) {
    const stat = statOf(pid);
    const fields = withEnded ? [UTIME, STIME, CHILDREN_UTIME, CHILDREN_STIME] : [UTIME, STIME];
    for (const field of fields) ticks += Number(stat?.[field] ?? 0);
  }
  return ticks / TICKS_PER_SECOND;
}

/** Returns the resident memory in MB. */
export function rssMb(pid: number): number {
  try {
    const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
    return Number(kb) / KB_PER_MB;
  } catch {
    return 0;
  }
}

/** Watches a group of processes until it is stopped. */
export class Watch {
  readonly #pids: () => number[];
  readonly #withEnded: boolean;
  readonly #timer: NodeJS.Timeout;
  readonly #first: { at: number; cpu: number; rss: number };
  #last: { at: number; cpu: number; rss: number };

  private constructor(pids: () => number[], withEnded: boolean) {
    this.#pids = pids;
    this.#withEnded = withEnded;
    this.#first = this.#sample();
    this.#last = this.#first;
    this.#timer = setInterval(
      () => {
        this.#take();
      },
      withEnded ? EVERY_MS.tree : EVERY_MS.one,
    );
  }

  /** Starts to watch; null without /proc. `andChildren` includes descendants, also those that end before the watch does. */
  static of(pids: readonly number[], andChildren = false): Watch | null {
    if (!existsSync('/proc/self/stat') || pids.length === 0) return null;
    return new Watch(() => pids.flatMap((pid) => processesOf(pid, andChildren)), andChildren);
  }

  stop(): Usage {
    clearInterval(this.#timer);
    this.#take();
    const seconds = (this.#last.at - this.#first.at) / 1000;
    return {
      cpu: seconds > 0 ? (this.#last.cpu - this.#first.cpu) / seconds : 0,
      rssStartMb: this.#first.rss,
      rssEndMb: this.#last.rss,
    };
  }

  /** Takes a sample; a process that has ended keeps its last one. */
  #take(): void {
    const sample = this.#sample();
    if (sample.rss > 0) this.#last = sample;
  }

  #sample(): { at: number; cpu: number; rss: number } {
    const pids = this.#pids();
    const rss = pids.reduce((sum, pid) => sum + rssMb(pid), 0);
    return { at: performance.now(), cpu: cpuSeconds(pids, this.#withEnded), rss };
  }
}

/** Number of available cores. */
export const CORES = availableParallelism();

const TASKSET = findOnPath('taskset');

/** Returns a command that runs only on the given cores, if this machine supports that. */
export function pinned(cores: readonly number[] | null, command: readonly string[]): readonly string[] {
  if (cores === null || TASKSET === undefined || CORES < 2) return command;
  return [TASKSET, '-c', cores.join(','), ...command];
}

/** Moves processes, with their threads and descendants, to the given cores; null means all cores. */
export async function pin(pids: readonly number[], cores: readonly number[] | null): Promise<void> {
  if (TASKSET === undefined || CORES < 2) return;
  const list = (cores ?? Array.from({ length: CORES }, (_, core) => core)).join(',');
  for (const pid of pids.flatMap((each) => processesOf(each, true)))
    // The process of a database connection may end meanwhile.
    await promisify(execFile)(TASKSET, ['-acp', list, String(pid)]).catch(() => undefined);
}

/** Starts to watch the whole machine; the returned function gives the number of its cores that were busy since then. */
export function watchMachine(): () => number | null {
  const [startedAt, first] = [performance.now(), machineTicks()];
  return () => {
    const last = machineTicks();
    if (first === null || last === null) return null;
    return (last - first) / TICKS_PER_SECOND / ((performance.now() - startedAt) / 1000);
  };
}

function machineTicks(): number | null {
  try {
    const [, user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8').split(/\s+/);
    return [user, nice, system, irq, softirq, steal].reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return null;
  }
}

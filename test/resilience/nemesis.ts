/** The nemesis: kills, freezes and starves the parts of a system, and can always undo its work. */
import { execFile } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceName } from '../../deploy/stack/secrets.ts';
import { waitFor } from '../e2e/stack.ts';
import type { System } from './system.ts';

export type Part = ServiceName | 'postgres' | 'nats';

const RESTART_MS_MAX = 90_000;
const SEEN_MS_MAX = 30_000;

export class Nemesis {
  /** How often each part was killed on purpose; any other exit is a crash. */
  readonly ended = new Map<string, number>();
  readonly #system: System;
  readonly #frozen = new Set<number>();

  constructor(system: System) {
    this.#system = system;
  }

  pidOf(part: Part): number {
    const { services, postgres, nats } = this.#system.stack.ready();
    if (part === 'postgres') return postgres.pid;
    return part === 'nats' ? (nats?.pid ?? 0) : services[part].pid;
  }

  /** Kills a part at once; resolves when its successor is ready. */
  kill(part: Part, signal: NodeJS.Signals = 'SIGKILL'): { readonly restarted: () => Promise<void> } {
    const pid = this.pidOf(part);
    this.ended.set(part, (this.ended.get(part) ?? 0) + 1);
    this.#frozen.delete(pid);
    process.kill(pid, signal);
    return { restarted: () => waitFor(() => this.pidOf(part) !== pid, RESTART_MS_MAX) };
  }

  freeze(...pids: readonly number[]): void {
    for (const pid of pids) {
      this.#frozen.add(pid);
      signalIfThere(pid, 'SIGSTOP');
    }
  }

  thaw(...pids: readonly number[]): void {
    for (const pid of pids) if (this.#frozen.delete(pid)) signalIfThere(pid, 'SIGCONT');
  }

  /** Returns the server and its backends; the server first, so that it cannot start more while they are stopped. */
  async freezePostgres(): Promise<{ readonly thaw: () => void }> {
    const server = this.pidOf('postgres');
    this.freeze(server);
    const backends = await childrenOf(server);
    this.freeze(...backends);
    return {
      thaw: () => {
        this.thaw(...backends, server);
      },
    };
  }

  /** Makes every commit of a service reach the disk and then wait, for a standby that does not exist. */
  async holdCommits(): Promise<{ readonly release: () => Promise<void> }> {
    await this.#system.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    await this.#system.sql('SELECT pg_reload_conf()');
    await waitFor(() => this.#commitWaits(), SEEN_MS_MAX);
    return {
      release: async () => {
        await this.#system.sql('ALTER SYSTEM RESET synchronous_standby_names');
        await this.#system.sql('SELECT pg_reload_conf()');
      },
    };
  }

  /** Keeps NATS from starting, with a file in the place of its store: its port is closed like that of a dead server. */
  takeNatsDown(): { readonly bringUp: (store: 'kept' | 'wiped') => Promise<void> } {
    const store = join(this.#system.stack.dataDir, 'nats');
    const aside = `${store}.aside`;
    renameSync(store, aside);
    writeFileSync(store, 'taken down by the nemesis\n');
    const { restarted } = this.kill('nats');
    return {
      bringUp: async (what) => {
        rmSync(store);
        if (what === 'kept') renameSync(aside, store);
        else rmSync(aside, { recursive: true });
        await restarted();
      },
    };
  }

  /** Waits until a backend of a service waits for a lock of the given process; returns that backend. */
  async blockedBy(role: ServiceName, pid: number): Promise<number> {
    // Directly, or behind another waiter: waiters for a row queue, and a run may be first.
    return this.#backend(
      `usename = $1 AND ($2::integer = ANY (pg_blocking_pids(pid)) OR EXISTS (
        SELECT FROM unnest(pg_blocking_pids(pid)) AS first (pid) WHERE $2::integer = ANY (pg_blocking_pids(first.pid))))`,
      [`ctx_${role}`, pid],
    );
  }

  /** Waits until a transaction that holds a user lock is on disk and its commit waits to finish. */
  async committingLockOf(userId: string): Promise<number> {
    return this.#backend(
      `wait_event = 'SyncRep' AND pid IN (
        SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1::bigint::oid)`,
      [userId],
    );
  }

  /** Waits until a transaction that holds a user lock waits for another lock; returns its backend. */
  async waitingWithLockOf(userId: string): Promise<number> {
    return this.#backend(
      `wait_event_type = 'Lock' AND pid IN (
        SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1::bigint::oid)`,
      [userId],
    );
  }

  /** Waits until the commit of a backend is on disk and waits to finish. */
  async committing(pid: number): Promise<void> {
    await this.#backend(`wait_event = 'SyncRep' AND pid = $1`, [pid]);
  }

  /** Waits until the relay has taken requests and is idle in its transaction: it is publishing them. */
  async publishing(): Promise<number> {
    return this.#backend(
      `usename = 'ctx_corrections' AND state = 'idle in transaction' AND query LIKE '%take_outbox%'
        AND clock_timestamp() - state_change > interval '100 ms'`,
      [],
    );
  }

  /** Waits until a backend notices that its client is dead, and stops. */
  async gone(pid: number): Promise<void> {
    await waitFor(async () => {
      const rows = await this.#system.sql('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
      return rows.length === 0;
    }, SEEN_MS_MAX);
  }

  /**
   * Commits once, and says whether that commit waits. The server's checkpointer, which makes commits wait, reads the setting some time
   * after the reload, later during a checkpoint.
   */
  async #commitWaits(): Promise<boolean> {
    const session = await this.#system.hold("SELECT pg_logical_emit_message(true, 'nemesis', '')");
    let isThrough = false;
    const ended = (): void => {
      isThrough = true;
      void session.release();
    };
    void session.query('COMMIT').then(ended, ended);
    const waits = `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'`;
    let isWaiting = false;
    await waitFor(async () => {
      isWaiting = (await this.#system.sql(waits, [session.pid])).length > 0;
      return isWaiting || isThrough;
    }, SEEN_MS_MAX);
    return isWaiting;
  }

  async #backend(condition: string, values: readonly unknown[]): Promise<number> {
    let pid: string | undefined;
    await waitFor(async () => {
      const rows = await this.#system.sql<{ pid: string }>(
        `SELECT pid FROM pg_stat_activity WHERE ${condition}`,
        values,
      );
      pid = rows[0]?.pid;
      return pid !== undefined;
    }, SEEN_MS_MAX);
    return Number(pid);
  }

  /** Undoes everything that is still in effect after a fault that failed half-way. */
  async undo(): Promise<void> {
    for (const pid of this.#frozen) signalIfThere(pid, 'SIGCONT');
    this.#frozen.clear();
    await this.#system.sql('ALTER SYSTEM RESET synchronous_standby_names');
    await this.#system.sql('SELECT pg_reload_conf()');
  }
}

/** Sends a signal to a process. One that is gone, as the process of a closed connection may be, is left out. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the ids of the processes that a process has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

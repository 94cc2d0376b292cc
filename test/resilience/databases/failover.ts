/** A primary with a synchronous standby, and the four services that reach the primary at an address that moves. */
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '../../../deploy/stack/secrets.ts';
import { waitFor } from '../../e2e/stack.ts';
import type { Fault, Round } from '../round.ts';
import { System } from '../system.ts';
import { Bed } from '../../load/bed/bed.ts';
import { processesOf } from '../../load/bed/processes.ts';
import { type Forwarder, startForwarder } from '../forwarder.ts';
import { signalIfThere } from '../nemesis.ts';
import { type InterruptedWork, LARGE_RUN_EVENTS } from './interrupted.ts';
import { startServices, type Environments } from './services.ts';
import { type Standby, startStandby } from './standby.ts';

/** Shorter than in production, where it is five minutes. */
const CONNECTION_AGE_MS = 5000;

export interface Limits {
  /** Longest time from the promotion to the first acknowledged correction. */
  readonly writesBackMsMax: number;
  /** How long clients correct before and after the failover. */
  readonly loadMs: number;
}

/** What a failover cost; null where it was not measured. */
export interface Cost {
  readonly acknowledged: number;
  readonly unavailable: number;
  readonly lost: readonly string[];
  readonly writesBackMs: number;
  /** From the promotion until a correction of that moment is part of the figures. */
  readonly idleMs: number;
  /** From the promotion until no service could read from the old primary. */
  readonly readsLeftMs: number | null;
}

export class Failover {
  readonly system: System;
  readonly #bed: Bed;
  readonly #standby: Standby;
  /** The address of the primary. */
  readonly #address: Forwarder;
  readonly #target: { port: number };
  #cost: Cost | null = null;

  private constructor(
    bed: Bed,
    standby: Standby,
    address: Forwarder,
    target: { port: number },
    system: System,
  ) {
    this.#bed = bed;
    this.#standby = standby;
    this.#address = address;
    this.#target = target;
    this.system = system;
  }

  /** Starts the servers and services. With `allLarge`, every run goes to the large-run worker. */
  static async start(allLarge = false): Promise<Failover> {
    const bed = await Bed.start();
    try {
      const standby = await startStandby(bed);
      const target = { port: Number(new URL(bed.ownerUrl).port) };
      const address = await startForwarder(() => ({ host: '127.0.0.1', ...target }));
      const at = (url: string): string => Object.assign(new URL(url), { port: String(address.port) }).href;
      const environments = SERVICES.map((name) => [
        name,
        {
          DATABASE_URL: at(bed.urlOf(name)),
          DATABASE_CONNECTION_AGE_MS_MAX: String(CONNECTION_AGE_MS),
          ...(allLarge && name === 'recalc' ? { LARGE_RUN_EVENTS: String(LARGE_RUN_EVENTS) } : {}),
        },
      ]);
      const more = Object.fromEntries(environments) as unknown as Environments;
      const stack = await startServices(bed, more, at(bed.ownerUrl));
      return new Failover(bed, standby, address, target, new System(stack));
    } catch (error) {
      await bed.remove();
      throw error;
    }
  }

  /** What the failover cost; null when it did not take place. */
  get cost(): Cost | null {
    return this.#cost;
  }

  async remove(): Promise<void> {
    await this.system.close();
    await this.#address.close();
    await this.#standby.server.stop();
    await this.#bed.remove();
  }

  /** The primary and its sessions are killed, like a lost node. */
  losePrimary(named: Pick<Fault, 'id' | 'title'>, limits: Limits): Fault {
    return {
      ...named,
      inject: (round) => this.#failOver(round, limits, () => this.#killPrimary()),
    };
  }

  /** The primary is killed like that of `losePrimary`, in the middle of some work. */
  losePrimaryDuring(named: Pick<Fault, 'id' | 'title'>, limits: Limits, work: InterruptedWork): Fault {
    return {
      ...named,
      inject: async (round) => {
        const repair = await work(round);
        await this.#failOver(round, limits, () => this.#killPrimary(), undefined, false);
        await repair();
      },
    };
  }

  #killPrimary(): Promise<void> {
    for (const pid of processesOf(this.#bed.databasePid, true)) signalIfThere(pid, 'SIGKILL');
    return Promise.resolve();
  }

  /** The old primary keeps running and rejects writes: nobody fenced it. */
  demotePrimary(named: Pick<Fault, 'id' | 'title'>, limits: Limits): Fault {
    return {
      ...named,
      inject: (round) =>
        this.#failOver(
          round,
          limits,
          async () => {
            await this.#bed.owner.query('ALTER SYSTEM SET default_transaction_read_only = on');
            await this.#bed.owner.query('SELECT pg_reload_conf()');
          },
          async () => {
            // A commit there waits for the standby that is gone, until its service gives up; it was never acknowledged.
            await waitFor(async () => {
              const { rowCount } = await this.#bed.owner.query(
                `SELECT FROM pg_stat_activity
                  WHERE usename ~ '^ctx_' AND usename <> current_user AND wait_event IS DISTINCT FROM 'SyncRep'`,
              );
              return rowCount === 0;
            });
          },
        ),
    };
  }

  async #failOver(
    round: Round,
    { writesBackMsMax, loadMs }: Limits,
    takePrimary: () => Promise<void>,
    untilLeft?: () => Promise<void>,
    correctsBefore = true,
  ): Promise<void> {
    const { history } = round;
    if (correctsBefore) {
      await round.correct();
      await pause(loadMs);
    }
    const takenMs = performance.now();
    await takePrimary();
    await this.#standby.promote();
    const promotedMs = performance.now();
    this.#target.port = this.#standby.port;
    const firstMs = (): number =>
      Math.min(
        ...history.corrections
          .flatMap(({ attempts }) => attempts)
          .filter(({ outcome, startedMs }) => outcome === 'ok' && startedMs > takenMs)
          .map(({ endedMs }) => endedMs),
      );
    await waitFor(() => firstMs() < Infinity);
    const writesBackMs = Math.max(0, Math.round(firstMs() - promotedMs));
    if (writesBackMs > writesBackMsMax)
      round.faults.push(
        `the first correction was acknowledged ${String(writesBackMs)} ms after the promotion`,
      );
    await untilLeft?.();
    const readsLeftMs = untilLeft === undefined ? null : Math.round(performance.now() - promotedMs);
    // Until then, reads on connections to the old primary may return old data (docs/operations/databases.md, "Failover").
    if (untilLeft !== undefined) history.polls.clear();
    await round.correct();
    await round.idleMs();
    const idleMs = Math.round(performance.now() - promotedMs);
    await pause(loadMs);
    for (const name of SERVICES) process.kill(this.#bed.served(name).pid, 0);
    this.#cost = {
      acknowledged: history.counts().acknowledged,
      unavailable: history.corrections
        .flatMap(({ attempts }) => attempts)
        .filter(({ status }) => status === 503).length,
      lost: await lostCorrections(round),
      writesBackMs,
      idleMs,
      readsLeftMs,
    };
  }
}

/** Returns the keys of corrections that were acknowledged and are not in the audit log. */
async function lostCorrections({ system, history }: Round): Promise<string[]> {
  const acknowledged = history.corrections.filter(
    ({ answer, changes }) => answer?.status === 200 && changes > 0,
  );
  const rows = await system.sql<{ request_id: string }>('SELECT request_id FROM corrections.audit_log');
  const logged = new Set(rows.map((row) => row.request_id.replace(/-\d+$/, '')));
  return acknowledged.map(({ key }) => key).filter((key) => !logged.has(key));
}

/** The nightly self-check: some users a night, those first whose last check is longest ago. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@ctx/platform/log';
import type { Pool } from '@ctx/platform/postgres';
import type { Checker } from './checker.ts';
import { countChecked, leaveRound, nextToCheck, renewRound, type Round, takeRound } from './round-state.ts';

export interface RoundSettings {
  readonly pool: Pool;
  readonly log: Logger;
  readonly worker: string;
  readonly leaseMs: number;
  readonly checker: Checker;
  /** Users of a round; 0 turns the self-check off. */
  readonly usersMax: number;
  /** Interval between two looks for a round that is due, milliseconds. */
  readonly intervalMs: number;
  readonly isWorkerBusy: () => boolean;
}

/** Users whose figures changed meanwhile, or whose check was skipped, are replaced by others: up to this many for each one. */
const TRIES_A_USER = 5;
const WORKER_POLL_MS = 1000;

/** Looks for rounds until it is stopped; only one of several workers has a round. */
export class SelfCheck {
  readonly #settings: RoundSettings;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;

  constructor(settings: RoundSettings) {
    this.#settings = settings;
    this.#ended = settings.usersMax === 0 ? Promise.resolve() : this.#loop();
  }

  /** Ends the current check; another worker continues the round. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#settings.checker.stop();
    await this.#ended;
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #loop(): Promise<void> {
    const { pool, log, worker, leaseMs, intervalMs } = this.#settings;
    while (!this.#isStopped) {
      try {
        const round = await takeRound(pool, worker, leaseMs);
        if (round !== null) await this.#hold(round);
      } catch (error) {
        log.warn({ err: error }, 'self-check interrupted, the round continues when its lease expires');
      }
      await this.#pause(intervalMs);
    }
  }

  /** Does the round, and renews its lease meanwhile. */
  async #hold(round: Round): Promise<void> {
    const { pool, log, worker, leaseMs } = this.#settings;
    let isHeld = true;
    const heartbeat = setInterval(() => {
      renewRound(pool, worker, leaseMs).then(
        (isStillHeld) => (isHeld = isStillHeld),
        (error: unknown) => {
          log.warn({ err: error }, 'self-check lease could not be renewed');
        },
      );
    }, leaseMs / 3);
    try {
      const isComplete = await this.#checkUsers(round, () => isHeld);
      await leaveRound(pool, worker, isComplete);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Returns whether the round is complete. */
  async #checkUsers(round: Round, isHeld: () => boolean): Promise<boolean> {
    const { pool, log, worker, checker, usersMax } = this.#settings;
    const startedAt = performance.now();
    const counts = { EQUAL: 0, DIFFERS: 0, SKIPPED: 0, FAILED: 0 };
    let checked = round.checked;
    for (let tries = 0; checked < usersMax && tries < usersMax * TRIES_A_USER; tries += 1) {
      await this.#untilWorkerIsFree();
      if (this.#isStopped || !isHeld()) return false;
      const userId = await nextToCheck(pool, round);
      if (userId === null) break;
      const { outcome } = await checker.check(userId);
      counts[outcome] += 1;
      if (outcome === 'SKIPPED') continue;
      checked += 1;
      await countChecked(pool, worker);
    }
    if (this.#isStopped) return false;
    const ms = Math.round(performance.now() - startedAt);
    log.info({ ...counts, ms }, 'self-check completed');
    return true;
  }

  async #untilWorkerIsFree(): Promise<void> {
    while (this.#settings.isWorkerBusy() && !this.#isStopped) await this.#pause(WORKER_POLL_MS);
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

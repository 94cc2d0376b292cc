/** Checks the figures of one user at a time, in a thread that yields to every large run. */
import { KeyedQueue } from '@ctx/platform/keyed-queue';
import { LimitedThread, type ThreadFailure, type ThreadLimits } from '@ctx/platform/limited-thread';
import type { Logger } from '@ctx/platform/log';
import { secondsSince } from '@ctx/platform/metrics';
import { type Pool, writeAsUser } from '@ctx/platform/postgres';
import { METRICS } from '../metrics.ts';
import type { CheckTask } from './check-thread.ts';
import { type Comparison, rowsOf, type TableDifference } from './compare.ts';

export interface CheckResult {
  readonly outcome: 'EQUAL' | 'DIFFERS' | 'SKIPPED' | 'FAILED';
  readonly tables: readonly TableDifference[];
  /** Why there is no answer; null when there is one. */
  readonly reason: string | null;
}

export interface CheckerSettings extends ThreadLimits {
  /** Returns the address for a check: its password may change. */
  readonly databaseUrl: () => string;
  readonly logLevel: string;
  readonly pool: Pool;
  readonly log: Logger;
  /** Whether a large run has its thread: two threads would need the memory twice. */
  readonly isWorkerBusy: () => boolean;
}

const GAVE_WAY = 'a large run came first';
const ENDED = 'the service ended';

/** The checks of one process. They read one snapshot, take no lock, and record that the user was checked. */
export class Checker {
  readonly #settings: CheckerSettings;
  /** All checks have one key, so that they run in order of arrival. */
  readonly #oneAtATime = new KeyedQueue<null>({ all: { runningMax: 1 } });
  #thread: LimitedThread<Comparison> | null = null;
  #isStopped = false;

  constructor(settings: CheckerSettings) {
    this.#settings = settings;
  }

  /** Checks a user after the checks requested before. SKIPPED and FAILED say nothing about the figures. */
  check(userId: number): Promise<CheckResult> {
    return this.#oneAtATime.run(null, () => this.#check(userId));
  }

  /** Ends the current check, if any. */
  async giveWay(): Promise<void> {
    await this.#thread?.end(GAVE_WAY);
  }

  /** Ends the current check and skips those that wait. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#thread?.end(ENDED);
    // Starts when all earlier checks have ended.
    await this.#oneAtATime.run(null, () => Promise.resolve());
  }

  async #check(userId: number): Promise<CheckResult> {
    if (this.#isStopped) return count(skipped(ENDED));
    if (this.#settings.isWorkerBusy()) return count(skipped(GAVE_WAY));
    const startedAt = performance.now();
    const checked = checkedOf(await this.#compare(userId));
    const { outcome, tables, reason } = checked;
    const { pool, log } = this.#settings;
    const ms = Math.round(performance.now() - startedAt);
    if (outcome === 'DIFFERS')
      log.error({ userId, tables, ms }, 'self-check: stored figures differ from recomputed figures');
    else if (outcome === 'FAILED') log.error({ userId, reason, ms }, 'self-check: user could not be checked');
    else log.info({ userId, outcome, reason, ms }, 'self-check: user checked');
    if (outcome !== 'SKIPPED') {
      METRICS.checkSeconds.observe(secondsSince(startedAt));
      await recordCheck(pool, userId, checked);
    }
    return count(checked);
  }

  async #compare(userId: number): Promise<Comparison | ThreadFailure> {
    const { databaseUrl, logLevel } = this.#settings;
    const task: CheckTask = { userId, databaseUrl: databaseUrl(), logLevel };
    this.#thread = new LimitedThread(
      new URL('./check-thread.ts', import.meta.url),
      task,
      this.#settings,
      'check',
    );
    const ended = await this.#thread.ended;
    this.#thread = null;
    return ended;
  }
}

function skipped(reason: string): CheckResult {
  return { outcome: 'SKIPPED', tables: [], reason };
}

function checkedOf(ended: Comparison | ThreadFailure): CheckResult {
  if ('failure' in ended) {
    const { failure } = ended;
    if (failure === GAVE_WAY || failure === ENDED) return skipped(failure);
    return { outcome: 'FAILED', tables: [], reason: failure };
  }
  if (ended.outcome === 'NOT_CURRENT') return skipped('the figures are being computed');
  const { tables } = ended;
  return { outcome: tables.length === 0 ? 'EQUAL' : 'DIFFERS', tables, reason: null };
}

function count(checked: CheckResult): CheckResult {
  METRICS.checkedUsers.inc({ outcome: checked.outcome.toLowerCase() });
  return checked;
}

/** Records when the user was checked; a check that failed leaves the time as it was. */
async function recordCheck(pool: Pool, userId: number, { outcome, tables }: CheckResult): Promise<void> {
  const rows = outcome === 'FAILED' ? null : tables.reduce((sum, table) => sum + rowsOf(table), 0);
  await writeAsUser(pool, userId, (client) =>
    client.query(
      `UPDATE corrections.recalc_state SET checked_at = clock_timestamp(), rows_differing = coalesce($2, rows_differing)
       WHERE user_id = $1`,
      [userId, rows],
    ),
  );
}

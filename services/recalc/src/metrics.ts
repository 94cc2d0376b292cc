/** Metrics of the recalc service: runs, their queue, the sweep and the self-check. */
import { counter, histogram, readAtScrape, scrapedGauge, WORK_SECONDS } from '@ctx/common/platform/metrics';
import { PLATFORM_METRICS } from '@ctx/common/platform/platform-metrics';
import type { Pool } from '@ctx/common/platform/postgres';
import { type QueueFigures, readQueue } from './state.ts';

/** How a run ended. `values`, `pools` and `full` say how much was computed; `unknown` means it ended before that was decided. */
export interface RunEnd {
  readonly outcome: 'completed' | 'failed' | 'parked' | 'fenced';
  readonly scope: 'values' | 'pools' | 'full' | 'unknown';
  readonly seconds: number;
  /** Events computed; 0 unless the run completed. */
  readonly events: number;
  /** Rows of figures written, replaced or removed; 0 unless the run completed. */
  readonly rows: number;
  /** Rows of changed_events consumed; 0 unless the run completed. */
  readonly changes: number;
}

/** The end of a run that did not complete. */
export const NOTHING_SAVED = { events: 0, rows: 0, changes: 0 } as const;

export const METRICS = {
  runsStarted: counter('ctx_runs_started_total', 'Runs begun, by the lane they run in', ['lane']),
  runsEnded: counter('ctx_runs_ended_total', 'Runs ended, by how and by how much was computed', [
    'outcome',
    'scope',
  ]),
  runSeconds: histogram(
    'ctx_run_duration_seconds',
    'Time of completed runs from load to save',
    ['scope'],
    WORK_SECONDS,
  ),
  runEvents: histogram(
    'ctx_run_events',
    'Events that completed runs computed',
    ['scope'],
    [1, 10, 100, 1000, 10_000, 50_000, 100_000, 250_000, 1_000_000],
  ),
  runRows: counter(
    'ctx_run_rows_total',
    'Rows of figures that completed runs wrote, put in the place of others or removed',
  ),
  leaseTakeovers: counter('ctx_run_lease_takeovers_total', 'Runs taken from a worker that had gone silent'),
  wishes: counter('ctx_wishes_total', 'Messages of NATS that asked for a run, by what became of them', [
    'outcome',
  ]),
  sweptRows: counter(
    'ctx_swept_rows_total',
    'Users whom the sweep took up: imports that died, parked runs, figures of another version of the engine, lost wishes',
    ['what'],
  ),
  waiting: scrapedGauge('ctx_queue_users', 'Users with a wish to run that no run has taken in'),
  oldest: scrapedGauge('ctx_queue_oldest_seconds', 'Age of the oldest of these wishes'),
  running: scrapedGauge('ctx_queue_running', 'Users whose run is under way, over all workers'),
  parked: scrapedGauge('ctx_runs_parked', 'Users whose run failed too often and waits for the operator'),
  checkedUsers: counter(
    'ctx_self_check_users_total',
    'Users whose figures were compared with facts and corrections: equal, differs, skipped or failed',
    ['outcome'],
  ),
  checkSeconds: histogram(
    'ctx_self_check_duration_seconds',
    'Time of comparing the figures of one user',
    [],
    WORK_SECONDS,
  ),
  differing: scrapedGauge(
    'ctx_self_check_differing_users',
    'Users whose figures differed when they were last checked',
  ),
  checkedAt: scrapedGauge(
    'ctx_self_check_last_completed_timestamp_seconds',
    'When a round of the self-check was last completed; 0 before the first, not a number where it is off',
  ),
};

// `increase` misses the first failure of a series that starts with it, so every series starts at 0.
for (const outcome of ['equal', 'differs', 'skipped', 'failed']) METRICS.checkedUsers.inc({ outcome }, 0);

/** Counts a run that ended. */
export function countRun({ outcome, scope, seconds, events, rows, changes }: RunEnd): void {
  METRICS.runsEnded.inc({ outcome, scope });
  if (outcome !== 'completed') return;
  METRICS.runSeconds.observe({ scope }, seconds);
  METRICS.runEvents.observe({ scope }, events);
  METRICS.runRows.inc(rows);
  PLATFORM_METRICS.clearedRows.inc({ kind: 'changed_events' }, changes);
}

/** Counts what the sweep picked up. */
export function countSwept(what: 'dead_imports' | 'parked' | 'outdated' | 'due', rows: number): void {
  METRICS.sweptRows.inc({ what }, rows);
}

/** Reads the figures of the queue and of the self-check at each scrape. */
export function watchQueue(pool: Pool, isSelfCheckOn: boolean): void {
  const { waiting, oldest, running, parked, differing, checkedAt } = METRICS;
  readAtScrape<keyof QueueFigures>('queue', { waiting, oldest, running, parked, differing, checkedAt }, () =>
    readQueue(pool, isSelfCheckOn),
  );
}

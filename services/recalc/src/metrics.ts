/** Metrics of the recalc service: runs, their queue, the sweep and the self-check. */
import { counter, histogram, readAtScrape, scrapedGauge, WORK_SECONDS } from '@ctx/platform/metrics';
import { PLATFORM_METRICS } from '@ctx/platform/platform-metrics';
import type { Pool } from '@ctx/platform/postgres';
import { type MissingPriceFigures, type QueueFigures, readMissingPrices, readQueue } from './state.ts';

/** How a run ended. `values`, `pools` and `full` say how much was computed; `unknown` means it ended before that was decided. */
export interface RunEnd {
  readonly outcome: 'completed' | 'failed' | 'parked' | 'fenced';
  readonly scope: 'values' | 'pools' | 'full' | 'unknown';
  readonly seconds: number;
  /** Seconds since the first request that the run served; 0 unless the run completed. */
  readonly sinceRequest: number;
  /** Events computed; 0 unless the run completed. */
  readonly events: number;
  /** Rows of figures written, replaced or removed; 0 unless the run completed. */
  readonly rows: number;
  /** Rows of changed_events consumed; 0 unless the run completed. */
  readonly changes: number;
}

/** The end of a run that did not complete. */
export const NOTHING_SAVED = { sinceRequest: 0, events: 0, rows: 0, changes: 0 } as const;

export const METRICS = {
  runsStarted: counter(
    'ctx_runs_started_total',
    'Runs started, by worker: main, or large (the thread for users with many events)',
    ['worker'],
  ),
  previews: counter(
    'ctx_previews_total',
    'Previews computed, by worker: main, or large (the thread for previews of many events)',
    ['worker'],
  ),
  runsEnded: counter('ctx_runs_ended_total', 'Runs ended, by outcome and by how much was recomputed', [
    'outcome',
    'scope',
  ]),
  runSeconds: histogram(
    'ctx_run_duration_seconds',
    'Duration of completed runs, from loading to saving',
    ['scope'],
    WORK_SECONDS,
  ),
  changeSeconds: histogram(
    'ctx_change_to_figures_seconds',
    'Time from a change (a correction or an import) until its figures can be read, for the first change of each completed run',
    [],
    WORK_SECONDS,
  ),
  runEvents: histogram(
    'ctx_run_events',
    'Events recomputed by a completed run',
    ['scope'],
    [1, 10, 100, 1000, 10_000, 50_000, 100_000, 250_000, 1_000_000],
  ),
  runRows: counter('ctx_run_rows_total', 'Rows of figures inserted, updated or deleted by completed runs'),
  leaseTakeovers: counter(
    'ctx_run_lease_takeovers_total',
    'Runs taken over from a worker whose lease expired',
  ),
  requests: counter(
    'ctx_recalculation_requests_total',
    'Recalculation requests received from NATS, by outcome',
    ['outcome'],
  ),
  sweptRows: counter(
    'ctx_scheduler_sweep_users_total',
    'Users the scheduler sweep picked up: abandoned imports, parked runs, figures of another engine version, due requests',
    ['reason'],
  ),
  waiting: scrapedGauge(
    'ctx_recalculation_queue_users',
    'Users with a recalculation request that waits for a run',
  ),
  oldest: scrapedGauge(
    'ctx_recalculation_queue_oldest_seconds',
    'Age of the oldest waiting recalculation request',
  ),
  running: scrapedGauge(
    'ctx_recalculation_running_users',
    'Users whose figures are being recalculated now, over all workers',
  ),
  parked: scrapedGauge('ctx_recalculation_parked_users', 'Users whose run failed three times and is parked'),
  missingPriceEvents: scrapedGauge(
    'ctx_missing_price_events',
    'Events without a value that the figures need, over all users',
  ),
  missingPhotoPrices: scrapedGauge(
    'ctx_missing_photo_price_users',
    'Users with a gain that is measured from a missing price at the photo moment',
  ),
  checkedUsers: counter(
    'ctx_self_check_users_total',
    'Users checked by the self-check: equal, differs, skipped or failed',
    ['outcome'],
  ),
  checkSeconds: histogram(
    'ctx_self_check_duration_seconds',
    'Duration of the self-check of one user',
    [],
    WORK_SECONDS,
  ),
  differing: scrapedGauge(
    'ctx_self_check_differing_users',
    'Users whose stored figures differed in their last self-check',
  ),
  checkedAt: scrapedGauge(
    'ctx_self_check_last_completed_timestamp_seconds',
    'Unix time of the last completed self-check round; 0 before the first, NaN when the self-check is off',
  ),
};

// `increase` misses the first failure of a series that starts with it, so every series starts at 0.
for (const outcome of ['equal', 'differs', 'skipped', 'failed']) METRICS.checkedUsers.inc({ outcome }, 0);

/** Counts a run that ended. */
export function countRun({ outcome, scope, seconds, sinceRequest, events, rows, changes }: RunEnd): void {
  METRICS.runsEnded.inc({ outcome, scope });
  if (outcome !== 'completed') return;
  METRICS.runSeconds.observe({ scope }, seconds);
  METRICS.changeSeconds.observe(sinceRequest);
  METRICS.runEvents.observe({ scope }, events);
  METRICS.runRows.inc(rows);
  PLATFORM_METRICS.clearedRows.inc({ kind: 'changed_events' }, changes);
}

/** Counts users that the scheduler sweep picked up. */
export function countSwept(
  reason: 'abandoned_import' | 'parked' | 'outdated_engine' | 'due',
  users: number,
): void {
  METRICS.sweptRows.inc({ reason }, users);
}

/** It reads the issues of all users, and changes only with runs and imports. */
const MISSING_PRICES_CACHE_MS = 60_000;

/** Reads how many prices the figures lack, at a scrape, once a minute. */
export function watchMissingPrices(pool: Pool): void {
  const gauges = { events: METRICS.missingPriceEvents, photos: METRICS.missingPhotoPrices };
  readAtScrape<keyof MissingPriceFigures>(
    'missing_prices',
    gauges,
    () => readMissingPrices(pool),
    MISSING_PRICES_CACHE_MS,
  );
}

/** Reads the figures of the queue and of the self-check at each scrape. */
export function watchQueue(pool: Pool, isSelfCheckOn: boolean): void {
  const { waiting, oldest, running, parked, differing, checkedAt } = METRICS;
  readAtScrape<keyof QueueFigures>('queue', { waiting, oldest, running, parked, differing, checkedAt }, () =>
    readQueue(pool, isSelfCheckOn),
  );
}

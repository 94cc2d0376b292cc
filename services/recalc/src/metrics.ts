/** What the recalc service measures: runs, their queue, and what its sweep does. */
import { counter, histogram, readAtScrape, scrapedGauge, WORK_SECONDS } from '@ctx/common/platform/metrics';
import { PLATFORM_METRICS } from '@ctx/common/platform/platform-metrics';
import type { Pool } from '@ctx/common/platform/postgres';
import { type QueueFigures, readQueue } from './state.ts';

/** How a run ended: `values`, `pools` and `full` are how much was computed; `unknown` where it ended before that was clear. */
export interface RunEnd {
  readonly outcome: 'completed' | 'failed' | 'parked' | 'fenced';
  readonly scope: 'values' | 'pools' | 'full' | 'unknown';
  readonly seconds: number;
  /** Events that were computed; 0 unless it completed. */
  readonly events: number;
}

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
  leaseTakeovers: counter('ctx_run_lease_takeovers_total', 'Runs taken from a worker that had gone silent'),
  wishes: counter('ctx_wishes_total', 'Messages of NATS that asked for a run, by what became of them', [
    'outcome',
  ]),
  waiting: scrapedGauge('ctx_queue_users', 'Users with a wish to run that no run has taken in'),
  oldest: scrapedGauge('ctx_queue_oldest_seconds', 'Age of the oldest of these wishes'),
  running: scrapedGauge('ctx_queue_running', 'Users whose run is under way, over all workers'),
  parked: scrapedGauge('ctx_runs_parked', 'Users whose run failed too often and waits for the operator'),
};

/** Counts a run that ended. */
export function countRun({ outcome, scope, seconds, events }: RunEnd): void {
  METRICS.runsEnded.inc({ outcome, scope });
  if (outcome !== 'completed') return;
  METRICS.runSeconds.observe({ scope }, seconds);
  METRICS.runEvents.observe({ scope }, events);
}

/** Counts rows that the sweep cleared or took up again. */
export function countSwept(what: 'dead_imports' | 'parked' | 'outdated' | 'due', rows: number): void {
  PLATFORM_METRICS.sweptRows.inc({ what }, rows);
}

/** Reads the figures of the queue whenever somebody asks for metrics. */
export function watchQueue(pool: Pool): void {
  const { waiting, oldest, running, parked } = METRICS;
  readAtScrape<keyof QueueFigures>('queue', { waiting, oldest, running, parked }, () => readQueue(pool));
}

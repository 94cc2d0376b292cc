/** The tables of figures in docs/scaling.md, computed from the measured figures. */
import { table } from '../load/report.ts';
import { growthAt, lineOf, RESULTS } from './results.ts';

const fresh = lineOf('gateway', 'GET, each page once').throughput;
const cached = lineOf('gateway', 'GET, the same page again').throughput;
const corrections = lineOf('corrections', 'overrides of 64 users').throughput;
const runs = lineOf('recalc', 'first runs, one worker').throughput;
const toIdleMs = ['1,000', '100,000'].map(
  (events) => lineOf('corrections', `correction to IDLE, ${events} events`).p50,
);
const toIdleMsMax = Math.max(...toIdleMs);
const run = (events: number): number => growthAt('import', 'first run', events);
const imported = (events: number): number => growthAt('import', 'import', events);
const importMb = growthAt('import-peak', 'corrections service', 1_000_000);
const bytesPerEvent = RESULTS.bytesOnDiskPerEvent;

const whole = (value: number): string => Math.round(value).toLocaleString('en');
/** Two significant digits. */
const rough = (value: number): string => {
  if (value >= 100) return Number(value.toPrecision(2)).toLocaleString('en');
  return value >= 10 ? value.toFixed(0) : value >= 0.1 ? value.toFixed(1) : value.toFixed(2);
};

/** What was measured, on two cores and on one. */
export function measuredTable(): string {
  const onTwo = (perSecond: number): string[] => [
    `${whole(perSecond)} a second on 2 cores`,
    `${whole(perSecond / 2)} a second`,
  ];
  const idle = toIdleMs.map((ms) => ms.toFixed(0)).join(' to ');
  return table([
    ['what', 'measured', 'on one core'],
    ['pages of 50 transactions that were not requested before, gateway to PostgreSQL', ...onTwo(fresh)],
    ['the same page again, from the cache of the gateway', ...onTwo(cached)],
    ['corrections without their runs', ...onTwo(corrections)],
    [
      'a change of one value until IDLE, 1,000 to 100,000 events',
      `${idle} ms`,
      `at least ${whole(1000 / toIdleMsMax)} a second`,
    ],
    ['runs from nothing that write every row, 1,000 events each', ...onTwo(runs)],
    [
      'such a run of 100,000 events, of 1,000,000',
      `${run(100_000).toFixed(1)} s, ${whole(run(1_000_000))} s`,
      '',
    ],
    [
      'import of 100,000 events, of 1,000,000',
      `${imported(100_000).toFixed(1)} s, ${whole(imported(1_000_000))} s`,
      '',
    ],
    [
      'memory of an import, of a run of 1,000,000 events',
      `${(importMb / 1000).toFixed(1)} GB, ${RESULTS.gigabytesOfLargeRun.toFixed(1)} GB`,
      '',
    ],
    [
      'disk, 1,000,000 events and their figures, with indexes',
      `${(bytesPerEvent / 1000).toFixed(1)} GB`,
      `${(bytesPerEvent / 1000).toFixed(1)} KB an event`,
    ],
  ]);
}

const USERS = [10_000, 100_000, 1_000_000];

/** The arithmetic for three sizes of installation; the document lists the assumptions beside it. */
export function arithmeticTable(): string {
  const pagesPerCore = fresh / 2 / 2;
  const changesPerCore = 1000 / toIdleMsMax / 2;
  const requests = (users: number): number => ((users * 0.1 * 60) / 3600) * 3;
  const changes = (users: number): number => ((users * 0.1 * 5) / 3600) * 3;
  const imports = (users: number): number => users / 14_400;
  const rebuildSeconds = (users: number): number => users * (0.99 / runs + 0.01 * run(100_000));
  const row = (what: string, of: (users: number) => string, how: string): string[] => [
    what,
    ...USERS.map(of),
    how,
  ];
  return table([
    ['for', ...USERS.map((users) => `${whole(users)} users`), 'how'],
    row(
      'requests a second at the peak',
      (users) => whole(requests(users)),
      'users × 10 % × 60 / 3,600 s × 3',
    ),
    row(
      'cores for them, at half load',
      (users) => rough(requests(users) / pagesPerCore),
      `/ ${whole(pagesPerCore)}`,
    ),
    row(
      'corrections a second at the peak',
      (users) => whole(changes(users)),
      'users × 10 % × 5 / 3,600 s × 3',
    ),
    row(
      'cores for them and their runs',
      (users) => rough(changes(users) / changesPerCore),
      `/ ${whole(changesPerCore)}`,
    ),
    row('imports a second at night', (users) => rough(imports(users)), 'users / 14,400 s'),
    row(
      'cores for them and their runs',
      (users) => rough((imports(users) * toIdleMsMax) / 1000),
      `× ${toIdleMsMax.toFixed(0)} ms`,
    ),
    row('events', (users) => events(users * 2000), 'users × 2,000'),
    row(
      'disk, without WAL and backups',
      (users) => bytes(users * 2000 * bytesPerEvent),
      `× ${(bytesPerEvent / 1000).toFixed(1)} KB`,
    ),
    row(
      'all figures from nothing, one worker',
      (users) => duration(rebuildSeconds(users)),
      `users × (99 % × ${whole(1000 / runs)} ms + 1 % × ${run(100_000).toFixed(1)} s)`,
    ),
    row(
      'the same, eight workers',
      (users) => duration(rebuildSeconds(users) / 8),
      '/ 8, if the database keeps up, which was not measured',
    ),
  ]);
}

function events(count: number): string {
  return count < 1e9 ? `${whole(count / 1e6)} million` : `${whole(count / 1e9)} billion`;
}

function bytes(count: number): string {
  return count < 1e12 ? `${whole(count / 1e9)} GB` : `${(count / 1e12).toFixed(1)} TB`;
}

function duration(seconds: number): string {
  const hours = seconds / 3600;
  if (hours < 1) return `${whole(seconds / 60)} min`;
  return hours < 10 && hours % 1 > 0.05 ? `${hours.toFixed(1)} h` : `${whole(hours)} h`;
}

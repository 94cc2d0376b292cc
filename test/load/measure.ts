/** One measured run: what the driver saw, the resources that both sides used, and whether the run counts. */
import type { DriverResult, Reasons, StartDriver } from './drivers/driver.ts';
import { type Usage, Watch, watchMachine } from './bed/processes.ts';

/** The figures of one run: one line of a table. */
export interface Measurement {
  readonly name: string;
  /** What the throughput counts per second. */
  readonly unit: string;
  readonly throughput: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly errors: number;
  readonly reasons: Reasons;
  /** Number of sampled responses that were wrong. */
  readonly wrong: number;
  /** Why the run is void, or null. */
  readonly void: string | null;
  /** Shares of one core; null when not known. */
  readonly cpu: {
    readonly service: number | null;
    readonly driver: number | null;
    readonly database: number | null;
    /** Everything else on this machine: when this is high, the figures are those of a busy machine. */
    readonly others: number | null;
  };
  /** Resident memory of the service, MB. */
  readonly rss: { readonly start: number; readonly end: number } | null;
}

export interface WatchedProcesses {
  /** The processes of the service under test; null when the driver itself is measured. */
  readonly service: readonly number[] | null;
  readonly database?: number;
}

/** Counts the wrong responses among those that a driver kept. */
export type Check = (driven: DriverResult) => Promise<number> | number;

const DRIVER_CPU_MAX = 0.8;
const SERVICE_CPU_MIN = 0.95;

/** Runs a driver and measures both sides; afterwards `check` checks a sample of the responses. */
export async function measure(
  { name, unit = 'requests' }: { readonly name: string; readonly unit?: string },
  watched: WatchedProcesses,
  start: StartDriver,
  check: Check = () => 0,
): Promise<Measurement> {
  const before = Watch.of(watched.service ?? []);
  const database = watched.database === undefined ? null : Watch.of([watched.database], true);
  const machine = watchMachine();
  const running = await start();
  const driving = Watch.of([running.pid]);
  const [service, driver] = watched.service === null ? [driving, null] : [before, driving];
  let driven: DriverResult;
  let used: { service: Usage | null; driver: Usage | null; database: Usage | null };
  try {
    driven = await running.result;
  } finally {
    used = {
      service: service?.stop() ?? null,
      driver: driver?.stop() ?? null,
      database: database?.stop() ?? null,
    };
  }
  const busy = machine();
  const known = [used.service, used.driver, used.database].reduce((sum, each) => sum + (each?.cpu ?? 0), 0);
  const wrong = await check(driven);
  return {
    name,
    unit,
    throughput: driven.requests / driven.seconds,
    p50: driven.p50,
    p95: driven.p95,
    p99: driven.p99,
    p999: driven.p999,
    errors: driven.errors,
    reasons: driven.reasons,
    wrong,
    void: reasonToVoid(driven, wrong, used),
    cpu: {
      service: used.service?.cpu ?? null,
      driver: used.driver?.cpu ?? null,
      database: used.database?.cpu ?? null,
      others: busy === null ? null : Math.max(0, busy - known),
    },
    rss: used.service === null ? null : { start: used.service.rssStartMb, end: used.service.rssEndMb },
  };
}

/** Returns why a run is void, or null: errors, no or wrong responses, or a driver that was the bottleneck. */
export function reasonToVoid(
  { requests, errors, reasons }: Pick<DriverResult, 'requests' | 'errors' | 'reasons'>,
  wrong: number,
  used: { readonly service: Pick<Usage, 'cpu'> | null; readonly driver: Pick<Usage, 'cpu'> | null },
): string | null {
  if (errors > 0) return `${String(errors)} errors: ${worded(reasons)}`;
  if (requests === 0) return 'nothing was answered';
  if (wrong > 0) return `${String(wrong)} wrong answers`;
  const [driver, service] = [used.driver?.cpu ?? 0, used.service?.cpu ?? 1];
  if (driver > DRIVER_CPU_MAX && service < SERVICE_CPU_MIN)
    return `the driver was the bottleneck (${percent(driver)} of a core, the service ${percent(service)})`;
  return null;
}

/** Returns reasons with their counts as text. */
export function worded(reasons: Reasons): string {
  return Object.entries(reasons)
    .map(([reason, count]) => `${String(count)} × ${reason}`)
    .join(', ');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

/** Returns the run with the median throughput. */
export function medianOf(turns: readonly Measurement[]): Measurement {
  const sorted = turns.toSorted((a, b) => a.throughput - b.throughput);
  return sorted[Math.floor(sorted.length / 2)] as Measurement;
}

/** What is measured: one registry, from which /metrics of the health port is answered (docs/observability.md). */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Base units in the name: `_seconds`, `_bytes`; counters end in `_total`. */
type MetricName = `ctx_${string}`;

/** Everything this process measures. */
export const registry = new Registry();

/** A number that only grows. Labels hold names out of our own tables, never what a request brought along. */
export function counter<Label extends string = never>(
  name: `${MetricName}_total`,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
}

/** A number that rises and falls; `collect` sets it when it is asked for, and must not throw. */
export function gauge<Label extends string = never>(
  name: MetricName,
  help: string,
  labelNames: readonly Label[] = [],
  collect?: (gauge: Gauge<Label>) => void | Promise<void>,
): Gauge<Label> {
  return new Gauge<Label>({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    ...(collect === undefined
      ? {}
      : {
          collect(this: Gauge<Label>) {
            return collect(this);
          },
        }),
  });
}

/** Bounds of durations of requests, in seconds. */
export const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** Bounds of durations of runs and imports, in seconds. */
export const WORK_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600] as const;

/** How values spread over `buckets`. */
export function histogram<Label extends string = never>(
  name: MetricName,
  help: string,
  labelNames: readonly Label[],
  buckets: readonly number[],
): Histogram<Label> {
  return new Histogram({
    name,
    help,
    labelNames: [...labelNames],
    buckets: [...buckets],
    registers: [registry],
  });
}

/** Measures the process too (event loop, heap, garbage, CPU, file descriptors); every line has the label `component`. */
export function startMetrics(component: string): void {
  registry.setDefaultLabels({ component });
  collectDefaultMetrics({ register: registry });
}

/** The text of /metrics and its type. */
export async function renderMetrics(): Promise<{ readonly type: string; readonly text: string }> {
  return { type: registry.contentType, text: await registry.metrics() };
}

const CACHE_MS = 5000;
const READ_MS_MAX = 2000;
const refreshes = new Set<() => Promise<void>>();

const refreshAll = async (): Promise<void> => {
  await Promise.all([...refreshes].map((refresh) => refresh()));
};

const sourceUp = gauge(
  'ctx_scrape_source_up',
  'Whether the gauges that are read from the database at a scrape could be read (1) or not (0)',
  ['source'],
  refreshAll,
);
const sourceErrors = counter(
  'ctx_scrape_source_errors_total',
  'Failed reads of the gauges that come from the database',
  ['source'],
);

/** A gauge whose value is read from the database at a scrape (see `readAtScrape`). */
export function scrapedGauge(name: MetricName, help: string): Gauge {
  const made = gauge(name, help, [], refreshAll);
  // Not measured is not nought.
  made.set(NaN);
  return made;
}

/**
 * Reads `gauges` by one statement at a scrape, at most every 5 s and for at most 2 s. A failure fails no scrape: the gauges
 * are NaN then and `ctx_scrape_source_up` is 0.
 */
export function readAtScrape<Figure extends string>(
  source: string,
  gauges: Readonly<Record<Figure, Gauge>>,
  read: () => Promise<Readonly<Record<Figure, number>> | undefined>,
): void {
  let readAtMs = -Infinity;
  let reading: Promise<void> = Promise.resolve();
  const set = (figures: Readonly<Record<Figure, number>> | undefined): void => {
    for (const figure of Object.keys(gauges) as Figure[]) gauges[figure].set(figures?.[figure] ?? NaN);
    sourceUp.set({ source }, figures === undefined ? 0 : 1);
    if (figures === undefined) sourceErrors.inc({ source });
  };
  sourceErrors.inc({ source }, 0);
  refreshes.add(() => {
    if (performance.now() - readAtMs >= CACHE_MS) {
      readAtMs = performance.now();
      reading = within(READ_MS_MAX, read()).then(set, () => {
        set(undefined);
      });
    }
    return reading;
  });
}

function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('the figures took too long'));
    }, timeoutMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

/** Seconds since `startedAt` of `performance.now()`. */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}

/** Metrics: one registry, which /metrics on the health port returns (docs/observability.md). */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from './with-timeout.ts';

/** Names end in a base unit (`_seconds`, `_bytes`); names of counters end in `_total`. */
type MetricName = `ctx_${string}`;

/** All metrics of this process. */
export const registry = new Registry();

/** A number that only grows. Label values come from our own tables, never from a request. */
export function counter<Label extends string = never>(
  name: `${MetricName}_total`,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
}

/** A number that rises and falls. `collect` sets it at each scrape and must not throw. */
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

/** Histogram buckets for requests, in seconds. */
export const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** Histogram buckets for runs and imports, in seconds. */
export const WORK_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600] as const;

/** The distribution of values over `buckets`. */
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

/** Adds metrics of the process (event loop, heap, garbage collection, CPU, file descriptors) and the label `component` on all. */
export function startMetrics(component: string): void {
  registry.setDefaultLabels({ component });
  collectDefaultMetrics({ register: registry });
}

/** Returns the text of /metrics and its content type. */
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
  // Not yet read is not zero.
  made.set(NaN);
  return made;
}

/**
 * Sets `gauges` by one statement at a scrape, at most every 5 s (or `cacheMs`) and for at most 2 s. A failed read does not fail the scrape: the
 * gauges become NaN and `ctx_scrape_source_up` becomes 0.
 */
export function readAtScrape<Figure extends string>(
  source: string,
  gauges: Readonly<Record<Figure, Gauge>>,
  read: () => Promise<Readonly<Record<Figure, number>> | undefined>,
  cacheMs = CACHE_MS,
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
    if (performance.now() - readAtMs >= cacheMs) {
      readAtMs = performance.now();
      const figures = withTimeout(read(), READ_MS_MAX, () => new Error('reading the gauges took too long'));
      reading = figures.then(set, () => {
        set(undefined);
      });
    }
    return reading;
  });
}

/** Returns the seconds since `startedAt`, a value of `performance.now()`. */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}

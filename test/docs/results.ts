/** The last measured figures, from test/load/results.json: the one place that the documents take them from. */
import results from '../load/results.json' with { type: 'json' };
import type { Series } from '../load/growth-results.ts';
import type { Suite, TargetName } from '../load/targets.ts';

/** One measured run, with the columns that the documents show. CPU is a share of one core; null where it was not measured. */
export interface Line {
  readonly name: string;
  readonly unit: string;
  readonly throughput: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpu: { readonly service: number | null; readonly database: number | null };
}

export interface PerformanceResults {
  readonly machine: {
    readonly cores: number;
    readonly memoryGb: number;
    readonly node: string;
    readonly postgresql: string;
  };
  readonly targets: Readonly<Partial<Record<TargetName, { readonly figure: number; readonly but?: string }>>>;
  readonly suites: Readonly<Record<Suite, readonly Line[]>>;
  /** Medians in ms by kind of correction, for users of 1,000 and of 100,000 events. */
  readonly correctionToIdleMs: Readonly<Record<string, readonly number[]>>;
  readonly engine: readonly {
    readonly events: number;
    readonly bareLoopMs: number;
    readonly engineMs: number;
  }[];
  readonly memory: readonly {
    readonly service: string;
    readonly load: string;
    readonly startMb: number;
    readonly endMb: number;
    readonly growth: number;
  }[];
  /** Shares of a service's own time, in percent. */
  readonly profile: Readonly<
    Record<Suite, { readonly packages: readonly Share[]; readonly functions: readonly Share[] }>
  >;
  /** The import-memory series is a picture alone and has no lines here. */
  readonly growth: readonly (Pick<Series, 'id' | 'title'> & Partial<Series>)[];
  readonly population: readonly Series[];
  readonly night: readonly Series[];
  readonly bytesOnDiskPerEvent: number;
  /** Resident memory of a run of 1,000,000 events. */
  readonly gigabytesOfLargeRun: number;
  /** Heap limits in which a large run completed: the default limit, and a larger one for more events. */
  readonly heapOfLargeRun: { readonly inDefault: HeapLimit; readonly inMore: HeapLimit };
}

interface HeapLimit {
  readonly events: number;
  readonly mb: number;
}

type Share = readonly (string | number)[];

// TypeScript infers a type of each line's name, which fits no record of lines.
export const RESULTS = results as unknown as PerformanceResults;

/** A run of a load test by its name. Throws when there is none. */
export function lineOf(suite: Suite, name: string): Line {
  const line = RESULTS.suites[suite].find((each) => each.name === name);
  if (line === undefined) throw new Error(`test/load/results.json has no run "${name}" of ${suite}`);
  return line;
}

/** One value of a growth series. Throws when there is none. */
export function growthAt(id: string, line: string, x: number): number {
  const point = RESULTS.growth.find((each) => each.id === id)?.lines?.[line]?.find((each) => each.x === x);
  if (point === undefined) throw new Error(`test/load/results.json has no ${line} at ${String(x)} in ${id}`);
  return point.y;
}

/** The sizes in docs/operations/sizes.md: what the chart requests, from its values, and when to give more, from the measured figures. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { table } from '../load/report.ts';
import { lineOf, RESULTS } from './results.ts';

interface Resources {
  readonly requests: { readonly cpu: string; readonly memory: string };
  readonly limits: { readonly memory: string };
}

type Component = 'gateway' | 'read' | 'corrections' | 'recalc' | 'migrations' | 'tools';

interface Values extends Readonly<Record<Component, { readonly resources: Resources }>> {
  readonly recalc: {
    readonly resources: Resources;
    readonly largeRuns: { readonly events: number };
  };
}

const values = parse(
  readFileSync(new URL('../../charts/crypto-tax/values.yaml', import.meta.url), 'utf8'),
) as Values;

const page = lineOf('gateway', 'GET, each page once');
/** Processor time of one request, in ms: a share of one core, divided by the requests a second. */
const cpuMs = (share: number | null): string => (((share ?? NaN) * 1000) / page.throughput).toFixed(1);
const whole = (value: number): string => value.toLocaleString('en');
const kilobytesPerEvent = (RESULTS.bytesOnDiskPerEvent / 1000).toFixed(1);

/** One row for each component: its requests, its memory limit, and when to give it more. */
export function sizesTable(): string {
  const row = (component: Component, more: string): string[] => {
    const { requests, limits } = values[component].resources;
    return [component, `${requests.cpu}, ${requests.memory}`, limits.memory, more];
  };
  return table([
    ['component', 'requests', 'memory limit', 'when to give more'],
    row(
      'gateway',
      '`CtxEventLoopLag` names it, or its CPU is above 70 %: add replicas (`gateway.autoscaling.enabled`), because a process uses one core',
    ),
    row(
      'read',
      `the same (\`read.autoscaling.enabled\`). A page of 50 transactions costs gateway and read together ${cpuMs(page.cpu.service)} ms of CPU time, and PostgreSQL ${cpuMs(page.cpu.database)} ms`,
    ),
    row(
      'corrections',
      'corrections wait for a connection (`CtxPoolExhausted`), imports for their turn (`CtxImportsBusy`). Imports are spooled to disk, so a large file needs no more memory',
    ),
    row(
      'recalc',
      '`CtxQueueAge` fires: add replicas or enable `recalc.keda.enabled`. The memory limit is `recalc.largeRuns.memoryMbMax` plus 512Mi and a reserve',
    ),
    row('migrations', 'never needed so far'),
    row('tools', 'never needed so far'),
    [
      'PostgreSQL, to start with',
      '2 cores, 4Gi',
      '',
      `Connections: the sum of all pools. Disk: ${kilobytesPerEvent} KB per event with indexes, twice that while autovacuum is behind, plus WAL`,
    ],
    ['NATS, per server', '100m, 128Mi', '', 'never needed so far: the stream holds at most 64 MB'],
  ]);
}

const { events } = values.recalc.largeRuns;
const { inDefault: heap, inMore: largeHeap } = RESULTS.heapOfLargeRun;

/** Which users are large, and the memory that their runs need. */
export function largeRunsText(): string {
  return `Runs that compute up to ${whole(events)} events (\`recalc.largeRuns.events\`) are in the main thread of recalc: all runs of
smaller users, and those of larger users after a change that reaches few events. A larger run is alone in a worker thread, whose heap is
limited by \`recalc.largeRuns.memoryMbMax\`. The default of ${whole(heap.mb)} MB is enough for ${whole(heap.events)} events. ${whole(largeHeap.events)} events need ${whole(largeHeap.mb)} MB and a memory limit of 4Gi.
`;
}

/** The inside of a driver that is a program of this repository: it prepares first, then loads the service. */
import { createInterface } from 'node:readline';
import { countOf, type DriverResult, type KeptResponse, type Reasons } from './driver.ts';

/** Reads the input, prepares, prints `ready`, waits for the start signal, runs, prints the results, and ends. */
export async function serveDriver<Input>(
  prepare: (input: Input) => Promise<() => Promise<DriverResult>>,
): Promise<void> {
  const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
  const first = await lines.next();
  const drive = await prepare(JSON.parse(String(first.value)) as Input);
  process.stdout.write('ready\n');
  await lines.next();
  const driven = await drive();
  process.stdout.write(`${JSON.stringify(driven)}\n`);
  // The parent reads the processor time of this process until it closes standard input.
  await lines.next();
  process.exit(0);
}

export interface Loop {
  /** Number of concurrent requests. */
  readonly clients: number;
  readonly seconds: number;
  /** Most requests to send, when the inputs may run out. */
  readonly count?: number;
}

const KEPT_MAX = 20;

/**
 * Works in a closed loop: each client sends the next request when it has the response. `work` resolves with the body of the
 * response if it is to be kept, and rejects for an error.
 */
export async function closedLoop(
  { clients, seconds, count = Infinity }: Loop,
  work: (index: number, keep: boolean) => Promise<string | null>,
): Promise<DriverResult> {
  const latencies: number[] = [];
  const kept: KeptResponse[] = [];
  const failures = new Failures();
  let next = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const keepEvery = 97;
  const client = async (): Promise<void> => {
    while (next < count && performance.now() < endsAt) {
      const index = next;
      next += 1;
      const askedAt = performance.now();
      try {
        const body = await work(index, index % keepEvery === 0 && kept.length < KEPT_MAX);
        latencies.push(performance.now() - askedAt);
        if (body !== null) kept.push({ index, body });
      } catch (error) {
        failures.add(error);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - startedAt) / 1000;
  return {
    requests: latencies.length,
    seconds: elapsed,
    ...percentiles(latencies),
    ...failures.counted(),
    kept,
  };
}

const REASONS_MAX = 5;

/** Counts failed requests by the message of their error. */
export class Failures {
  readonly #counts = new Map<string, number>();

  add(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  /** Returns the number of all failures, and the most frequent reasons. */
  counted(): { readonly errors: number; readonly reasons: Reasons } {
    const sorted = [...this.#counts].sort(([, a], [, b]) => b - a);
    const { errors } = countOf(Object.fromEntries(sorted));
    return { errors, reasons: Object.fromEntries(sorted.slice(0, REASONS_MAX)) };
  }
}

/** Returns p50, p95, p99 and p99.9 of times. */
export function percentiles(times: readonly number[]): {
  p50: number;
  p95: number;
  p99: number;
  p999: number;
} {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), p999: at(0.999) };
}

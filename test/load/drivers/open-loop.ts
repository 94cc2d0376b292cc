/**
 * An open loop: arrivals come at their rate, also when earlier ones have no response yet, and each is timed from when it was due. A closed
 * loop would wait with a slow service, and so hide how long its callers wait.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { DriverResult, KeptResponse, OperationResult, Second } from './driver.ts';
import { Failures, percentiles } from './program.ts';

/** A part of an open loop: the rate of arrivals changes evenly from `from` to `to`, both a second. */
export interface Stage {
  readonly seconds: number;
  readonly from: number;
  readonly to: number;
}

/** Requests that are timed together, one after the other, such as a change and the wait for its figures. */
export interface Operation<Request> {
  readonly name: string;
  readonly requests: readonly Request[];
}

/** The operations of one arrival, one after the other. The first that fails ends the arrival. */
export type Arrival<Request> = readonly Operation<Request>[];

/** The arrivals of an open loop, which take turns. */
export interface OpenLoop<Request> {
  readonly stages: readonly Stage[];
  readonly arrivals: readonly Arrival<Request>[];
}

const KEPT_MAX = 20;
const KEEP_EVERY = 97;

/** Yields the seconds at which arrivals are due. */
export function* arrivalTimes(stages: readonly Stage[]): Generator<number> {
  let [startedAt, arrived, next] = [0, 0, 0];
  for (const stage of stages) {
    const end = arrived + ((stage.from + stage.to) / 2) * stage.seconds;
    for (; next < end; next += 1) yield startedAt + secondsUntil(next - arrived, stage);
    startedAt += stage.seconds;
    arrived = end;
  }
}

/** Returns how long a stage takes until `count` have arrived: the smaller root of from × t + (to − from) ÷ (2 × seconds) × t² = count. */
function secondsUntil(count: number, { seconds, from, to }: Stage): number {
  if (count === 0) return 0;
  const half = (to - from) / (2 * seconds);
  return (2 * count) / (from + Math.sqrt(Math.max(0, from * from + 4 * half * count)));
}

/** Returns arrivals of one request each, and the stage in which they come at a constant rate. */
export function atRate<Request>(
  rate: number,
  seconds: number,
  requests: readonly Request[],
): OpenLoop<Request> {
  return {
    stages: [{ seconds, from: rate, to: rate }],
    arrivals: requests.map((request) => [{ name: 'request', requests: [request] }]),
  };
}

/** Sends the requests of arrivals when they are due. `send` resolves with the body of a response and rejects for an error. */
export async function openLoop<Request>(
  { stages, arrivals }: OpenLoop<Request>,
  send: (request: Request, index: number) => Promise<string>,
): Promise<DriverResult> {
  const startedAt = performance.now();
  const outcomes = new Outcomes(startedAt);
  const kept: KeptResponse[] = [];
  const serve = async (index: number, dueAt: number): Promise<void> => {
    let begunAt = dueAt;
    for (const { name, requests } of arrivals[index % arrivals.length] ?? []) {
      try {
        let body = '';
        for (const request of requests) body = await send(request, index);
        outcomes.add(name, performance.now() - begunAt);
        if (index % KEEP_EVERY === 0 && kept.length < KEPT_MAX)
          kept.push({ index: index % arrivals.length, body });
      } catch (error) {
        outcomes.fail(name, error);
        return;
      }
      begunAt = performance.now();
    }
  };
  const all: Promise<void>[] = [];
  for (const second of arrivalTimes(stages)) {
    const dueAt = startedAt + second * 1000;
    while (performance.now() < dueAt) await pause(1);
    all.push(serve(all.length, dueAt));
  }
  await Promise.all(all);
  return { ...outcomes.result(), kept };
}

/** The outcomes of operations: of all, of each by name, and of each second. */
class Outcomes {
  readonly #startedAt: number;
  readonly #all = new Outcome();
  readonly #byName = new Map<string, Outcome>();
  readonly #bySecond = new Map<number, Outcome>();

  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  add(name: string, ms: number): void {
    for (const outcome of this.#concerned(name)) outcome.times.push(ms);
  }

  fail(name: string, error: unknown): void {
    for (const outcome of this.#concerned(name)) outcome.failures.add(error);
  }

  result(): DriverResult & { readonly operations: OperationResult[]; readonly course: Second[] } {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const operations = [...this.#byName].map(([name, outcome]) => ({ name, ...outcome.result(seconds) }));
    const course = [...this.#bySecond]
      .sort(([one], [other]) => one - other)
      .map(([second, outcome]) => ({ second, ...outcome.result(1) }));
    return { ...this.#all.result(seconds), operations, course };
  }

  #concerned(name: string): Outcome[] {
    const second = Math.floor((performance.now() - this.#startedAt) / 1000);
    return [this.#all, outcomeOf(this.#byName, name), outcomeOf(this.#bySecond, second)];
  }
}

class Outcome {
  readonly times: number[] = [];
  readonly failures = new Failures();

  result(seconds: number): DriverResult {
    const { times, failures } = this;
    return { requests: times.length, seconds, ...percentiles(times), ...failures.counted() };
  }
}

function outcomeOf<Key>(outcomes: Map<Key, Outcome>, key: Key): Outcome {
  const known = outcomes.get(key) ?? new Outcome();
  outcomes.set(key, known);
  return known;
}

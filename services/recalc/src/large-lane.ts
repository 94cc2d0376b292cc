/** Runs of large users, one at a time in a thread of its own: with limits of time and memory, and holding nobody up. */
import { Worker } from 'node:worker_threads';
import type { LargeRun, LargeRunEnd } from './large-run.ts';
import type { LargeLane, Runner } from './run.ts';
import { type Claim, failRun, keepLease, releaseClaim } from './state.ts';

export interface LaneSettings {
  readonly databaseUrl: string;
  readonly logLevel: string;
  readonly eventsMin: number;
  readonly memoryMbMax: number;
  readonly runMsMax: number;
  /** Called when a run has ended and another of the user is still to come. */
  readonly onMore: (userId: number) => void;
}

/** What became of a thread: how its run ended, or why it is no more. */
type Ended = LargeRunEnd | { readonly failure: string };

/** The lane of one process. */
export class WorkerLane implements LargeLane {
  readonly eventsMin: number;
  readonly #runner: Omit<Runner, 'largeLane'>;
  readonly #settings: LaneSettings;
  #running: { readonly claim: Claim; readonly thread: Worker; readonly done: Promise<void> } | null = null;
  #isStopped = false;

  constructor(runner: Omit<Runner, 'largeLane'>, settings: LaneSettings) {
    this.#runner = runner;
    this.#settings = settings;
    this.eventsMin = settings.eventsMin;
  }

  get isBusy(): boolean {
    return this.#running !== null || this.#isStopped;
  }

  start(claim: Claim): void {
    const { databaseUrl, logLevel, memoryMbMax } = this.#settings;
    const thread = new Worker(new URL('./large-run.ts', import.meta.url), {
      workerData: { claim, databaseUrl, logLevel } satisfies LargeRun,
      // The flag --max-old-space-size of the process, if it is given, stands above this.
      resourceLimits: { maxOldGenerationSizeMb: memoryMbMax },
    });
    this.#running = { claim, thread, done: this.#follow(claim, thread) };
  }

  /** Ends what runs; another worker takes it up. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const running = this.#running;
    await running?.thread.terminate();
    await running?.done;
  }

  async #follow(claim: Claim, thread: Worker): Promise<void> {
    const { pool, log, leaseMs } = this.#runner;
    // Here, because the thread computes for seconds without a pause.
    const endLease = keepLease(pool, log, claim, leaseMs);
    const { runMsMax } = this.#settings;
    let failure = 'the run ended without an answer';
    const limit = setTimeout(() => {
      failure = `the run took longer than ${String(runMsMax / 1000)} s`;
      void thread.terminate();
    }, runMsMax);
    const ended = await endOf(thread, () => failure);
    endLease();
    clearTimeout(limit);
    this.#running = null;
    await this.#settle(claim, ended);
  }

  async #settle(claim: Claim, ended: Ended): Promise<void> {
    const { pool, log, onStatus, onEnded } = this.#runner;
    const { userId, attempts } = claim;
    if ('end' in ended && ended.end !== null) onEnded(ended.end);
    try {
      if (this.#isStopped && 'failure' in ended) await releaseClaim(pool, claim);
      else if ('failure' in ended) {
        log.error({ userId, attempts, failure: ended.failure }, 'large run failed');
        const isParked = await failRun(pool, claim, ended.failure);
        if (isParked) log.error({ userId, attempts }, 'run parked');
        onEnded({ outcome: isParked ? 'parked' : 'failed', scope: 'unknown', seconds: 0, events: 0 });
      } else if (ended.status !== null) {
        onStatus(userId, ended.status);
        if (ended.status !== 'IDLE') this.#settings.onMore(userId);
      }
    } catch (error) {
      // The lease runs out and the sweep takes the user up again.
      log.error({ err: error, userId }, 'end of a large run not recorded');
    }
  }
}

function endOf(thread: Worker, failure: () => string): Promise<Ended> {
  return new Promise((resolve) => {
    thread.once('message', (end: LargeRunEnd) => {
      resolve(end);
    });
    thread.once('error', (error: Error) => {
      const isMemory = (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
      resolve({ failure: isMemory ? 'the run took more memory than a run may' : error.message });
    });
    thread.once('exit', () => {
      resolve({ failure: failure() });
    });
  });
}

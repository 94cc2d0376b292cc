/** Runs large users one at a time in a thread with limits of time and memory, so that they delay nobody else. */
import { LimitedThread, type ThreadFailure, type ThreadLimits } from '@ctx/platform/limited-thread';
import type { LargeRun, LargeRunEnd } from './large-run.ts';
import { NOTHING_SAVED } from '../metrics.ts';
import type { LargeRuns, Runner } from '../runs/run.ts';
import { type Claim, failRun, keepLease, releaseClaim } from '../state.ts';

export interface LargeRunSettings extends ThreadLimits {
  /** Returns the address for a run: its password may change. */
  readonly databaseUrl: () => string;
  readonly logLevel: string;
  readonly eventsMin: number;
  /** Called before a run starts, once it is claimed: ends other work that uses a thread. */
  readonly makeRoom: () => Promise<void>;
  /** Called when a run has ended and another run of the same user is still to come. */
  readonly onMore: (userId: number) => void;
}

/** The large-run worker of one process. */
export class LargeRunWorker implements LargeRuns {
  readonly eventsMin: number;
  readonly #runner: Omit<Runner, 'largeRuns'>;
  readonly #settings: LargeRunSettings;
  #running: Promise<void> | null = null;
  #thread: LimitedThread<LargeRunEnd> | null = null;
  #isStopped = false;

  constructor(runner: Omit<Runner, 'largeRuns'>, settings: LargeRunSettings) {
    this.#runner = runner;
    this.#settings = settings;
    this.eventsMin = settings.eventsMin;
  }

  get isBusy(): boolean {
    return this.#running !== null || this.#isStopped;
  }

  start(claim: Claim): void {
    this.#running = this.#run(claim);
  }

  /** Ends the current run; another worker takes it over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const running = this.#running;
    await this.#thread?.end('the service ended');
    await running;
  }

  async #run(claim: Claim): Promise<void> {
    const { pool, log, leaseMs } = this.#runner;
    // Here, because the thread computes for seconds without yielding.
    const endLease = keepLease(pool, log, claim, leaseMs);
    await this.#settings.makeRoom();
    const ended = this.#isStopped ? { failure: 'the service ended' } : await this.#runInThread(claim);
    endLease();
    this.#thread = null;
    this.#running = null;
    await this.#settle(claim, ended);
  }

  #runInThread(claim: Claim): Promise<LargeRunEnd | ThreadFailure> {
    const { databaseUrl, logLevel } = this.#settings;
    const task: LargeRun = { claim, databaseUrl: databaseUrl(), logLevel };
    this.#thread = new LimitedThread(new URL('./large-run.ts', import.meta.url), task, this.#settings, 'run');
    return this.#thread.ended;
  }

  async #settle(claim: Claim, ended: LargeRunEnd | ThreadFailure): Promise<void> {
    const { pool, log, onStatus, onEnded } = this.#runner;
    const { userId, attempts } = claim;
    if ('end' in ended && ended.end !== null) onEnded(ended.end);
    try {
      if (this.#isStopped && 'failure' in ended) await releaseClaim(pool, claim);
      else if ('failure' in ended) {
        log.error({ userId, attempts, failure: ended.failure }, 'large run failed');
        const isParked = await failRun(pool, claim, ended.failure);
        if (isParked) log.error({ userId, attempts }, 'run parked');
        onEnded({ ...NOTHING_SAVED, outcome: isParked ? 'parked' : 'failed', scope: 'unknown', seconds: 0 });
      } else if (ended.status !== null) {
        onStatus(userId, ended.status);
        if (ended.status !== 'IDLE') this.#settings.onMore(userId);
      }
    } catch (error) {
      // The lease runs out and the sweep takes the user up again.
      log.error({ err: error, userId }, 'end of a large run could not be recorded');
    }
  }
}

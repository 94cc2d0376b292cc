import { LIMITS } from '@ctx/domain/limits';
import { describe, expect, it } from '@jest/globals';
import { IdleWaits } from './idle-waits.ts';

const [FATIMA, TOM] = [1, 2];
const SECONDS = LIMITS.recalcWaitSecondsMax;
const PLACES = LIMITS.waitingCallsMax;
const { signal: STAYS } = new AbortController();

/** A run whose status is RUNNING until it has ended: by `end`, or at the read with the number `lastRead`. */
class Run {
  reads = 0;
  readonly #lastRead: number;
  #hasEnded = false;

  constructor(lastRead = Infinity) {
    this.#lastRead = lastRead;
  }

  readonly read = async (): Promise<{ status: string }> => {
    this.reads += 1;
    const status = this.#hasEnded || this.reads >= this.#lastRead ? 'IDLE' : 'RUNNING';
    await Promise.resolve();
    return { status };
  };

  end(): void {
    this.#hasEnded = true;
  }
}

function waitFor(waits: IdleWaits, userId: number, run: Run, signal = STAYS) {
  return waits.untilIdle(userId, { seconds: SECONDS, signal }, run.read);
}

/** Starts as many waits of one user as there are places. */
function takeAllPlaces(waits: IdleWaits, run: Run, signal = STAYS) {
  return Array.from({ length: PLACES }, () => waitFor(waits, FATIMA, run, signal));
}

describe('a call that waits for a recalculation', () => {
  it('is answered as soon as the run has ended', async () => {
    const run = new Run(3);
    await expect(waitFor(new IdleWaits(), FATIMA, run)).resolves.toEqual({ status: 'IDLE' });
    expect(run.reads).toBe(3);
  });

  it('reads once if it may wait 0 seconds', async () => {
    const run = new Run();
    const answer = new IdleWaits().untilIdle(FATIMA, { seconds: 0, signal: STAYS }, run.read);
    await expect(answer).resolves.toEqual({ status: 'RUNNING' });
    expect(run.reads).toBe(1);
  });

  it('is answered at once beyond the limit of its user, even if all calls arrive together', async () => {
    const [waits, run] = [new IdleWaits(), new Run()];
    const waiting = takeAllPlaces(waits, run);
    await expect(waitFor(waits, FATIMA, new Run(2))).resolves.toEqual({ status: 'RUNNING' });
    await expect(waitFor(waits, TOM, new Run(2))).resolves.toEqual({ status: 'IDLE' });
    run.end();
    await Promise.all(waiting);
  });

  it('frees its place when its client is gone', async () => {
    const [waits, client] = [new IdleWaits(), new AbortController()];
    const gone = takeAllPlaces(waits, new Run(), client.signal);
    client.abort();
    await Promise.all(gone);
    await expect(waitFor(waits, FATIMA, new Run(2))).resolves.toEqual({ status: 'IDLE' });
  });

  it('frees its place when a read fails', async () => {
    const waits = new IdleWaits();
    const fail = (): Promise<{ status: string }> => Promise.reject(new Error('no database'));
    const failing = Array.from({ length: PLACES }, () =>
      waits.untilIdle(FATIMA, { seconds: SECONDS, signal: STAYS }, fail),
    );
    await Promise.allSettled(failing);
    await expect(waitFor(waits, FATIMA, new Run(2))).resolves.toEqual({ status: 'IDLE' });
  });

  it('is answered with the present status when the process stops', async () => {
    const waits = new IdleWaits();
    const answer = waitFor(waits, FATIMA, new Run());
    waits.stop();
    await expect(answer).resolves.toEqual({ status: 'RUNNING' });
  });
});

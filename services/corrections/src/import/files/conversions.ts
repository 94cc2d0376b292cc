/** Converts the files of users one after the other, each in a thread with limits of time and memory. */
import { type Fault, faultOf } from '@ctx/converters/faults';
import { faultMessage } from '@ctx/domain/file-faults';
import { KeyedQueue, type QueueFault } from '@ctx/platform/keyed-queue';
import { LimitedThread, type ThreadLimits } from '@ctx/platform/limited-thread';
import type { PriceFile, PriceFileRequest } from '@ctx/proto/gen/ctx/v1/corrections';
import { faultsMessage } from './fault-messages.ts';
import type { ConversionAnswer, ConversionTask } from './convert-file.ts';
import type { ThreadTask } from './convert-thread.ts';
import { untilEnough } from './until-enough.ts';

/** Another file of the same user is being converted. */
export class RunningConversion extends Error {}

/** Too many files of other users are being converted or wait. */
export class ConversionsBusy extends Error {}

const THREAD = new URL('./convert-thread.ts', import.meta.url);
const PRICE_THREAD = new URL('./price-thread.ts', import.meta.url);
// The heap size of the process, which the image sets, wins over that of the thread: there the size of a file bounds the memory.
const LIMITS_OF_THREAD: ThreadLimits = { memoryMbMax: 256, processorMsMax: 20_000, msMax: 40_000 };
const UNDER_WAY_MAX = 8;
/** How long several files of one request are converted, so that the page with them is not late. */
const SEVERAL_MS_MAX = 15_000;

/** The conversions of one process. One at a time bounds their memory; the event loop stays free for corrections. */
export class Conversions {
  readonly #limits: ThreadLimits;
  readonly #queue = new KeyedQueue<number>({
    all: { runningMax: 1, underWayMax: UNDER_WAY_MAX },
    perKey: { underWayMax: 1 },
    createError: errorOf,
  });

  constructor(limits = LIMITS_OF_THREAD) {
    this.#limits = limits;
  }

  /**
   * Converts a file. One that takes too much time or memory has a fault that says so. Rejects with RunningConversion or
   * ConversionsBusy, and with the reason of `signal` if that aborts while the file waits.
   */
  run(userId: number, task: ConversionTask, signal: AbortSignal): Promise<ConversionAnswer> {
    return this.#queue.run(userId, () => this.#convert(task), signal);
  }

  /**
   * Converts the first of several files, in their order: at least one, and no further one after `msMax`. Rejects as `run` does. They share a
   * thread, because its start takes longer than an ordinary file: 0.4 s, and 1.5 s on a busy machine. If one of them takes too much time or
   * memory, each gets a thread of its own, so that only that one has a fault.
   */
  runSeveral(
    userId: number,
    tasks: readonly ConversionTask[],
    signal: AbortSignal,
    msMax = SEVERAL_MS_MAX,
  ): Promise<readonly ConversionAnswer[]> {
    return this.#queue.run(userId, () => this.#convertSeveral(tasks, msMax), signal);
  }

  async #convertSeveral(
    tasks: readonly ConversionTask[],
    msMax: number,
  ): Promise<readonly ConversionAnswer[]> {
    const together = await this.#inThread<readonly ConversionAnswer[]>(
      THREAD,
      threadTask(tasks, msMax),
      () => [],
    );
    if (together.length > 0) return together;
    const endMs = performance.now() + msMax;
    return untilEnough(
      tasks,
      (task) => this.#convert(task),
      () => performance.now() > endMs,
    );
  }

  async #convert(task: ConversionTask): Promise<ConversionAnswer> {
    const rejected = (fault: Fault): readonly ConversionAnswer[] => [{ faults: [fault] }];
    const [answer] = await this.#inThread(THREAD, threadTask([task], 0), rejected);
    if (answer === undefined) throw new Error('a file was not converted');
    return answer;
  }

  /** Reads a price file in the same way. */
  readPrices(userId: number, request: PriceFileRequest, signal: AbortSignal): Promise<PriceFile> {
    const rejected = (fault: Fault): PriceFile => ({
      prices: [],
      leftOut: 0,
      faults: faultsMessage([fault]),
    });
    return this.#queue.run(userId, () => this.#inThread(PRICE_THREAD, request, rejected), signal);
  }

  async #inThread<Answer extends object>(
    file: URL,
    task: object,
    rejected: (fault: Fault) => Answer,
  ): Promise<Answer> {
    const thread = new LimitedThread<Answer>(file, task, this.#limits, 'conversion');
    const ended = await thread.ended;
    if (!('failure' in ended)) return ended;
    if (!ended.failure.startsWith('the conversion took ')) throw new Error(ended.failure);
    return rejected(faultOf(null, null, faultMessage('TOO_SLOW')));
  }
}

function threadTask(tasks: readonly ConversionTask[], msMax: number): ThreadTask {
  return { tasks, msMax };
}

function errorOf(fault: QueueFault): Error {
  return fault === 'KEY_FULL' ? new RunningConversion() : new ConversionsBusy();
}

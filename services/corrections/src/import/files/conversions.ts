/** Converts the files of users one after the other, each in a thread with limits of time and memory. */
import { LimitedThread, type ThreadLimits } from '@ctx/platform/limited-thread';
import type { ConversionAnswer, ConversionTask } from './convert-file.ts';

/** Another file of the same user is being converted. */
export class ConversionRunning extends Error {}

/** Too many files of other users wait. */
export class ConversionsBusy extends Error {}

const THREAD = new URL('./convert-thread.ts', import.meta.url);
// The heap size of the process, which the image sets, wins over that of the thread: there the size of a file bounds the memory.
const LIMITS_OF_THREAD: ThreadLimits = { memoryMbMax: 256, msMax: 20_000 };
const WAITING_MAX = 8;

/** The conversions of one process. One at a time bounds their memory; the event loop stays free for corrections. */
export class Conversions {
  readonly #limits: ThreadLimits;
  readonly #userIds = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(limits = LIMITS_OF_THREAD) {
    this.#limits = limits;
  }

  /**
   * Converts a file. One that takes too much time or memory has a fault that says so. Rejects with ConversionRunning or
   * ConversionsBusy, and with the reason of `signal` if that aborts while the file waits.
   */
  async run(userId: number, task: ConversionTask, signal: AbortSignal): Promise<ConversionAnswer> {
    if (this.#userIds.has(userId)) throw new ConversionRunning();
    if (this.#userIds.size >= WAITING_MAX) throw new ConversionsBusy();
    this.#userIds.add(userId);
    const mine = this.#last.then(() => {
      signal.throwIfAborted();
      return this.#convert(task);
    });
    this.#last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      this.#userIds.delete(userId);
    }
  }

  async #convert(task: ConversionTask): Promise<ConversionAnswer> {
    const thread = new LimitedThread<ConversionAnswer>(THREAD, task, this.#limits, 'conversion');
    const ended = await thread.ended;
    if (!('failure' in ended)) return ended;
    if (!ended.failure.startsWith('the conversion took ')) throw new Error(ended.failure);
    const reason = 'takes too long or too much memory to read: export a shorter period';
    return { faults: [{ line: null, column: null, reason }] };
  }
}

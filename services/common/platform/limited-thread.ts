/** A thread with limits of time and memory that posts one answer. */
import { Worker } from 'node:worker_threads';

export interface ThreadLimits {
  readonly memoryMbMax: number;
  /** Time on the clock, which other work of the machine may take away. */
  readonly msMax: number;
  /** Processor time of the thread itself. */
  readonly processorMsMax?: number;
}

const PROCESSOR_CHECK_MS = 100;

/** Why a thread ended without its answer. */
export interface ThreadFailure {
  readonly failure: string;
}

/** Runs a module as a thread, which ends when the module has posted its answer and has nothing left to do. */
export class LimitedThread<Answer extends object> {
  /** What the module posted, or why it posted nothing. */
  readonly ended: Promise<Answer | ThreadFailure>;
  readonly #thread: Worker;
  #failure: string;

  /** `what` names the work in error messages. */
  constructor(
    module: URL,
    data: object,
    { memoryMbMax, msMax, processorMsMax = Infinity }: ThreadLimits,
    what: string,
  ) {
    this.#failure = `the ${what} ended without an answer`;
    this.#thread = new Worker(module, {
      workerData: data,
      // The flag --max-old-space-size of the process, if given, wins over this.
      resourceLimits: { maxOldGenerationSizeMb: memoryMbMax },
    });
    const limit = setTimeout(() => {
      void this.end(`the ${what} took longer than ${String(msMax / 1000)} s`);
    }, msMax);
    const isBounded = processorMsMax < Infinity;
    const checks = isBounded
      ? setInterval(() => void this.#endAfter(processorMsMax, what), PROCESSOR_CHECK_MS)
      : undefined;
    this.ended = this.#answer(what).finally(() => {
      clearTimeout(limit);
      clearInterval(checks);
    });
  }

  /** Ends the thread before its answer. */
  async end(reason: string): Promise<void> {
    this.#failure = reason;
    await this.#thread.terminate();
  }

  async #endAfter(processorMsMax: number, what: string): Promise<void> {
    // A thread that has ended has no usage any more.
    const usage = await this.#thread.cpuUsage().catch(() => null);
    if (usage === null || (usage.user + usage.system) / 1000 < processorMsMax) return;
    await this.end(`the ${what} took more than ${String(processorMsMax / 1000)} s of processor time`);
  }

  #answer(what: string): Promise<Answer | ThreadFailure> {
    return new Promise((resolve) => {
      this.#thread.once('message', (answer: Answer) => {
        resolve(answer);
      });
      this.#thread.once('error', (error: Error) => {
        const isMemory = (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
        resolve({ failure: isMemory ? `the ${what} took more memory than a ${what} may` : error.message });
      });
      this.#thread.once('exit', () => {
        resolve({ failure: this.#failure });
      });
    });
  }
}

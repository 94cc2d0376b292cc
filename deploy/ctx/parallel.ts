/** Work for many users, some of it at a time, with a progress bar, until it is done or somebody ends the command. */
import { KeyedQueue } from '@ctx/platform/keyed-queue';
import { parserUpTo } from './arguments.ts';
import { startBar } from './output.ts';

/** Four imports at a time keep a pod of corrections busy (docs/operations/feeding.md). */
export const PARALLEL_DEFAULT = 4;
/** A run uses a core, and a pod of recalc checks one user at a time. */
export const PARALLEL_OF_RUNS = 1;
const PARALLEL_MAX = 32;

/** Parses how much is done at a time. */
export const parseParallel = parserUpTo(PARALLEL_MAX);

interface ParallelWork<Item> {
  /** What the progress bar calls it, such as `importing`. */
  readonly activity: string;
  /** What the items are, in the plural. */
  readonly unit?: string;
  readonly items: readonly Item[];
  readonly parallel: number;
  /** Items of one key are worked on one after the other, in their order. */
  readonly keyOf: (item: Item) => unknown;
  /** Starts nothing more when it aborts. */
  readonly signal?: AbortSignal;
  readonly work: (item: Item) => Promise<void>;
}

/**
 * Works on all items, `parallel` at a time. Returns how many were not started because the signal aborted. When work fails, nothing more
 * is started, and the error is thrown after the work under way has ended.
 */
export async function workOnAll<Item>(given: ParallelWork<Item>): Promise<number> {
  const { activity, unit, items, parallel, keyOf, work, signal } = given;
  const queue = new KeyedQueue<unknown>({ all: { runningMax: parallel }, perKey: { runningMax: 1 } });
  const failed = new AbortController();
  const stop = signal === undefined ? failed.signal : AbortSignal.any([failed.signal, signal]);
  const bar = startBar(activity, items.length, unit);
  let notStarted = 0;
  const workOn = async (item: Item): Promise<void> => {
    if (stop.aborted) {
      notStarted += 1;
      return;
    }
    try {
      await work(item);
      bar?.increment();
    } catch (error) {
      failed.abort(error);
    }
  };
  await Promise.all(items.map((item) => queue.run(keyOf(item), () => workOn(item))));
  bar?.stop();
  failed.signal.throwIfAborted();
  return notStarted;
}

/** Does work with a signal that aborts at the first Ctrl+C or SIGTERM. The second one ends the process. */
export async function withInterrupt<Result>(
  work: (interrupted: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupted = new AbortController();
  const interrupt = (): void => {
    if (interrupted.signal.aborted) process.exit(EXIT_INTERRUPTED);
    interrupted.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await work(interrupted.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const EXIT_INTERRUPTED = 130;

/** Measures the memory of processes during long work. */
import { rssMb } from './bed/processes.ts';

const EVERY_MS = 1000;

/**
 * Samples memory every second while `work` runs. `growth` is the mean of the last third divided by the mean of the middle third;
 * the first third is left out, because caches fill and the garbage collector adapts in it.
 */
export async function soak<Result>(
  pids: readonly number[],
  work: () => Promise<Result>,
): Promise<{ result: Result; growth: number; samples: number[] }> {
  const samples: number[] = [];
  const timer = setInterval(() => {
    samples.push(pids.reduce((sum, pid) => sum + rssMb(pid), 0));
  }, EVERY_MS);
  try {
    const result = await work();
    return { result, growth: growthOf(samples), samples };
  } finally {
    clearInterval(timer);
  }
}

/** Returns the growth of the samples; NaN for fewer than three. */
export function growthOf(samples: readonly number[]): number {
  const third = Math.floor(samples.length / 3);
  const mean = (part: readonly number[]): number => part.reduce((sum, each) => sum + each, 0) / part.length;
  return mean(samples.slice(-third)) / mean(samples.slice(third, 2 * third));
}

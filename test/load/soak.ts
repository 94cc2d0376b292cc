/** Memory of processes while something runs for long. */
import { rssMb } from './bed/processes.ts';

const EVERY_MS = 1000;

/**
 * Samples memory every second while `work` runs. `growth` is the mean of the last third beside that of the middle one: the
 * first third is left to caches and to the garbage collector's own ideas.
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

/** NaN for fewer than three samples. */
export function growthOf(samples: readonly number[]): number {
  const third = Math.floor(samples.length / 3);
  const mean = (part: readonly number[]): number => part.reduce((sum, each) => sum + each, 0) / part.length;
  return mean(samples.slice(-third)) / mean(samples.slice(third, 2 * third));
}

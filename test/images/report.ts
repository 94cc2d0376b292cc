/** Prints the result of each check. */

export class Report {
  readonly #say: (line: string) => void;
  #passed = 0;
  #failed = 0;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Runs a check and prints its result. Returns its value, or undefined when it failed. */
  async check<Result>(title: string, work: () => Promise<Result> | Result): Promise<Result | undefined> {
    const startedAt = performance.now();
    try {
      const result = await work();
      this.#passed += 1;
      this.#say(`  ok      ${title} (${seconds(startedAt)})`);
      return result;
    } catch (error) {
      this.#failed += 1;
      this.#say(`  FAILED  ${title} (${seconds(startedAt)})`);
      for (const line of (error instanceof Error ? error.message : String(error)).split('\n'))
        this.#say(`          ${line}`);
      return undefined;
    }
  }

  /** Returns the summary line. */
  summary(): string {
    return `${String(this.#passed)} checks passed, ${String(this.#failed)} failed`;
  }
}

/** Formats the time since `startedAt` (`performance.now()`) in seconds. */
export function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

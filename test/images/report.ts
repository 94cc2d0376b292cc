/** What was checked, said line by line. */

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

  /** Does a check and says how it went; answers what it gives, or undefined when it failed. */
  async check<Result>(sentence: string, work: () => Promise<Result> | Result): Promise<Result | undefined> {
    const startedAt = performance.now();
    try {
      const result = await work();
      this.#passed += 1;
      this.#say(`  ok      ${sentence} (${seconds(startedAt)})`);
      return result;
    } catch (error) {
      this.#failed += 1;
      this.#say(`  FAILED  ${sentence} (${seconds(startedAt)})`);
      for (const line of (error instanceof Error ? error.message : String(error)).split('\n'))
        this.#say(`          ${line}`);
      return undefined;
    }
  }

  /** The last line. */
  summary(): string {
    return `${String(this.#passed)} checks passed, ${String(this.#failed)} failed`;
  }
}

/** The time since `startedAt`, of performance.now(), for people. */
export function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

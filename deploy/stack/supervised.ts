/** Keeps a child process running until it is stopped. Restarts it after a crash. */

/** A child process that is ready. */
export interface RunningProcess {
  readonly pid: number;
  /** Resolves with the exit code or signal when it exits. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

const PAUSE_MS = 100;
const PAUSE_MS_MAX = 2000;

export class SupervisedProcess<Child extends RunningProcess> {
  readonly #start: () => Promise<Child>;
  readonly #onRestart: (how: string) => void;
  readonly #watching: Promise<void>;
  #child: Child;
  #isStopping = false;

  private constructor(start: () => Promise<Child>, onRestart: (how: string) => void, child: Child) {
    this.#start = start;
    this.#onRestart = onRestart;
    this.#child = child;
    this.#watching = this.#watch();
  }

  /** Starts the child with `start`, which waits until it is ready. Calls `onRestart` after a restart, with the reason of the previous exit. */
  static async begin<Child extends RunningProcess>(
    start: () => Promise<Child>,
    onRestart: (how: string) => void,
  ): Promise<SupervisedProcess<Child>> {
    return new SupervisedProcess(start, onRestart, await start());
  }

  /** The current child. */
  get child(): Child {
    return this.#child;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#child.stop();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
      const how = await this.#child.ended;
      if (this.#isStopping) return;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (await this.#restart()) {
        pauseMs = PAUSE_MS;
        this.#onRestart(how);
      }
    }
  }

  /** Returns whether the child runs again. A failed start is retried after a longer pause. */
  async #restart(): Promise<boolean> {
    if (this.#isStopping) return false;
    try {
      const child = await this.#start();
      this.#child = child;
      // `stop` was called during the start and did not know this child.
      if (this.#isStopped()) await child.stop();
      return true;
    } catch {
      return false;
    }
  }

  #isStopped(): boolean {
    return this.#isStopping;
  }
}

/** One service as a supervised process: started, waited for, and started again when it crashes. */
import { fileURLToPath } from 'node:url';
import { type Child, startChild, stopChild, until } from './process.ts';
import type { ServiceName } from './secrets.ts';

export interface ServiceSettings {
  readonly name: ServiceName;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthAddress: string;
  readonly logFile: string;
  /** A crashed child was started again under another pid. */
  readonly onRestart: (how: string) => void;
}

const READY_MS_MAX = 30_000;
const RESTART_PAUSE_MS_MAX = 5000;
const STOP_MS_MAX = 5000;

/** A service that is kept running until it is stopped. */
export class SupervisedService {
  readonly #settings: ServiceSettings;
  #child: Child;
  #stopping = false;
  #crashes = 0;

  private constructor(settings: ServiceSettings, child: Child) {
    this.#settings = settings;
    this.#child = child;
    void this.#watch();
  }

  /** Starts the service and waits until it is ready. */
  static async start(settings: ServiceSettings): Promise<SupervisedService> {
    const child = await startProcess(settings);
    const ended = child.ended.then((how) => {
      throw new Error(
        `the ${settings.name} service ended at its start (${how}); its log is ${settings.logFile}`,
      );
    });
    try {
      await Promise.race([waitUntilReady(settings), ended]);
    } catch (error) {
      await stopChild(child, 'SIGKILL', STOP_MS_MAX);
      throw error;
    }
    ended.catch(() => undefined);
    return new SupervisedService(settings, child);
  }

  get pid(): number {
    return this.#child.pid;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await stopChild(this.#child, 'SIGTERM', STOP_MS_MAX);
  }

  async #watch(): Promise<void> {
    for (;;) {
      const how = await this.#child.ended;
      if (this.#stopping) return;
      this.#crashes += 1;
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(100 * 2 ** this.#crashes, RESTART_PAUSE_MS_MAX)),
      );
      // Stopped during the pause: nothing to start any more.
      if (this.#isStopping()) return;
      this.#child = await startProcess(this.#settings);
      waitUntilReady(this.#settings).then(
        () => {
          this.#crashes = 0;
          this.#settings.onRestart(how);
        },
        () => undefined,
      );
    }
  }

  #isStopping(): boolean {
    return this.#stopping;
  }
}

async function waitUntilReady({ name, healthAddress, logFile }: ServiceSettings): Promise<void> {
  try {
    await until(async () => {
      const response = await fetch(`http://${healthAddress}/readyz`);
      if (!response.ok) throw new Error(`answers ${String(response.status)}`);
    }, READY_MS_MAX);
  } catch (error) {
    throw new Error(`the ${name} service is not ready (${String(error)}); its log is ${logFile}`, {
      cause: error,
    });
  }
}

function startProcess(settings: ServiceSettings): Promise<Child> {
  const main = fileURLToPath(new URL(`../../services/${settings.name}/src/main.ts`, import.meta.url));
  // As in a container of 512 MB: on a large machine V8 would let garbage grow to several times that.
  return startChild(process.execPath, ['--max-old-space-size=384', main], settings.logFile, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings.environment },
  });
}

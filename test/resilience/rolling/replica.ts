/** One process of a service, like a pod: with its own address and a grace period after SIGTERM. */
import { COMPILE_CACHE } from '../../../deploy/stack/service.ts';
import { type Child, startChild } from '../../../deploy/stack/process.ts';
import type { ServiceName } from '../../../deploy/stack/secrets.ts';

export interface ReplicaSettings {
  readonly service: ServiceName;
  /** A loopback address that no other replica has. */
  readonly host: string;
  readonly healthPort: number;
  /** Folder that holds `services/`. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** How a process ended after SIGTERM. */
export interface ProcessEnd {
  readonly who: string;
  /** `exit code 0`, or how else the process ended. */
  readonly how: string;
  readonly ms: number;
}

const PROBE_MS_MAX = 3000;

export class Replica {
  readonly settings: ReplicaSettings;
  readonly #child: Child;
  #hasEnded = false;
  #isLeaving = false;

  private constructor(settings: ReplicaSettings, child: Child) {
    this.settings = settings;
    this.#child = child;
    void child.ended.then(() => (this.#hasEnded = true));
  }

  static async start(settings: ReplicaSettings): Promise<Replica> {
    const { service, root, environment, logFile } = settings;
    const child = await startChild(process.execPath, [`${root}/services/${service}/src/main.ts`], logFile, {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...environment,
      },
    });
    return new Replica(settings, child);
  }

  get name(): string {
    return `${this.settings.service} ${this.settings.host}`;
  }

  get pid(): number {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether SIGTERM was sent: its endpoint is removed at once, whatever its readiness. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Returns the response of /readyz or /healthz; null without a response. */
  async probe(path = '/readyz'): Promise<{ status: number; text: string } | null> {
    const { host, healthPort } = this.settings;
    try {
      const signal = AbortSignal.timeout(PROBE_MS_MAX);
      const response = await fetch(`http://${host}:${String(healthPort)}${path}`, { signal });
      return { status: response.status, text: await response.text() };
    } catch {
      return null;
    }
  }

  /** Sends SIGTERM, and SIGKILL if the process has not ended within its grace period. */
  async terminate(graceMs: number): Promise<ProcessEnd> {
    const startedMs = performance.now();
    this.#isLeaving = true;
    this.#child.process.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.process.kill('SIGKILL'), graceMs);
    const how = await this.#child.ended;
    clearTimeout(timer);
    return { who: this.name, how, ms: Math.round(performance.now() - startedMs) };
  }

  /** Kills the process at once, like a lost node. */
  async kill(): Promise<void> {
    this.#child.process.kill('SIGKILL');
    await this.#child.ended;
  }
}

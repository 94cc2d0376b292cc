/** The endpoints of a service as in Kubernetes: replicas that are ready and not terminating, known after a delay. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Replica } from './replica.ts';

/** The chart's probes run every 3 s; a test has less time. */
const PROBE_EVERY_MS = 250;
const FAILURES_MAX = 2;
/** The time until every balancer knows of a change: less than the chart's pause before the drain. */
const PROPAGATION_MS = 1000;

export class Endpoints {
  readonly #onChange: (hosts: readonly string[]) => void;
  readonly #failures = new Map<Replica, number>();
  readonly #watching = new AbortController();
  #replicas: Replica[] = [];
  /** The current endpoints. */
  #decided: readonly string[] = [];
  /** The endpoints that balancers know. */
  #known: readonly string[] = [];
  #done: Promise<void> = Promise.resolve();

  constructor(onChange: (hosts: readonly string[]) => void) {
    this.#onChange = onChange;
    this.#done = this.#watch();
  }

  get hosts(): readonly string[] {
    return this.#known;
  }

  get replicas(): readonly Replica[] {
    return this.#replicas;
  }

  add(replica: Replica): void {
    this.#replicas.push(replica);
    this.#failures.set(replica, FAILURES_MAX);
  }

  remove(replica: Replica): void {
    this.#replicas = this.#replicas.filter((one) => one !== replica);
    this.#decide();
  }

  async stop(): Promise<void> {
    this.#watching.abort();
    await this.#done;
  }

  async #watch(): Promise<void> {
    while (!this.#watching.signal.aborted) {
      await Promise.all(this.#replicas.map((replica) => this.#look(replica)));
      this.#decide();
      await pause(PROBE_EVERY_MS);
    }
  }

  async #look(replica: Replica): Promise<void> {
    const isReady = (await replica.probe())?.status === 200;
    this.#failures.set(replica, isReady ? 0 : (this.#failures.get(replica) ?? 0) + 1);
  }

  #decide(): void {
    const hosts = this.#replicas
      .filter((replica) => !replica.isLeaving && (this.#failures.get(replica) ?? 0) < FAILURES_MAX)
      .map((replica) => replica.settings.host);
    if (hosts.join() === this.#decided.join()) return;
    this.#decided = hosts;
    setTimeout(() => {
      this.#known = hosts;
      this.#onChange(hosts);
    }, PROPAGATION_MS);
  }
}

/** The tools of a fault, and its report. */
import { waitFor } from '../e2e/stack.ts';
import type { Cast, TestUser } from './cast.ts';
import { euroValue } from './corrections.ts';
import { Corrector } from './corrector.ts';
import type { Entry, History } from './history.ts';
import type { Slot } from './model.ts';
import { Nemesis } from './nemesis.ts';
import { look } from './poller.ts';
import type { Draws } from './random.ts';
import type { DiskOf, System } from './system.ts';

export interface Fault {
  readonly id: string;
  readonly title: string;
  /** Whether clients must notice nothing: every correction, and read of `hasReaders`, gets its response at its first attempt. */
  readonly isUnseen?: boolean;
  /** Whether clients also read and call MCP tools during the fault. */
  readonly hasReaders?: boolean;
  /** Whether the fault stops or kills the gateway, so that clients may lose their connections. */
  readonly losesGateway?: boolean;
  /** Part whose files must be on a small disk; the fault then has a stack of its own. */
  readonly diskOf?: DiskOf;
  /** How often a round repeats the fault's moments. */
  readonly strikes?: number;
  /** Causes the fault and heals it. */
  readonly inject: (round: Round) => Promise<void>;
  /** The same in a few seconds, for `npm test`. */
  readonly injectShort?: (round: Round) => Promise<void>;
  /** Whether the fault starts more gateways, whose calls the attempts of the first one would be counted with. */
  readonly hasMoreGateways?: boolean;
  /** Whether the fault ends connections to PostgreSQL: each that a call loses costs it one more attempt. */
  readonly endsConnections?: boolean;
}

export class Round {
  readonly nemesis: Nemesis;
  /** Windows that were really hit, by name. */
  readonly windows = new Map<string, number>();
  /** Other notes for the table. */
  readonly notes: string[] = [];
  /** Users that the fault created; their corrections are checked too. */
  readonly guests: TestUser[] = [];
  /** Violations that the fault itself found. */
  readonly faults: string[] = [];
  readonly system: System;
  readonly cast: Cast;
  readonly history: History;
  readonly draws: Draws;
  readonly name: string;
  readonly #probes = new Map<Slot, Corrector>();

  constructor(system: System, cast: Cast, history: History, draws: Draws, name: string) {
    this.nemesis = new Nemesis(system);
    this.system = system;
    this.cast = cast;
    this.history = history;
    this.draws = draws;
    this.name = name;
  }

  /** Returns a client of a slot, through the stack's gateway or another one. */
  client(
    user: TestUser,
    slot: Slot,
    baseUrl = this.system.stack.ready().baseUrl,
    name = this.name,
  ): Corrector {
    const draws = this.draws.part(`${name} ${user.userId} ${String(slot.index)}`);
    return new Corrector({ user, slot, draws, history: this.history, baseUrl, name });
  }

  /** Returns the client of one of the probe's slots. */
  probe(index = 0): Corrector {
    const slot = this.cast.probe.slots[index];
    if (slot === undefined) throw new RangeError(`no slot ${String(index)}`);
    const client = this.#probes.get(slot) ?? this.client(this.cast.probe, slot);
    this.#probes.set(slot, client);
    return client;
  }

  /** Starts a correction of the probe that is certain to change something. */
  begin(index = 0): ReturnType<Corrector['begin']> {
    const client = this.probe(index);
    const { slot, draws } = client;
    const eventId = draws.pick([...slot.buys, ...slot.sells]);
    const beforeCents = Math.round((slot.model.overrides.get(eventId)?.overriddenEuroValue ?? 0) * 100);
    return client.begin(euroValue(slot, eventId, ((beforeCents % 500_000) + draws.between(1, 9000)) / 100));
  }

  /** Sends such a correction and waits for its acknowledgement. */
  async correct(index = 0): Promise<Entry> {
    const entry = await this.begin(index).done;
    if (entry.answer?.status !== 200) throw new Error(`${entry.key} was not acknowledged`);
    return entry;
  }

  hit(window: string): void {
    this.windows.set(window, (this.windows.get(window) ?? 0) + 1);
  }

  /** Counts the audit log entries that the attempts of a correction have made so far. */
  async audited({ userId, key }: Entry): Promise<number> {
    const rows = await this.system.sql(
      `SELECT FROM corrections.audit_log WHERE user_id = $1 AND request_id ~ ('^' || $2 || '-[0-9]+$')`,
      [userId, key],
    );
    return rows.length;
  }

  /** Counts the probe's requests in the outbox: the relay has not removed them yet. */
  async requests(): Promise<number> {
    const { userId } = this.cast.probe;
    return (await this.system.sql('SELECT FROM corrections.outbox WHERE user_id = $1', [userId])).length;
  }

  /** Waits until the probe's status is IDLE; returns how long that took. */
  async idleMs(): Promise<number> {
    const startedMs = performance.now();
    const { baseUrl } = this.system.stack.ready();
    await waitFor(async () => {
      const poll = await look(this.cast.probe, baseUrl, this.history);
      return poll?.status === 'IDLE';
    });
    return Math.round(performance.now() - startedMs);
  }

  /** Notes, after NATS is healed, whether runs start by messages again or only by the sweep. */
  async noteWakeUps(): Promise<void> {
    const times: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      await this.correct();
      times.push(await this.idleMs());
    }
    this.notes.push(`after healing IDLE in ${times.join(', ')} ms`);
  }
}

/** Locks the row that every run of a user writes before it ends, so that a run stops there. */
export const RUN_GATE = 'SELECT FROM figures.versions WHERE user_id = $1 FOR UPDATE';

/** A client of one slot: sends random corrections, and keeps what they must have left. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from './cast.ts';
import { Client } from './client.ts';
import { breachOf } from './contract.ts';
import { type Correction, drawCorrection } from './corrections.ts';
import type { Entry, History } from './history.ts';
import type { Slot } from './model.ts';
import type { Draws } from './random.ts';

export interface CorrectorParts {
  readonly user: TestUser;
  readonly slot: Slot;
  readonly draws: Draws;
  readonly history: History;
  readonly baseUrl: string;
  /** Part of every Idempotency-Key; unique to the round. */
  readonly name: string;
  /** Draws how long the client waits for the first response to each correction before it goes away; left out, it waits. */
  readonly patienceMs?: () => number;
}

export class Corrector {
  readonly #parts: CorrectorParts;
  readonly #client: Client;
  #corrections = 0;

  constructor(parts: CorrectorParts) {
    const { user, history, baseUrl } = parts;
    this.#parts = parts;
    this.#client = new Client({ baseUrl, history, token: () => user.tokens.take(), keepsConnections: true });
  }

  get slot(): Slot {
    return this.#parts.slot;
  }

  get draws(): Draws {
    return this.#parts.draws;
  }

  /** Sends random corrections with short pauses until the signal, then completes the current one. */
  async load(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await this.perform(drawCorrection(this.draws, this.slot));
      await pause(this.draws.between(50, 300));
    }
  }

  /** Sends one correction until it gets a definite response, or the time limit passes. */
  perform(correction: Correction): Promise<Entry> {
    return this.begin(correction).done;
  }

  /** Does the same as `perform`, and returns the log entry at once. */
  begin({ operation, learn, changes, expects, ...call }: Correction): {
    readonly entry: Entry;
    readonly done: Promise<Entry>;
  } {
    const { history, name, user, slot, patienceMs } = this.#parts;
    this.#corrections += 1;
    const { entry, done } = this.#client.begin({
      kind: 'corrections',
      userId: user.userId,
      key: `${name}-${user.userId}-${String(slot.index)}-${String(this.#corrections)}`,
      operation,
      call,
      changes,
      expects,
      patienceMs: patienceMs?.(),
      faultOf: ({ status, text }) => breachOf(operation, status, text),
    });
    const learned = done.then(() => {
      if (entry.answer?.status === 200) learn(entry.answer.body);
      return entry;
    });
    history.pending.push(learned);
    return { entry, done: learned };
  }
}

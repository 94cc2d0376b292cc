/** A client that sends corrections, and repeats each without a response under the same Idempotency-Key until it gets one. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from './cast.ts';
import { breachOf } from './contract.ts';
import { type Correction, drawCorrection } from './corrections.ts';
import type { Attempt, Entry, History, Outcome } from './history.ts';
import type { Slot } from './model.ts';
import type { Draws } from './random.ts';

/** Longer than any deadline of the service: a request without a response by then hangs. */
const ANSWER_MS_MAX = 40_000;
const KNOWN_MS_MAX = 150_000;

export interface ClientParts {
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

interface Answer {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly body: Record<string, unknown>;
}

export class Client {
  readonly #parts: ClientParts;
  #corrections = 0;

  constructor(parts: ClientParts) {
    this.#parts = parts;
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
  begin(correction: Correction): { readonly entry: Entry; readonly done: Promise<Entry> } {
    const { history, name, user, slot } = this.#parts;
    this.#corrections += 1;
    const key = `${name}-${user.userId}-${String(slot.index)}-${String(this.#corrections)}`;
    const { operation, changes, expects } = correction;
    const entry: Entry = {
      userId: user.userId,
      key,
      operation,
      changes,
      expects,
      attempts: [],
      answer: null,
    };
    history.entries.push(entry);
    const done = this.#bringToEnd(correction, entry);
    history.pending.push(done);
    return { entry, done };
  }

  async #bringToEnd(correction: Correction, entry: Entry): Promise<Entry> {
    const giveUpMs = performance.now() + KNOWN_MS_MAX;
    while (performance.now() < giveUpMs) {
      const answer = await this.#attempt(correction, entry);
      if (answer.outcome !== 'unknown' && answer.status !== 429 && answer.status !== null) {
        entry.answer = { status: answer.status, body: answer.body };
        if (answer.status === 200) correction.learn(answer.body);
        return entry;
      }
      await pause(this.draws.between(50, 250));
    }
    return entry;
  }

  async #attempt(correction: Correction, entry: Entry): Promise<Answer> {
    const token = await this.#parts.user.tokens.take();
    const requestId = `${entry.key}-${String(entry.attempts.length + 1)}`;
    const startedMs = performance.now();
    const patienceMs = entry.attempts.length === 0 ? this.#parts.patienceMs?.() : undefined;
    const headers = { 'idempotency-key': entry.key, 'x-request-id': requestId };
    const answer = await this.#send(correction, token, headers, patienceMs);
    const { outcome, status } = answer;
    const attempt: Attempt = { requestId, startedMs, endedMs: performance.now(), outcome, status };
    entry.attempts.push(attempt);
    return answer;
  }

  async #send(
    { operation, method, path, body }: Correction,
    token: string,
    headers: Record<string, string>,
    patienceMs = ANSWER_MS_MAX,
  ): Promise<Answer> {
    const { history, baseUrl } = this.#parts;
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      });
      const text = await response.text();
      const breach = breachOf(operation, response.status, text);
      if (breach === null) return judge(response.status, JSON.parse(text) as Record<string, unknown>);
      history.breaches.push(breach);
    } catch (error) {
      // The gateway must respond in time even when a service behind it is down, but not to a client that has gone away.
      if (patienceMs === ANSWER_MS_MAX) history.addLost(operation, error);
    }
    return { outcome: 'unknown', status: null, body: {} };
  }
}

function judge(status: number, body: Record<string, unknown>): Answer {
  if (status === 200) return { outcome: 'ok', status, body };
  // While another attempt with the same key is in progress, its outcome is unknown.
  const isOpen = status === 503 || body['code'] === 'IDEMPOTENCY_IN_PROGRESS';
  return { outcome: isOpen ? 'unknown' : 'fail', status, body };
}

/**
 * The client of every test in this folder: sends requests and records what it learns in the history. Imports types and parts of Node
 * only, so that the text of this file also runs in a pod of the cluster.
 */
import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attempt, Entry, History, Kind, Outcome } from './history.ts';

/** Longer than any deadline of the service: a request without a response by then hangs. */
const ANSWER_MS_MAX = 40_000;
const KNOWN_MS_MAX = 150_000;
const TEXT_MAX = 200;
/** Milliseconds before the repetitions of a request, by turns. */
const REPEAT_MS = [50, 150, 250] as const;

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const isHttps = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/** Sends one request over an agent's connections, or over a new one; rejects unless a complete response comes in time. */
export function send(
  agent: Agent | false,
  baseUrl: string,
  { method = 'GET', path, headers = {}, body }: Call,
  msMax = ANSWER_MS_MAX,
): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const type = payload === undefined ? {} : { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(msMax);
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(signal.aborted ? (signal.reason as Error) : error);
    };
    const options = { method, agent, headers: { ...type, ...headers }, signal };
    const request = (isHttps(baseUrl) ? httpsRequest : httpRequest)(
      `${baseUrl}${path}`,
      options,
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', fail);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    request.on('error', fail);
    request.end(payload);
  });
}

/** A request, and what is known about its response before it is sent. */
export interface Request {
  readonly kind: Kind;
  readonly userId: string;
  /** The operation or path, as violations name it. */
  readonly operation: string;
  readonly call: Call;
  /** The expected status; 200 by default. */
  readonly expects?: number;
  /** Number of audit log entries that the request makes when it is acknowledged. */
  readonly changes?: number;
  /** The Idempotency-Key of a correction. */
  readonly key?: string;
  /** Whether it is repeated until its outcome is known, as a request with a key is by default. */
  readonly isRepeated?: boolean;
  /** How long the client waits for the first response before it goes away. */
  readonly patienceMs?: number | undefined;
  /** What is wrong with a response for every request of its kind, or null. */
  readonly faultOf?: (answer: Answer) => string | null;
}

export interface ClientParts {
  readonly baseUrl: string;
  readonly history: History;
  /** Returns the token of the next request. */
  readonly token: () => string | Promise<string>;
  /** Whether connections are kept and used again; otherwise each request has a new one. */
  readonly keepsConnections: boolean;
  /** Whether a repetition waits for the seconds of Retry-After. */
  readonly obeysRetryAfter?: boolean;
}

export class Client {
  readonly #parts: ClientParts;
  readonly #agent: Agent | false;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.#agent =
      parts.keepsConnections && new (isHttps(parts.baseUrl) ? HttpsAgent : Agent)({ keepAlive: true });
  }

  /** Sends a request; returns its log entry at once. `done` is the last response, or null if none came. */
  begin(request: Request): { readonly entry: Entry; readonly done: Promise<Answer | null> } {
    const { kind, userId, operation, key = '', expects = 200, changes = 0 } = request;
    const entry: Entry = {
      kind,
      userId,
      key,
      operation,
      changes,
      expects,
      attempts: [],
      answer: null,
      shown: null,
    };
    this.#parts.history.requests.push(entry);
    return { entry, done: this.#bringToEnd(request, entry) };
  }

  /** Sends a request once, or until its outcome is known; returns the last response. */
  request(request: Request): Promise<Answer | null> {
    return this.begin(request).done;
  }

  /** Closes the kept connections. */
  close(): void {
    if (this.#agent !== false) this.#agent.destroy();
  }

  async #bringToEnd(request: Request, entry: Entry): Promise<Answer | null> {
    const { kind, key, isRepeated = key !== undefined } = request;
    const giveUpMs = performance.now() + KNOWN_MS_MAX;
    for (;;) {
      const answer = await this.#attempt(request, entry);
      const { outcome, retryAfter } = entry.attempts.at(-1)!;
      const isKnown = answer !== null && outcome !== 'unknown' && answer.status !== 429;
      if (isKnown) entry.answer = { status: answer.status, body: bodyOf(kind, answer) };
      if (isKnown || !isRepeated || performance.now() > giveUpMs) return answer;
      const soonMs = REPEAT_MS[entry.attempts.length % REPEAT_MS.length]!;
      await pause(
        this.#parts.obeysRetryAfter === true ? Math.max(soonMs, 1000 * Number(retryAfter)) : soonMs,
      );
    }
  }

  async #attempt(request: Request, entry: Entry): Promise<Answer | null> {
    const { call, key } = request;
    const authorization = `Bearer ${await this.#parts.token()}`;
    const number = entry.attempts.length + 1;
    const keys: Record<string, string> =
      key === undefined ? {} : { 'idempotency-key': key, 'x-request-id': `${key}-${String(number)}` };
    const patienceMs = number === 1 ? request.patienceMs : undefined;
    const at = new Date().toISOString();
    const startedMs = performance.now();
    const learn = (attempt: Omit<Attempt, 'at' | 'startedMs' | 'endedMs'>): void => {
      entry.attempts.push({ at, startedMs, endedMs: performance.now(), ...attempt });
    };
    try {
      const headers = { ...call.headers, authorization, ...keys };
      const answer = await send(this.#agent, this.#parts.baseUrl, { ...call, headers }, patienceMs);
      const fault = request.faultOf?.(answer) ?? null;
      const retryAfter = answer.headers['retry-after'] ?? null;
      const text = fault ?? (answer.status === entry.expects ? null : answer.text.slice(0, TEXT_MAX));
      const outcome = fault === null ? outcomeOf(answer) : 'unknown';
      learn({ outcome, status: answer.status, retryAfter, text });
      if (fault !== null) this.#parts.history.breaches.push(fault);
      return fault === null ? answer : null;
    } catch (error) {
      const { name, code = '' } = error as Error & { code?: string };
      learn({ outcome: 'unknown', status: null, retryAfter: null, text: `${String(error)} ${code}` });
      // The gateway must respond in time even when a service behind it is down, but not to a client that has gone away.
      if (patienceMs === undefined) this.#parts.history.addLost(request.operation, String(error), name);
      return null;
    }
  }
}

function outcomeOf({ status, text }: Answer): Outcome {
  if (status === 200) return 'ok';
  // While another attempt with the same key is in progress, its outcome is unknown.
  return status === 503 || text.includes('"code":"IDEMPOTENCY_IN_PROGRESS"') ? 'unknown' : 'fail';
}

/** Only the responses to corrections are kept: there are many more of the others. */
function bodyOf(kind: Kind, { text }: Answer): Record<string, unknown> {
  return kind === 'corrections' ? (JSON.parse(text) as Record<string, unknown>) : {};
}

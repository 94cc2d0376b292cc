/** Clients of the public API that count requests and record failures; they never retry. */
import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from '../cast.ts';
import type { Draws } from '../random.ts';
import { callOf } from '../../e2e/mcp/client.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const ANSWER_MS_MAX = 40_000;

/** Sends one request over an agent's connections; rejects unless a complete response comes. */
export function send(agent: Agent | false, baseUrl: string, call: Call): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body } = call;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const type = payload === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const request = httpRequest(
      `${baseUrl}${path}`,
      { method, agent, headers: { ...type, ...headers }, signal },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    request.on('error', reject);
    request.end(payload);
  });
}

/** The results of the requests of all clients. */
export class Tally {
  readonly requests = new Map<string, number>();
  /** Responses that were wrong. */
  readonly failures: string[] = [];
  /** Requests without a complete response: connection refused or reset, response cut off or too late. */
  readonly resets: string[] = [];

  get total(): number {
    return [...this.requests.values()].reduce((sum, count) => sum + count, 0);
  }

  count(kind: string, by = 1): void {
    this.requests.set(kind, (this.requests.get(kind) ?? 0) + by);
  }

  add(other: Tally): void {
    for (const [kind, count] of other.requests) this.count(kind, count);
    this.failures.push(...other.failures);
    this.resets.push(...other.resets);
  }
}

const READS = [
  '/api/v1/summary',
  '/api/v1/years/2026/summary',
  '/api/v1/transactions?year=2026&size=20',
  '/api/v1/accounts',
  '/api/v1/issues',
  '/api/v1/recalc-status',
  '/api/v1/rules',
] as const;

/** Headers of every MCP call. */
export const MCP_HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};
const TOOLS = ['get_tax_summary', 'list_issues', 'get_recalc_status'] as const;

interface Kind {
  readonly name: string;
  readonly draw: (draws: Draws) => Call;
  /** What is wrong with a response of status 200, or null. */
  readonly faultOf: (text: string) => string | null;
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const READ: Kind = {
  name: 'reads',
  draw: (draws) => ({ path: draws.pick(READS) }),
  faultOf: (text) => (isJson(text) ? null : 'no JSON'),
};

const MCP: Kind = {
  name: 'MCP calls',
  draw: (draws) => ({
    method: 'POST',
    path: '/mcp',
    headers: MCP_HEADERS,
    body: callOf(draws.pick(TOOLS)),
  }),
  faultOf: (text) => (/"isError":true|"error":/.test(text) ? text.slice(0, 200) : null),
};

interface ClientParts {
  readonly user: TestUser;
  readonly draws: Draws;
  readonly baseUrl: string;
  readonly tally: Tally;
}

/** Sends one request after the other until the signal, over one kept-alive connection or a new one each time. */
async function sendUntil(
  kind: Kind,
  parts: ClientParts,
  until: AbortSignal,
  { keep, pauseMs }: { readonly keep: boolean; readonly pauseMs: number },
): Promise<void> {
  const { user, draws, baseUrl, tally } = parts;
  const agent = keep ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
  while (!until.aborted) {
    const authorization = `Bearer ${await user.tokens.take()}`;
    const call = kind.draw(draws);
    const what = `${kind.name} ${call.path}`;
    tally.count(kind.name);
    try {
      const answer = await send(agent, baseUrl, { ...call, headers: { ...call.headers, authorization } });
      const fault = answer.status === 200 ? kind.faultOf(answer.text) : answer.text.slice(0, 200);
      if (fault !== null) tally.failures.push(`${what}: ${String(answer.status)} ${fault}`);
    } catch (error) {
      tally.resets.push(`${what}: ${String(error)} ${(error as { code?: string }).code ?? ''}`);
    }
    if (pauseMs > 0) await pause(draws.between(pauseMs / 2, pauseMs * 1.5));
  }
  if (agent !== false) agent.destroy();
}

/** Sends reads and MCP calls of these users until the signal, over kept-alive connections and over new ones. */
export async function loadReads(
  users: readonly TestUser[],
  parts: Omit<ClientParts, 'user'>,
  until: AbortSignal,
): Promise<void> {
  const clients = users.flatMap((user, index) => {
    const one = (kind: Kind, keep: boolean): Promise<void> => {
      const draws = parts.draws.part(`${kind.name} ${String(index)} ${String(keep)}`);
      return sendUntil(kind, { ...parts, user, draws }, until, { keep, pauseMs: PAUSE_MS });
    };
    return [one(READ, true), one(READ, true), one(READ, false), one(MCP, true)];
  });
  await Promise.all(clients);
}
/** The pause between requests, so that each connection is used again before the gateway closes it. */
const PAUSE_MS = 200;

/** Sends concurrent reads without pauses until the signal. */
export async function loadBursts(
  user: TestUser,
  atOnce: number,
  parts: Omit<ClientParts, 'user'>,
  until: AbortSignal,
): Promise<void> {
  const clients = Array.from({ length: atOnce }, (_, index) => {
    const draws = parts.draws.part(`burst ${String(index)}`);
    return sendUntil(READ, { ...parts, user, draws }, until, { keep: true, pauseMs: 0 });
  });
  await Promise.all(clients);
}

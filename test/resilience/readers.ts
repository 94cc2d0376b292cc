/** Clients that read and call MCP tools, over kept connections and over new ones; they never repeat a request. */
import { setTimeout as pause } from 'node:timers/promises';
import { callOf } from '../e2e/mcp/client.ts';
import type { TestUser } from './cast.ts';
import { type Answer, type Call, Client } from './client.ts';
import type { History, Kind } from './history.ts';
import type { Draws } from './random.ts';

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

interface Draw {
  readonly kind: Kind;
  readonly call: (draws: Draws) => Call;
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

const READ: Draw = {
  kind: 'reads',
  call: (draws) => ({ path: draws.pick(READS) }),
  faultOf: (text) => (isJson(text) ? null : `no JSON: ${text.slice(0, 200)}`),
};

const MCP: Draw = {
  kind: 'MCP calls',
  call: (draws) => ({ method: 'POST', path: '/mcp', headers: MCP_HEADERS, body: callOf(draws.pick(TOOLS)) }),
  faultOf: (text) => (/"isError":true|"error":/.test(text) ? text.slice(0, 200) : null),
};

interface ReaderParts {
  readonly user: TestUser;
  readonly draws: Draws;
  readonly baseUrl: string;
  readonly history: History;
}

/** Sends one request after the other until the signal, over one kept connection or a new one each time. */
async function sendUntil(
  { kind, call, faultOf }: Draw,
  { user, draws, baseUrl, history }: ReaderParts,
  until: AbortSignal,
  { keepsConnections, pauseMs }: { readonly keepsConnections: boolean; readonly pauseMs: number },
): Promise<void> {
  const client = new Client({ baseUrl, history, token: () => user.tokens.take(), keepsConnections });
  const fault = ({ status, text }: Answer): string | null => (status === 200 ? faultOf(text) : null);
  while (!until.aborted) {
    const drawn = call(draws);
    const { path } = drawn;
    await client.request({ kind, userId: user.userId, operation: path, call: drawn, faultOf: fault });
    if (pauseMs > 0) await pause(draws.between(pauseMs / 2, pauseMs * 1.5));
  }
  client.close();
}

/** The pause between requests, so that each connection is used again before the gateway closes it. */
const PAUSE_MS = 200;

/** Sends reads and MCP calls of these users until the signal, over kept connections and over new ones. */
export async function loadReads(
  users: readonly TestUser[],
  parts: Omit<ReaderParts, 'user'>,
  until: AbortSignal,
): Promise<void> {
  const clients = users.flatMap((user, index) => {
    const one = (draw: Draw, keepsConnections: boolean): Promise<void> => {
      const draws = parts.draws.part(`${draw.kind} ${String(index)} ${String(keepsConnections)}`);
      return sendUntil(draw, { ...parts, user, draws }, until, { keepsConnections, pauseMs: PAUSE_MS });
    };
    return [one(READ, true), one(READ, true), one(READ, false), one(MCP, true)];
  });
  await Promise.all(clients);
}

/** Sends concurrent reads without pauses until the signal. */
export async function loadBursts(
  user: TestUser,
  atOnce: number,
  parts: Omit<ReaderParts, 'user'>,
  until: AbortSignal,
): Promise<void> {
  const clients = Array.from({ length: atOnce }, (_, index) => {
    const draws = parts.draws.part(`burst ${String(index)}`);
    return sendUntil(READ, { ...parts, user, draws }, until, { keepsConnections: true, pauseMs: 0 });
  });
  await Promise.all(clients);
}

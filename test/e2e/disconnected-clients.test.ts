/** Clients that disconnect before their response: the calls between the services are cancelled, except those of corrections. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { useCorrectableUser } from './corrections/users.ts';
import { callOf } from './mcp/client.ts';
import { scrape, sumOf } from './observing/scrape.ts';
import { useStack } from './kit.ts';
import { newToken, waitFor } from './stack.ts';

let token: string;
let database: pg.Client;
/** Holds locks; the other connection must see the sessions of the moment, which a transaction does not. */
let locker: pg.Client;

const stack = useStack();
const user = useCorrectableUser(stack);

beforeAll(async () => {
  token = await newToken(stack, user.userId, 'write');
  const connectionString = stack.ready().postgres.url;
  [database, locker] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([database.connect(), locker.connect()]);
});
afterAll(async () => {
  await Promise.all([database.end(), locker.end()]);
});

/** Less than the gateway's deadline of a read, which also cancels the calls of the services behind it. */
const CANCELLED_MS_MAX = 8000;

type Caller = 'gateway' | 'corrections';

async function callsEnded(service: Caller, method: string, status: string): Promise<number> {
  return sumOf(await scrape(stack, service), 'ctx_grpc_client_handled_total', { method, status });
}

/** Runs `work` while the owner holds locks, and sends a request that waits for them; `send` must reject once its signal aborts. */
async function whileBlocked(
  { lock, role }: { readonly lock: string; readonly role: string },
  send: (signal: AbortSignal) => Promise<unknown>,
  work: (disconnect: () => void) => Promise<void>,
): Promise<void> {
  const client = new AbortController();
  await locker.query('BEGIN');
  try {
    await locker.query(lock);
    const { rows } = await locker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const sent = send(client.signal);
    await waitFor(async () => {
      const { rowCount } = await database.query(
        'SELECT FROM pg_stat_activity WHERE usename = $1 AND $2 = ANY (pg_blocking_pids(pid))',
        [role, rows[0]?.pid],
      );
      return rowCount !== 0;
    }, CANCELLED_MS_MAX);
    await work(() => {
      client.abort();
    });
    await expect(sent).rejects.toThrow('aborted');
  } finally {
    await locker.query('ROLLBACK');
  }
}

const send = (path: string, init: RequestInit): Promise<Response> =>
  fetch(stack.ready().baseUrl + path, {
    ...init,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...init.headers,
    },
  });

const RULES_LOCKED = {
  lock: 'LOCK TABLE corrections.rules IN ACCESS EXCLUSIVE MODE',
  role: 'ctx_read',
} as const;

describe('When a client disconnects during a read', () => {
  it.each([
    {
      over: 'REST',
      caller: 'gateway',
      path: '/api/v1/rules',
      body: null,
      method: 'ReadService/ListRules',
      lock: RULES_LOCKED,
    },
    {
      over: 'MCP',
      caller: 'gateway',
      path: '/mcp',
      body: callOf('list_rules'),
      method: 'ReadService/ListRules',
      lock: RULES_LOCKED,
    },
    {
      over: 'REST of readings',
      caller: 'corrections',
      path: '/api/v1/years/2026/readings',
      body: null,
      method: 'PreviewService/ListReadings',
      lock: { lock: 'LOCK TABLE facts.events IN ACCESS EXCLUSIVE MODE', role: 'ctx_recalc' },
    },
  ] as const)(
    'over $over, $caller cancels $method before the database responds',
    async ({ caller, path, body, method, lock }) => {
      const before = await callsEnded(caller, method, 'CANCELLED');
      const init = body === null ? {} : { method: 'POST', body: JSON.stringify(body) };
      await whileBlocked(
        lock,
        (signal) => send(path, { ...init, signal }),
        async (disconnect) => {
          disconnect();
          await waitFor(
            async () => (await callsEnded(caller, method, 'CANCELLED')) === before + 1,
            CANCELLED_MS_MAX,
          );
        },
      );
    },
  );

  it('an MCP tool call counts as aborted, not as rejected', async () => {
    const aborted = async (): Promise<number> =>
      sumOf(await scrape(stack, 'gateway'), 'ctx_mcp_tool_calls_total', {
        tool: 'list_rules',
        outcome: 'aborted',
      });
    const before = await aborted();
    await whileBlocked(
      RULES_LOCKED,
      (signal) => send('/mcp', { method: 'POST', body: JSON.stringify(callOf('list_rules')), signal }),
      async (disconnect) => {
        disconnect();
        await waitFor(async () => (await aborted()) === before + 1, CANCELLED_MS_MAX);
      },
    );
  });
});

describe('When a client disconnects during a correction', () => {
  it('the correction is made once, and repeating its Idempotency-Key returns the stored response', async () => {
    const method = 'CorrectionService/ApplyOverride';
    const [cancelled, ok] = [
      await callsEnded('gateway', method, 'CANCELLED'),
      await callsEnded('gateway', method, 'OK'),
    ];
    const key = randomUUID();
    const init = {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ taxEventId: user.events.get('SELL 2026'), notes: 'sent and gone' }),
    };
    await whileBlocked(
      {
        lock: `SELECT FROM corrections.recalc_state WHERE user_id = ${user.userId} FOR UPDATE`,
        role: 'ctx_corrections',
      },
      (signal) => send('/api/v1/overrides', { ...init, signal }),
      (disconnect) => {
        disconnect();
        return Promise.resolve();
      },
    );
    await waitFor(async () => (await callsEnded('gateway', method, 'OK')) === ok + 1);
    const repeated = await send('/api/v1/overrides', init);
    expect(repeated.status).toBe(200);
    const { rows } = await database.query<{ changes: string }>(
      `SELECT count(*) AS changes FROM corrections.audit_log WHERE user_id = $1 AND after->>'notes' = 'sent and gone'`,
      [user.userId],
    );
    expect(rows).toEqual([{ changes: '1' }]);
    expect(await callsEnded('gateway', method, 'CANCELLED')).toBe(cancelled);
  });
});

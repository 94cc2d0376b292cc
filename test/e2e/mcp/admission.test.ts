/** Requests to /mcp are admitted like those to REST: tokens, plan, one limit, size; then Origin, Host, batches and scopes (decisions.md, Requests 1). */
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import { createUser, useStack, useUser } from '../kit.ts';
import { ALLOWED_ORIGINS, newToken, UNKNOWN_ID } from '../stack.ts';
import { INSTRUCTIONS } from '../../../services/gateway/src/api/mcp/server.ts';
import { callOf, mcpClient, MODERN, post } from './client.ts';

const [ORIGIN] = ALLOWED_ORIGINS;

const stack = useStack();
const reader = useUser(stack);

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const LIST_YEARS = callOf('list_years');

describe('A request to /mcp', () => {
  it('without a token gets a 401 with the challenge, and does not count as a failed authentication', async () => {
    for (let index = 0; index < LIMITS.failedAuthenticationsPerMinuteMax + 5; index += 1) {
      const { status, headers } = await post(stack, '', PING);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${stack.ready().baseUrl}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
      );
    }
    expect((await post(stack, 'ctx_wrong', PING)).status).toBe(401);
  });

  it('may use a personal token that also works for REST, with one limit of 120 requests for both', async () => {
    const token = await newToken(stack, reader.userId);
    const remaining = (headers: Headers): number =>
      Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const first = remaining((await stack.get('/api/v1/me', token)).headers);
    expect(remaining((await post(stack, token, LIST_YEARS)).headers)).toBe(first - 1);
    const statuses = await Promise.all(
      Array.from({ length: first + 5 }, async () => (await post(stack, token, LIST_YEARS)).status),
    );
    // Counts the rejected requests only: on a busy machine some of the others wait too long and get a 503.
    expect(statuses.filter((status) => status === 429).length).toBe(6);
    expect((await stack.get('/api/v1/me', token)).status).toBe(429);
  });

  it('from an account without a Pro plan gets 402 PRO_REQUIRED', async () => {
    const { token } = await createUser(stack, { plan: 'free', years: [] });
    const { status, text } = await post(stack, token, PING);
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([402, 'PRO_REQUIRED']);
  });

  it('that calls a write tool with a read-only token gets a 403 with the challenge that names both scopes', async () => {
    const { status, headers, text } = await post(
      stack,
      reader.token,
      callOf('delete_rule', { ruleId: UNKNOWN_ID }),
    );
    expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([403, 'forbidden']);
    expect(headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    expect(headers.get('www-authenticate')).toContain('scope="read write"');
  });

  it('from a page of a foreign origin gets a 403 even with a valid token; allowed origins and our own pass', async () => {
    expect((await post(stack, reader.token, PING, { origin: 'https://evil.example' })).status).toBe(403);
    for (const origin of [ORIGIN, stack.ready().baseUrl])
      expect((await post(stack, reader.token, PING, { origin })).status).toBe(200);
    const preflight = await fetch(`${stack.ready().baseUrl}/mcp`, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
  });
});

describe('A request to /mcp that is not a valid message', () => {
  it.each([
    ['a batch', [PING], -32_600],
    ['a message with an id over 256 characters', { ...PING, id: 'x'.repeat(257) }, -32_600],
    ['not an object', '1', -32_600],
    ['not JSON', '{', -32_700],
    ['nested deeper than 32 levels', '['.repeat(40) + ']'.repeat(40), -32_700],
    ['a message with a name twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32_700],
    [
      'a call with an argument twice',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_years","arguments":{"year":1,"year":2}}}',
      -32_700,
    ],
  ])('is rejected with a 400 and a JSON-RPC error if it is %s', async (_what, body, code) => {
    const { status, text } = await post(stack, reader.token, body);
    expect([status, (JSON.parse(text) as { error: { code: number } }).error.code]).toEqual([400, code]);
  });

  it('is rejected with 413 if it is over 1 MiB', async () => {
    const { status } = await post(
      stack,
      reader.token,
      JSON.stringify({ ...PING, x: 'x'.repeat(LIMITS.bodyBytesMax) }),
    );
    expect(status).toBe(413);
  });

  it('is rejected with 405 and Allow if it is a GET or a DELETE', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${stack.ready().baseUrl}/mcp`, {
        method,
        headers: { authorization: `Bearer ${reader.token}` },
      });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it('is rejected with -32602 if it calls an unknown tool', async () => {
    const { text } = await post(stack, reader.token, callOf('drop_tables'));
    expect(text).toContain('-32602');
  });
});

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly _meta: Readonly<Record<string, unknown>>;
}

/** Calls a tool without a client library, which might hide parts of the result. */
async function callBare(token: string, name: string, input: object, revision: string) {
  const { status, headers, text } = await post(
    stack,
    token,
    callOf(name, input, revision),
    revision === MODERN
      ? { 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': name }
      : { 'mcp-protocol-version': revision },
  );
  // The older revision sends its result as one server-sent event.
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as { result: ToolResult };
  const [, remaining, resetSeconds] = /r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  return { status, result, header: { remaining: Number(remaining), resetSeconds: Number(resetSeconds) } };
}

const RATE_LIMIT = 'be.crypto-tax/rateLimit';

describe.each([['2025-11-25'], [MODERN]])('The rate limit in tool results, revision %s', (revision) => {
  it('is in the metadata of results and rejections, with the figures of the RateLimit header', async () => {
    const token = await newToken(stack, reader.userId);
    const answer = await callBare(token, 'list_years', {}, revision);
    const rejection = await callBare(token, 'get_year_summary', { year: 1999 }, revision);
    expect([answer.result.isError ?? false, rejection.result.isError]).toEqual([false, true]);
    for (const { status, result, header } of [answer, rejection]) {
      expect([status, result.content.length]).toEqual([200, 1]);
      expect(result._meta[RATE_LIMIT]).toEqual({ limit: LIMITS.ratePerMinuteMax, ...header });
    }
    expect(rejection.header.remaining).toBe(answer.header.remaining - 1);
  });

  it('is in a text after the JSON when fewer than 10 calls are left', async () => {
    const token = await newToken(stack, reader.userId);
    const { header } = await callBare(token, 'list_years', {}, revision);
    await Promise.all(Array.from({ length: header.remaining - 11 }, () => stack.get('/api/v1/me', token)));
    const withTen = await callBare(token, 'list_years', {}, revision);
    const withNine = await callBare(token, 'list_years', {}, revision);
    expect([withTen.header.remaining, withNine.header.remaining]).toEqual([10, 9]);
    expect(withTen.result.content.map(({ text }) => text)).toEqual(['{"years":[]}']);
    expect(withNine.result.content.map(({ type, text }) => [type, text])).toEqual([
      ['text', '{"years":[]}'],
      [
        'text',
        `Calls left in this minute: 9 of 120. The limit renews in ${String(withNine.header.resetSeconds)} s: wait until then if you need more calls.`,
      ],
    ]);
    expect(withNine.result.structuredContent).toEqual({ years: [] });
  });
});

it('The instructions of the server tell an assistant to wait when few calls are left', () => {
  expect(INSTRUCTIONS).toMatch(/120 calls a minute.*fewer than 10 are left.*wait/s);
});

describe('One address serves both protocol eras', () => {
  it.each([
    ['legacy', '2025-11-25'],
    ['modern', '2026-07-28'],
  ] as const)('%s: a real client lists 11 tools with a read-only token, and reads', async (era, revision) => {
    const client = await mcpClient(stack, await newToken(stack, reader.userId), era);
    expect(client.revision).toBe(revision);
    expect(client.instructions).toContain('indicative');
    expect((await client.tools()).length).toBe(11);
    expect((await client.call('list_years')).json).toEqual({ years: [] });
    await client.close();
  });
});

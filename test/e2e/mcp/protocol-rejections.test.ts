/** Rejections within the protocol at the address of a toolset, where a status would end the session of some clients. */
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import { query } from '../oauth/visitor.ts';
import { useStack, useUser } from '../kit.ts';
import { newToken, UNKNOWN_ID } from '../stack.ts';
import { callOf, mcpClient, MODERN, post, type ToolCaller } from './client.ts';
import { sdk1Client } from './other-clients.ts';

const PATH = '/mcp/x/insight';
const REVISIONS = ['2025-11-25', MODERN] as const;
const CLIENTS: Readonly<Record<string, (token: string) => Promise<ToolCaller>>> = {
  'of the 2.x SDK with the handshake': (token) => mcpClient(stack, token, 'legacy', PATH),
  'of the 2.x SDK at the newest revision': (token) => mcpClient(stack, token, 'modern', PATH),
  'of the 1.x SDK': (token) => sdk1Client(stack, token, PATH),
};

const stack = useStack();
const user = useUser(stack);

/** Uses up the minute of a token. */
const useUp = (): Promise<unknown> => setRequests(LIMITS.ratePerMinuteMax, 'now()');
const endMinute = (): Promise<unknown> => setRequests(0, `now() - interval '60 s'`);
const setRequests = (requests: number, startedAt: string): Promise<unknown> =>
  query(
    stack,
    `UPDATE identity.request_counts SET requests = $1, window_started_at = ${startedAt}
     WHERE token_id IN (SELECT t.token_id FROM identity.tokens t WHERE t.user_id = $2)`,
    [requests, user.userId],
  );

/** Returns a token whose minute is used up. */
async function usedUpToken(): Promise<string> {
  const token = await newToken(stack, user.userId);
  expect((await stack.get('/api/v1/me', token)).status).toBe(200);
  await useUp();
  return token;
}

/** Sends a message without a client library, with the headers that its revision requires. */
async function send(token: string, body: object, revision: string, name?: string) {
  const { method } = body as { method: string };
  const modern = { 'mcp-method': method, ...(name === undefined ? {} : { 'mcp-name': name }) };
  const headers = { 'mcp-protocol-version': revision, ...(revision === MODERN ? modern : {}) };
  const answer = await post(stack, token, body, headers, PATH);
  const text = /^data: (.*)$/m.exec(answer.text)?.[1] ?? answer.text;
  return { ...answer, json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

describe.each(Object.keys(CLIENTS))(`A client %s at ${PATH}`, (name) => {
  it('over its limit gets tool errors with the seconds to wait, and continues in the same session afterwards', async () => {
    const client = await CLIENTS[name]!(await newToken(stack, user.userId));
    expect((await client.call('list_years')).isError).toBe(false);
    await useUp();
    for (const tool of ['list_years', 'get_recalc_status']) {
      const { isError, json } = await client.call(tool);
      expect([isError, json]).toEqual([
        true,
        expect.objectContaining({ status: 429, code: 'TOO_MANY_REQUESTS', fieldErrors: null }),
      ]);
      expect(json['retryAfterSeconds']).toBeGreaterThanOrEqual(1);
      expect(json['retryAfterSeconds']).toBeLessThanOrEqual(60);
    }
    await endMinute();
    expect((await client.call('list_years')).isError).toBe(false);
    await client.close();
  });

  it('with a token that only reads gets a tool error that names the scope, and continues in the same session', async () => {
    const client = await CLIENTS[name]!(await newToken(stack, user.userId));
    const { isError, json } = await client.call('delete_rule', { ruleId: UNKNOWN_ID });
    expect([isError, json]).toEqual([
      true,
      expect.objectContaining({ status: 403, code: 'SCOPE_NEEDED', neededScope: 'write' }),
    ]);
    expect((await client.call('list_years')).isError).toBe(false);
    await client.close();
  });
});

describe.each(REVISIONS)(`Over the limit at ${PATH}, revision %s,`, (revision) => {
  it('a tool call has status 200, a result with the state of the limit, and the headers of a 429', async () => {
    const token = await usedUpToken();
    const { status, headers, json } = await send(
      token,
      callOf('list_years', {}, revision),
      revision,
      'list_years',
    );
    expect([status, headers.get('ratelimit')?.split(';')[1]]).toEqual([200, 'r=0']);
    expect(json).toMatchObject({
      id: 1,
      result: {
        isError: true,
        _meta: { 'be.crypto-tax/rateLimit': { limit: 120, remaining: 0 } },
      },
    });
  });

  it('a request that calls no tool gets a JSON-RPC error with status 200, and a notification is accepted', async () => {
    const token = await usedUpToken();
    for (const method of ['tools/list', 'initialize', 'ping']) {
      const { status, json } = await send(token, { jsonrpc: '2.0', id: 'a', method }, revision);
      expect([method, status, json]).toMatchObject([
        method,
        200,
        {
          jsonrpc: '2.0',
          id: 'a',
          error: { code: -32_005, data: { retryAfterSeconds: expect.any(Number) } },
        },
      ]);
    }
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const { status, text } = await send(token, notification, revision);
    expect([status, text]).toEqual([202, '']);
  });
});

describe(`Over the limit at ${PATH} the response is 429`, () => {
  it('to a message that is large or of unknown size, and to a GET', async () => {
    const token = await usedUpToken();
    const large = { ...callOf('list_years'), x: 'x'.repeat(70_000) };
    expect((await send(token, large, '2025-11-25')).status).toBe(429);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${stack.ready().baseUrl}${PATH}`, { headers })).status).toBe(429);
  });

  it('from the message on that is more than a minute allows twice, so that a flood costs little', async () => {
    const token = await usedUpToken();
    const calls = Array.from({ length: LIMITS.ratePerMinuteMax + 3 }, () =>
      send(token, callOf('list_years'), '2025-11-25'),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMITS.ratePerMinuteMax);
  });
});

/** service.md, "Errors", and the order of rejections (decisions.md, Requests 1) as far as the gateway decides it. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import { ApiError, EdgeError, RateLimitError } from '@ctx/contract/rejection-records';
import { LIMITS } from '@ctx/domain/limits';
import { expectBody, faultyFields, restClient } from '../rest.ts';
import { createUser, useStack, useUser } from '../kit.ts';
import { pathOf, UNKNOWN_ID } from '../stack.ts';

const tokens: Record<string, string> = {};

const stack = useStack();
const send = restClient(stack);
const reader = useUser(stack, { beta: 'portfolio', years: [] });

beforeAll(async () => {
  tokens['reader'] = reader.token;
  tokens['writer'] = (await createUser(stack, { years: [], scope: 'write' })).token;
  tokens['free'] = (await createUser(stack, { plan: 'free', years: [], scope: 'write' })).token;
});

const TOO_LONG = ' '.repeat(LIMITS.bodyBytesMax + 1);
const PATHS = [...new Set(OPERATIONS.map(({ path }) => pathOf(path).replace('EVENT_ID', UNKNOWN_ID)))];
const BETA_PATHS = OPERATIONS.filter((operation) => 'beta' in operation).map(({ path }) => path);

/** Uses up the requests that a token has in this minute. */
async function exhaust(token: string): Promise<void> {
  const spend = (): Promise<unknown> => send('/api/v1/me', {}, token);
  await Promise.all(Array.from({ length: LIMITS.ratePerMinuteMax }, spend));
}

describe('Body shapes', () => {
  it.each([
    ['400', '/api/v1/transactions', 'GET', 'reader'],
    ['402', '/api/v1/me', 'GET', 'free'],
    ['404', '/api/v1/nope', 'GET', 'reader'],
    ['405', '/api/v1/me', 'DELETE', 'writer'],
  ])(
    'the API itself, %s: the body has success, message, code, fieldErrors and upgradeUrl',
    async (status, path, method, name) => {
      const answer = await send(path, { method }, tokens[name]);
      expect(answer.status).toBe(Number(status));
      expectBody(answer, ApiError);
      expect(answer.body['success']).toBe(false);
    },
  );

  it.each([
    ['401', 'unauthorized', 'GET', undefined],
    ['403', 'forbidden', 'POST', 'reader'],
    ['413', 'content too large', 'POST', 'writer'],
  ])(
    'the layer in front of the API, %s: the body has the error "%s" and a message',
    async (status, error, method, name) => {
      const body = method === 'GET' ? null : TOO_LONG;
      const answer = await send('/api/v1/rules', { method, body }, tokens[name ?? '']);
      expect(answer.status).toBe(Number(status));
      expectBody(answer, EdgeError);
      expect(answer.body['error']).toBe(error);
    },
  );

  it('the rate limiter, 429: the body has error and retryAfterSeconds, and the header Retry-After has whole seconds', async () => {
    const { token } = await createUser(stack);
    await exhaust(token);
    const answer = await send('/api/v1/me', {}, token);
    expect(answer.status).toBe(429);
    expectBody(answer, RateLimitError);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
  });
});

describe('Status table', () => {
  it('400: a parameter is missing or has a value that is not allowed; fieldErrors names each field', async () => {
    const answer = await send('/api/v1/transactions?type=GIFT&size=0', {}, tokens['reader']);
    expect([answer.status, answer.body['code']]).toEqual([400, null]);
    expect(faultyFields(answer).sort()).toEqual(['size', 'type', 'year']);
    for (const [path, field] of [
      ['portfolio/lots', 'holdingId'],
      ['transfer-matches/candidates', 'taxEventId'],
    ] as const) {
      const { body } = await send(`/api/v1/${path}`, {}, tokens['reader']);
      expect(body['fieldErrors']).toEqual([
        { field, message: expect.stringMatching(/^is required and must be /) },
      ]);
    }
  });

  it('400: a query parameter is unknown, on every path that can be read', async () => {
    for (const { method, path } of OPERATIONS) {
      if (method !== 'GET') continue;
      const target = pathOf(path).replace('EVENT_ID', UNKNOWN_ID);
      const answer = await send(
        `${target}${target.includes('?') ? '&' : '?'}nonsense=1`,
        {},
        tokens['reader'],
      );
      expect(answer.body['fieldErrors']).toEqual([
        { field: 'nonsense', message: expect.stringMatching(/^is unknown: /) },
      ]);
    }
  });

  it('402 PRO_REQUIRED: the account has no Pro plan, for any request; upgradeUrl is set', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      // Each token has its own limit of requests a minute.
      const { token } = await createUser(stack, { plan: 'free', years: [], scope: 'write' });
      for (const path of [...PATHS, '/api/v1/nope']) {
        const answer = await send(path, { method }, token);
        expect(answer.status).toBe(402);
        expect(answer.body).toMatchObject({
          code: 'PRO_REQUIRED',
          upgradeUrl: `${stack.ready().baseUrl}/upgrade`,
        });
      }
    }
  });

  it('404 NOT_FOUND: the id or the path is unknown', async () => {
    for (const [path, method, name] of [
      [`/api/v1/overrides/${UNKNOWN_ID}`, 'DELETE', 'writer'],
      [`/api/v1/rules/${UNKNOWN_ID}`, 'DELETE', 'writer'],
      [`/api/v1/transfer-matches/${UNKNOWN_ID}`, 'DELETE', 'writer'],
      [`/api/v1/transfer-matches/candidates?taxEventId=${UNKNOWN_ID}`, 'GET', 'reader'],
      ['/api/v1/portfolio/lots?holdingId=DOGE', 'GET', 'reader'],
      ['/api/v1/nope', 'GET', 'reader'],
      ['/api/v1', 'GET', 'reader'],
      ['/', 'GET', 'reader'],
    ] as const) {
      const answer = await send(path, { method }, tokens[name]);
      expect([path, answer.status, answer.body['code']]).toEqual([path, 404, 'NOT_FOUND']);
    }
  });

  it('404: portfolio, lots and positions return the same bytes as an unknown path when the beta is not enabled', async () => {
    const unknown = await send('/api/v1/nope', {}, tokens['writer']);
    for (const path of BETA_PATHS)
      for (const query of ['', '?holdingId=ETH', '?nonsense=1&nonsense=2'])
        for (const method of ['GET', 'HEAD', 'DELETE', 'POST', 'OPTIONS']) {
          const answer = await send(path + query, { method }, tokens['writer']);
          expect([answer.status, answer.text]).toEqual([404, method === 'HEAD' ? '' : unknown.text]);
          expect(answer.headers.get('allow')).toBeNull();
        }
  });

  it('503 UNAVAILABLE: a dependency does not respond; Retry-After is set, and the service recovers by itself', async () => {
    process.kill(stack.ready().services.read.pid, 'SIGSTOP');
    const answer = await send('/api/v1/years', {}, tokens['reader']);
    process.kill(stack.ready().services.read.pid, 'SIGCONT');
    expect([answer.status, answer.body['code']]).toEqual([503, 'UNAVAILABLE']);
    expectBody(answer, ApiError);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await send('/api/v1/years', {}, tokens['reader'])).status).toBe(200);
  });
});

describe('A request that deserves two rejections gets the first of', () => {
  // prettier-ignore
  const PAIRS: readonly [pair: string, token: string, path: string, init: RequestInit, status: number][] = [
    ['403 and 413', 'reader', '/api/v1/overrides', { method: 'POST', body: TOO_LONG }, 403],
    ['413 and 402', 'free', '/api/v1/overrides', { method: 'POST', body: TOO_LONG }, 413],
    ['402 and 404', 'free', '/api/v1/nope', {}, 402],
    ['402 and 404 of the beta', 'free', '/api/v1/portfolio', {}, 402],
    ['404 of the beta and 405', 'writer', '/api/v1/portfolio', { method: 'DELETE' }, 404],
    ['404 of the beta and 400', 'writer', '/api/v1/portfolio/lots', {}, 404],
    ['405 and 400', 'writer', '/api/v1/me?nonsense=1', { method: 'DELETE' }, 405],
    ['405 and 400 of the body', 'writer', '/api/v1/me', { method: 'PUT', body: '{' }, 405],
    ['400 and 404 of an id', 'writer', `/api/v1/rules/${UNKNOWN_ID}?nonsense=1`, { method: 'DELETE' }, 400],
    ['404 of an id and 400 of the domain', 'writer', '/api/v1/overrides',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: `{"taxEventId":"${UNKNOWN_ID}"}` }, 404],
  ];
  it.each(PAIRS)('%s', async (_pair, name, path, init, status) => {
    expect((await send(path, init, tokens[name])).status).toBe(status);
  });

  it('401 and 429 of the token', async () => {
    const { userId } = await createUser(stack);
    const args = ['token', 'create', '--user', userId, '--name', 'Gone', '--scope', 'read'];
    const { token, tokenId } = await stack.ctx(args);
    await exhaust(String(token));
    expect((await send('/api/v1/me', {}, String(token))).status).toBe(429);
    await stack.ctx(['token', 'revoke', '--token-id', String(tokenId)]);
    expect((await send('/api/v1/me', {}, String(token))).status).toBe(401);
  });

  it('429 of the token and 403', async () => {
    const { token } = await createUser(stack);
    await exhaust(token);
    expect((await send('/api/v1/rules', { method: 'POST' }, token)).status).toBe(429);
  });
});

it('An address over its limit gets a 429 for a bad token, and a token over its limit a 429 of its own', async () => {
  const { token } = await createUser(stack);
  await exhaust(token);
  const headers = { 'x-forwarded-for': '203.0.113.1' };
  for (let index = 0; index < 31; index += 1) await send('/api/v1/me', { headers }, 'ctx_wrong');
  const policyOf = async (sent: string): Promise<[number, string | null]> => {
    const answer = await send('/api/v1/me', { headers }, sent);
    return [answer.status, answer.headers.get('ratelimit-policy')];
  };
  expect(await policyOf('ctx_wrong')).toEqual([429, '"failures";q=30;w=60']);
  expect(await policyOf(token)).toEqual([429, '"minute";q=120;w=60']);
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/common/contract/operations';
import { ApiError, EdgeError, RateLimitError } from '@ctx/common/contract/schemas';
import { z } from 'zod';
import {
  type Answer,
  importLines,
  newUser,
  pathOf,
  startTestStack,
  type TestStack,
  WORKED_EXAMPLE_1,
} from './stack.ts';

let stack: TestStack;
let base: string;
let eventId: string;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  stack = await startTestStack();
  base = stack.ready().baseUrl;
  const beta = ['--plan', 'pro', '--beta', 'portfolio'];
  const reader = await newUser(stack, 'reader@example.org', beta);
  await importLines(stack, reader.userId, WORKED_EXAMPLE_1);
  tokens['reader'] = reader.token;
  const { body } = await stack.get('/api/v1/transactions?year=2026', reader.token);
  eventId = (body as { transactions: { id: string }[] }).transactions[0]!.id;
  // Each of a budget of its own.
  for (const name of ['refused', 'malformed'])
    tokens[name] = (await newUser(stack, `${name}@example.org`, beta)).token;
  tokens['no-beta'] = (await newUser(stack, 'no-beta@example.org')).token;
  tokens['free'] = (await newUser(stack, 'free@example.org', ['--plan', 'free'])).token;
});
afterAll(async () => {
  await stack.remove();
});

const PATHS = OPERATIONS.filter(({ method }) => method === 'GET').map(({ path }) => pathOf(path));
/** Refused before anybody looks what they ask for. */
const ALL_PATHS = [...new Set(OPERATIONS.map(({ path }) => pathOf(path)))];
/** Answers that name the moment they were made at differ each time. */
const OF_THE_MOMENT = /portfolio$|positions$/;

function expectBody(answer: Answer, schema: z.ZodObject): void {
  expect(z.strictObject(schema.shape).safeParse(answer.body).error?.issues ?? []).toEqual([]);
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
}

async function send(path: string, init: RequestInit, token = tokens['reader']!): Promise<Answer> {
  const headers = new Headers(init.headers);
  if (token !== '' && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(base + path.replace('EVENT_ID', eventId), { ...init, headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>,
  };
}

describe.each(ALL_PATHS)('%s, any method', (path) => {
  it('401 without a token, with a challenge that points at the protected-resource metadata', async () => {
    const answer = await send(path, {}, '');
    expect(answer.status).toBe(401);
    expectBody(answer, EdgeError);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
    );
  });

  it('402 PRO_REQUIRED with upgradeUrl for an account without the Pro plan', async () => {
    const answer = await send(path, {}, tokens['free']);
    expect(answer.status).toBe(402);
    expectBody(answer, ApiError);
    expect(answer.body).toMatchObject({
      success: false,
      code: 'PRO_REQUIRED',
      upgradeUrl: `${base}/pricing`,
    });
  });

  it('403 for a read-only token with every method but GET and HEAD', async () => {
    for (const method of ['POST', 'DELETE', 'PUT', 'PATCH']) {
      const answer = await send(path, { method }, tokens['refused']);
      expect(answer.status).toBe(403);
      expectBody(answer, EdgeError);
      expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    }
  });
});

describe.each(PATHS)('GET %s', (path) => {
  it('400 names an unknown query parameter', async () => {
    const answer = await send(`${path}${path.includes('?') ? '&' : '?'}nonsense=1`, {});
    expect(answer.status).toBe(400);
    expectBody(answer, ApiError);
    expect(answer.body['fieldErrors']).toEqual([{ field: 'nonsense', message: 'is not known here' }]);
    expect(answer.body['code']).toBeNull();
  });

  it('HEAD counts as GET; a repeated read answers 304 to its ETag', async () => {
    const head = await send(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    const again = await send(path, { headers: { 'if-none-match': head.headers.get('etag')! } });
    expect(again.status).toBe(OF_THE_MOMENT.test(path) ? 200 : 304);
  });
});

describe('unknown paths, other methods, bad parameters', () => {
  it.each(['/api/v1/nope', '/api/v1/Me', '/api/v1/me/', '/api/v1/%00', '/api/v1/portfolio/x', '/api/v1'])(
    '%s is 404 with the API body',
    async (path) => {
      const answer = await send(path, {});
      expect(answer.status).toBe(404);
      expectBody(answer, ApiError);
      expect(answer.body['code']).toBe('NOT_FOUND');
    },
  );

  it('with the beta off its paths do not exist: the same bytes as an unknown path, for any method or query', async () => {
    const { token } = await newUser(stack, 'no-beta-writer@example.org', ['--plan', 'pro'], 'write');
    const unknown = await send('/api/v1/nope', {}, token);
    for (const { path } of OPERATIONS.filter((operation) => 'beta' in operation))
      for (const [suffix, method] of [
        ['', 'GET'],
        ['?holdingId=ETH', 'GET'],
        ['?nonsense=1&nonsense=2', 'GET'],
        ['', 'DELETE'],
        ['', 'POST'],
      ] as const) {
        const answer = await send(path + suffix, { method }, token);
        expect([answer.status, answer.text]).toEqual([404, unknown.text]);
        expect(answer.headers.get('allow')).toBeNull();
      }
  });

  it('an asset that is not held is 404', async () => {
    const answer = await send('/api/v1/portfolio/lots?holdingId=DOGE', {});
    expect(answer.status).toBe(404);
    expectBody(answer, ApiError);
  });

  it('a known path with another method is 405 with Allow and the API body', async () => {
    const { token } = await newUser(stack, 'writer@example.org', ['--plan', 'pro'], 'write');
    const answer = await send('/api/v1/me', { method: 'DELETE' }, token);
    expect(answer.status).toBe(405);
    expectBody(answer, ApiError);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  const BAD: [string, string][] = [
    ['/api/v1/transactions', 'year'],
    ...['', 'x', '1.5', '1e3', '0x7E8', '2008', '2101', '99999999999', '02026'].map(
      (year): [string, string] => [`/api/v1/transactions?year=${year}`, 'year'],
    ),
    ['/api/v1/transactions?year=2026&year=2025', 'year'],
    ['/api/v1/transactions?year=2026&page=-1', 'page'],
    ['/api/v1/transactions?year=2026&page=2147483648', 'page'],
    ['/api/v1/transactions?year=2026&size=0', 'size'],
    ['/api/v1/transactions?year=2026&type=GIFT', 'type'],
    ['/api/v1/transactions?year=2026&type=disposition', 'type'],
    ['/api/v1/transactions?year=2026&asset=', 'asset'],
    ['/api/v1/transactions?year=2026&asset=%00', 'asset'],
    ['/api/v1/portfolio/lots', 'holdingId'],
    ['/api/v1/transfer-matches/candidates', 'taxEventId'],
    ['/api/v1/transfer-matches/candidates?taxEventId=x', 'taxEventId'],
    ['/api/v1/years/x/summary', 'year'],
    ['/api/v1/years/2101/summary', 'year'],
    ['/api/v1/years/%E0%A4%A/summary', 'path'],
  ];
  it.each(BAD)('%s is 400 and names %s', async (path, field) => {
    const answer = await send(path, {}, tokens['malformed']);
    expect(answer.status).toBe(400);
    expectBody(answer, ApiError);
    expect((answer.body['fieldErrors'] as { field: string }[]).map((error) => error.field)).toContain(field);
  });

  it('a body over 1 MiB is 413 by its announced length', async () => {
    const { token } = await newUser(stack, 'large@example.org', ['--plan', 'pro'], 'write');
    const answer = await send('/api/v1/me', { method: 'POST', body: 'x'.repeat(1_048_577) }, token);
    expect(answer.status).toBe(413);
    expectBody(answer, EdgeError);
    expect(answer.body['error']).toBe('content too large');
  });

  it('a body over 1 MiB that comes without a length is 413 as soon as it is too long', async () => {
    const { token } = await newUser(stack, 'chunked@example.org', ['--plan', 'pro'], 'write');
    const chunk = new Uint8Array(65_536);
    const sendChunks = async (chunks: number): Promise<Answer> => {
      let left = chunks;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (left === 0) controller.close();
          else controller.enqueue(chunk);
          left -= 1;
        },
      });
      return send('/api/v1/me', { method: 'POST', body, duplex: 'half' }, token);
    };
    expect((await sendChunks(17)).status).toBe(413);
    // Exactly 1 MiB is read and judged on: the path has no POST.
    expect((await sendChunks(16)).status).toBe(405);
  });

  it('an inbound X-Request-Id is taken over if it is well formed', async () => {
    const kept = await send('/api/v1/me', { headers: { 'x-request-id': 'abc_DEF-1' } });
    expect(kept.headers.get('x-request-id')).toBe('abc_DEF-1');
    const replaced = await send('/api/v1/me', { headers: { 'x-request-id': 'no spaces, please' } });
    expect(replaced.headers.get('x-request-id')).not.toContain(' ');
  });
});

describe('tokens', () => {
  it.each([
    ['a malformed token', 'ctx_short'],
    ['a token with a bad checksum', `ctx_${'a'.repeat(38)}`],
    ['a token of 10 KB', `ctx_${'a'.repeat(10_240)}`],
  ])('%s is 401 with error="invalid_token"', async (_what, token) => {
    const answer = await send('/api/v1/me', {}, token);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('a token in the query is none', async () => {
    const answer = await send(`/api/v1/me?access_token=${tokens['reader']!}`, {}, '');
    expect(answer.status).toBe(401);
  });

  it('revocation takes effect immediately', async () => {
    const { userId } = await newUser(stack, 'revoked@example.org');
    const created = await stack.ctx(['token', 'create', '--user', userId, '--name', 'R', '--scope', 'read']);
    expect((await send('/api/v1/me', {}, String(created['token']))).status).toBe(200);
    await stack.ctx(['token', 'revoke', '--token-id', String(created['tokenId'])]);
    expect((await send('/api/v1/me', {}, String(created['token']))).status).toBe(401);
  });

  it('an expired token is 401', async () => {
    const { userId } = await newUser(stack, 'expired@example.org');
    const expiry = ['--expires-at', '2026-01-01T00:00:00Z'];
    const { token } = await stack.ctx([
      'token',
      'create',
      '--user',
      userId,
      '--name',
      'E',
      '--scope',
      'read',
      ...expiry,
    ]);
    expect((await send('/api/v1/me', {}, String(token))).status).toBe(401);
  });
});

describe('limits', () => {
  it('120 requests per minute per token; the 121st is 429 with Retry-After, refusals count too', async () => {
    const { token } = await newUser(stack, 'limit@example.org');
    const answers: Answer[] = [];
    for (let index = 0; index < 121; index += 1)
      answers.push(await send(index % 2 === 0 ? '/api/v1/me' : '/api/v1/nope', {}, token));
    expect(answers.slice(0, 120).every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect(answers[119]!.headers.get('ratelimit')).toContain('r=0;');
    const last = answers[120]!;
    expect(last.status).toBe(429);
    expectBody(last, RateLimitError);
    expect(last.headers.get('retry-after')).toBe(String(last.body['retryAfterSeconds']));
    expect(last.headers.get('ratelimit-policy')).toBe('"minute";q=120;w=60');
  }, 60_000);

  it('more than 30 failed authentications per minute from one address are 429 instead of 401; a valid token still passes', async () => {
    const { token } = await newUser(stack, 'passes@example.org');
    const statuses = new Set<number>();
    for (let index = 0; index < 40; index += 1)
      statuses.add((await send('/api/v1/me', {}, 'ctx_wrong')).status);
    expect([...statuses].at(-1)).toBe(429);
    const refused = await send('/api/v1/me', {}, 'ctx_wrong');
    expectBody(refused, RateLimitError);
    expect((await send('/api/v1/me', {}, token)).status).toBe(200);
  });
});

describe('what an outsider sees', () => {
  it('the interface description is fetchable without a token and holds every operation', async () => {
    const answer = await send('/api/v1/openapi.json', {}, '');
    expect(answer.status).toBe(200);
    const { openapi, paths } = answer.body as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(openapi).toMatch(/^3\.0\./);
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
    expect(answer.text).not.toContain('"additionalProperties":false');
  });

  it('a dependency that is down is 503 UNAVAILABLE with Retry-After, and the service comes back by itself', async () => {
    const { token } = await newUser(stack, 'down@example.org');
    process.kill(stack.ready().services.read.pid, 'SIGSTOP');
    const answer = await send('/api/v1/years', {}, token);
    process.kill(stack.ready().services.read.pid, 'SIGCONT');
    expect(answer.status).toBe(503);
    expectBody(answer, ApiError);
    expect(answer.body['code']).toBe('UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await send('/api/v1/years', {}, token)).status).toBe(200);
  }, 60_000);
});

/** service.md, "Authentication", as far as REST shows it. The limits per token and per address are in limits.test.ts. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import { EdgeError } from '@ctx/contract/rejection-records';
import { createToken } from '../../../services/gateway/src/identity/auth/token.ts';
import { DOCUMENT_PATHS } from '../../../services/gateway/src/reports/document-paths.ts';
import { Tables } from '../person/tables.ts';
import { head, sendRaw } from '../raw-http.ts';
import { expectBody, restClient, type Send } from '../rest.ts';
import { createUser, useStack } from '../kit.ts';
import { type Answer, pathOf, UNKNOWN_ID } from '../stack.ts';

let send: Send;
let challenge: string;
const users: Record<string, { userId: string; token: string }> = {};

const stack = useStack();

beforeAll(async () => {
  const { baseUrl } = stack.ready();
  send = restClient(baseUrl);
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource/mcp`;
  challenge = `resource_metadata="${metadata}", scope="read write"`;
  users['reader'] = await createUser(stack, { email: 'authenticates-reader@example.org' });
  users['writer'] = await createUser(stack, {
    email: 'authenticates-writer@example.org',
    years: [],
    scope: 'write',
  });
});

const PATHS = [...new Set(OPERATIONS.map(({ path }) => pathOf(path).replace('EVENT_ID', UNKNOWN_ID)))];

let addresses = 0;
/**
 * Each failure comes from an address of its own, because an address may fail 30 times a minute. They are of 198.18.0.0/15, which
 * is for tests (RFC 2544): a /24 has fewer than the paths and methods need, and what is no address counts as the connection's.
 */
function fromNewAddress(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `198.18.${String(addresses >> 8)}.${String(addresses & 255)}` };
}

async function newToken(name: string, ...more: string[]): Promise<{ token: string; tokenId: string }> {
  const args = [
    'token',
    'create',
    '--user',
    users['reader']!.userId,
    '--name',
    name,
    '--scope',
    'read',
    ...more,
  ];
  return (await stack.ctx(args)) as { token: string; tokenId: string };
}

function expectRejected(answer: Answer, error: string | null): void {
  expect(answer.status).toBe(401);
  expectBody(answer, EdgeError);
  expect(answer.body['error']).toBe('unauthorized');
  const start = error === null ? 'Bearer ' : `Bearer error="${error}", `;
  expect(answer.headers.get('www-authenticate')).toBe(start + challenge);
}

describe('The header Authorization: Bearer <ACCESS_TOKEN>', () => {
  it('is required: without it every path returns 401 for every method, also a path that does not exist', async () => {
    for (const path of [...PATHS, '/api/v1/nope', '/api/v1'])
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS'])
        expectRejected(await send(path, { method, headers: fromNewAddress() }), null);
  });

  it.each([
    ['twice', (token: string) => [`Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`]],
    ['with two tokens in one line', (token: string) => [`Authorization: Bearer ${token}, Bearer ${token}`]],
    ['with another scheme', (token: string) => [`Authorization: Basic ${btoa(`x:${token}`)}`]],
    ['without a scheme', (token: string) => [`Authorization: ${token}`]],
    ['empty', () => ['Authorization:']],
  ])('sent %s is rejected with 401', async (_what, lines) => {
    const forwarded = `X-Forwarded-For: ${fromNewAddress()['x-forwarded-for']!}`;
    const request = head('GET /api/v1/me HTTP/1.1', forwarded, ...lines(users['reader']!.token));
    const { answers } = await sendRaw(stack.ready().baseUrl, [request], 1);
    expect(answers[0]!.status).toBe(401);
    expectBody(answers[0]!, EdgeError);
  });

  it('may have its scheme in any letter case', async () => {
    const headers = { authorization: `bEARER ${users['reader']!.token}` };
    expect((await send('/api/v1/me', { headers })).status).toBe(200);
  });

  it.each(['access_token', 'token', 'api_key', 'authorization'])(
    'cannot be replaced by a token in the query parameter %s',
    async (name) => {
      const path = `/api/v1/me?${name}=${users['reader']!.token}`;
      expectRejected(await send(path, { headers: fromNewAddress() }), null);
    },
  );

  it('cannot be replaced by a token in a cookie', async () => {
    const headers = { ...fromNewAddress(), cookie: `access_token=${users['reader']!.token}` };
    expectRejected(await send('/api/v1/me', { headers }), null);
  });
});

describe('A personal API token', () => {
  it('has the prefix ctx_ and the chosen scopes, and is shown only once, at creation', async () => {
    const { token } = await newToken('Shown once');
    expect(token).toMatch(/^ctx_[0-9A-Za-z]{38}$/);
    const listed = JSON.stringify(await stack.ctx(['token', 'list', '--user', users['reader']!.userId]));
    expect(listed).toContain('Shown once');
    expect(listed).not.toContain(token.slice(4));
    expect((await send('/api/v1/me', {}, token)).body['scopes']).toEqual(['read']);
    expect((await send('/api/v1/me', {}, users['writer']!.token)).body['scopes']).toEqual(['read', 'write']);
  });

  it('acts as the one user who created it', async () => {
    for (const name of ['reader', 'writer']) {
      const { userId, token } = users[name]!;
      const { body } = await send('/api/v1/me', {}, token);
      expect(body).toMatchObject({ userId: Number(userId), email: `authenticates-${name}@example.org` });
    }
  });
});

describe('Scopes', () => {
  it('read allows every GET, and HEAD', async () => {
    for (const { method, path } of OPERATIONS.filter((operation) => !('beta' in operation)))
      if (method === 'GET') {
        const target = pathOf(path).replace('EVENT_ID', UNKNOWN_ID);
        const status = /\{(taxEventId|accountId|fileId)\}|candidates$/.test(path) ? 404 : 200;
        expect((await send(target, {}, users['reader']!.token)).status).toBe(status);
        expect((await send(target, { method: 'HEAD' }, users['reader']!.token)).status).toBe(status);
      }
  });

  it.each(['POST', 'DELETE', 'PUT', 'PATCH'])(
    'a write attempt with a read-only token is rejected with 403: %s',
    async (method) => {
      const { token } = await newToken(method);
      for (const path of [...PATHS, '/api/v1/nope']) {
        const answer = await send(path, { method }, token);
        expect(answer.status).toBe(403);
        expectBody(answer, EdgeError);
        expect(answer.body['error']).toBe('forbidden');
        expect(answer.headers.get('www-authenticate')).toBe(
          `Bearer error="insufficient_scope", ${challenge}`,
        );
      }
    },
  );

  it('write includes read, and allows POST and DELETE', async () => {
    const { token } = users['writer']!;
    expect((await send('/api/v1/years', {}, token)).status).toBe(200);
    expect((await send(`/api/v1/rules/${UNKNOWN_ID}`, { method: 'DELETE' }, token)).status).toBe(404);
    expect((await send('/api/v1/rules', { method: 'POST' }, token)).status).toBe(400);
  });
});

describe('The response is a 401 with a challenge that points at the protected-resource metadata', () => {
  it('when the token is missing', async () => {
    expectRejected(await send('/api/v1/me', { headers: fromNewAddress() }), null);
  });

  it.each([
    ['unknown', createToken('ctx_')],
    ['an unknown one of an app', createToken('cto_')],
    ['malformed', 'ctx_short'],
    ['one with a bad checksum', `ctx_${'a'.repeat(38)}`],
    ['10 KB long', `ctx_${'a'.repeat(10_240)}`],
    ['of another kind', createToken('ctx_').replace('ctx_', 'ctz_')],
  ])('when the token is %s', async (_what, token) => {
    expectRejected(await send('/api/v1/me', { headers: fromNewAddress() }, token), 'invalid_token');
  });

  it('from the first request after the token was revoked', async () => {
    const { token, tokenId } = await newToken('Revoked');
    expect((await send('/api/v1/me', {}, token)).status).toBe(200);
    await stack.ctx(['token', 'revoke', '--token-id', tokenId]);
    expectRejected(await send('/api/v1/me', { headers: fromNewAddress() }, token), 'invalid_token');
  });

  it('when the token has expired', async () => {
    const { token, tokenId } = await newToken('Expired', '--expires-at', '2100-01-01T00:00:00Z');
    const tables = await Tables.open(stack);
    await tables.query('UPDATE identity.tokens SET expires_at = now() WHERE token_id = $1', [tokenId]);
    await tables.close();
    expectRejected(await send('/api/v1/me', { headers: fromNewAddress() }, token), 'invalid_token');
  });

  it('but a 200 when the token has not expired yet', async () => {
    const { token } = await newToken('Good', '--expires-at', '2100-01-01T00:00:00Z');
    expect((await send('/api/v1/me', {}, token)).status).toBe(200);
  });
});

it('The interface description can be fetched without a token or with a bad one, and lists every operation', async () => {
  const answer = await send('/api/v1/openapi.json');
  expect(answer.status).toBe(200);
  const { openapi, paths } = answer.body as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  expect(openapi).toMatch(/^3\.0\./);
  const ids = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(ids.sort()).toEqual([...OPERATIONS, ...DOCUMENT_PATHS].map(({ id }) => id).sort());
  expect((await send('/api/v1/openapi.json', {}, 'ctx_wrong')).status).toBe(200);
});

it('Every correction made through a token is logged with the name of that token', async () => {
  const { userId } = users['writer']!;
  const args = ['token', 'create', '--user', userId, '--name', 'My laptop 🖥', '--scope', 'write'];
  const token = String((await stack.ctx(args))['token']);
  const rule = { action: 'MARK_INCOME', label: 'x', matchType: 'DESCRIPTION', matchValue: 'x' };
  const headers = { 'content-type': 'application/json' };
  const made = await send('/api/v1/rules', { method: 'POST', headers, body: JSON.stringify(rule) }, token);
  expect(made.status).toBe(200);
  const { entries } = (await stack.ctx(['audit', '--user', userId])) as { entries: { via: string }[] };
  expect(entries[0]!.via).toBe('My laptop 🖥');
});

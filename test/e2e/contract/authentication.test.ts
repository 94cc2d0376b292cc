/** service.md, "Authentication", what REST can show of it. Rate and address limits: limits.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import { EdgeError } from '@ctx/contract/schemas';
import { createToken } from '../../../services/gateway/src/auth/token.ts';
import { Tables } from '../person/tables.ts';
import { head, sendRaw } from '../raw-http.ts';
import { expectBody, restClient, type Send } from '../rest.ts';
import { type Answer, newUser, pathOf, startTestStack, type TestStack, UNKNOWN_ID } from '../stack.ts';

let stack: TestStack;
let send: Send;
let challenge: string;
const users: Record<string, { userId: string; token: string }> = {};

beforeAll(async () => {
  // Each test fails from an address of its own: one has 30 failures a minute.
  stack = await startTestStack(['--empty'], undefined, undefined, { TRUSTED_PROXIES: '127.0.0.1' });
  const { baseUrl } = stack.ready();
  send = restClient(baseUrl);
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource/mcp`;
  challenge = `resource_metadata="${metadata}", scope="read write"`;
  users['reader'] = await newUser(stack, 'reader@example.org');
  users['writer'] = await newUser(stack, 'writer@example.org', ['--plan', 'pro'], 'write');
});
afterAll(async () => {
  await stack.remove();
});

const PATHS = [...new Set(OPERATIONS.map(({ path }) => pathOf(path).replace('EVENT_ID', UNKNOWN_ID)))];

let addresses = 0;
const elsewhere = (): Record<string, string> => ({
  'x-forwarded-for': `198.51.100.${String((addresses += 1))}`,
});

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

describe('Header on every request: Authorization: Bearer <ACCESS_TOKEN>', () => {
  it('without it every path is 401, one that does not exist too, whatever the method', async () => {
    for (const path of [...PATHS, '/api/v1/nope', '/api/v1'])
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS'])
        expectRejected(await send(path, { method, headers: elsewhere() }), null);
  });

  it.each([
    ['twice', (token: string) => [`Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`]],
    ['two in one', (token: string) => [`Authorization: Bearer ${token}, Bearer ${token}`]],
    ['of another scheme', (token: string) => [`Authorization: Basic ${btoa(`x:${token}`)}`]],
    ['without a scheme', (token: string) => [`Authorization: ${token}`]],
    ['empty', () => ['Authorization:']],
  ])('%s is none', async (_what, lines) => {
    const forwarded = `X-Forwarded-For: ${elsewhere()['x-forwarded-for']!}`;
    const asked = head('GET /api/v1/me HTTP/1.1', forwarded, ...lines(users['reader']!.token));
    const { answers } = await sendRaw(stack.ready().baseUrl, [asked], 1);
    expect(answers[0]!.status).toBe(401);
    expectBody(answers[0]!, EdgeError);
  });

  it('the name of the scheme has no letter case', async () => {
    const headers = { authorization: `bEARER ${users['reader']!.token}` };
    expect((await send('/api/v1/me', { headers })).status).toBe(200);
  });

  it.each(['access_token', 'token', 'api_key', 'authorization'])(
    'a token in the query as %s is none',
    async (name) => {
      const path = `/api/v1/me?${name}=${users['reader']!.token}`;
      expectRejected(await send(path, { headers: elsewhere() }), null);
    },
  );

  it('nor is one in a cookie', async () => {
    const headers = { ...elsewhere(), cookie: `access_token=${users['reader']!.token}` };
    expectRejected(await send('/api/v1/me', { headers }), null);
  });
});

describe('A personal API token', () => {
  it('has the prefix ctx_, is shown once at creation, with chosen scopes', async () => {
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
      expect(body).toMatchObject({ userId: Number(userId), email: `${name}@example.org` });
    }
  });
});

describe('Scopes', () => {
  it('read: every GET, and HEAD', async () => {
    for (const { method, path } of OPERATIONS.filter((operation) => !('beta' in operation)))
      if (method === 'GET') {
        const target = pathOf(path).replace('EVENT_ID', UNKNOWN_ID);
        const status = path.endsWith('candidates') ? 404 : 200;
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

  it('write: includes read, and every POST and DELETE', async () => {
    const { token } = users['writer']!;
    expect((await send('/api/v1/years', {}, token)).status).toBe(200);
    expect((await send(`/api/v1/rules/${UNKNOWN_ID}`, { method: 'DELETE' }, token)).status).toBe(404);
    expect((await send('/api/v1/rules', { method: 'POST' }, token)).status).toBe(400);
  });
});

describe('Missing, unknown, revoked or expired token: 401 with a challenge that points at the protected-resource metadata', () => {
  it('missing', async () => {
    expectRejected(await send('/api/v1/me', { headers: elsewhere() }), null);
  });

  it.each([
    ['unknown', createToken('ctx_')],
    ['unknown, of an app', createToken('cto_')],
    ['malformed', 'ctx_short'],
    ['with a bad checksum', `ctx_${'a'.repeat(38)}`],
    ['of 10 KB', `ctx_${'a'.repeat(10_240)}`],
    ['of another kind', createToken('ctx_').replace('ctx_', 'ctz_')],
  ])('%s', async (_what, token) => {
    expectRejected(await send('/api/v1/me', { headers: elsewhere() }, token), 'invalid_token');
  });

  it('revoked, immediately', async () => {
    const { token, tokenId } = await newToken('Revoked');
    expect((await send('/api/v1/me', {}, token)).status).toBe(200);
    await stack.ctx(['token', 'revoke', '--token-id', tokenId]);
    expectRejected(await send('/api/v1/me', { headers: elsewhere() }, token), 'invalid_token');
  });

  it('expired', async () => {
    const { token, tokenId } = await newToken('Expired', '--expires-at', '2100-01-01T00:00:00Z');
    const tables = await Tables.open(stack);
    await tables.query('UPDATE identity.tokens SET expires_at = now() WHERE token_id = $1', [tokenId]);
    await tables.close();
    expectRejected(await send('/api/v1/me', { headers: elsewhere() }, token), 'invalid_token');
  });

  it('one that will expire is good until then', async () => {
    const { token } = await newToken('Good', '--expires-at', '2100-01-01T00:00:00Z');
    expect((await send('/api/v1/me', {}, token)).status).toBe(200);
  });
});

it('The interface description is fetchable without a token, and holds every operation', async () => {
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
  expect(ids.sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  // A bad token does not get in the way either.
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

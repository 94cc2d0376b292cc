/** The requirements of HTTP on every response (decisions.md, Requests 2 and 5). */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import { ApiError } from '@ctx/contract/rejection-records';
import { callOf, post } from './mcp/client.ts';
import { expectBody, restClient } from './rest.ts';
import { bitvavo } from './settings/file-users.ts';
import { startSecondGateway } from './second-gateway.ts';
import { createUser, useStack, useUser } from './kit.ts';
import { event, importLines, newToken, pathOf, waitFor, WORKED_EXAMPLE_1 } from './stack.ts';
import { lastingHeaders, wireClient } from './wire.ts';

const CONTACT = 'mailto:security@example.org';
const OPERATOR = {
  PRIVACY_URL: 'https://example.org/privacy?a=1&b=2',
  TERMS_URL: 'https://example.org/terms',
  SUPPORT_CONTACT: 'mailto:help@example.org',
};

let eventId: string;
let accountId: string;
let fileId: string;
const tokens: Record<string, string> = {};

const stack = useStack({ own: true, settings: { SECURITY_CONTACT: CONTACT, ...OPERATOR } });
const send = restClient(stack);
const raw = wireClient(stack);
const user = useUser(stack, { beta: 'portfolio' });

beforeAll(async () => {
  const more = Array.from({ length: 20 }, (_each, index) =>
    event(`M${String(index)}`, 'ACQUISITION', '1', '2026-04-01T10:00:00Z', '1'),
  );
  await importLines(stack, user.userId, [...WORKED_EXAMPLE_1, ...more]);
  tokens['reader'] = user.token;
  const another = ['token', 'create', '--user', user.userId, '--name', 'Second', '--scope', 'read'];
  tokens['second'] = String((await stack.ctx(another))['token']);
  // Three requests for each read, of which some count as several.
  tokens['reads'] = await newToken(stack, user.userId);
  tokens['writer'] = (await createUser(stack, { years: [], scope: 'write' })).token;
  const ofUser = ['token', 'create', '--user', user.userId, '--name', 'Files', '--scope', 'write'];
  const file = {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: bitvavo('F1').replace('2026-', '2025-'),
  };
  const added = await send('/api/v1/files', file, String((await stack.ctx(ofUser))['token']));
  fileId = String(added.body['fileId']);
  const { body } = await stack.get('/api/v1/transactions?year=2026', user.token);
  ({ id: eventId, accountId } = (
    body as { transactions: { id: string; accountId: string }[] }
  ).transactions[0]!);
});

const LONG = '/api/v1/transactions?year=2026';
const LONG_UNKEPT = '/api/v1/portfolio/lots?holdingId=ETH';
const SHORT = '/api/v1/me';
const READS = OPERATIONS.filter(({ method }) => method === 'GET').map(({ path }) =>
  pathOf(path.replace('{accountId}', 'ACCOUNT_ID').replace('{fileId}', 'FILE_ID')),
);
/** Responses that contain the time at which they were made, and so differ each time: a departure without `at` is one of now. */
const OF_THE_MOMENT = /portfolio$|positions$|departure$/;

const bearer = (name: string): string => `Authorization: Bearer ${tokens[name]!}`;

describe('Reads carry an ETag and honour If-None-Match', () => {
  it.each(READS)('on %s: HEAD is GET without its body; a repeated read is 304', async (path) => {
    const target = path
      .replace('EVENT_ID', eventId)
      .replace('ACCOUNT_ID', accountId)
      .replace('FILE_ID', fileId);
    const got = await send(target, {}, tokens['reads']);
    expect(got.status).toBe(200);
    const headed = await send(target, { method: 'HEAD' }, tokens['reads']);
    expect([headed.status, headed.text]).toEqual([200, '']);
    const again = await send(
      target,
      { headers: { 'if-none-match': got.headers.get('etag')! } },
      tokens['reads'],
    );
    expect(again.status).toBe(OF_THE_MOMENT.test(path) ? 200 : 304);
    if (again.status === 304) expect(again.text).toBe('');
  });

  it.each([
    ['the ETag', (etag: string) => etag, 304],
    ['the strong form of the ETag', (etag: string) => etag.replace('W/', ''), 304],
    ['a list with the ETag', (etag: string) => `"x", W/"y" ,${etag}`, 304],
    ['*', () => '*', 304],
    ['another ETag', () => '"x"', 200],
    ['a part of the ETag', (etag: string) => etag.slice(0, -2), 200],
    ['empty', () => '', 200],
  ])('when it is %s', async (_what, given, status) => {
    const { headers } = await raw('GET', LONG, bearer('second'));
    expect(headers.get('etag')).toMatch(/^W\/"[^"]+"$/);
    const answer = await raw('GET', LONG, bearer('second'), `If-None-Match: ${given(headers.get('etag')!)}`);
    expect(answer.status).toBe(status);
    for (const name of ['etag', 'vary', 'cache-control', 'ratelimit-policy'])
      expect([name, answer.headers.get(name)]).toEqual([name, headers.get(name)]);
  });

  it('with another ETag for another resource; If-None-Match does not turn a rejection into 304', async () => {
    const other = await send('/api/v1/transactions?year=2025', {}, tokens['second']);
    const { headers } = await send(LONG, {}, tokens['second']);
    expect(other.headers.get('etag')).not.toBe(headers.get('etag'));
    const any = { headers: { 'if-none-match': '*' } };
    expect((await send('/api/v1/transactions', any, tokens['second'])).status).toBe(400);
    expect((await send(SHORT, any)).status).toBe(401);
  });

  it('and ignore If-Modified-Since, because no resource has a modification date', async () => {
    const headers = { 'if-modified-since': new Date().toUTCString() };
    expect((await send(SHORT, { headers }, tokens['second'])).status).toBe(200);
  });
});

describe('Long bodies are compressed for clients that accept it', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['zstd', undefined],
    [undefined, undefined],
  ])('as Accept-Encoding requests: %s', async (accepted, encoding) => {
    const asking = accepted === undefined ? [] : [`Accept-Encoding: ${accepted}`];
    const got = await raw('GET', LONG, bearer('second'), ...asking);
    expect(got.headers.get('content-encoding')).toBe(encoding);
    expect(got.headers.get('vary')).toContain('Accept-Encoding');
    const decode =
      { gzip: gunzipSync, br: brotliDecompressSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
    expect((JSON.parse(decode(got.bytes).toString()) as { totalElements: number }).totalElements).toBe(23);
    expect(Number(got.headers.get('content-length'))).toBe(got.bytes.length);
    const headed = await raw('HEAD', LONG, bearer('second'), ...asking);
    expect(headed.bytes).toHaveLength(0);
    expect(lastingHeaders(headed)).toEqual(lastingHeaders(got));
  });

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)('even if the response cannot be cached: %s', async (encoding, decode) => {
    const asking = `Accept-Encoding: ${encoding}`;
    const plain = await raw('GET', LONG_UNKEPT, bearer('reader'));
    expect(plain.bytes.length).toBeGreaterThan(1024);
    const got = await raw('GET', LONG_UNKEPT, bearer('reader'), asking);
    expect([got.status, got.headers.get('content-encoding')]).toEqual([200, encoding]);
    expect(decode(got.bytes)).toEqual(plain.bytes);
    const etag = got.headers.get('etag') ?? '';
    expect(etag).toBe(plain.headers.get('etag'));
    const had = await raw('GET', LONG_UNKEPT, bearer('reader'), asking, `If-None-Match: ${etag}`);
    expect([had.status, had.bytes.length, had.headers.get('content-encoding')]).toEqual([304, 0, undefined]);
  });

  it.each(['gzip', 'br', 'identity'])('also in the result of a tool: %s', async (accepted) => {
    const call = callOf('list_transactions', { year: 2026 });
    // fetch decompresses the body and leaves the header.
    const { status, headers, text } = await post(stack, tokens['second'] ?? '', call, {
      'accept-encoding': accepted,
    });
    const encoding = accepted === 'identity' ? null : accepted;
    expect([status, headers.get('content-encoding')]).toEqual([200, encoding]);
    expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(headers.has('content-length')).toBe(true);
    const message = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
    const { result } = JSON.parse(message) as { result: { structuredContent: { totalElements: number } } };
    expect(result.structuredContent.totalElements).toBe(23);
  });

  it('but short bodies are not', async () => {
    const { headers } = await raw('GET', SHORT, bearer('second'), 'Accept-Encoding: gzip, br');
    expect([headers.get('content-encoding'), headers.has('content-length')]).toEqual([undefined, true]);
    expect(headers.get('vary')).toContain('Accept-Encoding');
  });
});

describe('A known path with an unsupported method gets 405 with Allow and the API error body', () => {
  const ALLOWED = new Map<string, string[]>();
  for (const { method, path } of OPERATIONS.filter((operation) => !('beta' in operation)))
    ALLOWED.set(path, [...(ALLOWED.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);

  it.each([...ALLOWED])('on %s, which allows %j', async (path, allowed) => {
    for (const method of ['PUT', 'PATCH']) {
      const answer = await send(pathOf(path), { method }, tokens['writer']);
      expect(answer.status).toBe(405);
      expectBody(answer, ApiError);
      expect(answer.headers.get('allow')).toBe(allowed.join(', '));
    }
  });

  it('on the interface description, which allows GET and HEAD without a token', async () => {
    const answer = await send('/api/v1/openapi.json', { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('Every response', () => {
  it.each([
    ['used', 'abc_DEF-1', true],
    ['used when it has 64 characters', 'x'.repeat(64), true],
    ['replaced when longer', 'x'.repeat(65), false],
    ['replaced when it has other characters', 'no spaces, please', false],
    ['replaced when empty', '', false],
  ])('carries X-Request-Id; the value of the request is %s', async (_what, given, isKept) => {
    const { headers } = await raw('GET', SHORT, `X-Request-Id: ${given}`);
    if (isKept) expect(headers.get('x-request-id')).toBe(given);
    else expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  it('carries a new X-Request-Id when the request has two', async () => {
    const { headers } = await raw('GET', SHORT, 'X-Request-Id: one', 'X-Request-Id: two');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['GET', SHORT, 200],
    ['GET', '/api/v1/nope', 404],
    ['DELETE', SHORT, 403],
    ['GET', '/api/v1/openapi.json', 200],
    ['GET', '/elsewhere', 404],
    ['FOO', SHORT, 400],
  ])('to %s %s has the security headers and a Cache-Control header', async (method, path, status) => {
    const answer = await raw(method, path, bearer('second'));
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.headers.has('x-powered-by')).toBe(false);
    const isPublic = path.endsWith('openapi.json');
    const keeping = isPublic ? 'public, max-age=300' : status === 200 ? 'private, no-cache' : 'no-store';
    expect(answer.headers.get('cache-control')).toBe(keeping);
  });

  it('to a correction has Cache-Control: private, no-store', async () => {
    const rule = { action: 'MARK_INCOME', label: 'x', matchType: 'DESCRIPTION', matchValue: 'x' };
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(rule) };
    const answer = await send('/api/v1/rules', init, tokens['writer']);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  });
});

describe('A proxy that TRUSTED_PROXIES does not name', () => {
  it('is logged by the gateway once, with its address', async () => {
    for (const client of ['192.0.2.1', '192.0.2.2'])
      expect((await stack.get(SHORT, tokens['reader']!, { 'x-forwarded-for': client })).status).toBe(200);
    const warnings = (): string[] =>
      readFileSync(stack.logFile('gateway'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('the peer is not in TRUSTED_PROXIES'));
    await waitFor(() => warnings().length > 0);
    expect(warnings().map((line) => (JSON.parse(line) as { peer: string }).peer)).toEqual(['127.0.0.1']);
  });
});

describe('What the operator says of the service', () => {
  it('is on a page that everybody may see, with where to report security problems', async () => {
    const { status, text } = await stack.get('/about', '');
    expect(status).toBe(200);
    const links = [...text.matchAll(/<a href="([^"]+)" rel="noreferrer">([^<]+)</g)].map(
      ([, href, shown]) => [href, shown],
    );
    const { PRIVACY_URL, TERMS_URL, SUPPORT_CONTACT } = OPERATOR;
    const privacy = PRIVACY_URL.replace('&', '&amp;');
    expect(links).toEqual([
      [privacy, privacy],
      [TERMS_URL, TERMS_URL],
      [SUPPORT_CONTACT, 'help@example.org'],
      [CONTACT, 'security@example.org'],
    ]);
  });

  it('is in the metadata that apps and programs read', async () => {
    const read = async (path: string): Promise<object> => (await stack.get(path, '')).body;
    expect(await read('/.well-known/oauth-authorization-server')).toMatchObject({
      op_policy_uri: OPERATOR.PRIVACY_URL,
      op_tos_uri: OPERATOR.TERMS_URL,
    });
    expect(await read('/.well-known/oauth-protected-resource/mcp/x/insight')).toMatchObject({
      resource_policy_uri: OPERATOR.PRIVACY_URL,
      resource_tos_uri: OPERATOR.TERMS_URL,
    });
    const { info } = (await read('/api/v1/openapi.json')) as { info: object };
    expect(info).toMatchObject({
      termsOfService: OPERATOR.TERMS_URL,
      contact: { email: 'help@example.org' },
    });
  });

  it('is said to be missing where nothing is configured', async () => {
    const gateway = await startSecondGateway(stack);
    try {
      const page = await (
        await fetch(`${gateway.baseUrl}/about`, { headers: { 'accept-language': 'en' } })
      ).text();
      expect(page.match(/The operator has not named any\./g)).toHaveLength(4);
      const document = (await (await fetch(`${gateway.baseUrl}/api/v1/openapi.json`)).json()) as {
        info: object;
      };
      expect(Object.keys(document.info)).not.toContain('contact');
    } finally {
      await gateway.stop();
    }
  });
});

describe('/.well-known/security.txt', () => {
  it('names the contact of the platform, in the form of RFC 9116', async () => {
    const { status, headers, text } = await stack.get('/.well-known/security.txt', '');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
    expect(fields.get('Contact')).toBe(CONTACT);
    expect(fields.get('Canonical')).toBe(`${stack.ready().baseUrl}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires')!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  it('is not found where no contact is configured', async () => {
    const gateway = await startSecondGateway(stack);
    try {
      expect((await fetch(`${gateway.baseUrl}/.well-known/security.txt`)).status).toBe(404);
    } finally {
      await gateway.stop();
    }
  });
});

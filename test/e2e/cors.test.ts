/** Browser pages of other origins (decisions.md, Requests 2 and 10). */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startSecondGateway } from './second-gateway.ts';
import { createUser, useStack } from './kit.ts';
import { ALLOWED_ORIGINS } from './stack.ts';
import { lastingHeaders, type WireAnswer, wireClient } from './wire.ts';

const [FRIEND, LOCAL] = ALLOWED_ORIGINS;
const SHORT = '/api/v1/me';
let token: string;

const stack = useStack();
const raw = wireClient(stack);

beforeAll(async () => {
  token = (await createUser(stack, { years: [], scope: 'write' })).token;
});

const bearer = (): string => `Authorization: Bearer ${token}`;

describe('CORS', () => {
  const corsHeaders = ({ headers }: WireAnswer): string[] =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-')).sort();
  const preflight = (path: string, origin: string): Promise<WireAnswer> =>
    raw('OPTIONS', path, `Origin: ${origin}`, 'Access-Control-Request-Method: DELETE');

  it.each([FRIEND, LOCAL])(
    'answers a preflight from the listed origin %s without a token',
    async (origin) => {
      const answer = await preflight('/api/v1/rules/x', origin);
      expect(answer.status).toBe(204);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET,HEAD,POST,DELETE',
        'access-control-allow-headers':
          'Authorization,Content-Type,Idempotency-Key,If-None-Match,X-Request-Id',
        'access-control-max-age': '7200',
      });
      expect(answer.headers.get('vary')).toContain('Origin');
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    },
  );

  it.each([
    ['a 200', SHORT, bearer, 200],
    ['a 401', SHORT, () => 'X: y', 401],
    ['a 404', '/api/v1/nope', bearer, 404],
  ])('lets a listed origin read %s and its important headers', async (_what, path, credential, status) => {
    const answer = await raw('GET', path, `Origin: ${FRIEND}`, credential());
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(FRIEND);
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'X-Request-Id,ETag,RateLimit,RateLimit-Policy,Retry-After,Idempotent-Replayed,Link,WWW-Authenticate',
    );
  });

  it.each(['https://evil.example', 'null', `${FRIEND}.evil.example`, 'http://app.example.org', `${FRIEND}/`])(
    'sends no CORS headers to the origin %s, and otherwise answers as usual',
    async (origin) => {
      const answer = await raw('GET', SHORT, `Origin: ${origin}`, bearer());
      expect(answer.status).toBe(200);
      expect(corsHeaders(answer)).toEqual([]);
      expect(answer.headers.get('vary')).toContain('Origin');
      const asked = await preflight(SHORT, origin);
      expect([asked.status, corsHeaders(asked)]).toEqual([204, []]);
    },
  );

  it('does not count preflights against the limit of an address or a token', async () => {
    for (let index = 0; index < 40; index += 1) await preflight(SHORT, FRIEND);
    expect((await raw('GET', SHORT)).status).toBe(401);
  });

  it('does not reveal in a preflight which paths exist: a beta path, a known and an unknown one get the same bytes', async () => {
    const seen = [];
    for (const path of ['/api/v1/portfolio', '/api/v1/portfolio/lots', '/api/v1/me', '/api/v1/nope'])
      for (const origin of [FRIEND, 'https://evil.example']) {
        const answer = await preflight(path, origin);
        seen.push(JSON.stringify([origin, answer.status, answer.bytes.toString(), lastingHeaders(answer)]));
      }
    expect(new Set(seen).size).toBe(2);
  });

  it('treats OPTIONS that is not a preflight like any other method: a disabled beta path gets the bytes of an unknown one', async () => {
    expect((await raw('OPTIONS', SHORT)).status).toBe(401);
    expect((await raw('OPTIONS', SHORT, bearer())).headers.get('allow')).toBe('GET, HEAD');
    const unknown = await raw('OPTIONS', '/api/v1/nope', bearer(), `Origin: ${FRIEND}`);
    const beta = await raw('OPTIONS', '/api/v1/portfolio', bearer(), `Origin: ${FRIEND}`);
    expect([beta.status, beta.bytes.toString(), lastingHeaders(beta)]).toEqual([
      404,
      unknown.bytes.toString(),
      lastingHeaders(unknown),
    ]);
  });

  it('lets any origin read the interface description, without credentials', async () => {
    const answer = await raw('GET', '/api/v1/openapi.json', 'Origin: https://anybody.example');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    const asked = await preflight('/api/v1/openapi.json', 'https://anybody.example');
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  it('is off by default; the gateway does not start with an entry that is not an exact origin, and names it', async () => {
    const quiet = await startSecondGateway(stack, { settings: { CORS_ORIGINS: '' } });
    const answer = await fetch(`${quiet.baseUrl}${SHORT}`, { headers: { origin: FRIEND } });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    await quiet.stop();
    const wrong = [
      '*',
      'https://a.example/',
      'a.example',
      'https://*.a.example',
      'HTTPS://A.example',
      'null',
    ];
    const starting = startSecondGateway(stack, { settings: { CORS_ORIGINS: [FRIEND, ...wrong].join(',') } });
    const message = await starting.then(() => 'started', String);
    expect(message).toContain('CORS_ORIGINS: ');
    for (const entry of wrong) expect(message).toContain(`"${entry}" `);
    expect(message).not.toContain(`"${FRIEND}"`);
  });
});

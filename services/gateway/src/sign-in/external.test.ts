import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@ctx/platform/log';
import type { Express } from 'express';
import { listAccess } from '../identity/access-log.ts';
import { unlinkLogins } from '../identity/external-logins.ts';
import { type ExternalResult, ExternalSignIn } from './external.ts';
import { Browser, serve, type TestServer } from '../../test/sign-in/browser.ts';
import { startDatabase, type TestDatabase } from '../../test/sign-in/database.ts';
import { CLIENT, newKeyPair, startProvider, type TestProvider } from '../../test/sign-in/provider.ts';

const ORIGIN = { browser: 'Firefox (Linux)', network: '192.0.2.0/24' };
const NEXT = '/oauth/interaction/abc?x=1&y=%20';
const log = createLogger('test', 'silent');
let database: TestDatabase;
let server: TestServer;
let provider: TestProvider;
let userId: number;
let app: Express;
let baseUrl: string;

const settings = { label: 'Platform', clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret };

beforeAll(async () => {
  // oidc-provider warns at each start that it stores its rows in memory only.
  jest.spyOn(console, 'warn').mockReturnValue(undefined);
  database = await startDatabase();
  userId = await database.addUser('An@example.org');
  await database.addUser('ki@example.org');
  server = await serve((served, address) => {
    app = served;
    baseUrl = address;
  });
  provider = await startProvider(`${baseUrl}/sign-in/callback`);
  route('', new ExternalSignIn(database.pool, { ...settings, baseUrl, issuer: provider.issuer }, log));
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
  await database.stop();
});
beforeEach(async () => {
  await database.owner.query('TRUNCATE identity.external_logins, identity.access_log');
  provider.person = { sub: 'an', email: 'an@example.org', email_verified: true };
});
afterEach(() => {
  provider.overrides.clear();
});

function route(path: string, external: ExternalSignIn): void {
  app.get(`${path}/begin`, async (request, response) => {
    await external.begin(request, response, NEXT);
  });
  app.get(`${path}/sign-in/callback`, async (request, response) => {
    response.json(await external.finish(request, ORIGIN));
  });
}

/** Follows the provider's redirects until it redirects the browser back, and returns that address. */
async function throughProvider(browser: Browser, start: string, from = provider): Promise<string> {
  let address = start;
  while (address.startsWith(from.issuer)) {
    const response = await browser.fetch(address);
    address = new URL(response.headers.get('location') ?? '', address).href;
  }
  return address;
}

async function begin(browser: Browser, path = ''): Promise<string> {
  const response = await browser.fetch(`${baseUrl}${path}/begin`);
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '', baseUrl).href;
}

const finish = (browser: Browser, address: string): Promise<ExternalResult> =>
  browser.json(address) as Promise<ExternalResult>;

async function signIn(browser = new Browser()): Promise<ExternalResult> {
  return finish(browser, await throughProvider(browser, await begin(browser)));
}

function withQuery(address: string, change: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
  return url.href;
}

async function subjects(): Promise<string[]> {
  const { rows } = await database.owner.query<{ subject: string }>(
    'SELECT subject FROM identity.external_logins',
  );
  return rows.map(({ subject }) => subject);
}

const rejected = (outcome: string) => ({ outcome, next: NEXT });
const SIGNED_IN = () => ({ outcome: 'SIGNED_IN', userId, next: NEXT });

describe('the redirect to the provider', () => {
  it('requests openid and email with PKCE, state and nonce, and sets a cookie with one secret for 10 minutes', async () => {
    const browser = new Browser();
    const { origin, pathname, searchParams } = new URL(await begin(browser));
    expect(origin + pathname).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'ctx',
      response_type: 'code',
      redirect_uri: `${baseUrl}/sign-in/callback`,
      scope: 'openid email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(browser.setCookies).toEqual([
      expect.stringMatching(
        /^ctx_sign_in=[\w-]{43}; Max-Age=600; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const secrets = [browser.cookies.get(new URL(baseUrl).host)?.get('ctx_sign_in'), CLIENT.client_secret];
    for (const secret of secrets) expect(searchParams.toString()).not.toContain(secret);
  });
});

describe('a person who signs in at the provider', () => {
  it('is the user with the verified e-mail address, in any letter case, and is redirected to the requested page', async () => {
    provider.person = { sub: 'an', email: 'AN@Example.org', email_verified: true };
    expect(await signIn()).toEqual(SIGNED_IN());
  });

  it('is rejected with the verified e-mail of a user who is linked to another subject', async () => {
    await signIn();
    provider.person = { sub: 'second', email: 'an@example.org', email_verified: true };
    expect(await signIn()).toEqual(rejected('OTHER_LOGIN'));
    expect(await subjects()).toEqual(['an']);
    const [failed] = await listAccess(database.pool, userId, { before: null, size: 1 });
    expect(failed).toMatchObject({ action: 'SIGN_IN_FAILED', via: 'provider', ...ORIGIN });
    provider.person = { sub: 'an' };
    expect(await signIn()).toEqual(SIGNED_IN());
  });

  it('is linked only once if two subjects with the same e-mail address sign in at the same time', async () => {
    const browsers = [new Browser(), new Browser()];
    const addresses: string[] = [];
    for (const [index, browser] of browsers.entries()) {
      provider.person = { sub: `at once ${String(index)}`, email: 'an@example.org', email_verified: true };
      addresses.push(await throughProvider(browser, await begin(browser)));
    }
    const results = await Promise.all(browsers.map((browser, index) => finish(browser, addresses[index]!)));
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['OTHER_LOGIN', 'SIGNED_IN']);
    expect(await subjects()).toHaveLength(1);
  });

  it('is linked to the user once, and the access log shows it', async () => {
    await signIn();
    await signIn();
    expect(await listAccess(database.pool, userId, { before: null, size: 9 })).toMatchObject([
      { action: 'LOGIN_LINKED', via: 'provider', target: null, ...ORIGIN },
    ]);
  });

  it('can be linked again after the operator has removed the link, which ends the sessions', async () => {
    await signIn();
    await database.owner.query(
      `INSERT INTO identity.sessions (secret_hash, user_id, expires_at) VALUES (sha256('of an'), $1, now() + interval '1 h')`,
      [userId],
    );
    expect(await unlinkLogins(database.pool, userId, 'somebody else')).toEqual([]);
    expect(await unlinkLogins(database.pool, userId, null)).toMatchObject([{ subject: 'an' }]);
    expect((await database.owner.query('SELECT FROM identity.sessions')).rowCount).toBe(0);
    provider.person = { sub: 'second', email: 'an@example.org', email_verified: true };
    expect(await signIn()).toEqual(SIGNED_IN());
    const log = await listAccess(database.pool, userId, { before: null, size: 9 });
    expect(log.map(({ action, via }) => `${action} ${via}`)).toEqual([
      'LOGIN_LINKED provider',
      'LOGIN_UNLINKED ctx',
      'LOGIN_LINKED provider',
    ]);
  });

  it('is identified by the subject after the first sign-in, with any e-mail address', async () => {
    await signIn();
    for (const more of [
      {},
      { email: 'other@example.org', email_verified: true },
      { email_verified: false },
    ]) {
      provider.person = { sub: 'an', ...more };
      expect(await signIn()).toEqual(SIGNED_IN());
    }
    const { rows } = await database.owner.query(
      'SELECT issuer, subject, user_id FROM identity.external_logins',
    );
    expect(rows).toEqual([{ issuer: provider.issuer, subject: 'an', user_id: String(userId) }]);
  });

  it.each([
    ['an e-mail address of no user', { email: 'stranger@example.org', email_verified: true }],
    [
      'an e-mail address that the provider did not verify',
      { email: 'an@example.org', email_verified: false },
    ],
    ['an e-mail address without email_verified', { email: 'an@example.org' }],
    ['email_verified as a string', { email: 'an@example.org', email_verified: 'true' }],
    ['no e-mail address', { email_verified: true }],
    [
      'an e-mail address that equals a user only after Unicode case folding',
      { email: '\u212Ai@example.org', email_verified: true },
    ],
    ['a list as e-mail address', { email: ['an@example.org'], email_verified: true }],
  ])('with %s has no account, and no login is stored', async (_what, claims) => {
    provider.person = { sub: 'somebody', ...claims };
    expect(await signIn()).toEqual(rejected('STRANGER'));
    const { rowCount } = await database.owner.query('SELECT FROM identity.external_logins');
    expect(rowCount).toBe(0);
  });

  it('is rejected after denying the sign-in at the provider', async () => {
    provider.person = null;
    expect(await signIn()).toEqual(rejected('DENIED'));
  });

  it('can sign in in several tabs and finish them in any order', async () => {
    const browser = new Browser();
    const [first, second] = [await begin(browser), await begin(browser)];
    expect(await finish(browser, await throughProvider(browser, second))).toEqual(SIGNED_IN());
    expect(await finish(browser, await throughProvider(browser, first))).toEqual(SIGNED_IN());
  });
});

describe('the callback of a sign-in is rejected', () => {
  /** Signs in at the provider and returns the address of the callback. */
  async function callbackOf(browser: Browser): Promise<string> {
    return throughProvider(browser, await begin(browser));
  }
  const UNKNOWN_SIGN_IN = { outcome: 'EXPIRED', next: '/overview' };

  it.each([
    ['with a wrong state', { state: 'x' }],
    ['without a state', { state: '' }],
    ['with an error and a wrong state', { state: 'x', error: 'access_denied' }],
  ])('%s', async (_what, change) => {
    const browser = new Browser();
    expect(await finish(browser, withQuery(await callbackOf(browser), change))).toEqual(UNKNOWN_SIGN_IN);
  });

  it('in another browser, even if that browser has started a sign-in itself', async () => {
    const address = await callbackOf(new Browser());
    expect(await finish(new Browser(), address)).toEqual(UNKNOWN_SIGN_IN);
    const other = new Browser();
    await begin(other);
    expect(await finish(other, address)).toEqual(UNKNOWN_SIGN_IN);
  });

  it('with a forged redirect path', async () => {
    const browser = new Browser();
    const address = await callbackOf(browser);
    const [payload = '', proof = ''] = (new URL(address).searchParams.get('state') ?? '').split('.');
    const [, ...rest] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[];
    const forged = Buffer.from(JSON.stringify(['https://evil.example', ...rest])).toString('base64url');
    const { next, outcome } = await finish(browser, withQuery(address, { state: `${forged}.${proof}` }));
    expect({ next, outcome }).toEqual(UNKNOWN_SIGN_IN);
  });

  it('with an ID token for another nonce', async () => {
    const browser = new Browser();
    const start = withQuery(await begin(browser), { nonce: 'of another sign-in' });
    expect(await finish(browser, await throughProvider(browser, start))).toEqual(rejected('DENIED'));
  });

  it('with a code for another verifier and with an invented code', async () => {
    const browser = new Browser();
    const start = withQuery(await begin(browser), { code_challenge: 'A'.repeat(43) });
    expect(await finish(browser, await throughProvider(browser, start))).toEqual(rejected('EXPIRED'));
    const address = withQuery(await callbackOf(browser), { code: 'made-up' });
    expect(await finish(browser, address)).toEqual(rejected('EXPIRED'));
  });

  it('if it is repeated', async () => {
    const browser = new Browser();
    const address = await callbackOf(browser);
    expect(await finish(browser, address)).toEqual(SIGNED_IN());
    expect(await finish(browser, address)).toEqual(rejected('EXPIRED'));
  });

  it('if it is from another issuer', async () => {
    const browser = new Browser();
    const address = withQuery(await callbackOf(browser), { iss: 'https://evil.example' });
    expect(await finish(browser, address)).toEqual(rejected('DENIED'));
  });

  it.each([
    [590, 'SIGNED_IN'],
    [601, 'EXPIRED'],
  ])('only after 10 minutes: after %d seconds it is %s', async (seconds, outcome) => {
    const browser = new Browser();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - seconds * 1000);
    const start = await begin(browser);
    clock.mockRestore();
    expect(await finish(browser, await throughProvider(browser, start))).toMatchObject(rejected(outcome));
  });

  it('if its ID token is signed with a key that the provider does not publish', async () => {
    const external = new ExternalSignIn(
      database.pool,
      { ...settings, baseUrl, issuer: provider.issuer },
      log,
    );
    route('/fresh', external);
    const { publicJwk } = newKeyPair('of the provider');
    provider.overrides.set('/jwks', (_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [publicJwk] }));
    });
    const browser = new Browser();
    const address = await throughProvider(browser, await begin(browser, '/fresh'));
    expect(await finish(browser, address.replace('/sign-in/', '/fresh/sign-in/'))).toEqual(
      rejected('DENIED'),
    );
  });
});

describe('a provider that is unavailable', () => {
  it('makes the callback fail with UNAVAILABLE, and sign-in works again once the provider is back', async () => {
    const down = await startProvider(`${baseUrl}/sign-in/callback`);
    await down.stop();
    route('/down', new ExternalSignIn(database.pool, { ...settings, baseUrl, issuer: down.issuer }, log));
    const browser = new Browser();
    const address = await begin(browser, '/down');
    expect(address).toMatch(`${baseUrl}/sign-in/callback?error=temporarily_unavailable&state=`);
    expect(await finish(browser, address)).toEqual(rejected('UNAVAILABLE'));
    await down.start();
    expect(await begin(browser, '/down')).toMatch(down.issuer);
    await down.stop();
  });

  it.each([
    ['a failure', 'server_error', 'UNAVAILABLE'],
    ['a temporary failure', 'temporarily_unavailable', 'UNAVAILABLE'],
    ['that a sign-in is required', 'login_required', 'DENIED'],
  ])('or that reports %s (%s) makes the sign-in %s', async (_what, error, outcome) => {
    const browser = new Browser();
    const state = new URL(await begin(browser)).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error, state }).toString();
    expect(await finish(browser, `${baseUrl}/sign-in/callback?${query}`)).toEqual(rejected(outcome));
  });

  it.each(['/token', '/me'])(
    'or whose %s endpoint fails makes the sign-in UNAVAILABLE until it works again',
    async (path) => {
      provider.overrides.set(path, (_request, response) => {
        response.writeHead(502).end('<html>');
      });
      expect(await signIn()).toEqual(rejected('UNAVAILABLE'));
      provider.overrides.clear();
      expect(await signIn()).toEqual(SIGNED_IN());
    },
  );

  it('or that rejects our client secret makes the sign-in UNAVAILABLE', async () => {
    const wrong = { ...settings, baseUrl, issuer: provider.issuer, clientSecret: 'wrong' };
    route('/wrong', new ExternalSignIn(database.pool, wrong, log));
    const browser = new Browser();
    const address = await throughProvider(browser, await begin(browser, '/wrong'));
    expect(await finish(browser, address.replace('/sign-in/', '/wrong/sign-in/'))).toEqual(
      rejected('UNAVAILABLE'),
    );
  });

  it('or whose metadata names another issuer makes the sign-in UNAVAILABLE', async () => {
    provider.overrides.set('/.well-known/openid-configuration', (_request, response) => {
      const metadata = {
        issuer: 'https://evil.example',
        authorization_endpoint: 'https://evil.example/auth',
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
    });
    const other = new ExternalSignIn(database.pool, { ...settings, baseUrl, issuer: provider.issuer }, log);
    route('/other', other);
    expect(await begin(new Browser(), '/other')).toMatch('error=temporarily_unavailable');
  });
});

describe('a sign-in at a provider', () => {
  it('works with the client secret in the body and with the e-mail address in the ID token', async () => {
    const other = await startProvider(`${baseUrl}/sign-in/callback`, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [`${baseUrl}/sign-in/callback`],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      clientAuthMethods: ['client_secret_post'],
      conformIdTokenClaims: false,
    });
    other.person = { sub: 'an', email: 'an@example.org', email_verified: true };
    route('/post', new ExternalSignIn(database.pool, { ...settings, baseUrl, issuer: other.issuer }, log));
    const browser = new Browser();
    const address = await throughProvider(browser, await begin(browser, '/post'), other);
    expect(await finish(browser, address.replace('/sign-in/', '/post/sign-in/'))).toEqual(SIGNED_IN());
    expect(other.requests.filter((path) => /token|me/.test(path))).toEqual(['/token none']);
    expect(provider.requests).toContain('/token Basic');
    await other.stop();
  });
});

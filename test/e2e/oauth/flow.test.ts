/** Connecting an app by OAuth 2.1, from discovery to revocation (service.md, "Authentication" 2 and 8). */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isWellFormedToken } from '../../../services/gateway/src/identity/auth/token.ts';
import { mcpClient } from '../mcp/client.ts';
import { createUser, useStack } from '../kit.ts';
import { App, codeOf, REDIRECT_URI } from './app.ts';
import { query, Visitor } from './visitor.ts';

/** Authorization requests that fail at once, without the user's decision. */
const INVALID_REQUESTS: [error: string, parameters: Record<string, string>][] = [
  ['login_required', { prompt: 'none' }],
  ['login_required', { prompt: 'none', response_mode: 'fragment' }],
  ['login_required', { prompt: 'none', response_mode: 'form_post' }],
  ['unsupported_response_type', { response_type: 'token' }],
  ['invalid_target', { resource: 'https://other.example/mcp' }],
];

let base: string;
let userId: string;
let visitor: Visitor;

const stack = useStack();

beforeAll(() => {
  base = stack.ready().baseUrl;
});
beforeEach(async () => {
  ({ userId } = await createUser(stack, { years: [] }));
  visitor = new Visitor(stack);
  await visitor.signInAs(userId);
});

const statusOf = async (token: string, path = '/api/v1/years'): Promise<number> =>
  (await stack.get(path, token)).status;

describe('discovery', () => {
  it('uses identical addresses from the challenge to the server metadata', async () => {
    const challenge = (await fetch(`${base}/mcp`, { method: 'POST' })).headers.get('www-authenticate') ?? '';
    const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
    const resource = await json(address);
    expect(resource).toMatchObject({
      resource: `${base}/mcp`,
      authorization_servers: [base],
      scopes_supported: ['read', 'write'],
    });
    expect(await json(`${base}/.well-known/oauth-protected-resource`)).toEqual(resource);
    const server = await json(`${base}/.well-known/oauth-authorization-server`);
    expect(server).toMatchObject({
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      registration_endpoint: `${base}/oauth/register`,
      revocation_endpoint: `${base}/oauth/revoke`,
      jwks_uri: `${base}/oauth/jwks`,
      scopes_supported: ['offline_access', 'read', 'write'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
    });
    for (const path of [
      '/.well-known/openid-configuration',
      '/.well-known/openid-configuration/mcp',
      '/.well-known/oauth-authorization-server/mcp',
    ])
      expect(await json(`${base}${path}`)).toEqual(server);
  });

  it('offers the same client authentication at the token endpoint and the revocation endpoint', async () => {
    const server = await json(`${base}/.well-known/oauth-authorization-server`);
    const methods = ['none', 'client_secret_post', 'client_secret_basic'];
    expect(server).toMatchObject({
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_methods_supported: methods,
    });
  });

  it('is allowed from pages of any origin, as are registration, tokens and revocation', async () => {
    const headers = { origin: 'https://inspector.example', 'access-control-request-method': 'POST' };
    for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke', '/register', '/token']) {
      const preflight = await fetch(`${base}${path}`, { method: 'OPTIONS', headers });
      expect([path, preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
        path,
        204,
        '*',
      ]);
      const answer = await fetch(`${base}${path}`, { method: 'POST', headers: { origin: headers.origin } });
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*']);
    }
    const metadata = await fetch(`${base}/.well-known/oauth-protected-resource/mcp`, {
      headers: { origin: headers.origin, 'mcp-protocol-version': '2026-07-28' },
    });
    expect(metadata.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('responds 405 with Allow to another method', async () => {
    for (const [path, allow] of [
      ['/oauth/token', 'POST'],
      ['/oauth/register', 'POST'],
      ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
      ['/oauth/authorize', 'GET, HEAD'],
    ] as const) {
      const { status, headers } = await fetch(`${base}${path}`, { method: 'PUT' });
      expect([path, status, headers.get('allow')]).toEqual([path, 405, allow]);
    }
  });
});

describe('consent', () => {
  it('gives the app a cto_ token with a checksum, which is valid for one hour, for REST and MCP', async () => {
    const app = await App.register(base);
    const tokens = await app.connect(visitor);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' });
    expect(tokens.access_token).toMatch(/^cto_/);
    expect(isWellFormedToken(tokens.access_token)).toBe(true);
    expect((await stack.get('/api/v1/me', tokens.access_token)).body).toMatchObject({
      userId: Number(userId),
    });
    const client = await mcpClient(stack, tokens.access_token);
    expect((await client.tools()).length).toBe(17);
    await client.close();
  });

  it('without write gives a read token with 11 tools, and a correction is a 403 with a challenge for write', async () => {
    const app = await App.register(base);
    const tokens = await app.connect(visitor, { untick: true });
    expect(tokens.scope).toBe('read');
    const client = await mcpClient(stack, tokens.access_token);
    expect((await client.tools()).length).toBe(11);
    await client.close();
    const rejected = await fetch(`${base}/api/v1/rules`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(rejected.status).toBe(403);
    expect(rejected.headers.get('www-authenticate')).toContain('scope="read write"');
    // A refresh does not add the unticked scope. A new authorization request asks for it again.
    const refreshed = await app.refresh(tokens.refresh_token);
    expect(refreshed.body).toMatchObject({ scope: 'read' });
    expect((await app.connect(visitor)).scope).toBe('read write');
  });

  it('that is denied sends access_denied to the app and creates no connection', async () => {
    const app = await App.register(base);
    const attempt = app.begin();
    const answer = await visitor.post(await visitor.get(attempt.address), { decision: 'deny' });
    const { searchParams } = answer.redirectedTo!;
    expect([searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')]).toEqual([
      'access_denied',
      attempt.state,
      base,
    ]);
    expect(await connections()).toEqual([]);
  });

  it('shows the app’s name, its host and both scopes; an app that requests read cannot get write', async () => {
    const app = await App.register(base, { client_name: 'Tax <b>Helper</b>\u{E0041}' });
    const page = await visitor.get(app.begin({ scope: 'read' }).address);
    expect(page.html).toContain('Tax &lt;b&gt;Helper&lt;/b&gt;');
    expect(page.html).not.toContain('\u{E0041}');
    expect(page.html).toContain('app.example.org');
    expect(page.html).not.toContain('name="write"');
    const attempt = app.begin({ scope: 'read' });
    const answer = await visitor.post(await visitor.get(attempt.address), {
      decision: 'allow',
      write: 'yes',
    });
    expect((await app.exchange(codeOf(answer), attempt)).body).toMatchObject({ scope: 'read' });
  });

  it.each([
    ['no scope', {}],
    ['a scope of other servers', { scope: 'openid profile' }],
    ['write only', { scope: 'write offline_access' }],
    ['the resource with a trailing slash', { resource: '/mcp/' }],
    ['the resource', { resource: '/mcp' }],
  ])('offers read and write to an app that sends %s', async (_what, parameters) => {
    const app = await App.register(base);
    const { resource, ...rest } = parameters as { resource?: string };
    const sent = { ...rest, ...(resource === undefined ? {} : { resource: `${base}${resource}` }) };
    expect((await app.connect(visitor, { parameters: sent })).scope).toBe('read write');
  });

  it.each(INVALID_REQUESTS)(
    'shows the error %s (%j) on our page while nobody is connected to the app',
    async (error, parameters) => {
      const app = await App.register(base, {
        client_name: `Held back: ${error} ${JSON.stringify(parameters)}`,
      });
      const attempt = app.begin(parameters);
      // Somebody followed an attacker's link, signed in or not.
      for (const person of [visitor, new Visitor(stack)]) {
        const page = await person.get(attempt.address);
        expect([page.status, page.redirectedTo]).toEqual([400, null]);
        expect(page.html).not.toMatch(/<form|http-equiv="refresh"/);
        const link = new URL(
          /<a class="[^"]*" href="(https:[^"]*)"/.exec(page.html)![1]!.replaceAll('&amp;', '&'),
        );
        expect(page.html).toContain(`Go to ${link.host}`);
        expect(link.origin + link.pathname).toBe(REDIRECT_URI);
        const sent =
          parameters['response_mode'] === 'fragment'
            ? new URLSearchParams(link.hash.slice(1))
            : link.searchParams;
        expect([sent.get('error'), sent.get('state'), sent.get('iss')]).toEqual([error, attempt.state, base]);
      }
      const { access_token: token } = await app.connect(visitor);
      if (parameters['response_mode'] === undefined)
        expect((await visitor.get(attempt.address)).redirectedTo?.href).toContain(`error=${error}`);
      await app.revoke(token);
      expect((await visitor.get(attempt.address)).redirectedTo).toBeNull();
    },
  );

  it('rejects a request without PKCE, and with the method plain', async () => {
    const app = await App.register(base);
    const without: Record<string, string>[] = [
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge_method: 'plain' },
    ];
    for (const parameters of without) {
      const page = await visitor.get(app.begin(parameters).address);
      const error = page.redirectedTo?.searchParams.get('error') ?? /[?]error=(\w+)/.exec(page.html)?.[1];
      expect(error).toBe('invalid_request');
    }
  });

  it('does not redirect to an unknown app or to an address that is not registered', async () => {
    const app = await App.register(base);
    const foreign: Record<string, string>[] = [
      { client_id: 'app_nobody' },
      { redirect_uri: `${REDIRECT_URI}/more` },
    ];
    for (const parameters of foreign) {
      const page = await visitor.get(app.begin(parameters).address);
      expect([page.status, page.redirectedTo, page.html.includes('<h1>')]).toEqual([400, null, true]);
    }
  });

  it('creates one connection for two clicks, and the second click is redirected as the first', async () => {
    const app = await App.register(base);
    const attempt = app.begin();
    const page = await visitor.get(attempt.address);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => visitor.post(page, { decision: 'allow', write: 'yes' })),
    );
    const codes = answers.flatMap(({ redirectedTo }) => redirectedTo?.searchParams.get('code') ?? []);
    expect(codes.length).toBeGreaterThan(0);
    expect((await connections()).length).toBe(1);
    // After the back button, the page says that the request was answered.
    const again = await visitor.post(page, { decision: 'deny' });
    expect([again.status, again.redirectedTo]).toEqual([400, null]);
  });

  it('ignores a form without its csrf token, and with that of another session', async () => {
    const app = await App.register(base);
    const page = await visitor.get(app.begin().address);
    const stale = await visitor.post(page, { decision: 'allow', csrf: 'x' });
    expect([stale.status, stale.redirectedTo]).toEqual([403, null]);
    const other = await createUser(stack);
    await visitor.signInAs(other.userId);
    expect((await visitor.post(page, { decision: 'allow' })).status).toBe(403);
    expect(await connections()).toEqual([]);
  });

  it('connects the user who is signed in at the time of the decision', async () => {
    const app = await App.register(base);
    await app.connect(visitor);
    const other = await createUser(stack, { years: [] });
    visitor.forget('ctx_session');
    await visitor.signInAs(other.userId);
    const tokens = await app.connect(visitor);
    expect((await stack.get('/api/v1/me', tokens.access_token)).body).toMatchObject({
      userId: Number(other.userId),
    });
    expect(visitor.names().filter((name) => name.startsWith('oauth_session'))).toEqual([]);
  });

  it('handles requests in two tabs separately', async () => {
    const app = await App.register(base);
    const [first, second] = [app.begin(), app.begin()];
    const [pageOfFirst, pageOfSecond] = [await visitor.get(first.address), await visitor.get(second.address)];
    const denied = await visitor.post(pageOfSecond, { decision: 'deny' });
    const allowed = await visitor.post(pageOfFirst, { decision: 'allow', write: 'yes' });
    expect(denied.redirectedTo?.searchParams.get('state')).toBe(second.state);
    expect(allowed.redirectedTo?.searchParams.get('state')).toBe(first.state);
    expect((await app.exchange(codeOf(allowed), first)).status).toBe(200);
  });

  it('rejects a request from another browser, and one that waited too long', async () => {
    const app = await App.register(base);
    const page = await visitor.get(app.begin().address);
    const stranger = new Visitor(stack);
    await stranger.signInAs(userId);
    expect((await stranger.get(page.url)).status).toBe(400);
    await query(stack, "UPDATE identity.oauth_rows SET expires_at = now() WHERE model = 'Interaction'");
    const late = await visitor.post(page, { decision: 'allow' });
    expect([late.status, late.redirectedTo]).toEqual([400, null]);
  });

  it('makes a visitor without a session sign in first, and returns to the request', async () => {
    const app = await App.register(base);
    const { url } = await new Visitor(stack).get(app.begin().address);
    expect(url.pathname).toBe('/sign-in');
    expect(url.searchParams.get('next')).toMatch(/^\/oauth\/interaction\/[\w-]+$/);
  });
});

describe('an authorization code', () => {
  it('works once, and its second use ends the connection', async () => {
    const app = await App.register(base);
    const attempt = app.begin();
    const answer = await visitor.post(await visitor.get(attempt.address), {
      decision: 'allow',
      write: 'yes',
    });
    const code = codeOf(answer);
    const first = await app.exchange(code, attempt);
    expect(await statusOf(String(first.body['access_token']))).toBe(200);
    expect((await app.exchange(code, attempt)).body['error']).toBe('invalid_grant');
    expect(await statusOf(String(first.body['access_token']))).toBe(401);
  });

  it('is rejected with another verifier and from another app', async () => {
    const app = await App.register(base);
    const attempt = app.begin();
    const answer = await visitor.post(await visitor.get(attempt.address), { decision: 'allow' });
    const wrong = await app.exchange(codeOf(answer), app.begin());
    expect(wrong.body['error']).toBe('invalid_grant');
  });
});

describe('revocation', () => {
  it('by the app makes the next request a 401, and the refresh token an invalid_grant', async () => {
    const app = await App.register(base);
    const tokens = await app.connect(visitor);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await app.revoke(tokens.refresh_token)).status).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await app.refresh(tokens.refresh_token)).body['error']).toBe('invalid_grant');
  });

  it('accepts a public client, and rejects a confidential client that sends no secret', async () => {
    const publicApp = await App.register(base);
    const confidentialApp = await App.register(base, { token_endpoint_auth_method: 'client_secret_post' });
    expect([publicApp.clientSecret, typeof confidentialApp.clientSecret]).toEqual([undefined, 'string']);
    const publicTokens = await publicApp.connect(visitor);
    const confidentialTokens = await confidentialApp.connect(visitor);
    expect((await publicApp.revoke(publicTokens.access_token)).status).toBe(200);
    const withoutSecret = new App(base, confidentialApp.redirectUri, confidentialApp.clientId);
    expect((await withoutSecret.revoke(confidentialTokens.access_token)).body['error']).toBe(
      'invalid_client',
    );
    expect([
      await statusOf(publicTokens.access_token),
      await statusOf(confidentialTokens.access_token),
    ]).toEqual([401, 200]);
  });

  it('ends one connection of several', async () => {
    const app = await App.register(base);
    const [first, second] = [await app.connect(visitor), await app.connect(visitor)];
    await app.revoke(first.access_token);
    expect([await statusOf(first.access_token), await statusOf(second.access_token)]).toEqual([401, 200]);
  });
});

describe('a connected app', () => {
  it('is named in the log of corrections', async () => {
    const app = await App.register(base, { client_name: 'Tax helper' });
    const { access_token: token } = await app.connect(visitor);
    const client = await mcpClient(stack, token);
    const rule = { action: 'IGNORE_DUST', label: 'Dust', matchType: 'DUST_THRESHOLD', thresholdEur: 0.1 };
    expect((await client.call('create_rule', rule)).json).toMatchObject({
      rule: { createdVia: 'Tax helper' },
    });
    await client.close();
    const { entries } = await stack.ctx(['audit', '--user', userId]);
    expect(entries).toMatchObject([{ via: 'Tax helper' }]);
  });

  it('has a limit of 120 requests a minute, which a refresh does not extend', async () => {
    const app = await App.register(base);
    const tokens = await app.connect(visitor);
    const asked = await Promise.all(Array.from({ length: 119 }, () => statusOf(tokens.access_token)));
    expect(asked.filter((status) => status === 200).length).toBe(119);
    const { body } = await app.refresh(tokens.refresh_token);
    const fresh = String(body['access_token']);
    expect([await statusOf(fresh), await statusOf(fresh)]).toEqual([200, 429]);
  });

  it('gets a 402 response for a user without the Pro plan', async () => {
    const { userId: free } = await createUser(stack, { plan: 'free', years: [] });
    await visitor.signInAs(free);
    const tokens = await (await App.register(base)).connect(visitor);
    expect(await statusOf(tokens.access_token)).toBe(402);
  });

  it('with a secret must send it, in the header or the body, and only its hash is stored', async () => {
    const app = await App.register(base, { token_endpoint_auth_method: 'client_secret_post' });
    const tokens = await app.connect(visitor);
    expect(tokens.scope).toBe('read write');
    const without = new App(base, app.redirectUri, app.clientId, 'wrong');
    expect((await without.refresh(tokens.refresh_token)).body['error']).toBe('invalid_client');
    const rows = await query(
      stack,
      "SELECT payload::text AS text FROM identity.oauth_rows WHERE model = 'Client'",
    );
    expect(rows.filter(({ text }) => String(text).includes(app.clientSecret!))).toEqual([]);
  });
});

async function connections(): Promise<Record<string, unknown>[]> {
  return query(stack, 'SELECT connection_id FROM identity.connections WHERE user_id = $1', [userId]);
}

async function json(address: string): Promise<Record<string, unknown>> {
  const response = await fetch(address);
  expect([address, response.status, response.headers.get('content-type')]).toEqual([
    address,
    200,
    'application/json; charset=utf-8',
  ]);
  return (await response.json()) as Record<string, unknown>;
}

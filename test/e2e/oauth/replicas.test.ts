/** Several replicas of the gateway, and the rotation of keys. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { stackSecrets } from '../../../deploy/stack/secrets.ts';
import { type SecondGateway, startSecondGateway } from '../second-gateway.ts';
import { linesOf } from '../log-lines.ts';
import { atEnd, useStack, useUser } from '../kit.ts';
import { App, codeOf, REDIRECT_URI, register } from './app.ts';
import { passTime } from './time.ts';
import { query, Visitor } from './visitor.ts';

let visitor: Visitor;
const others: SecondGateway[] = [];

const stack = useStack();
const user = useUser(stack, { years: [] });

beforeAll(async () => {
  visitor = new Visitor(stack);
  await visitor.signInAs(user.userId);
});
atEnd(async () => {
  await Promise.all(others.map((gateway) => gateway.stop()));
});

/** Starts a replica behind the same public address. */
async function replica(settings: Record<string, string> = {}): Promise<string> {
  const gateway = await startSecondGateway(stack, {
    settings: { BASE_URL: stack.ready().baseUrl, ...settings },
  });
  others.push(gateway);
  return gateway.baseUrl;
}

const statusAt = async (base: string, token: string): Promise<number> =>
  (await fetch(`${base}/api/v1/years`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('a second gateway', () => {
  it('rejects a connection that was revoked on the first one', async () => {
    const other = await replica();
    const app = await App.register(stack.ready().baseUrl);
    const tokens = await app.connect(visitor);
    expect(await statusAt(other, tokens.access_token)).toBe(200);
    await app.revoke(tokens.refresh_token);
    expect(await statusAt(other, tokens.access_token)).toBe(401);
    // The OAuth library prints plain text where it runs a function that it wants to be configured.
    for (const line of linesOf(stack)) expect(JSON.parse(line)).toHaveProperty('msg');
  });

  it('can finish an authorization request that began on the first one', async () => {
    const other = await replica();
    const app = await App.register(stack.ready().baseUrl);
    const attempt = app.begin();
    const page = await visitor.get(attempt.address);
    const there = await visitor.get(new URL(page.url.pathname, other));
    expect([there.status, there.html.includes('Example app')]).toEqual([200, true]);
    const answer = await visitor.post(page, { decision: 'allow', write: 'yes' });
    const elsewhere = new App(other, app.redirectUri, app.clientId);
    expect((await elsewhere.exchange(codeOf(answer), attempt)).status).toBe(200);
  });
});

describe('a code that two gateways receive at the same time', () => {
  it('gives tokens at most once, and ends the connection', async () => {
    const here = await App.register(stack.ready().baseUrl, { client_name: 'Spends its codes twice' });
    const there = new App(await replica(), here.redirectUri, here.clientId);
    for (let round = 0; round < 10; round += 1) {
      const attempt = here.begin();
      const answer = await visitor.post(await visitor.get(attempt.address), { decision: 'allow' });
      const code = codeOf(answer);
      const replies = await Promise.all([here.exchange(code, attempt), there.exchange(code, attempt)]);
      const given = replies.filter(({ status }) => status === 200);
      const denied = replies.filter(({ body }) => body['error'] === 'invalid_grant');
      expect([given.length + denied.length, given.length <= 1]).toEqual([2, true]);
      for (const { body } of given) {
        expect(await statusAt(stack.ready().baseUrl, String(body['access_token']))).toBe(401);
        expect((await here.refresh(String(body['refresh_token']))).body['error']).toBe('invalid_grant');
      }
    }
    const alive = await query(
      stack,
      'SELECT FROM identity.connections WHERE client_id = $1 AND revoked_at IS NULL',
      [here.clientId],
    );
    expect(alive.length).toBe(0);
  });
});

describe('a refresh token that several gateways receive at the same time', () => {
  it('has the same successor on each, also while the keys rotate', async () => {
    const { oauthKeys } = stackSecrets(stack.dataDir);
    const added = randomBytes(32).toString('base64');
    const bases = [
      await replica({ OAUTH_KEYS: `${oauthKeys},${added}` }),
      await replica({ OAUTH_KEYS: `${added},${oauthKeys}` }),
    ];
    const app = await App.register(stack.ready().baseUrl);
    let { refresh_token: latest } = await app.connect(visitor);
    for (let round = 0; round < 5; round += 1) {
      await passTime(stack, 21);
      const replies = await Promise.all(
        [...bases, ...bases].map((base) => new App(base, app.redirectUri, app.clientId).refresh(latest)),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const successors = new Set(replies.map(({ body }) => String(body['refresh_token'])));
      expect(successors.size).toBe(1);
      expect(successors).not.toContain(latest);
      [latest = ''] = successors;
    }
  });
});

describe('the addresses in OAuth responses', () => {
  it('are public ones for every host name and port of the request', async () => {
    const { baseUrl } = stack.ready();
    const other = await replica();
    for (const path of ['oauth-authorization-server', 'oauth-protected-resource/mcp']) {
      const [here, there] = await Promise.all(
        [baseUrl, other].map(async (base) => (await fetch(`${base}/.well-known/${path}`)).text()),
      );
      expect(there).toBe(here);
      expect(there).not.toContain(new URL(other).host);
    }
    const { body } = await register(other, { redirect_uris: [REDIRECT_URI] });
    const app = new App(other, REDIRECT_URI, String(body['client_id']));
    const response = await fetch(app.begin().address, { redirect: 'manual' });
    expect(response.headers.get('location')).toMatch(/^\/oauth\/interaction\//);
  });
});

describe('the rotation of keys', () => {
  it('keeps pending requests and connections valid with the new key in front of the old one', async () => {
    const { oauthKeys } = stackSecrets(stack.dataDir);
    const app = await App.register(stack.ready().baseUrl);
    const tokens = await app.connect(visitor);
    const attempt = app.begin();
    const page = await visitor.get(attempt.address);

    const rotated = await replica({ OAUTH_KEYS: `${randomBytes(32).toString('base64')},${oauthKeys}` });
    expect((await visitor.get(new URL(page.url.pathname, rotated))).status).toBe(200);
    expect(await statusAt(rotated, tokens.access_token)).toBe(200);
    const { keys } = (await (await fetch(`${rotated}/oauth/jwks`)).json()) as { keys: unknown[] };
    expect(keys.length).toBe(2);

    const renewed = await replica({ OAUTH_KEYS: randomBytes(32).toString('base64') });
    const elsewhere = new App(renewed, app.redirectUri, app.clientId);
    const { status, body } = await elsewhere.refresh(tokens.refresh_token);
    expect(status).toBe(200);
    expect(await statusAt(renewed, String(body['access_token']))).toBe(200);
    // A pending request must start again from the app.
    expect((await visitor.get(new URL(page.url.pathname, renewed))).status).toBe(400);
  });

  it('rejects a short or missing key at the start, with the name of the setting', async () => {
    await expect(replica({ OAUTH_KEYS: 'c2hvcnQ=' })).rejects.toThrow(/OAUTH_KEYS: must be base64/);
  });
});

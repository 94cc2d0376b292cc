/** Registration over HTTP, and each way back to an app through the whole flow (RFC 7591; RFC 8252). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newUser, startTestStack, type TestStack, waitFor } from '../stack.ts';
import { App, codeOf, REDIRECT_URI, register } from './app.ts';
import { query, Visitor } from './visitor.ts';

let stack: TestStack;
let base: string;
let visitor: Visitor;

beforeAll(async () => {
  stack = await startTestStack();
  base = stack.ready().baseUrl;
  const { userId } = await newUser(stack, 'registers@example.org', ['--plan', 'pro']);
  visitor = new Visitor(stack);
  await visitor.signInAs(userId);
});
afterAll(async () => {
  await stack.remove();
});

const count = async (): Promise<unknown> =>
  (
    await query(stack, "SELECT count(*)::integer AS count FROM identity.oauth_rows WHERE model = 'Client'")
  )[0]?.['count'];

describe('Registration', () => {
  it('of a client without a secret is idempotent; one with a secret gets its own each time', async () => {
    const before = await count();
    const metadata = { client_name: 'Twice', redirect_uris: [REDIRECT_URI] };
    const [first, again] = [await register(base, metadata), await register(base, metadata)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body['client_id']).toBe(first.body['client_id']);
    expect(await count()).toBe(Number(before) + 1);
    const secret = { ...metadata, token_endpoint_auth_method: 'client_secret_basic' };
    const [one, other] = [await register(base, secret), await register(base, secret)];
    expect(one.body['client_id']).not.toBe(other.body['client_id']);
    expect(String(one.body['client_secret']).length).toBeGreaterThanOrEqual(43);
  });

  it.each([
    ['an address of another scheme', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [
      'an address with a wildcard',
      { redirect_uris: ['https://*.example.org/callback'] },
      'invalid_redirect_uri',
    ],
    ['no address', {}, 'invalid_redirect_uri'],
    [
      'another way to prove itself',
      { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'x' },
      'invalid_client_metadata',
    ],
    ['no object', [], 'invalid_request'],
    ['null', null, 'invalid_request'],
  ])('%s: 400 with the reason', async (_what, metadata, error) => {
    const { status, body } = await register(base, metadata);
    expect([status, body['error'], typeof body['error_description']]).toEqual([400, error, 'string']);
  });

  it('over 56 KiB, or no JSON: 400', async () => {
    for (const text of ['{', JSON.stringify({ redirect_uris: [REDIRECT_URI], x: 'x'.repeat(60_000) })]) {
      const response = await fetch(`${base}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      });
      expect(response.status).toBe(400);
    }
  });
});

describe('The way back to an app', () => {
  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://chatgpt.com/connector/oauth/abc123',
    'https://vscode.dev/redirect',
    'http://127.0.0.1:33418/',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'http://localhost:6274/oauth/callback',
    'com.example.app:/oauth',
  ])('%s', async (uri) => {
    const app = await App.register(base, { redirect_uris: [uri] });
    const attempt = app.begin();
    const answer = await visitor.post(await visitor.get(attempt.address), {
      decision: 'allow',
      write: 'yes',
    });
    expect(answer.leaves?.href.startsWith(uri)).toBe(true);
    expect((await app.exchange(codeOf(answer), attempt)).status).toBe(200);
  });

  it('of a program on the machine may have any port', async () => {
    const { clientId } = await App.register(base, { redirect_uris: ['http://localhost:3118/callback'] });
    const app = new App(base, 'http://localhost:51234/callback', clientId);
    const attempt = app.begin();
    const answer = await visitor.post(await visitor.get(attempt.address), { decision: 'allow' });
    expect(answer.leaves?.host).toBe('localhost:51234');
    expect((await app.exchange(codeOf(answer), attempt)).status).toBe(200);
  });

  it('a web app has no free port, and no other path', async () => {
    const { clientId } = await App.register(base, { redirect_uris: ['https://app.example.org/callback'] });
    for (const uri of ['https://app.example.org:8443/callback', 'https://app.example.org/callback/']) {
      const page = await visitor.get(new App(base, uri, clientId).begin().address);
      expect([page.status, page.leaves]).toEqual([400, null]);
    }
  });
});

describe('Client id metadata documents', () => {
  it('are not fetched unless the platform lists hosts', async () => {
    const document = 'https://app.example.org/client.json';
    const page = await visitor.get(new App(base, REDIRECT_URI, document).begin().address);
    expect([page.status, page.leaves]).toEqual([400, null]);
    const metadata = (await (await fetch(`${base}/.well-known/oauth-authorization-server`)).json()) as object;
    expect('client_id_metadata_document_supported' in metadata).toBe(false);
  });
});

describe('Strangers', () => {
  it('fill the table up to a ceiling: the oldest that nobody connected go, apps in use stay, and whoever comes is let in', async () => {
    const app = await App.register(base, { client_name: 'In use' });
    const tokens = await app.connect(visitor);
    await query(
      stack,
      `INSERT INTO identity.oauth_rows (model, id_hash, payload, created_at)
       SELECT 'Client', sha256(n::text::bytea), jsonb_build_object('client_id', n::text), now() + n * interval '1 ms'
       FROM generate_series(1, 10500) AS n`,
    );
    await waitFor(async () => {
      expect((await register(base, { redirect_uris: [REDIRECT_URI] })).status).toBe(201);
      return Number(await count()) < 10_100;
    });
    const kept = await query(
      stack,
      "SELECT min((payload ->> 'client_id')::integer) AS first FROM identity.oauth_rows WHERE payload ->> 'client_id' ~ '^\\d+$'",
    );
    expect(Number(kept[0]?.['first'])).toBeGreaterThan(400);
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200);
    expect((await app.connect(visitor)).scope).toBe('read write');
  });
});

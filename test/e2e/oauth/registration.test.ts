/** Registration over HTTP, redirect URIs through the complete flow (RFC 7591; RFC 8252), and limits for unknown callers. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { scrape, sumOf } from '../observing/scrape.ts';
import { useStack, useUser } from '../kit.ts';
import { waitFor } from '../stack.ts';
import { App, codeOf, REDIRECT_URI, register } from './app.ts';
import { query, Visitor } from './visitor.ts';

let base: string;
let visitor: Visitor;

const stack = useStack({ own: true, settings: { TRUSTED_PROXIES: '127.0.0.1' } });
const user = useUser(stack, { years: [] });

beforeAll(async () => {
  base = stack.ready().baseUrl;
  visitor = new Visitor(stack);
  await visitor.signInAs(user.userId);
});

const count = async (): Promise<unknown> =>
  (
    await query(stack, "SELECT count(*)::integer AS count FROM identity.oauth_rows WHERE model = 'Client'")
  )[0]?.['count'];

describe('a registration', () => {
  it('without a secret is idempotent, and one with a secret gets a new client each time', async () => {
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
    ['a forbidden scheme in an address', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [
      'a wildcard in an address',
      { redirect_uris: ['https://*.example.org/callback'] },
      'invalid_redirect_uri',
    ],
    ['no redirect URI', {}, 'invalid_redirect_uri'],
    [
      'an unknown authentication method',
      { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'x' },
      'invalid_client_metadata',
    ],
    [
      'keys of its own',
      { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{}] } },
      'invalid_client_metadata',
    ],
    ['a list as body', [], 'invalid_request'],
    ['null as body', null, 'invalid_request'],
  ])('with %s gets a 400 response with the reason', async (_what, metadata, error) => {
    const { status, body } = await register(base, metadata);
    expect([status, body['error'], typeof body['error_description']]).toEqual([400, error, 'string']);
  });

  it('of more than 8 KiB, with or without a Content-Length, or not in JSON, gets a 400 response', async () => {
    const large = JSON.stringify({ redirect_uris: [REDIRECT_URI], x: 'x'.repeat(8192) });
    const padded = JSON.stringify({ redirect_uris: [REDIRECT_URI] }).padEnd(8193);
    for (const body of ['{', large, padded, new Blob([large]).stream()]) {
      const response = await fetch(`${base}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        duplex: 'half',
      });
      expect(response.status).toBe(400);
    }
    const small = await register(base, { redirect_uris: [REDIRECT_URI], x: 'x'.repeat(7000) });
    expect(small.status).toBe(201);
  });
});

describe('the redirect to an app', () => {
  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://chatgpt.com/connector/oauth/abc123',
    'https://vscode.dev/redirect',
    'http://127.0.0.1:33418/',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'http://localhost:6274/oauth/callback',
    'com.example.app:/oauth',
  ])('works through the complete flow for %s', async (uri) => {
    const app = await App.register(base, { redirect_uris: [uri] });
    const attempt = app.begin();
    const answer = await visitor.post(await visitor.get(attempt.address), {
      decision: 'allow',
      write: 'yes',
    });
    expect(answer.redirectedTo?.href.startsWith(uri)).toBe(true);
    expect((await app.exchange(codeOf(answer), attempt)).status).toBe(200);
  });

  it('of a program on the user’s device can use any port', async () => {
    const { clientId } = await App.register(base, { redirect_uris: ['http://localhost:3118/callback'] });
    const app = new App(base, 'http://localhost:51234/callback', clientId);
    const attempt = app.begin();
    const answer = await visitor.post(await visitor.get(attempt.address), { decision: 'allow' });
    expect(answer.redirectedTo?.host).toBe('localhost:51234');
    expect((await app.exchange(codeOf(answer), attempt)).status).toBe(200);
  });

  it('of a web app can use no other port and no other path', async () => {
    const { clientId } = await App.register(base, { redirect_uris: ['https://app.example.org/callback'] });
    for (const uri of ['https://app.example.org:8443/callback', 'https://app.example.org/callback/']) {
      const page = await visitor.get(new App(base, uri, clientId).begin().address);
      expect([page.status, page.redirectedTo]).toEqual([400, null]);
    }
  });
});

describe('unknown callers', () => {
  it('fill the table up to its limit: the oldest unused apps are deleted, apps in use stay, and new ones can register', async () => {
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

  it('that flood from one network do not evict rows of others, and 200 users of one address connect within the minute', async () => {
    const FLOOD = { network: '203.0.113.0/24', rows: { Client: 10_300, Interaction: 20_300 } };
    const address = '198.51.100.7';
    const waiting = async (name: string, from = address): Promise<string> => {
      const app = await registerFrom(from, name);
      const { status, headers } = await fetch(new App(base, REDIRECT_URI, app).begin().address, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': from },
      });
      expect([name, status]).toEqual([name, 303]);
      return headers.get('location')?.split('/').at(-1) ?? '';
    };
    const before = sumOf(await scrape(stack, 'gateway'), 'ctx_cleanup_deleted_rows_total', {
      kind: 'oauth_rows_evicted',
    });
    const people = Array.from({ length: 200 }, (_, index) => `Person ${String(index)}`);
    const uids = await inBatches(people, (name) => waiting(name));
    // All rows of the flood are newer.
    for (const [model, rows] of Object.entries(FLOOD.rows))
      await query(
        stack,
        `INSERT INTO identity.oauth_rows (model, id_hash, payload, created_at, network)
         SELECT $1, sha256(convert_to('flood ' || n, 'UTF8')), jsonb_build_object('client_id', 'flood ' || n),
           now() + n * interval '1 ms', $3::cidr FROM generate_series(1, $2::integer) AS n`,
        [model, rows, FLOOD.network],
      );
    const kept = async (model: string): Promise<number> =>
      Number(
        (
          await query(stack, 'SELECT count(*) AS rows FROM identity.oauth_rows WHERE model = $1', [model])
        )[0]?.['rows'],
      );
    await waitFor(async () => {
      await waiting('Late', '2001:db8::7');
      return (await kept('Client')) <= 10_100 && (await kept('Interaction')) <= 20_100;
    });
    const hashes = uids.map((uid) => createHash('sha256').update(uid).digest());
    const interactions = await query(
      stack,
      "SELECT FROM identity.oauth_rows WHERE model = 'Interaction' AND id_hash = ANY ($1::bytea[])",
      [hashes],
    );
    const apps = await query(
      stack,
      "SELECT FROM identity.oauth_rows WHERE model = 'Client' AND payload ->> 'client_name' LIKE 'Person %'",
    );
    expect([interactions.length, apps.length]).toEqual([200, 200]);
    const [samples, rejected] = [await scrape(stack, 'gateway'), { reason: 'network_limited' }];
    expect(sumOf(samples, 'ctx_cleanup_deleted_rows_total', { kind: 'oauth_rows_evicted' })).toBeGreaterThan(
      before,
    );
    expect(sumOf(samples, 'ctx_admission_rejections_total', rejected)).toBe(0);
  });

  it('of one network can send 600 requests a minute to each endpoint, and other networks are not limited', async () => {
    const from = async (address: string, path: string): Promise<number> =>
      (await fetch(`${base}${path}`, { headers: { 'x-forwarded-for': address }, redirect: 'manual' })).status;
    const flood = Array.from({ length: 620 }, (_, index) => `192.0.2.${String(index % 256)}`);
    const statuses = await inBatches(flood, (address) => from(address, '/oauth/authorize'));
    expect(statuses.filter((status) => status === 429).length).toBe(20);
    expect([await from('192.0.2.1', '/authorize'), await from('192.0.3.1', '/authorize')]).toEqual([
      429, 400,
    ]);
    expect((await register(base, { redirect_uris: [REDIRECT_URI] })).status).toBe(201);
  });
});

/** Registers an app from an address, which is sent as X-Forwarded-For, and returns the client id. */
async function registerFrom(address: string, name: string): Promise<string> {
  const response = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ client_name: name, redirect_uris: [REDIRECT_URI] }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { client_id: string }).client_id;
}

/** Runs `work` for all values, twenty at a time. */
async function inBatches<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < values.length; from += 20)
    results.push(...(await Promise.all(values.slice(from, from + 20).map(work))));
  return results;
}

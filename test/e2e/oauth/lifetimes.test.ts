/** Lifetimes of tokens and connections, and refreshes (service.md, "Limits"; decisions.md, "OAuth and settings"). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createUser, useStack } from '../kit.ts';
import { App, type Reply, type Tokens } from './app.ts';
import { passTime } from './time.ts';
import { query, Visitor } from './visitor.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let app: App;
let tokens: Tokens;

const stack = useStack();
beforeEach(async () => {
  const { userId } = await createUser(stack, { years: [] });
  const visitor = new Visitor(stack);
  await visitor.signInAs(userId);
  app = await App.register(stack.ready().baseUrl);
  tokens = await app.connect(visitor);
});

const statusOf = async (token: string): Promise<number> => (await stack.get('/api/v1/years', token)).status;

async function refreshed(from: Tokens = tokens): Promise<Tokens> {
  const { status, body } = await app.refresh(from.refresh_token);
  expect([status, body['error']]).toEqual([200, undefined]);
  return body as unknown as Tokens;
}

describe('an access token', () => {
  it('is valid for exactly one hour, and can be refreshed', async () => {
    await passTime(stack, HOUR - 10);
    expect(await statusOf(tokens.access_token)).toBe(200);
    await passTime(stack, 11);
    expect(await statusOf(tokens.access_token)).toBe(401);
    const next = await refreshed();
    expect(await statusOf(next.access_token)).toBe(200);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
  });
});

describe('a connection', () => {
  it('that is unused for 89 days still refreshes', async () => {
    await passTime(stack, 89 * DAY);
    expect(await statusOf((await refreshed()).access_token)).toBe(200);
  });

  it('that is unused for 91 days has expired', async () => {
    await passTime(stack, 91 * DAY);
    const { status, body } = await app.refresh(tokens.refresh_token);
    expect([status, body['error']]).toEqual([400, 'invalid_grant']);
  });

  it('is extended by 90 days with each refresh', async () => {
    let latest = tokens;
    for (let times = 0; times < 4; times += 1) {
      await passTime(stack, 89 * DAY);
      latest = await refreshed(latest);
    }
    expect(await statusOf(latest.access_token)).toBe(200);
  });

  it('is extended by 90 days with each request', async () => {
    await passTime(stack, HOUR / 2);
    expect(await statusOf(tokens.access_token)).toBe(200);
    // 90 days after the last refresh, and half an hour less after the last request.
    await passTime(stack, 90 * DAY - HOUR / 4);
    expect(await statusOf((await refreshed()).access_token)).toBe(200);
  });
});

describe('a refresh token', () => {
  beforeEach(async () => {
    await passTime(stack, HOUR);
  });

  it('that is used four times in parallel has one successor, and all four access tokens work', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => app.refresh(tokens.refresh_token)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of replies) expect(await statusOf(String(body['access_token']))).toBe(200);
    expect(new Set(replies.map(({ body }) => body['access_token'])).size).toBe(4);
    expect(new Set(replies.map(({ body }) => body['refresh_token'])).size).toBe(1);
  });

  it('is not replaced while its predecessor is accepted, so that refreshes in any order end up with it', async () => {
    const { refresh_token: successor } = await refreshed();
    const sent = [successor, tokens.refresh_token, successor, tokens.refresh_token];
    const replies = [];
    for (const token of sent) replies.push(await app.refresh(token));
    expect(replies.map(({ body }) => body['refresh_token'])).toEqual(sent.map(() => successor));
    await passTime(stack, 21);
    expect((await app.refresh(successor)).body['refresh_token']).not.toBe(successor);
  });

  it('is accepted for 20 seconds after it was spent', async () => {
    await refreshed();
    await passTime(stack, 15);
    expect(await statusOf((await refreshed()).access_token)).toBe(200);
  });

  it('revokes the connection if it is used more than 20 seconds after it was spent', async () => {
    const next = await refreshed();
    await passTime(stack, 25);
    const { status, body } = await app.refresh(tokens.refresh_token);
    expect([status, body['error']]).toEqual([400, 'invalid_grant']);
    expect(await statusOf(next.access_token)).toBe(401);
    expect((await app.refresh(next.refresh_token)).body['error']).toBe('invalid_grant');
  });

  it('that was stolen and used within the 20 seconds starts no second chain, and its next use is detected', async () => {
    const [stolen] = [await refreshed(), await refreshed()];
    await passTime(stack, HOUR);
    const latest = await refreshed(stolen);
    await passTime(stack, 25);
    expect((await app.refresh(stolen.refresh_token)).body['error']).toBe('invalid_grant');
    expect(await statusOf(latest.access_token)).toBe(401);
  });

  it('is deleted seven days after it was spent: its reuse is then rejected without ending the connection', async () => {
    const next = await refreshed();
    await passTime(stack, 7 * DAY + 120);
    expect((await app.refresh(tokens.refresh_token)).body['error']).toBe('invalid_grant');
    await query(stack, "SELECT identity.clear_old('oauth_rows', 1000)");
    const spent = await query(
      stack,
      "SELECT FROM identity.oauth_rows WHERE model = 'RefreshToken' AND id_hash = sha256($1::text::bytea)",
      [tokens.refresh_token],
    );
    expect(spent.length).toBe(0);
    expect(await statusOf((await refreshed(next)).access_token)).toBe(200);
  });

  it('does not get more than 20 seconds by being used again', async () => {
    await refreshed();
    await passTime(stack, 15);
    await refreshed();
    await passTime(stack, 10);
    expect((await app.refresh(tokens.refresh_token)).body['error']).toBe('invalid_grant');
  });

  it('is rejected from another app and stays valid', async () => {
    const other = await App.register(stack.ready().baseUrl, { client_name: 'Another app' });
    expect((await other.refresh(tokens.refresh_token)).body['error']).toBe('invalid_grant');
    expect(await statusOf((await refreshed()).access_token)).toBe(200);
  });
});

describe('a connection that refreshes too often', () => {
  it('gets 120 access tokens an hour, also from one spent token, then 429 with Retry-After until the hour ends', async () => {
    await query(
      stack,
      `UPDATE identity.oauth_rows SET refreshes = 115, refreshes_since = now()
       WHERE model = 'Grant' AND grant_hash = (SELECT grant_hash FROM identity.oauth_rows
         WHERE model = 'RefreshToken' AND id_hash = sha256($1::text::bytea))`,
      [tokens.refresh_token],
    );
    const replies = await Promise.all(Array.from({ length: 10 }, () => app.refresh(tokens.refresh_token)));
    const rejected = replies.filter(({ status }) => status !== 200);
    expect(rejected.map(({ status, body }) => [status, body['error']])).toEqual(
      Array.from({ length: 5 }, () => [429, 'too_many_requests']),
    );
    const wait = Number(rejected[0]!.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(HOUR - 240);
    expect(wait).toBeLessThanOrEqual(HOUR);
    // The last access token stays valid, and no refresh token is lost.
    const [{ body }] = replies.filter(({ status }) => status === 200) as [Reply];
    expect(await statusOf(String(body['access_token']))).toBe(200);
    expect(body['refresh_token']).toBe(tokens.refresh_token);
    await passTime(stack, wait);
    expect(await statusOf((await refreshed(body as unknown as Tokens)).access_token)).toBe(200);
  });
});

/** How long tokens and connections last, and what a refresh does (service.md, "Limits"; decisions.md, "OAuth and settings"). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newUser, startTestStack, type TestStack } from '../stack.ts';
import { App, type Tokens } from './app.ts';
import { passTime } from './time.ts';
import { Visitor } from './visitor.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let stack: TestStack;
let app: App;
let tokens: Tokens;
let users = 0;

beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(async () => {
  await stack.remove();
});
beforeEach(async () => {
  users += 1;
  const { userId } = await newUser(stack, `lasts-${String(users)}@example.org`, ['--plan', 'pro']);
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

describe('Access tokens', () => {
  it('last one hour, not a second more, and refresh', async () => {
    await passTime(stack, HOUR - 10);
    expect(await statusOf(tokens.access_token)).toBe(200);
    await passTime(stack, 11);
    expect(await statusOf(tokens.access_token)).toBe(401);
    const next = await refreshed();
    expect(await statusOf(next.access_token)).toBe(200);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
  });
});

describe('A connection', () => {
  it('unused for 89 days still refreshes', async () => {
    await passTime(stack, 89 * DAY);
    expect(await statusOf((await refreshed()).access_token)).toBe(200);
  });

  it('unused for 91 days has expired', async () => {
    await passTime(stack, 91 * DAY);
    const { status, body } = await app.refresh(tokens.refresh_token);
    expect([status, body['error']]).toEqual([400, 'invalid_grant']);
  });

  it('each refresh starts the 90 days again', async () => {
    let latest = tokens;
    for (let times = 0; times < 4; times += 1) {
      await passTime(stack, 89 * DAY);
      latest = await refreshed(latest);
    }
    expect(await statusOf(latest.access_token)).toBe(200);
  });

  it('each request starts the 90 days again', async () => {
    await passTime(stack, HOUR / 2);
    expect(await statusOf(tokens.access_token)).toBe(200);
    // 90 days after the last refresh, and half an hour less after the last request.
    await passTime(stack, 90 * DAY - HOUR / 4);
    expect(await statusOf((await refreshed()).access_token)).toBe(200);
  });
});

describe('Refresh tokens rotate', () => {
  it('four refreshes at once all succeed, and all their tokens work', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => app.refresh(tokens.refresh_token)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of replies) expect(await statusOf(String(body['access_token']))).toBe(200);
    // Each may go on from its own.
    for (const { body } of replies)
      expect((await app.refresh(String(body['refresh_token']))).status).toBe(200);
  });

  it('a spent one is accepted for 20 seconds more', async () => {
    await refreshed();
    await passTime(stack, 15);
    expect(await statusOf((await refreshed()).access_token)).toBe(200);
  });

  it('the reuse of a spent one after that revokes the connection', async () => {
    const next = await refreshed();
    await passTime(stack, 25);
    const { status, body } = await app.refresh(tokens.refresh_token);
    expect([status, body['error']]).toEqual([400, 'invalid_grant']);
    expect(await statusOf(next.access_token)).toBe(401);
    expect((await app.refresh(next.refresh_token)).body['error']).toBe('invalid_grant');
  });

  it('a use within the 20 seconds does not lengthen them', async () => {
    await refreshed();
    await passTime(stack, 15);
    await refreshed();
    await passTime(stack, 10);
    expect((await app.refresh(tokens.refresh_token)).body['error']).toBe('invalid_grant');
  });

  it('one of another app is refused and stays good', async () => {
    const other = await App.register(stack.ready().baseUrl, { client_name: 'Another app' });
    expect((await other.refresh(tokens.refresh_token)).body['error']).toBe('invalid_grant');
    expect(await statusOf((await refreshed()).access_token)).toBe(200);
  });
});

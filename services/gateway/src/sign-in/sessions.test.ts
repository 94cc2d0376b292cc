import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@ctx/platform/log';
import type { Request, Response } from 'express';
import { listAccess, logFailedSignIn } from '../identity/access-log.ts';
import { type Session, Sessions } from './sessions.ts';
import { Browser, serve, type TestServer } from '../../test/sign-in/browser.ts';
import { startDatabase, type TestDatabase } from '../../test/sign-in/database.ts';

const ORIGIN = { browser: 'Firefox (Linux)', network: '192.0.2.0/24' };
const lines: string[] = [];
const PARTS = {
  originOf: () => ORIGIN,
  log: createLogger('gateway', 'info', { write: (line: string) => lines.push(line) }),
};
let database: TestDatabase;
let server: TestServer;
let userId: number;
let otherUserId: number;

beforeAll(async () => {
  database = await startDatabase();
  userId = await database.addUser('an@example.org', 'correct horse');
  otherUserId = await database.addUser('bo@example.org');
  server = await serve((app, baseUrl) => {
    const sessions = new Sessions(database.pool, { baseUrl, ...PARTS });
    app.get('/session', async (request, response) => {
      response.json(await sessions.find(request));
    });
    app.post('/sign-in/:user', async (request, response) => {
      await sessions.start(request, response, Number(request.params.user), 'password');
      response.end();
    });
    app.post('/sign-out', async (request, response) => {
      await sessions.end(request, response);
      response.end();
    });
    app.post('/sign-out-everywhere/:user', async (request, response) => {
      await sessions.endAll(request, response, Number(request.params.user));
      response.end();
    });
    app.post('/genuine', async (request, response) => {
      const session = await sessions.find(request);
      const { csrf } = request.body as { csrf?: unknown };
      response.json(session !== null && sessions.isGenuine(request, session, csrf));
    });
    app.get('/form', (request, response) => {
      response.json([sessions.formToken(request, response), sessions.formToken(request, response)]);
    });
    app.post('/form', (request, response) => {
      response.json(sessions.isGenuineForm(request, (request.body as { csrf?: unknown }).csrf));
    });
  });
});
afterAll(async () => {
  await server.stop();
  await database.stop();
});
beforeEach(async () => {
  await database.owner.query('TRUNCATE identity.sessions, identity.access_log');
});

const sessionOf = (browser: Browser): Promise<Session | null> =>
  browser.json(`${server.baseUrl}/session`) as Promise<Session | null>;

async function signedIn(as = userId, browser = new Browser()): Promise<Browser> {
  await browser.fetch(`${server.baseUrl}/sign-in/${String(as)}`, {});
  return browser;
}

const cookieOf = (browser: Browser, name = 'ctx_session'): string | undefined =>
  browser.cookies.get(new URL(server.baseUrl).host)?.get(name);

async function actionsOf(id: number): Promise<string[]> {
  return (await listAccess(database.pool, id, { before: null, size: 50 })).map(
    ({ action, via }) => `${action} ${via}`,
  );
}

const requestWith = (cookie: string): Request => ({ headers: { cookie } }) as unknown as Request;

describe('a session', () => {
  it('holds the user, the time of the sign-in, the plan and the betas', async () => {
    const session = await sessionOf(await signedIn());
    expect(session).toEqual({
      userId,
      email: 'an@example.org',
      plan: 'pro',
      betas: [],
      hasPassword: true,
      signedInAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await sessionOf(await signedIn(otherUserId))).toMatchObject({
      userId: otherUserId,
      hasPassword: false,
    });
  });

  it('is a cookie that scripts and other sites cannot use, and is stored only as its SHA-256', async () => {
    const browser = await signedIn();
    expect(browser.setCookies).toEqual([
      expect.stringMatching(/^ctx_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const { rows } = await database.owner.query<{ secret_hash: Buffer }>('SELECT * FROM identity.sessions');
    expect(rows).toHaveLength(1);
    expect(rows[0]!.secret_hash).toEqual(createHash('sha256').update(cookieOf(browser)!).digest());
    expect(JSON.stringify(rows)).not.toContain(cookieOf(browser));
  });

  it('is a Secure cookie of this host only, under an https address', async () => {
    const set: string[] = [];
    const sessions = new Sessions(database.pool, { baseUrl: 'https://tax.example.org', ...PARTS });
    const response = {
      cookie: (name: string, _value: string, options: object) =>
        set.push(`${name} ${JSON.stringify(options)}`),
    } as unknown as Response;
    await sessions.start(requestWith(''), response, userId, 'password');
    expect(set).toEqual(['__Host-ctx_session {"path":"/","httpOnly":true,"sameSite":"lax","secure":true}']);
  });

  it.each([
    ['no cookie', () => ''],
    ['another secret', () => `ctx_session=${'A'.repeat(43)}`],
    ['the stored hash', (secret: string) => `ctx_session=${sha256(secret)}`],
    ['two cookies', (secret: string) => `ctx_session=${secret}; ctx_session=${'A'.repeat(43)}`],
    ['another name', (secret: string) => `xctx_session=${secret}`],
    ['a part of the secret', (secret: string) => `ctx_session=${secret.slice(1)}`],
    ['the secret in quotes', (secret: string) => `ctx_session="${secret}"`],
  ])('does not open with %s', async (_what, cookie) => {
    const secret = cookieOf(await signedIn())!;
    const headers = { cookie: cookie(secret) };
    expect(await (await fetch(`${server.baseUrl}/session`, { headers })).json()).toBeNull();
    const genuine = { cookie: `a=b; ctx_session=${secret};c=d` };
    expect(await (await fetch(`${server.baseUrl}/session`, { headers: genuine })).json()).not.toBeNull();
  });
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Moves the only session back in time. */
async function age(minutes: number, column: 'last_seen_at' | 'expires_at'): Promise<void> {
  await database.owner.query(
    `UPDATE identity.sessions SET ${column} = ${column} - make_interval(mins => $1)`,
    [minutes],
  );
}

describe('the end of a session', () => {
  it.each([
    ['has not come after 59 idle minutes', 'last_seen_at', 59, true],
    ['has come after 61 idle minutes', 'last_seen_at', 61, false],
    ['has not come 11 hours and 59 minutes after the sign-in', 'expires_at', 719, true],
    ['has come 12 hours after the sign-in, even with requests', 'expires_at', 720, false],
  ] as const)('%s', async (_what, column, minutes, isAlive) => {
    const browser = await signedIn();
    await age(minutes, column);
    expect((await sessionOf(browser)) !== null).toBe(isAlive);
  });

  it('moves by an hour with each request', async () => {
    const browser = await signedIn();
    for (let round = 0; round < 3; round += 1) {
      await age(40, 'last_seen_at');
      expect(await sessionOf(browser)).not.toBeNull();
    }
  });

  it('comes with signing out, only in that browser', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const secret = cookieOf(here)!;
    await here.fetch(`${server.baseUrl}/sign-out`, {});
    expect(cookieOf(here)).toBeUndefined();
    const kept = { headers: { cookie: `ctx_session=${secret}` } };
    expect(await (await fetch(`${server.baseUrl}/session`, kept)).json()).toBeNull();
    expect(await sessionOf(there)).not.toBeNull();
    expect(await actionsOf(userId)).toEqual([
      'SIGNED_OUT settings',
      'SIGNED_IN password',
      'SIGNED_IN password',
    ]);
  });

  it('comes with signing out everywhere, only for this user', async () => {
    const [here, there, other] = [await signedIn(), await signedIn(), await signedIn(otherUserId)];
    await here.fetch(`${server.baseUrl}/sign-out-everywhere/${String(userId)}`, {});
    expect(await sessionOf(here)).toBeNull();
    expect(await sessionOf(there)).toBeNull();
    expect(await sessionOf(other)).not.toBeNull();
    expect((await actionsOf(userId))[0]).toBe('SIGNED_OUT_EVERYWHERE settings');
  });

  it('comes with the next sign-in in the same browser, also of another user, which gets a new secret', async () => {
    const browser = await signedIn();
    const before = cookieOf(browser)!;
    await signedIn(otherUserId, browser);
    expect(cookieOf(browser)).not.toBe(before);
    expect(await sessionOf(browser)).toMatchObject({ userId: otherUserId });
    const kept = { headers: { cookie: `ctx_session=${before}` } };
    expect(await (await fetch(`${server.baseUrl}/session`, kept)).json()).toBeNull();
    const { rows } = await database.owner.query('SELECT user_id FROM identity.sessions');
    expect(rows).toEqual([{ user_id: String(otherUserId) }]);
  });

  it('comes for the oldest of more than 20 sessions, only for this user', async () => {
    const [oldest, other] = [await signedIn(), await signedIn(otherUserId)];
    const next = await signedIn();
    for (let round = 0; round < 18; round += 1) await signedIn();
    expect(await sessionOf(oldest)).not.toBeNull();
    await signedIn();
    expect(await sessionOf(oldest)).toBeNull();
    expect(await sessionOf(next)).not.toBeNull();
    expect(await sessionOf(other)).not.toBeNull();
  });

  it('is not logged for a sign-out without a session', async () => {
    const browser = new Browser();
    expect((await browser.fetch(`${server.baseUrl}/sign-out`, {})).status).toBe(200);
    expect(await actionsOf(userId)).toEqual([]);
  });
});

describe('the csrf token of a session', () => {
  it('is valid for this session only, and differs from the value of the cookie', async () => {
    const [browser, other] = [await signedIn(), await signedIn()];
    const genuine = (of: Browser, form: Record<string, string>): Promise<unknown> =>
      of.json(`${server.baseUrl}/genuine`, form);
    const { csrfToken } = (await sessionOf(browser))!;
    expect(csrfToken).not.toBe(cookieOf(browser));
    expect(await genuine(browser, { csrf: csrfToken })).toBe(true);
    expect(await genuine(other, { csrf: csrfToken })).toBe(false);
    expect(await genuine(browser, {})).toBe(false);
    expect(await genuine(browser, { csrf: '' })).toBe(false);
    expect(await genuine(browser, { csrf: `${csrfToken.slice(1)}A` })).toBe(false);
    await signedIn(userId, browser);
    expect(await genuine(browser, { csrf: csrfToken })).toBe(false);
  });

  it('is rejected in a request with the cookie of another session', () => {
    const sessions = new Sessions(database.pool, { baseUrl: server.baseUrl, ...PARTS });
    const session = { csrfToken: 'x'.repeat(43) } as Session;
    const request = requestWith(`ctx_session=${'A'.repeat(43)}`);
    expect(sessions.isGenuine(request, session, session.csrfToken)).toBe(false);
  });
});

describe('the csrf token of a form before sign-in', () => {
  it('is bound to a cookie for one hour, and is the same for two forms of a page and for a later page', async () => {
    const browser = new Browser();
    const [first, second] = (await browser.json(`${server.baseUrl}/form`)) as string[];
    expect(second).toBe(first);
    expect(browser.setCookies).toEqual([
      expect.stringMatching(
        /^ctx_form=[\w-]{43}; Max-Age=3600; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await browser.json(`${server.baseUrl}/form`)).toEqual([first, first]);
    expect(await browser.json(`${server.baseUrl}/form`, { csrf: first! })).toBe(true);
    expect(await browser.json(`${server.baseUrl}/form`, { csrf: cookieOf(browser, 'ctx_form')! })).toBe(
      false,
    );
    expect(await browser.json(`${server.baseUrl}/form`, {})).toBe(false);
    expect(await new Browser().json(`${server.baseUrl}/form`, { csrf: first! })).toBe(false);
  });
});

describe('the access log', () => {
  it('lists only the entries of its user, newest first, a page at a time', async () => {
    for (let round = 0; round < 3; round += 1) await signedIn();
    await signedIn(otherUserId);
    const page = await listAccess(database.pool, userId, { before: null, size: 2 });
    const rest = await listAccess(database.pool, userId, { before: page.at(-1)!.entryId, size: 2 });
    const ids = [...page, ...rest].map(({ entryId }) => entryId);
    expect([page.length, rest.length]).toEqual([2, 1]);
    expect(ids).toEqual(ids.toSorted((left, right) => right - left));
    expect(page[0]).toEqual({
      entryId: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      action: 'SIGNED_IN',
      target: null,
      via: 'password',
      ...ORIGIN,
      times: 1,
      lastAt: null,
    });
  });

  it('is mirrored in the service log as account events, without address, e-mail address and secrets', async () => {
    lines.length = 0;
    await signedIn();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        service: 'gateway',
        event: 'account.signed_in',
        userId,
        via: 'password',
        ...ORIGIN,
        msg: 'account event',
      },
    ]);
  });

  it('has at most 5 entries a day for failed sign-ins, which count all repeats and further networks', async () => {
    const fail = (network: string, email = 'An@example.org'): Promise<number | null> =>
      logFailedSignIn(database.pool, email, 'password', { browser: null, network });
    expect(await fail('192.0.2.0/24', 'nobody@example.org')).toBeNull();
    const networks = Array.from({ length: 30 }, (_, index) => `10.0.${String(index)}.0/24`);
    for (const network of networks) expect(await fail(network)).toBe(userId);
    await Promise.all(Array.from({ length: 10 }, () => fail('10.0.0.0/24')));
    const entries = await listAccess(database.pool, userId, { before: null, size: 50 });
    expect(entries.map(({ network, times }) => [network, times])).toEqual([
      [null, 26],
      ['10.0.3.0/24', 1],
      ['10.0.2.0/24', 1],
      ['10.0.1.0/24', 1],
      ['10.0.0.0/24', 11],
    ]);
    await database.owner.query(`UPDATE identity.access_log SET at = at - interval '1 day'`);
    await fail('10.0.0.0/24');
    expect(await listAccess(database.pool, userId, { before: null, size: 50 })).toHaveLength(6);
    expect(await listAccess(database.pool, otherUserId, { before: null, size: 50 })).toEqual([]);
  });
});

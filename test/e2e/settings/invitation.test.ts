/** The link with which a user sets a password: `ctx user invite` and its page. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { useStack } from '../kit.ts';
import { query } from '../oauth/visitor.ts';
import { newUser } from '../stack.ts';
import { formOf, type PageAnswer, PASSWORD, Person, textOf } from './person.ts';

const PAGE = '/sign-in/invitation';
const CHOSEN = 'zeven paarse olifanten dansen';

const stack = useStack({ own: true });

let users = 0;

interface Invitee {
  readonly userId: string;
  readonly email: string;
  /** Path and query of the link. */
  readonly path: string;
}

const invite = async (email: string): Promise<string> => {
  const { link } = await stack.ctx(['user', 'invite', email]);
  const { pathname, search } = new URL(String(link));
  return pathname + search;
};

async function newInvited(): Promise<Invitee> {
  users += 1;
  const email = `invited-${String(users)}@example.org`;
  const { userId } = await newUser(stack, email, ['--plan', 'pro'], 'read');
  return { userId, email, path: await invite(email) };
}

const secretOf = (path: string): string => new URLSearchParams(path.split('?')[1]).get('link') ?? '';

const visitor = (language = 'en'): Person => new Person(stack.ready().baseUrl, language);

/** Opens a link and sends its form. */
async function choose(person: Person, path: string, next = CHOSEN, again = next): Promise<PageAnswer> {
  const hidden = formOf((await person.get(path)).html, PAGE);
  return person.post(PAGE, { ...hidden, next, again });
}

const accessOf = async ({ userId }: Invitee): Promise<unknown[]> =>
  query(stack, 'SELECT action, via FROM identity.access_log WHERE user_id = $1 ORDER BY entry_id', [userId]);

describe('A link of ctx user invite', () => {
  it('sets the password and signs in; the log of the user has the link, the password and the sign-in', async () => {
    const invited = await newInvited();
    const person = visitor();
    const page = await person.get(invited.path);
    expect(page.status).toBe(200);
    expect(textOf(page.html)).toContain(`For your account ${invited.email}`);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toContain('no-store');
    const { status, location } = await choose(person, invited.path);
    expect([status, location]).toEqual([303, '/overview']);
    expect(textOf((await person.get('/settings')).html)).toContain(`Signed in as ${invited.email}`);
    expect((await accessOf(invited)).slice(-3)).toEqual([
      { action: 'INVITATION_CREATED', via: 'ctx' },
      { action: 'PASSWORD_CHANGED', via: 'invitation' },
      { action: 'SIGNED_IN', via: 'password' },
    ]);
    expect((await visitor().signIn(invited.email, CHOSEN)).location).toBe('/overview');
  });

  it('is not used by opening it, nor by a form with a fault, which keeps no password', async () => {
    const invited = await newInvited();
    const person = visitor();
    for (const path of [invited.path, invited.path]) expect((await visitor().get(path)).status).toBe(200);
    const faults = [
      [CHOSEN, 'another long password', 'The two new passwords are not the same.'],
      ['', '', 'Enter a new password.'],
      ['short', 'short', 'at least 12 characters'],
      [invited.email, invited.email, 'little more than your e-mail address'],
    ] as const;
    for (const [next, again, text] of faults) {
      const { status, html } = await choose(person, invited.path, next, again);
      expect([next, status, textOf(html)]).toEqual([next, 422, expect.stringContaining(text)]);
      expect(html).not.toMatch(/type="password"[^>]*value="[^"]/);
    }
    expect((await choose(person, invited.path)).status).toBe(303);
  });

  it('gives one and the same page once it was used, replaced, has expired, or if it never existed', async () => {
    const [used, replaced, expired, superseded] = [
      await newInvited(),
      await newInvited(),
      await newInvited(),
      await newInvited(),
    ];
    expect((await choose(visitor(), used.path)).status).toBe(303);
    await invite(replaced.email);
    await query(stack, `UPDATE identity.invitations SET expires_at = now() WHERE user_id = $1`, [
      expired.userId,
    ]);
    await stack.ctx(['user', 'set', '--user', superseded.userId, '--password', PASSWORD]);
    const unknown = `${PAGE}?link=${'A'.repeat(43)}`;
    const hostile = `${PAGE}?link=${encodeURIComponent(`'"><b>\u0000`)}`;
    const paths = [used, replaced, expired, superseded].map(({ path }) => path);
    const pages = await Promise.all(
      [...paths, unknown, hostile, PAGE, `${PAGE}?link=a&link=b`].map((path) => visitor().get(path)),
    );
    for (const { status, html } of pages) expect([status, html]).toEqual([404, pages[0]!.html]);
    // A form that was opened while its link worked.
    const person = visitor();
    const again = await newInvited();
    const form = { ...formOf((await person.get(again.path)).html, PAGE), next: CHOSEN, again: CHOSEN };
    for (const { path } of [used, replaced, expired, superseded]) {
      const fields: Record<string, string> = { ...form, link: secretOf(path) };
      const { status, html } = await person.post(PAGE, fields);
      expect([status, html]).toEqual([404, pages[0]!.html]);
    }
    expect((await visitor().signIn(superseded.email)).status).toBe(303);
  });

  it('sets one password when its form is sent twice at the same time, and ends all sessions of the user', async () => {
    const invited = await newInvited();
    await stack.ctx(['user', 'set', '--user', invited.userId, '--password', PASSWORD]);
    const [before, person] = [visitor(), visitor()];
    await before.signIn(invited.email);
    const path = await invite(invited.email);
    const form = formOf((await person.get(path)).html, PAGE);
    const sent = await Promise.all(
      [CHOSEN, `${CHOSEN} weer`].map((next) => person.post(PAGE, { ...form, next, again: next })),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect((await before.get('/settings')).location).toMatch(/^\/sign-in/);
    expect((await visitor().signIn(invited.email)).status).toBe(422);
    expect(
      await query(stack, 'SELECT FROM identity.invitations WHERE user_id = $1', [invited.userId]),
    ).toEqual([]);
  });

  it('leads to the second step of a user with a passkey, without a session before it', async () => {
    const invited = await newInvited();
    await query(
      stack,
      `INSERT INTO identity.passkeys (user_id, credential_id, public_key, sign_count, transports, name)
       VALUES ($1, '\\x01', '\\x02', 0, '{}', 'key')`,
      [invited.userId],
    );
    const person = visitor();
    expect((await choose(person, invited.path)).location).toBe('/sign-in/passkey');
    expect((await person.get('/settings')).status).toBe(303);
  });

  it('is accepted only from its own page in the same browser', async () => {
    const invited = await newInvited();
    const person = visitor();
    const form = { ...formOf((await person.get(invited.path)).html, PAGE), next: CHOSEN, again: CHOSEN };
    expect((await visitor().post(PAGE, form)).status).toBe(403);
    expect((await person.post(PAGE, { ...form, csrf: '' })).status).toBe(403);
    expect((await person.post(PAGE, form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await person.post(PAGE, form)).status).toBe(303);
  });

  it('is stored as a hash, and is in no log of the services', async () => {
    const invited = await newInvited();
    await choose(visitor(), invited.path);
    const other = await newInvited();
    const secrets = [invited, other].map(({ path }) => secretOf(path));
    const [row] = await query(
      stack,
      'SELECT secret_hash = sha256($2::text::bytea) AS "isHash" FROM identity.invitations WHERE user_id = $1',
      [other.userId, secrets[1]],
    );
    expect(row).toEqual({ isHash: true });
    const log = readFileSync(stack.logFile('gateway'), 'utf8');
    expect(log).toContain(PAGE);
    for (const secret of secrets) expect(log).not.toContain(secret);
  });

  it('works for 72 hours, is rejected for an address without a user, and tells nothing else about users', async () => {
    users += 1;
    const email = `invited-${String(users)}@example.org`;
    await newUser(stack, email, [], 'read');
    const { expiresAt } = await stack.ctx(['user', 'invite', email.toUpperCase()]);
    const hours = (Date.parse(String(expiresAt)) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72.1);
    const nobody = await stack.ctx(['user', 'invite', 'nobody@example.org'], true);
    expect(nobody).toHaveProperty('error');
  });

  it.each(LANGUAGES)('has no fault for axe or on a phone, in %s', async (language) => {
    const invited = await newInvited();
    const browser = await startBrowser();
    try {
      const context = await browser.newContext({ locale: language });
      const tab = await context.newPage();
      for (const path of [invited.path, PAGE]) {
        await tab.goto(`${stack.ready().baseUrl}${path}`);
        expect([path, await faultsOf(tab)]).toEqual([path, []]);
      }
    } finally {
      await browser.close();
    }
  });
});

describe('Links that do not work', () => {
  beforeAll(async () => {
    await query(stack, 'TRUNCATE identity.sign_in_failures');
  });

  it('can be tried 50 times in a quarter of an hour from one network, which does not block signing in', async () => {
    const invited = await newInvited();
    await choose(visitor(), invited.path);
    const statuses: number[] = [];
    for (let tried = 0; tried < 51; tried += 1)
      statuses.push((await visitor().get(`${PAGE}?link=wrong-${String(tried)}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => 404), 429]);
    const other = await newInvited();
    const blocked = await visitor().get(other.path);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await visitor().signIn(invited.email, CHOSEN)).status).toBe(303);
  });
});

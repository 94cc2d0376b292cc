/** The pages for signing in and out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSecondGateway } from '../second-gateway.ts';
import { startTestStack, type TestStack, waitFor } from '../stack.ts';
import { query } from '../oauth/visitor.ts';
import { formOf, idsOf, newSomeone, PASSWORD, Person, type Someone, textOf } from './person.ts';

let stack: TestStack;
let base: string;
let someone: Someone;

beforeAll(async () => {
  stack = await startTestStack();
  base = stack.ready().baseUrl;
  someone = await newSomeone(stack, 'signs-in@example.org');
});
afterAll(async () => {
  await stack.remove();
});

/** Returns a page without the parts that differ between responses. */
const alike = (html: string, email: string): string =>
  html.replaceAll(email, 'EMAIL').replace(/name="csrf" value="[^"]*"/, 'CSRF');

describe('the sign-in page', () => {
  it('leads to the settings, which only a signed-in user sees', async () => {
    const person = new Person(base);
    expect(await person.get('/settings')).toMatchObject({
      status: 303,
      location: '/sign-in?next=%2Fsettings',
    });
    expect(await person.signIn(someone.email)).toMatchObject({ status: 303, location: '/overview' });
    const { status, html } = await person.get('/settings');
    expect(status).toBe(200);
    expect(textOf(html)).toContain('Signed in as signs-in@example.org');
  });

  it('leads to the requested page', async () => {
    const person = new Person(base);
    const { location } = await person.get('/settings/tokens/11111111-1111-4111-8111-111111111111/revoke');
    expect(location).toBe('/sign-in?next=%2Fsettings%2Ftokens');
    const page = await person.get(location);
    const { status, location: then } = await person.post(location, {
      ...formOf(page.html, location),
      email: someone.email,
      password: 'vier woorden die niemand raadt',
    });
    expect([status, then]).toEqual([303, '/settings/tokens']);
    expect(await person.get('/sign-in?next=/settings/log')).toMatchObject({ location: '/settings/log' });
  });

  it('says that a session has ended, and leads back to the address with its filters', async () => {
    const person = new Person(base);
    await person.signIn(someone.email);
    const tokenForm = formOf((await person.get('/settings/tokens')).html, '/settings/tokens');
    await query(stack, 'DELETE FROM identity.sessions WHERE user_id = $1', [someone.userId]);
    const filtered = '/transactions?year=2025&type=INCOME';
    const { location } = await person.get(filtered);
    expect(location).toBe(`/sign-in?${new URLSearchParams({ ended: 'page', next: filtered }).toString()}`);
    expect(textOf((await person.get(location)).html)).toContain('Sign in to go back to where you were.');
    const posted = await person.post('/settings/tokens', tokenForm);
    expect(posted.location).toBe('/sign-in?ended=kept&next=%2Fsettings%2Ftokens');
    expect(textOf((await person.get(posted.location)).html)).toContain(
      'Sign in here within an hour to see it again',
    );
    const action = `/sign-in?${new URLSearchParams({ next: filtered }).toString()}`;
    const { location: then } = await person.post(action, {
      ...formOf((await person.get(location)).html, action),
      email: someone.email,
      password: 'vier woorden die niemand raadt',
    });
    expect(then).toBe(filtered);
    // A browser that signed out knows why there is no session.
    await person.submit('/settings', '/sign-out');
    expect((await person.get('/settings')).location).toBe('/sign-in?next=%2Fsettings');
  });

  it.each([
    ['https://example.org/'],
    ['//example.org/settings'],
    ['/oauth/interaction/a/../../token'],
    ['/settings/tokens/x/revoke'],
    ['//example.org/transactions?year=2025'],
    ['/settings?done=revoked'],
  ])('does not redirect to %s', async (next) => {
    const person = new Person(base);
    const { html } = await person.get(`/sign-in?${new URLSearchParams({ next }).toString()}`);
    expect(formOf(html, '/sign-in')).not.toHaveProperty('next');
    const fields = { ...formOf(html, '/sign-in'), email: someone.email };
    const answer = await person.post('/sign-in', {
      ...fields,
      next,
      password: 'vier woorden die niemand raadt',
    });
    expect(answer).toMatchObject({ status: 303, location: '/overview' });
  });

  it('shows the same page for an unknown account and for a wrong password', async () => {
    const [known, unknown] = [new Person(base), new Person(base)];
    const wrong = await known.signIn(someone.email, 'wrong password');
    const nobody = await unknown.signIn('nobody@example.org', 'wrong password');
    expect([wrong.status, nobody.status]).toEqual([422, 422]);
    expect(textOf(wrong.html)).toContain('The e-mail address or the password is not correct.');
    expect(wrong.html).toContain(`value="${someone.email}"`);
    expect(alike(wrong.html, someone.email)).toBe(alike(nobody.html, 'nobody@example.org'));
  });

  it('says which field is missing', async () => {
    const { status, html } = await new Person(base).signIn('', '');
    expect(status).toBe(422);
    for (const text of ['Enter your e-mail address.', 'Enter your password.'])
      expect(textOf(html)).toContain(text);
  });

  it('keeps the requested page after a failure, also in another language', async () => {
    const person = new Person(base);
    const failed = await person.submit('/sign-in?next=%2Finbox', '/sign-in?next=%2Finbox', {
      email: someone.email,
      password: 'wrong password',
    });
    expect(failed.status).toBe(422);
    const back = await person.get('/language/nl', {
      'sec-fetch-site': 'same-origin',
      referer: `${base}/sign-in?next=%2Finbox`,
    });
    expect(back.location).toBe('/sign-in?next=%2Finbox');
    const signedIn = await person.submit(back.location, back.location, {
      email: someone.email,
      password: PASSWORD,
    });
    expect(signedIn.location).toBe('/inbox');
  });

  it('rejects sign-ins after too many failures, and shows how long to wait', async () => {
    const person = new Person(base, 'nl');
    const answers = [];
    for (let count = 0; count < 11; count += 1)
      answers.push(await person.signIn('held-up@example.org', 'wrong password'));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(422), 429]);
    const last = answers.at(-1);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(textOf(last?.html ?? '')).toMatch(/Te veel pogingen\. Probeer het over 1[45] minuten opnieuw\./);
  });

  it('lets the owner sign in in a known browser while others fail, change the password and revoke a token', async () => {
    const owner = await newSomeone(stack, 'locked-out@example.org');
    const own = owner.person;
    await own.submit('/settings', '/sign-out');
    for (let count = 0; count < 10; count += 1)
      expect((await new Person(base).signIn(owner.email, 'wrong password')).status).toBe(422);
    expect((await new Person(base).signIn(owner.email)).status).toBe(429);
    expect(await own.signIn(owner.email)).toMatchObject({ status: 303, location: '/overview' });

    const path = '/settings/password';
    const next = 'nog vier andere woorden';
    expect(await own.submit(path, path, { current: PASSWORD, next, again: next })).toMatchObject({
      status: 303,
    });
    const [id = ''] = idsOf((await own.get('/settings/tokens')).html);
    const revoke = `/settings/tokens/${id}/revoke`;
    expect(await own.submit(revoke, revoke)).toMatchObject({ status: 303 });
    expect((await stack.get('/api/v1/me', owner.token)).status).toBe(401);

    // The browser in which the password was changed is still known.
    await own.submit('/settings', '/sign-out');
    expect((await new Person(base).signIn(owner.email, next)).status).toBe(429);
    expect((await own.signIn(owner.email, next)).status).toBe(303);
  });

  it('writes a failed sign-in to the access log and the service log, with browser and network only', async () => {
    const owner = await newSomeone(stack, 'is-told@example.org');
    const stranger = new Person(base);
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0 <b>\u00e9';
    const fields = { email: owner.email, password: 'wrong password' };
    for (let count = 0; count < 2; count += 1) {
      const form = formOf((await stranger.get('/sign-in')).html, '/sign-in');
      const answer = await stranger.post('/sign-in', { ...form, ...fields }, { 'user-agent': userAgent });
      expect(answer.status).toBe(422);
    }
    await waitFor(async () => textOf((await owner.person.get('/settings/log')).html).includes('2 times'));
    expect(textOf((await owner.person.get('/settings/log')).html)).toMatch(
      /Sign-in failed (What )?.*With a password .*Firefox \(Linux\) *, *127\.0\.0\.0\/24 .*2 times, the last/,
    );
    const events = (): Record<string, unknown>[] =>
      readFileSync(join(stack.dataDir, 'logs', 'gateway.log'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.includes('"event":"account.') && line.includes(`"userId":${owner.userId},`))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    // Log lines are written in batches.
    await waitFor(() => Promise.resolve(events().length >= 5));
    expect(events().map(({ event, via, browser, network }) => [event, via, browser, network])).toEqual([
      ['account.token_created', 'ctx', null, null],
      ['account.password_changed', 'ctx', null, null],
      ['account.signed_in', 'password', null, '127.0.0.0/24'],
      ['account.sign_in_failed', 'password', 'Firefox (Linux)', '127.0.0.0/24'],
      ['account.sign_in_failed', 'password', 'Firefox (Linux)', '127.0.0.0/24'],
    ]);
    expect(JSON.stringify(events())).not.toMatch(/@example|Mozilla|127\.0\.0\.1/);
  });

  it('remembers the browser for a year, in a cookie that scripts and other sites cannot use', async () => {
    const person = new Person(base);
    const wrong = await person.signIn(someone.email, 'wrong password');
    expect(wrong.headers.getSetCookie().join()).not.toContain('ctx_browser');
    const { headers } = await person.signIn(someone.email);
    expect(headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        /^ctx_browser=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/,
      ),
    );
  });

  it('accepts a form only from the browser that received it', async () => {
    const [one, other] = [new Person(base), new Person(base)];
    const fields = { email: someone.email, password: 'vier woorden die niemand raadt' };
    expect(await one.post('/sign-in', fields)).toMatchObject({ status: 403 });
    const { csrf = '' } = formOf((await one.get('/sign-in')).html, '/sign-in');
    await other.get('/sign-in');
    expect(await other.post('/sign-in', { ...fields, csrf })).toMatchObject({ status: 403 });
    expect(await one.post('/sign-in', { ...fields, csrf }, { 'sec-fetch-site': 'cross-site' })).toMatchObject(
      {
        status: 403,
      },
    );
    expect(
      await one.post('/sign-in', { ...fields, csrf }, { 'sec-fetch-site': 'same-origin' }),
    ).toMatchObject({
      status: 303,
    });
  });

  it('starts a new session and ends the browser’s previous one', async () => {
    const person = new Person(base);
    await person.signIn(someone.email);
    const before = person.cookies().find(({ name }) => name === 'ctx_session')?.value ?? '';
    const thief = { headers: { cookie: `ctx_session=${before}` }, redirect: 'manual' } as const;
    expect((await fetch(`${base}/settings`, thief)).status).toBe(200);
    await person.submit('/settings', '/sign-out');
    expect((await fetch(`${base}/settings`, thief)).status).toBe(303);
  });
});

describe('signing out', () => {
  it('ends this session and leads to the sign-in page', async () => {
    const person = new Person(base);
    await person.signIn(someone.email);
    const csrf = await person.csrf();
    const { status, location } = await person.post('/sign-out', { csrf, next: '/oauth/interaction/abc' });
    expect([status, location]).toEqual([303, '/sign-in?done=signed-out&next=%2Foauth%2Finteraction%2Fabc']);
    const { html } = await person.get(location);
    expect(html).toMatch(/role="status"[^>]*>You are signed out\./);
    expect(textOf(html)).toContain('Sign in to answer the app that wants to connect.');
    const action = '/sign-in?next=%2Foauth%2Finteraction%2Fabc';
    expect(formOf(html, action)['next']).toBe('/oauth/interaction/abc');
    expect(await person.get('/settings')).toMatchObject({ status: 303 });
  });

  it('everywhere ends all sessions of the user, and none of other users', async () => {
    const [here, there] = [new Person(base), new Person(base)];
    const other = await newSomeone(stack, 'stays@example.org');
    await here.signIn(someone.email);
    await there.signIn(someone.email);
    expect((await here.get('/settings')).html).toContain('<a href="/sign-out/everywhere">');
    expect(textOf((await here.get('/sign-out/everywhere')).html)).toContain('Sign out everywhere?');
    expect(await there.get('/settings')).toMatchObject({ status: 200 });
    expect(await here.submit('/sign-out/everywhere', '/sign-out/everywhere')).toMatchObject({
      status: 303,
      location: '/sign-in?done=signed-out-everywhere',
    });
    expect(await here.get('/settings')).toMatchObject({ status: 303 });
    expect(await there.get('/settings')).toMatchObject({ status: 303 });
    expect(await other.person.get('/settings')).toMatchObject({ status: 200 });
  });
});

describe('the button of the platform’s provider', () => {
  it('replaces the password form, and an unavailable provider is reported on the page', async () => {
    const gateway = await startSecondGateway(stack, {
      settings: {
        SIGN_IN_ISSUER: 'http://127.0.0.1:1',
        SIGN_IN_CLIENT_ID: 'pages',
        SIGN_IN_CLIENT_SECRET: 'a secret of the test',
        SIGN_IN_LABEL: 'Example & Co',
      },
    });
    try {
      const person = new Person(gateway.baseUrl, 'fr');
      const { html } = await person.get('/sign-in?next=/settings/log');
      expect(html).not.toContain('type="password"');
      expect(textOf(html)).toContain('Se connecter avec Example & Co');
      expect(html).toContain('href="/sign-in/external?next=%2Fsettings%2Flog"');
      expect(await person.post('/sign-in', { email: someone.email, password: 'x' })).toMatchObject({
        status: 403,
      });

      const begun = await person.get('/sign-in/external?next=/settings/log');
      const back = await person.get(begun.location);
      expect(back.location).toBe('/sign-in?problem=unavailable&next=%2Fsettings%2Flog');
      const said = await person.get(back.location);
      expect(said.html).toMatch(/role="alert"/);
      expect(textOf(said.html)).toContain('Example & Co est inaccessible pour le moment.');
    } finally {
      await gateway.stop();
    }
  });

  it('is missing if no provider is configured', async () => {
    const person = new Person(base);
    expect(await person.get('/sign-in/external')).toMatchObject({ status: 404 });
    expect(await person.get('/sign-in/callback?code=x&state=y')).toMatchObject({ status: 404 });
  });
});

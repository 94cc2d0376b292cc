/** Forms that are sent after the session has ended: kept until the same user has signed in, shown again, and never performed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '../oauth/visitor.ts';
import { startTestStack, type TestStack } from '../stack.ts';
import { formOf, newSomeone, type PageAnswer, PASSWORD, Person, type Someone, textOf } from './person.ts';

const TOKENS = '/settings/tokens';
const TYPED = { name: 'What I typed', scope: 'write', ends: 'never', 'last-day': '' };
const KEPT = `/sign-in?${new URLSearchParams({ ended: 'kept', next: TOKENS }).toString()}`;
const LOST = `/sign-in?${new URLSearchParams({ ended: 'form', next: TOKENS }).toString()}`;

let stack: TestStack;
let base: string;
let someone: Someone;
let other: Someone;
let person: Person;
/** The hidden fields of the form of the session that ends. */
let hidden: Record<string, string>;

beforeAll(async () => {
  stack = await startTestStack();
  base = stack.ready().baseUrl;
  someone = await newSomeone(stack, 'keeps@example.org');
  other = await newSomeone(stack, 'other-person@example.org');
});
afterAll(async () => {
  await stack.remove();
});
beforeEach(async () => {
  person = new Person(base);
  await person.signIn(someone.email);
  hidden = formOf((await person.get(TOKENS)).html, TOKENS);
});

const becomeIdle = async (): Promise<unknown> =>
  query(stack, `UPDATE identity.sessions SET last_seen_at = now() - interval '2 hours' WHERE user_id = $1`, [
    someone.userId,
  ]);

/** Sends the form after the session has ended, with further fields or headers. */
async function sendTooLate(
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<PageAnswer> {
  await becomeIdle();
  return person.post(TOKENS, { ...hidden, ...TYPED, ...fields }, headers);
}

/** Signs in on the page that a form led to. */
async function signInAgain(at: string, { email }: Someone = someone): Promise<PageAnswer> {
  const action = `/sign-in?${new URLSearchParams({ next: TOKENS }).toString()}`;
  const page = await person.get(at);
  return person.post(action, { ...formOf(page.html, action), email, password: PASSWORD });
}

const tokenCount = async (): Promise<unknown> =>
  (await query(stack, 'SELECT count(*)::int AS n FROM identity.tokens WHERE name = $1', [TYPED.name]))[0];

describe('a form that is sent after its session has ended', () => {
  it('is shown again after the sign-in with what was typed, says that nothing is stored, and creates nothing', async () => {
    const sent = await sendTooLate();
    expect(sent).toMatchObject({ status: 303, location: KEPT });
    expect(textOf((await person.get(KEPT)).html)).toContain('Sign in here within an hour to see it again');
    expect(await signInAgain(KEPT)).toMatchObject({ status: 303, location: TOKENS });
    const { status, html } = await person.get(TOKENS);
    expect(status).toBe(200);
    expect(html).toContain('value="What I typed"');
    expect(html).toMatch(/id="scope-write"[^>]*checked/);
    expect(textOf(html)).toContain(
      'This is what you sent after your session had ended. None of it is stored',
    );
    expect(await tokenCount()).toEqual({ n: 0 });
  });

  it('is shown with the secret of the new session, so that it can be sent', async () => {
    await sendTooLate();
    await signInAgain(KEPT);
    const again = formOf((await person.get(TOKENS)).html, TOKENS);
    expect(again['csrf']).not.toBe(hidden['csrf']);
    expect((await person.post(TOKENS, { ...hidden, ...TYPED })).status).toBe(403);
    expect((await person.post(TOKENS, { ...again, ...TYPED, name: 'Sent again' })).status).toBe(200);
  });

  it('is shown once', async () => {
    await sendTooLate();
    await signInAgain(KEPT);
    await person.get(TOKENS);
    expect((await person.get(TOKENS)).html).not.toContain('What I typed');
  });

  it('is kept while the password is wrong', async () => {
    await sendTooLate();
    await person.submit(KEPT, `/sign-in?${new URLSearchParams({ next: TOKENS }).toString()}`, {
      email: someone.email,
      password: 'wrong password',
    });
    await signInAgain(KEPT);
    expect((await person.get(TOKENS)).html).toContain('value="What I typed"');
  });

  it('is posted to an address without a page and shown there, with its effect and without performing it', async () => {
    const rule = { action: 'IGNORE_DUST', below: '1', direction: 'ANY', label: 'Kept rule' };
    const rules = formOf((await person.get('/inbox/rules')).html, '/inbox/rules/check');
    await becomeIdle();
    const sent = await person.post('/inbox/rules/check', { ...rules, ...rule });
    expect(sent.location).toContain('ended=kept');
    const next = new URL(sent.location, base).searchParams.get('next');
    const action = next === null ? '/sign-in' : `/sign-in?${new URLSearchParams({ next }).toString()}`;
    const credentials = { email: someone.email, password: PASSWORD };
    const { location } = await person.submit(sent.location, action, credentials);
    expect(location).toBe('/inbox/rules/check');
    const { html } = await person.get(location);
    expect(textOf(html)).toContain('None of it is stored');
    expect(html).toContain('Kept rule');
    expect((await person.get(location)).location).toBe('/inbox/rules');
  });
});

describe('what is kept of a form', () => {
  it('is in no address, is not readable in its cookie, and has no csrf value', async () => {
    const { location, headers } = await sendTooLate();
    const [cookie = ''] = headers.getSetCookie().filter((line) => line.startsWith('ctx_kept_form='));
    expect(cookie).toMatch(/^ctx_kept_form=[\w.-]+; Max-Age=3600; Path=\/; .*HttpOnly; SameSite=Lax$/);
    const readable = cookie.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    for (const text of [location, cookie, ...readable]) expect(text).not.toContain('typed');
  });

  it('is removed when another user signs in, and not shown to the first one later', async () => {
    await sendTooLate();
    expect(await signInAgain(KEPT, other)).toMatchObject({ status: 303, location: TOKENS });
    expect((await person.get(TOKENS)).html).not.toContain('What I typed');
    await person.submit(TOKENS, '/sign-out');
    await signInAgain(KEPT);
    expect((await person.get(TOKENS)).html).not.toContain('What I typed');
  });

  it('is not shown if its cookie was changed', async () => {
    await sendTooLate();
    const kept = person.cookies().find(({ name }) => name === 'ctx_kept_form')?.value ?? '';
    const last = kept.endsWith('A') ? 'B' : 'A';
    person.setCookie('ctx_kept_form', kept.slice(0, -2) + last + kept.slice(-1));
    await signInAgain(KEPT);
    expect((await person.get(TOKENS)).html).not.toContain('What I typed');
  });

  it('is not shown in the browser of another user, who gets its cookie', async () => {
    await sendTooLate();
    const kept = person.cookies().find(({ name }) => name === 'ctx_kept_form')?.value ?? '';
    const victim = new Person(base);
    await victim.signIn(other.email);
    victim.setCookie('ctx_kept_form', kept);
    expect((await victim.get(TOKENS)).html).not.toContain('What I typed');
  });

  it('is removed when the user signs out', async () => {
    await sendTooLate();
    await signInAgain(KEPT);
    await person.submit('/settings', '/sign-out');
    expect(person.cookies().map(({ name }) => name)).not.toContain('ctx_kept_form');
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['from another site with a csrf value that it made up', { csrf: 'A'.repeat(43) }, {}],
    ['that is too long for a cookie', { name: 'x'.repeat(5000) }, {}],
    ['that is larger than any form', { name: 'x'.repeat(20_000) }, {}],
  ])('is nothing of a form %s', async (_what, fields, headers) => {
    expect((await sendTooLate(fields, headers)).location).toBe(LOST);
    expect(person.cookies().map(({ name }) => name)).not.toContain('ctx_kept_form');
  });

  it('is nothing of a form without the cookie of a session', async () => {
    await becomeIdle();
    const stranger = new Person(base);
    const { location } = await stranger.post(TOKENS, { ...hidden, ...TYPED });
    expect(location).toBe(`/sign-in?${new URLSearchParams({ next: TOKENS }).toString()}`);
    expect(stranger.cookies().map(({ name }) => name)).not.toContain('ctx_kept_form');
  });

  it('is not shown after the session was ended elsewhere on purpose', async () => {
    await sendTooLate();
    await query(stack, 'DELETE FROM identity.sessions WHERE user_id = $1', [someone.userId]);
    await signInAgain(KEPT);
    expect((await person.get(TOKENS)).html).not.toContain('What I typed');
  });

  it('is nothing of a form with a password', async () => {
    const password = formOf((await person.get('/settings/password')).html, '/settings/password');
    await becomeIdle();
    const { location } = await person.post('/settings/password', { ...password, current: 'x', next: 'y' });
    expect(location).toContain('ended=form');
    expect(person.cookies().map(({ name }) => name)).not.toContain('ctx_kept_form');
  });
});

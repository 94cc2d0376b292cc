/** The start page of the settings, the front page, the upgrade page, and the password page. What else they show is tested beside their views. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brusselsDate } from '@ctx/domain/brussels';
import { hashPassword } from '../../../services/gateway/src/identity/passwords.ts';
import { query, Visitor } from '../oauth/visitor.ts';
import { startSecondGateway } from '../second-gateway.ts';
import { event, importLines, newUser, sharedTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { newSomeone, PASSWORD, Person, type Someone, textOf } from './person.ts';

let stack: TestStack;
let base: string;
let someone: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  base = stack.ready().baseUrl;
  someone = await newSomeone(stack, 'overview-corrects@example.org');
  await importLines(stack, someone.userId, [
    ...WORKED_EXAMPLE_1,
    event('S2', 'DISPOSITION', '0.1', '2026-04-10T10:00:00Z', null),
    event('B0', 'ACQUISITION', '0.1', '2023-04-10T10:00:00Z', '100'),
  ]);
});
afterAll(async () => {
  await stack.remove();
});

describe('the start page of the settings', () => {
  it('shows the plan, paid and locked years, and the link to unlock a year', async () => {
    const { html } = await someone.person.get('/settings');
    const text = textOf(html);
    expect(text).toMatch(/Plan Pro plan .* 2026 .* In your plan .* 2023 .* Locked .* Unlock a year/);
    const [, link = ''] = /<a href="([^"]+)">Unlock a year/.exec(html) ?? [];
    expect(link).toBe(`${base}/upgrade`);
    expect((await someone.person.get(link)).status).toBe(200);
    expect(text).not.toContain('need the Pro plan');
  });

  it('shows which part is missing while a service is down, and shows the rest', async () => {
    const { corrections } = stack.ready().services;
    process.kill(corrections.pid, 'SIGSTOP');
    try {
      const { status, html } = await someone.person.get('/settings');
      expect(status).toBe(200);
      expect(textOf(html)).toMatch(/The log of corrections cannot be shown right now\./);
      expect(textOf(html)).toContain('2026');
      const log = await new Person(base, 'fr').get('/settings/log');
      expect(log.status).toBe(303);
      const down = await someone.person.get('/settings/log', { 'accept-language': 'fr' });
      expect([down.status, down.headers.get('retry-after')]).toEqual([503, '2']);
      expect(textOf(down.html)).toContain('Momentanément indisponible');
    } finally {
      process.kill(corrections.pid, 'SIGCONT');
    }
  });
});

describe('the front page', () => {
  it('says what the service is to a visitor, and leads a signed-in user to the settings', async () => {
    const { status, html, headers } = await new Person(base, 'nl').get('/');
    expect([status, headers.get('vary')]).toEqual([200, expect.stringContaining('Accept')]);
    for (const expected of ['Uw cryptobelasting in België', `${base}/mcp/x/insight`])
      expect(textOf(html)).toContain(expected);
    expect(textOf((await someone.person.get('/')).html)).toContain('To your settings');
  });
});

describe('an unknown path', () => {
  const get = (path: string, accept?: string) =>
    fetch(`${base}${path}`, { headers: accept === undefined ? {} : { accept } });
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it('is a page for browsers', async () => {
    const response = await get('/nothing', BROWSER);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(textOf(await response.text())).toContain('Page not found');
  });

  it.each(['/', '/nothing'])('is JSON for programs: %s', async (path) => {
    for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const response = await get(path, accept);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
    }
  });

  it('is JSON for browsers too below /api/v1', async () => {
    const response = await get('/api/v1/nothing', BROWSER);
    expect(response.headers.get('content-type')).toContain('application/json');
  });
});

describe('llms.txt', () => {
  it('names only addresses that exist', async () => {
    const text = await (await fetch(`${base}/llms.txt`)).text();
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link);
    expect(links).toContain(`${base}/mcp/x/insight`);
    for (const link of links) expect((await fetch(link, { redirect: 'manual' })).status).not.toBe(404);
  });
});

describe('the upgrade page', () => {
  it('explains the plan and a paid year of the present year without a session', async () => {
    const { status, html } = await new Person(base, 'fr').get('/upgrade');
    expect(status).toBe(200);
    const year = String(brusselsDate(Date.now()).year);
    for (const expected of ['pas de page de tarifs', `ctx user set --user USER --add-year ${year}`])
      expect(textOf(html)).toContain(expected);
  });

  it('shows a signed-in user commands that work unchanged', async () => {
    const { person, userId } = await newSomeone(stack, 'overview-upgrades@example.org', { plan: 'free' });
    const year = String(brusselsDate(Date.now()).year);
    await stack.ctx(['user', 'set', '--user', userId, '--remove-year', year]);
    const text = textOf((await person.get('/upgrade')).html);
    expect(text).not.toContain('ctx user list');
    const commands = [...text.matchAll(/npx --no -- ctx (user set --user \d+ --[\w-]+ \w+)/g)];
    expect(commands).toHaveLength(2);
    for (const [, command = ''] of commands) await stack.ctx(command.split(' '));
    const user = await stack.ctx(['user', 'show', '--user', userId]);
    expect(user).toMatchObject({ plan: 'pro', years: expect.arrayContaining([Number(year)]) });
  });

  it('is replaced by the pricing page that the operator configures, in 402 responses and as a redirect', async () => {
    const { token } = await newUser(stack, 'overview-unpaid@example.org', ['--plan', 'free']);
    const pricing = 'https://tax.example.org/pricing?from=api';
    const gateway = await startSecondGateway(stack, { settings: { UPGRADE_URL: pricing } });
    try {
      const response = await fetch(`${gateway.baseUrl}/api/v1/me`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await response.json()).toMatchObject({ code: 'PRO_REQUIRED', upgradeUrl: pricing });
      const page = await new Person(gateway.baseUrl).get('/upgrade');
      expect([page.status, page.location]).toEqual([303, pricing]);
    } finally {
      await gateway.stop();
    }
  });
});

describe('the password page', () => {
  const PATH = '/settings/password';
  const NEXT = 'nog vier andere woorden';

  it.each([
    [{ current: 'wrong', next: NEXT, again: NEXT }, 'current', 'The current password is not correct.'],
    [
      { current: PASSWORD, next: 'Welcome-2026!', again: 'Welcome-2026!' },
      'next',
      'The new password is easy to guess: common words, names, years and sequences are tried first. Choose three or more words that do not belong together, or let a password manager make one.',
    ],
    [{ current: PASSWORD, next: NEXT, again: 'other' }, 'again', 'The two new passwords are not the same.'],
  ])('rejects %j with an error at a field', async (fields, field, text) => {
    const { status, html } = await someone.person.submit(PATH, PATH, fields);
    expect(status).toBe(422);
    expect(html).toContain(`<a href="#${field}">${text}</a>`);
    expect(html).not.toContain(PASSWORD);
    expect((await new Person(base).signIn(someone.email)).status).toBe(303);
  });

  it('changes the password, ends other sessions, and shows the apps that keep their access', async () => {
    const elsewhere = new Person(base);
    await elsewhere.signIn(someone.email);
    const changed = await someone.person.submit(PATH, PATH, { current: PASSWORD, next: NEXT, again: NEXT });
    expect(changed).toMatchObject({ status: 303, location: '/settings/apps?done=password-changed' });
    const { html } = await someone.person.get(changed.location);
    expect(html).toMatch(/role="status"[^>]*>Your password is changed, and all other sessions have ended\./);
    expect((await elsewhere.get('/settings')).status).toBe(303);
    expect((await new Person(base).signIn(someone.email)).status).toBe(422);
    expect((await new Person(base).signIn(someone.email, NEXT)).status).toBe(303);
    expect(textOf((await someone.person.get('/settings/log')).html)).toContain('Password changed');
  });

  it('advises a longer password to a user whose password is shorter than the current minimum', async () => {
    const older = await newSomeone(stack, 'overview-older@example.org');
    await query(stack, 'UPDATE identity.users SET password_hash = $2 WHERE user_id = $1', [
      older.userId,
      await hashPassword('kort&oud'),
    ]);
    const person = new Person(base);
    const { status, location } = await person.signIn(older.email, 'kort&oud');
    expect([status, location]).toEqual([303, '/settings?advice=password']);
    expect(textOf((await person.get(location)).html)).toContain(
      'Your password is too short to be safe today. Choose a longer one. Change password',
    );
  });

  it('shows no form for an account without a password', async () => {
    const { userId } = await newUser(stack, 'overview-without@example.org');
    const visitor = new Visitor(stack);
    await visitor.signInAs(userId);
    const page = await visitor.get(PATH);
    expect(textOf(page.html)).toContain('This account has no password.');
    expect(page.html).not.toContain('type="password"');
    expect((await visitor.get('/settings')).html).not.toContain(`href="${PATH}"`);
  });
});

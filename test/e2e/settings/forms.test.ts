/** Rules for all pages and forms: headers, methods, languages, cross-site requests. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw } from '../raw-http.ts';
import { sharedTestStack, type TestStack, UNKNOWN_ID } from '../stack.ts';
import { formOf, newSomeone, Person, type Someone, textOf } from './person.ts';

let stack: TestStack;
let base: string;
let someone: Someone;
let other: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  base = stack.ready().baseUrl;
  someone = await newSomeone(stack, 'posts@example.org');
  other = await newSomeone(stack, 'forms-others@example.org');
});
afterAll(async () => {
  await stack.remove();
});

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

const PAGES = [
  ['/sign-in', 200],
  ['/settings', 200],
  ['/sign-out/everywhere', 200],
  ['/settings/tokens', 200],
  ['/settings/apps', 200],
  ['/settings/apps/revoke-all', 200],
  ['/settings/connect', 200],
  ['/settings/log', 200],
  ['/settings/password', 200],
  ['/settings/passkeys', 200],
  ['/settings/passkeys/codes', 404],
  [`/settings/passkeys/${UNKNOWN_ID}/remove`, 404],
  [`/settings/tokens/${UNKNOWN_ID}/revoke`, 404],
  [`/settings/apps/${UNKNOWN_ID}/revoke`, 404],
  ['/settings/tokens/%E0%A4%A/revoke', 404],
  ['/settings/tokens/%00/revoke', 404],
  ['/settings/nothing', 404],
  ['/settings/log?page=01', 400],
  [`/settings/log/${UNKNOWN_ID}/undo`, 404],
  ['/settings/log/%E0%A4%A/undo', 404],
  ['/settings/log?access=1e3', 400],
  ['/settings/log?access=1&access=2', 400],
] as const;

const FORMS = [
  ['/sign-out'],
  ['/sign-out/everywhere'],
  ['/settings/tokens'],
  [`/settings/tokens/${UNKNOWN_ID}/revoke`],
  ['/settings/apps/revoke-all'],
  [`/settings/apps/${UNKNOWN_ID}/revoke`],
  ['/settings/password'],
  ['/settings/passkeys'],
  ['/settings/passkeys/new'],
  ['/settings/passkeys/codes'],
  [`/settings/passkeys/${UNKNOWN_ID}/remove`],
  [`/settings/log/${UNKNOWN_ID}/undo`],
] as const;

describe('every page', () => {
  it.each(PAGES)(
    'at %s responds %i, is not cached, and cannot be framed or extended by other sites',
    async (path, status) => {
      const visitor = path === '/sign-in' ? new Person(base) : someone.person;
      const { status: answered, headers } = await visitor.get(path, { 'accept-encoding': 'gzip' });
      expect(answered).toBe(status);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': POLICY,
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store, no-transform',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(headers.get('vary')).toContain('Accept-Language');
      // Pages are not compressed, as their size would reveal secrets (BREACH).
      expect(headers.get('content-encoding')).toBeNull();
    },
  );

  it.each([
    ['nl-BE,nl;q=0.9,en;q=0.5', 'nl', 'Uw instellingen'],
    ['fr-BE', 'fr', 'Vos paramètres'],
    ['de, fr;q=0.4, nl;q=0.3', 'fr', 'Vos paramètres'],
    ['en-US', 'en', 'Your settings'],
    ['de', 'en', 'Your settings'],
    ['*', 'en', 'Your settings'],
  ])('for Accept-Language %s is in the language %s', async (accepted, language, title) => {
    const { html } = await someone.person.get('/settings', { 'accept-language': accepted });
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<h1>${title}</h1>`);
  });

  it('is in the language that a person chose on a page, whatever the browser prefers', async () => {
    const person = new Person(base, 'nl');
    const sentFrom = (path: string) => ({ referer: base + path, 'sec-fetch-site': 'same-origin' });
    const chosen = await person.get('/language/fr', sentFrom('/sign-in?next=%2Fsettings%2Flog'));
    expect([chosen.status, chosen.location]).toEqual([303, '/sign-in?next=%2Fsettings%2Flog']);
    expect(chosen.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^ctx_language=fr; Max-Age=31536000; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    for (const path of ['/', '/sign-in', '/settings/nothing', '/nothing', '/oauth/authorize?client_id=x'])
      expect((await person.get(path)).html).toContain('<html lang="fr">');
    await person.signIn(someone.email);
    for (const path of ['/settings', '/overview', '/inbox'])
      expect((await person.get(path)).html).toContain('<html lang="fr">');
    expect((await person.get('/language/en', sentFrom('/inbox?year=2026'))).location).toBe(
      '/inbox?year=2026',
    );
    expect((await person.get('/settings')).html).toContain('<html lang="en">');
  });

  it('keeps its language when another site leads to the choice, and for an unknown language', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const led = await someone.person.get('/language/fr', {
        referer: 'https://example.org/settings',
        'sec-fetch-site': site,
      });
      expect([led.status, led.location, led.headers.getSetCookie()]).toEqual([303, '/', []]);
    }
    for (const path of ['/language/de', '/language/FR', '/language/'])
      expect((await someone.person.get(path)).status).toBe(404);
    const forged = await fetch(base, { headers: { accept: 'text/html', cookie: 'ctx_language=<script>' } });
    expect(await forged.text()).toContain('<html lang="en">');
    expect((await someone.person.get('/settings')).html).toContain('<html lang="en">');
  });

  it('is also a page for an unknown address and for a method that is not allowed', async () => {
    const missing = await new Person(base, 'nl').get('/settings/nothing');
    expect(textOf(missing.html)).toContain('Pagina niet gevonden');
    const { status, headers, html } = await new Person(base, 'fr').send('/settings/log', {
      method: 'DELETE',
    });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(textOf(html)).toContain('Ce n’est pas possible ici');
    const put = await someone.person.send('/settings/tokens', { method: 'PUT', body: 'x' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(await someone.person.get('/settings/')).toMatchObject({ status: 308, location: '/settings' });
    expect((await someone.person.send('/settings', { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    ['an unknown address', '/settings/nothing', 404],
    ['an unknown address outside the settings', '/nothing', 404],
    ['a malformed address', '/%E0%A4%A', 404],
    ['a transaction that does not exist', '/transactions/00000000-0000-4000-8000-000000000000', 404],
    ['a request for access that has expired', '/oauth/interaction/nothing', 400],
  ])('keeps the navigation of a signed-in user for %s', async (_what, path, status) => {
    const message = await someone.person.get(path);
    expect(message.status).toBe(status);
    expect(message.html).toContain('<a href="/inbox"');
    expect(message.html).toContain(someone.email);
    const stranger = await new Person(base).get(path);
    expect(stranger.html).not.toContain('<a href="/inbox"');
  });

  it('links a style sheet and a script that can be cached for a year', async () => {
    const { html } = await someone.person.get('/settings');
    const links = [...html.matchAll(/(?:href|src)="(\/pages\/[^"]+)"/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(3);
    for (const link of links) {
      const { status, headers } = await new Person(base).get(link);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      const stale = await new Person(base).get(link.replace(/v=.*/, 'v=of-another-version'));
      expect([stale.status, stale.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    }
    const post = await new Person(base).send(links[0] ?? '', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('every form', () => {
  it.each(FORMS)(
    '%s is rejected without its csrf token, with a wrong one, and with that of another session',
    async (path) => {
      const foreign = await other.person.csrf();
      for (const fields of [{}, { csrf: '' }, { csrf: 'wrong' }, { csrf: foreign }]) {
        const answer = await someone.person.post(path, { ...fields, name: 'x', scope: 'read' } as Record<
          string,
          string
        >);
        expect(answer.status).toBe(403);
        expect(textOf(answer.html)).toContain('This form is no longer valid');
      }
      expect((await someone.person.get('/settings')).status).toBe(200);
    },
  );

  it.each(FORMS)('%s is rejected when another site posts it', async (path) => {
    const csrf = await someone.person.csrf();
    for (const site of ['cross-site', 'same-site']) {
      const answer = await someone.person.post(path, { csrf }, { 'sec-fetch-site': site });
      expect(answer.status).toBe(403);
    }
    expect((await someone.person.get('/settings')).status).toBe(200);
  });

  it.each(FORMS)('%s redirects a visitor without a session to the sign-in page', async (path) => {
    const { status, location } = await new Person(base).post(path, { csrf: 'x' });
    expect(status).toBe(303);
    expect(location).toMatch(/^\/sign-in(\?next=%2Fsettings%2F[a-z]+)?$/);
  });

  it('is rejected if it is too large, malformed or of another type', async () => {
    const csrf = await someone.person.csrf();
    const path = '/settings/tokens';
    const { person } = someone;
    expect((await person.post(path, { csrf, name: 'x'.repeat(17_000) })).status).toBe(413);
    const fields = { ...formOf((await person.get(path)).html, path), scope: 'read' };
    const twice = `${new URLSearchParams(fields).toString()}&name=a&name=b`;
    expect((await person.post(path, twice)).status).toBe(400);
    expect((await person.post(path, `csrf=${csrf}&name=%00`)).status).toBe(400);
    expect((await person.post(path, `csrf=${csrf}&name=%ff`)).status).toBe(400);
    expect((await person.post(path, { csrf }, { 'content-type': 'application/json' })).status).toBe(400);
    expect((await person.post(path, { csrf }, { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await person.post(path, { csrf }, { 'content-encoding': 'gzip' })).status).toBe(400);
  });

  it.each([
    ['announced', 'Content-Length: 16385\r\n\r\n'],
    ['sent', `Transfer-Encoding: chunked\r\n\r\n4e20\r\n${'x'.repeat(20_000)}\r\n`],
  ])(
    'that is too large gets a response at once when its size is %s, and the connection ends',
    async (_how, rest) => {
      const { host } = new URL(base);
      const cookie = someone.person.cookies().map(({ name, value }) => `${name}=${value}`);
      const head = [
        'POST /settings/tokens HTTP/1.1',
        `Host: ${host}`,
        `Cookie: ${cookie.join('; ')}`,
        'Content-Type: application/x-www-form-urlencoded',
      ];
      const { answers, closed } = await sendRaw(base, [`${head.join('\r\n')}\r\n${rest}`]);
      expect(answers.map(({ status }) => status)).toEqual([413]);
      expect(answers[0]?.headers.get('connection')).toBe('close');
      expect(closed).toBe(true);
    },
  );
});

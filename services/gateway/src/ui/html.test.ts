import { describe, expect, it } from '@jest/globals';
import { name } from './components.ts';
import { consentPage } from '../oauth/consent-view.ts';
import { fill, html } from './html.ts';
import { messagePage } from './message.ts';

const HOSTILE = `"><script>alert(1)</script><b onclick='x'>&amp;`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b onclick=&#39;x&#39;&gt;&amp;amp;';

describe('an HTML template', () => {
  it('escapes text in elements, attributes and lists, and inserts HTML of other templates', () => {
    const inner = html`<i>${HOSTILE}</i>`;
    expect(html`<p title="${HOSTILE}">${[inner, HOSTILE, 1, null, false]}</p>`.toString()).toBe(
      `<p title="${ESCAPED}"><i>${ESCAPED}</i>${ESCAPED}1</p>`,
    );
  });

  it('replaces placeholders of a text by escaped text and by HTML', () => {
    const filled = fill('a {one} & {two} {three}', { one: HOSTILE, two: html`<b>2</b>` });
    expect(filled.toString()).toBe(`a ${ESCAPED} &amp; <b>2</b> `);
  });

  it('does not replace a placeholder inside of a value', () => {
    expect(fill('{one} {two}', { one: '{two}', two: 'x' }).toString()).toBe('{two} x');
  });
});

describe('a name from a third party', () => {
  it('has no invisible characters and is isolated from the text direction around it', () => {
    expect(name('abc\u202egnp.exe\u200b\u{e0041}').toString()).toBe('<bdi>abcgnp.exe</bdi>');
  });

  it('is cut at 100 characters', () => {
    expect(name('é'.repeat(200)).toString()).toBe(`<bdi>${'é'.repeat(99)}…</bdi>`);
  });
});

describe('the consent page', () => {
  const view = {
    language: 'en',
    csrfToken: 'secret',
    action: '/oauth/interaction/abc',
    returnTo: '/oauth/interaction/abc',
    appName: `$& ${HOSTILE}`,
    redirectHost: 'app.example.org',
    redirectKind: 'web',
    email: 'an@example.org',
    wantsWrite: true,
  } as const;

  it('escapes the app name in the page and in the title of the window', () => {
    const page = consentPage(view);
    expect(page).toContain(`<title>Allow $&amp; ${ESCAPED} to use your data? – Belgian Crypto Tax</title>`);
    expect(page).toContain(`<bdi>$&amp; ${ESCAPED}</bdi>`);
    expect(page).not.toContain('<script>alert');
  });

  it('offers write only if the app requests it, and its first button denies', () => {
    expect(consentPage(view)).toMatch(/name="write"[^>]*checked/);
    expect(consentPage({ ...view, wantsWrite: false })).not.toContain('name="write"');
    const buttons = [...consentPage(view).matchAll(/name="decision" value="(\w+)"/g)].map(
      ([, value]) => value,
    );
    expect(buttons).toEqual(['deny', 'allow']);
  });

  it.each([
    ['en', 'Allow', 'Deny'],
    ['nl', 'Toestaan', 'Weigeren'],
    ['fr', 'Autoriser', 'Refuser'],
  ] as const)('has its buttons in the language %s', (language, allow, deny) => {
    const page = consentPage({ ...view, language });
    expect(page).toMatch(new RegExp(`value="allow">\\s*${allow}\\s*<`));
    expect(page).toMatch(new RegExp(`value="deny">\\s*${deny}\\s*<`));
    expect(page).toContain(`<html lang="${language}">`);
  });

  it.each([
    ['loopback', 'After your answer you return to a program on this computer, at'],
    ['custom-scheme', 'After your answer you return to the app on this device that opens'],
  ] as const)('says where a redirect URI of the kind %s leads', (redirectKind, text) => {
    expect(consentPage({ ...view, redirectKind })).toContain(text);
  });
});

describe('a message page', () => {
  it('escapes its title and text', () => {
    const page = messagePage({ language: 'nl', visitor: null, title: HOSTILE, text: HOSTILE, status: 400 });
    expect(page).toContain(`<h1>${ESCAPED}</h1>`);
    expect(page).not.toContain('<script>alert');
  });
});

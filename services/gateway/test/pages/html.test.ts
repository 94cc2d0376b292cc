import { describe, expect, it } from '@jest/globals';
import { name } from '../../src/pages/components.ts';
import { consentPage } from '../../src/pages/consent.ts';
import { fill, html } from '../../src/pages/html.ts';
import { messagePage } from '../../src/pages/message.ts';

const HOSTILE = `"><script>alert(1)</script><b onclick='x'>&amp;`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b onclick=&#39;x&#39;&gt;&amp;amp;';

describe('Templates', () => {
  it('escape text in elements, attributes and lists, and leave HTML of templates', () => {
    const inner = html`<i>${HOSTILE}</i>`;
    expect(html`<p title="${HOSTILE}">${[inner, HOSTILE, 1, null, false]}</p>`.toString()).toBe(
      `<p title="${ESCAPED}"><i>${ESCAPED}</i>${ESCAPED}1</p>`,
    );
  });

  it('fill gaps of a text with text, escaped, and with HTML', () => {
    const filled = fill('a {one} & {two} {three}', { one: HOSTILE, two: html`<b>2</b>` });
    expect(filled.toString()).toBe(`a ${ESCAPED} &amp; <b>2</b> `);
  });

  it('never fill a gap that a value brings along', () => {
    expect(fill('{one} {two}', { one: '{two}', two: 'x' }).toString()).toBe('{two} x');
  });
});

describe('Names that others chose', () => {
  it('lose what cannot be seen, and stand apart from the direction of the text', () => {
    expect(name('abc\u202egnp.exe\u200b\u{e0041}').toString()).toBe('<bdi>abcgnp.exe</bdi>');
  });

  it('are cut at 100 characters', () => {
    expect(name('é'.repeat(200)).toString()).toBe(`<bdi>${'é'.repeat(99)}…</bdi>`);
  });
});

describe('The consent page', () => {
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

  it('shows an app name as text, in the title of the window too', () => {
    const page = consentPage(view);
    expect(page).toContain(`<title>Allow $&amp; ${ESCAPED} to use your data? – Belgian Crypto Tax</title>`);
    expect(page).toContain(`<bdi>$&amp; ${ESCAPED}</bdi>`);
    expect(page).not.toContain('<script>alert');
  });

  it('asks for write only where the app does, and denies by its first button', () => {
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
  ] as const)('offers its buttons in %s', (language, allow, deny) => {
    const page = consentPage({ ...view, language });
    expect(page).toMatch(new RegExp(`value="allow">\\s*${allow}\\s*<`));
    expect(page).toMatch(new RegExp(`value="deny">\\s*${deny}\\s*<`));
    expect(page).toContain(`<html lang="${language}">`);
  });

  it.each([
    ['loopback', 'After your answer you return to a program on this computer, at'],
    ['custom-scheme', 'After your answer you return to the app on this device that opens'],
  ] as const)('says where a %s address leads', (redirectKind, text) => {
    expect(consentPage({ ...view, redirectKind })).toContain(text);
  });
});

describe('A message', () => {
  it('escapes what it says', () => {
    const page = messagePage({ language: 'nl', title: HOSTILE, text: HOSTILE, status: 400 });
    expect(page).toContain(`<h1>${ESCAPED}</h1>`);
    expect(page).not.toContain('<script>alert');
  });
});

import { describe, expect, it } from '@jest/globals';
import { plain } from '../../../test/views.ts';
import { signInPage, type SignInView } from './sign-in-view.ts';

const page = (changes: Partial<SignInView> = {}): string =>
  signInPage({
    language: 'en',
    csrfToken: 'secret',
    next: null,
    isForApp: false,
    email: '',
    faults: [],
    done: null,
    ended: null,
    provider: null,
    ...changes,
  });

const REJECTED = { field: null, text: 'The e-mail address or the password is not correct.' };
const focused = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*\sid="(\w+)"[^>]*autofocus/g)].map(([, id = '']) => id);
const marked = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*\sid="(\w+)"[^>]*aria-invalid="true"/g)].map(([, id = '']) => id);

describe('the sign-in page', () => {
  it('has the focus on the address', () => {
    expect([focused(page()), marked(page())]).toEqual([['email'], []]);
    expect(page()).toContain('name="csrf" value="secret"');
  });

  it('has the focus on the password after a wrong one, which alone is marked, and keeps the address', () => {
    const html = page({ email: 'an@example.org', faults: [REJECTED] });
    expect([focused(html), marked(html)]).toEqual([['password'], ['password']]);
    expect(html).toContain('value="an@example.org"');
    expect(html).toMatch(/role="alert"[^>]*>The e-mail address or the password is not correct\./);
    expect(html).toMatch(/<title>Error: Sign in/);
  });

  it('says that a session has ended, which is no error', () => {
    const html = page({ ended: 'You were inactive for an hour' });
    expect(html).toMatch(/<p class="note" role="status">You were inactive for an hour<\/p>/);
    expect(html).not.toContain('<title>Error');
    expect([focused(html), html.includes('role="alert"')]).toEqual([['email'], false]);
  });

  it('shows which field is missing, at the field and above the form', () => {
    const faults = [
      { field: 'email', text: 'Enter your e-mail address.' },
      { field: 'password', text: 'Enter your password.' },
    ];
    const html = page({ faults });
    expect(html).toMatch(/<title>Error: Sign in/);
    expect(html).toMatch(/role="alert"[^]*href="#email"[^]*href="#password"/);
    expect(html).toMatch(
      /id="email"[^>]*aria-describedby="email-fault"[^>]*aria-invalid="true"[^>]*autofocus/,
    );
    expect(html).toMatch(/id="password"[^>]*aria-describedby="password-fault"[^>]*aria-invalid="true"/);
    expect(html.match(/autofocus/g)).toHaveLength(1);
  });

  it('keeps the requested page in its form and its address, and says when an app asked', () => {
    const html = page({ next: '/inbox', isForApp: true });
    expect(html).toContain('action="/sign-in?next=%2Finbox"');
    expect(html).toContain('name="next" value="/inbox"');
    expect(plain(html)).toContain('Sign in to answer the app that wants to connect.');
    expect(page()).not.toMatch(/name="next"|wants to connect/);
  });

  it('has the link to the platform’s provider in place of the password form', () => {
    const provider = { label: 'Example & Co', href: '/sign-in/external?next=%2Finbox' };
    const html = page({ provider, language: 'fr' });
    expect(html).not.toContain('type="password"');
    expect(plain(html)).toContain('Se connecter avec Example & Co');
    expect(html).toContain('href="/sign-in/external?next=%2Finbox"');
  });

  it('announces what the user has just done', () => {
    expect(page({ done: 'You are signed out.' })).toMatch(/role="status"[^>]*>You are signed out\./);
  });
});

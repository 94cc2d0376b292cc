import { describe, expect, it } from '@jest/globals';
import { plain, VISITOR } from '../../../test/views.ts';
import { passwordPage, type PasswordView } from './password-view.ts';

const page = (changes: Partial<PasswordView> = {}): string =>
  passwordPage({
    language: 'en',
    visitor: VISITOR,
    hasPassword: true,
    providerLabel: null,
    charactersMin: 12,
    charactersAdvised: 15,
    faults: [],
    ...changes,
  });

describe('the password page', () => {
  it('asks for the current password and twice for the new one, and says how long it has to be', () => {
    const html = page();
    expect(html.match(/<input[^>]*type="password"/g)).toHaveLength(3);
    expect(plain(html)).toContain('At least 12 characters, better 15 or more.');
    expect(html).toContain(`value="${VISITOR.email}" autocomplete="username"`);
  });

  it('explains an error at its field and above the form', () => {
    const text = 'The two new passwords are not the same.';
    const html = page({ faults: [{ field: 'again', text }] });
    expect(html).toContain(`<a href="#again">${text}</a>`);
    expect(html).toContain(`<p class="fault" id="again-fault">${text}</p>`);
    expect(html).toContain('<title>Error: Change password');
  });

  it('shows no form for an account without a password, and names the provider', () => {
    const html = page({ hasPassword: false });
    expect(plain(html)).toContain('This account has no password.');
    expect(html).not.toContain('type="password"');
    expect(plain(page({ hasPassword: false, providerLabel: 'Example & Co' }))).toContain(
      'You sign in with Example & Co , so there is no password to change here.',
    );
  });
});

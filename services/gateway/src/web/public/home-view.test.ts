import { describe, expect, it } from '@jest/globals';
import { plain } from '../../../test/views.ts';
import type { Language } from '../../ui/language.ts';
import { homePage } from './home-view.ts';

const MCP_URL = 'https://tax.example.org/mcp';

describe('the front page', () => {
  it.each<[Language, string, string]>([
    ['en', 'Your crypto taxes in Belgium', 'Sign in'],
    ['nl', 'Uw cryptobelasting in België', 'Aanmelden'],
    ['fr', 'Vos impôts sur les cryptomonnaies en Belgique', 'Se connecter'],
  ])('says in %s what the service is, and leads on', (language, title, signIn) => {
    const html = homePage({ language, isSignedIn: false, mcpUrl: MCP_URL });
    for (const expected of [title, signIn, MCP_URL]) expect(plain(html)).toContain(expected);
    // After the sign-in comes the year, and not the settings.
    for (const link of ['/sign-in', '/settings/connect', '/docs']) expect(html).toContain(`href="${link}"`);
  });

  it('leads a signed-in user to the settings', () => {
    const html = homePage({ language: 'en', isSignedIn: true, mcpUrl: MCP_URL });
    expect(html).toContain('class="button" href="/settings"');
    const text = plain(html);
    expect(text).toContain('To your settings');
    expect(text).not.toContain('Sign in');
  });
});

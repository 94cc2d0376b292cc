import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { freePort } from '../../deploy/stack/ports.ts';
import { Browser } from '../../services/gateway/test/sign-in/browser.ts';
import { CLIENT, startProvider, type TestProvider } from '../../services/gateway/test/sign-in/provider.ts';
import { newDataDir, startTestStack, type TestStack } from './stack.ts';

let provider: TestProvider;
let stack: TestStack;
let baseUrl: string;

beforeAll(async () => {
  // oidc-provider warns at its start that it stores its rows in memory only.
  jest.spyOn(console, 'warn').mockReturnValue(undefined);
  const port = await freePort();
  baseUrl = `http://127.0.0.1:${String(port)}`;
  provider = await startProvider(`${baseUrl}/sign-in/callback`);
  stack = await startTestStack(['--empty'], newDataDir(), port, {
    SIGN_IN_ISSUER: provider.issuer,
    SIGN_IN_CLIENT_ID: CLIENT.client_id,
    SIGN_IN_CLIENT_SECRET: CLIENT.client_secret,
    SIGN_IN_LABEL: 'Platform',
  });
  await stack.ctx(['user', 'create', '--email', 'an@example.org', '--password', 'correct horse battery']);
});
afterAll(async () => {
  await stack.remove();
  await provider.stop();
});

/** Follows redirects from an address as a browser does, and returns the last page. */
async function visit(browser: Browser, from: string): Promise<{ address: string; text: string }> {
  for (let address = from; ;) {
    const response = await browser.fetch(address);
    const location = response.headers.get('location');
    if (location === null) return { address, text: await response.text() };
    address = new URL(location, address).href;
  }
}

describe('a system with an OpenID provider', () => {
  it('shows a button with the provider’s name, and no password field', async () => {
    const { address, text } = await visit(new Browser(), `${baseUrl}/settings`);
    expect(address).toMatch(`${baseUrl}/sign-in`);
    expect(text).toContain('Platform');
    expect(text).not.toContain('type="password"');
  });

  it('signs in a user whom the provider has identified', async () => {
    provider.person = { sub: 'an', email: 'an@example.org', email_verified: true };
    const browser = new Browser();
    const { address, text } = await visit(browser, `${baseUrl}/sign-in/external`);
    expect(address).toBe(`${baseUrl}/overview`);
    expect(text).toContain('an@example.org');
  });

  it('rejects another person with the same e-mail address and explains what to do, until the operator removes the link', async () => {
    provider.person = { sub: 'second', email: 'an@example.org', email_verified: true };
    const rejected = await visit(new Browser(), `${baseUrl}/sign-in/external`);
    expect(rejected.address).toBe(`${baseUrl}/sign-in?problem=other_login`);
    expect(rejected.text).toContain('linked to another login at Platform');
    expect(await stack.ctx(['user', 'unlink', '--user', '1'])).toMatchObject({
      unlinked: [{ subject: 'an' }],
    });
    const linked = await visit(new Browser(), `${baseUrl}/sign-in/external`);
    expect(linked.address).toBe(`${baseUrl}/overview`);
  });

  it('rejects a person without an account', async () => {
    provider.person = { sub: 'other', email: 'other@example.org', email_verified: true };
    const browser = new Browser();
    expect((await visit(browser, `${baseUrl}/sign-in/external`)).address).toBe(
      `${baseUrl}/sign-in?problem=stranger`,
    );
    expect((await visit(browser, `${baseUrl}/settings`)).address).toMatch(`${baseUrl}/sign-in`);
  });
});

/** The first sign-in at the OpenID provider creates the user, where the operator allows it. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
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
    SIGN_IN_CREATE_USERS: 'pro:groups=tax-pro,groups=tax',
  });
});
afterAll(async () => {
  await stack.remove();
  await provider.stop();
});

/** Signs the person of the provider in, and returns the address of the page that the browser gets. */
async function signIn(): Promise<string> {
  const browser = new Browser();
  for (let address = `${baseUrl}/sign-in/external`; ;) {
    const location = (await browser.fetch(address)).headers.get('location');
    if (location === null) return address;
    address = new URL(location, address).href;
  }
}

it('a person in the group of the setting gets a user with the plan of the group, and others get none', async () => {
  provider.person = { sub: 'an', email: 'an@example.org', email_verified: true, groups: ['tax-pro'] };
  expect(await signIn()).toBe(`${baseUrl}/overview`);
  expect(await stack.ctx(['user', 'show', '--email', 'an@example.org'])).toMatchObject({
    plan: 'pro',
    years: [],
  });
  provider.person = { sub: 'bo', email: 'bo@example.org', email_verified: true, groups: ['staff'] };
  expect(await signIn()).toBe(`${baseUrl}/sign-in?problem=stranger`);
  expect((await stack.ctx(['user', 'list']))['users']).toHaveLength(1);
});

it('a person whom the operator provisioned first keeps that user, with its plan and years', async () => {
  const args = ['user', 'create', '--email', 'cy@example.org', '--external-id', 'crm-7', '--year', '2026'];
  const { userId } = await stack.ctx(args);
  provider.person = { sub: 'cy', email: 'cy@example.org', email_verified: true, groups: ['tax-pro'] };
  expect(await signIn()).toBe(`${baseUrl}/overview`);
  expect(await stack.ctx(['user', 'show', '--external-id', 'crm-7'])).toMatchObject({
    userId,
    plan: 'free',
    years: [2026],
  });
});

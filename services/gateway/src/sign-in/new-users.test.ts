import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@ctx/platform/log';
import { userCreationRules } from '@ctx/platform/setting-types';
import type { Express } from 'express';
import { type ExternalResult, ExternalSignIn } from './external.ts';
import { planOfNewUser } from './new-users.ts';
import { Browser, serve, type TestServer } from '../../test/sign-in/browser.ts';
import { startDatabase, type TestDatabase } from '../../test/sign-in/database.ts';
import { CLIENT, startProvider, type TestProvider } from '../../test/sign-in/provider.ts';

const RULES = userCreationRules().parse('pro:groups=tax-pro, groups=tax, free:customer=true');

describe('The plan of a new user', () => {
  it.each([
    ['a list with the value', { groups: ['staff', 'tax'] }, 'free'],
    ['values of two rules: the first rule counts', { groups: ['tax', 'tax-pro'] }, 'pro'],
    ['the value as text', { groups: 'tax-pro' }, 'pro'],
    ['a boolean', { customer: true }, 'free'],
    ['another value', { groups: ['staff'], customer: false }, null],
    ['a part of the value', { groups: ['tax-', 'x-tax', 'TAX'] }, null],
    ['a list in a list', { groups: [['tax']] }, null],
    ['an object', { groups: { tax: true } }, null],
    ['no claim', {}, null],
  ])('with %s', (_what, claims, plan) => {
    expect(planOfNewUser(RULES, claims)).toBe(plan);
  });

  it('is no claim that every object has', () => {
    expect(planOfNewUser(userCreationRules().parse('constructor=x'), {})).toBeNull();
  });

  it.each(['groups', 'pro:groups', '=tax', 'groups='])('is no rule: %s', (text) => {
    expect(userCreationRules().safeParse(text).error?.issues[0]?.message).toContain('is not CLAIM=VALUE');
  });
});

describe('The first sign-in at a provider', () => {
  let database: TestDatabase;
  let server: TestServer;
  let provider: TestProvider;
  let baseUrl: string;
  let served: Express;

  beforeAll(async () => {
    // oidc-provider warns at each start that it stores its rows in memory only.
    jest.spyOn(console, 'warn').mockReturnValue(undefined);
    database = await startDatabase();
    server = await serve((app, address) => {
      baseUrl = address;
      served = app;
    });
    provider = await startProvider(`${baseUrl}/sign-in/callback`);
    const client = { clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret };
    const external = new ExternalSignIn(
      database.pool,
      { ...client, baseUrl, issuer: provider.issuer, label: 'Platform', createUsers: RULES },
      createLogger('test', 'silent'),
    );
    served.get('/begin', (request, response) => external.begin(request, response, '/overview'));
    served.get('/sign-in/callback', async (request, response) => {
      response.json(await external.finish(request, { browser: 'Firefox (Linux)', network: '192.0.2.0/24' }));
    });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
    await database.stop();
  });

  /** Signs the person of the provider in, up to the address of the callback. */
  async function callback(browser: Browser): Promise<string> {
    let address = `${baseUrl}/begin`;
    do {
      const response = await browser.fetch(address);
      address = new URL(response.headers.get('location') ?? '', address).href;
    } while (address.startsWith(provider.issuer));
    return address;
  }

  async function signIn(): Promise<ExternalResult> {
    const browser = new Browser();
    return (await browser.json(await callback(browser))) as ExternalResult;
  }

  const users = async (): Promise<object[]> => {
    const found = await database.owner.query<object>(
      'SELECT email, plan FROM identity.users ORDER BY user_id',
    );
    return found.rows;
  };

  it('creates a user with the plan of the claim, once; later claims change nothing', async () => {
    provider.person = { sub: 'an', email: 'An@example.org', email_verified: true, groups: ['tax-pro'] };
    const first = await signIn();
    expect(first).toMatchObject({ outcome: 'SIGNED_IN' });
    provider.person = { sub: 'an', email: 'an@example.org', email_verified: true, groups: ['tax'] };
    expect(await signIn()).toEqual(first);
    provider.person = { sub: 'an' };
    expect(await signIn()).toEqual(first);
    expect(await users()).toEqual([{ email: 'an@example.org', plan: 'pro' }]);
  });

  it('creates one user if two tabs finish at the same time', async () => {
    provider.person = { sub: 'bo', email: 'bo@example.org', email_verified: true, groups: ['tax'] };
    const browsers = [new Browser(), new Browser()];
    const callbacks: string[] = [];
    for (const browser of browsers) callbacks.push(await callback(browser));
    const results = await Promise.all(browsers.map((browser, index) => browser.json(callbacks[index]!)));
    expect(results).toEqual([results[0], results[0]]);
    expect(results[0]).toMatchObject({ outcome: 'SIGNED_IN' });
    expect(await users()).toHaveLength(2);
  });

  it.each([
    ['without the claim', { email: 'cy@example.org', email_verified: true }],
    ['with another value', { email: 'cy@example.org', email_verified: true, groups: ['staff'] }],
    [
      'with an e-mail address that is not verified',
      { email: 'cy@example.org', email_verified: false, groups: ['tax'] },
    ],
    ['without an e-mail address', { groups: ['tax'] }],
    ['with a text that is not an address', { email: 'cy at example', email_verified: true, groups: ['tax'] }],
  ])('creates no user for a person %s', async (_what, claims) => {
    const before = await users();
    provider.person = { sub: 'cy', ...claims };
    expect(await signIn()).toMatchObject({ outcome: 'STRANGER' });
    expect(await users()).toEqual(before);
  });

  it('with the address of a user who is linked to another login creates no user', async () => {
    const before = await users();
    provider.person = { sub: 'other', email: 'an@example.org', email_verified: true, groups: ['tax'] };
    expect(await signIn()).toMatchObject({ outcome: 'OTHER_LOGIN' });
    expect(await users()).toEqual(before);
  });
});

/** Passkeys in a real browser with a virtual security key: adding one, the second step of a sign-in, and losing one. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { freePort } from '../../../deploy/stack/ports.ts';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { App } from '../oauth/app.ts';
import { query } from '../oauth/visitor.ts';
import { type SecondGateway, startSecondGateway } from '../second-gateway.ts';
import { startTestStack, type TestStack } from '../stack.ts';
import { type Callback, startCallback } from './callback.ts';
import { newSomeone, PASSWORD, Person, type Someone, textOf } from './person.ts';

describe('a passkey', () => {
  let stack: TestStack;
  let browser: Browser;
  let callback: Callback;
  let gateway: SecondGateway;
  let home: string;
  let owner: Someone;
  let codes: string[];

  // Passkeys require a host name, and the stack's gateway has an IP address.
  beforeAll(async () => {
    stack = await startTestStack();
    browser = await startBrowser();
    callback = await startCallback();
    const port = await freePort();
    home = `http://localhost:${String(port)}`;
    const settings = { HTTP_ADDRESS: `127.0.0.1:${String(port)}`, BASE_URL: home };
    gateway = await startSecondGateway(stack, { settings });
    owner = await newSomeone(stack, 'passkeys@example.org');
  });
  afterAll(async () => {
    await browser.close();
    callback.close();
    await gateway.stop();
    await stack.remove();
  });

  /** Opens a browser with its own virtual security key. */
  async function openWithKey(): Promise<[BrowserContext, Page]> {
    const context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return [context, page];
  }

  async function givePassword(page: Page, password = PASSWORD, email = owner.email): Promise<void> {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.goto(`${home}/settings/passkeys`);
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create passkey' }).click();
  }

  /** Signs in over HTTP with the right password, up to the second step. */
  async function halfWay(): Promise<Person> {
    const person = new Person(home);
    const { location } = await person.signIn(owner.email);
    expect(location).toMatch(/^\/sign-in\/passkey/);
    return person;
  }

  const forgetFailures = (): Promise<unknown> => query(stack, 'TRUNCATE identity.sign_in_failures');

  it('is added with the password, and the first one comes with recovery codes that are shown once', async () => {
    const [context, page] = await openWithKey();
    const faults: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      const found = await faultsOf(page);
      if (found.length > 0) faults[name] = found;
    };
    await page.goto(`${home}/settings/passkeys`);
    await givePassword(page);
    await page.getByText('You have no passkey.').waitFor();
    await look('no passkey');
    await page.getByLabel('Name').fill('laptop');
    await page.getByLabel('Current password').fill('not the password');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('The current password is not correct.').waitFor();
    await look('with faults');
    await addPasskey(page, 'laptop');
    codes = (await page.getByLabel('Your recovery codes').inputValue()).split('\n');
    await look('codes');
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{6}(-[a-z2-7]{6}){3}$/);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('row', { name: 'laptop' }).waitFor();
    await page.getByText('You have 10 unused codes.').waitFor();
    await look('a passkey');
    expect(await page.content()).not.toContain(codes[0]);
    await page.getByRole('link', { name: 'Remove passkey' }).click();
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    await look('removal');

    // The second step in the same browser, also for an app's request.
    await page.getByRole('button', { name: 'Sign out' }).click();
    const waiting = await App.register(home, { client_name: 'Waits', redirect_uris: [callback.address] });
    await page.goto(waiting.begin().address);
    await givePassword(page);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await look('second step');
    const elsewhere = await context.newPage();
    await elsewhere.goto(`${home}/settings`);
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${callback.address}?*`);
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();

    await page.goto(`${home}/settings/log`);
    await page.getByRole('row', { name: 'Passkey added laptop' }).waitFor();
    await page.getByRole('row', { name: 'Signed in – With a password and a passkey' }).waitFor();
    await context.close();
    expect(faults).toEqual({});
  });

  it('is required: the right password alone opens no page and connects no app', async () => {
    await forgetFailures();
    const person = await halfWay();
    for (const path of ['/settings', '/settings/tokens', '/settings/passkeys'])
      expect((await person.get(path)).location).toMatch(/^\/sign-in/);
    const { address } = (await App.register(home)).begin();
    const { location } = await person.get(address);
    expect((await person.get(location)).location).toMatch(/^\/sign-in\?next=/);
  });

  it('answers one challenge once: its response is rejected in another browser and when it is sent again', async () => {
    await forgetFailures();
    const [context, page] = await openWithKey();
    await page.goto(`${home}/sign-in`);
    await givePassword(page);
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Use recovery code' }).click();
    await page.waitForURL(`${home}/overview`);
    await addPasskey(page, 'phone');
    await page.getByText('The passkey is added.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${home}/sign-in`);
    await givePassword(page);
    const before = await context.cookies();
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Use passkey' }).click();
    const body = (await posted).postData() ?? '';
    await page.waitForURL(`${home}/overview`);
    expect(new URLSearchParams(body).get('credential')).toContain('"signature"');
    await context.close();

    const credential = new URLSearchParams(body).get('credential') ?? '';
    const other = await halfWay();
    const elsewhere = await other.submit('/sign-in/passkey', '/sign-in/passkey', { credential });
    expect([elsewhere.status, textOf(elsewhere.html)]).toEqual([
      422,
      expect.stringContaining('The passkey was not accepted.'),
    ]);
    const again = await fetch(`${home}/sign-in/passkey`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: before.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
    });
    expect([again.status, again.headers.get('location')]).toEqual([303, '/sign-in?problem=expired']);
  });

  it('of another user is rejected', async () => {
    await forgetFailures();
    const [context, page] = await openWithKey();
    const stranger = await newSomeone(stack, 'another-passkey@example.org');
    await page.goto(`${home}/settings/passkeys`);
    await givePassword(page, PASSWORD, stranger.email);
    await page.waitForURL(`${home}/settings/passkeys`);
    await addPasskey(page, 'of another');
    await page.getByLabel('Your recovery codes').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${home}/sign-in`);
    await givePassword(page);
    // The other user's key signs the owner's challenge.
    await page.evaluate(`(() => {
      const form = document.querySelector('form[data-passkey]');
      form.dataset.options = JSON.stringify({ ...JSON.parse(form.dataset.options), allowCredentials: [] });
    })()`);
    await page.evaluate(`(async () => {
      const form = document.querySelector('form[data-passkey]');
      const options = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.options));
      form.elements.credential.value = JSON.stringify(await navigator.credentials.get({ publicKey: options }));
      form.requestSubmit();
    })()`);
    await page.getByText('The passkey was not accepted.').waitFor();
    expect((await page.goto(`${home}/settings`))?.url()).toContain('/sign-in');
    await context.close();
  });

  it('allows ten attempts per sign-in, and ten unfinished sign-ins', async () => {
    await forgetFailures();
    const person = await halfWay();
    const form = ['/sign-in/passkey', '/sign-in/passkey'] as const;
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1)
      statuses.push((await person.submit(...form, { code: 'aaaaaa-aaaaaa-aaaaaa-aaaaaa' })).status);
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 422));
    const late = await person.submit(...form, { code: codes[1] ?? '' });
    expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await person.get('/settings')).location).toBe('/sign-in?next=%2Fsettings');
    await forgetFailures();
    for (let round = 0; round < 10; round += 1) await halfWay();
    expect((await new Person(home).signIn(owner.email)).status).toBe(429);
  });

  it('can be used after unknown browsers have reached the failure limit of the account', async () => {
    await forgetFailures();
    const person = await halfWay();
    for (let round = 0; round < 10; round += 1) await new Person(home).signIn(owner.email, 'wrong');
    expect((await new Person(home).signIn(owner.email)).status).toBe(429);
    const { location } = await person.submit('/sign-in/passkey', '/sign-in/passkey', {
      code: codes[4] ?? '',
    });
    expect(location).toBe('/overview');
  });

  it('that is lost can be replaced by a recovery code, once, also without scripts', async () => {
    await forgetFailures();
    const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${home}/settings/passkeys`);
    await givePassword(page);
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await page.getByText('Use a recovery code.').waitFor();
    await page.getByLabel('Recovery code').fill(` ${codes[1]?.toUpperCase().replaceAll('-', ' ') ?? ''}`);
    await page.getByRole('button', { name: 'Use recovery code' }).click();
    await page.waitForURL(`${home}/settings/passkeys`);
    await page.getByText('You have 7 unused codes.').waitFor();
    await page.goto(`${home}/settings/log`);
    await page
      .getByRole('row', { name: 'Signed in – With a password and a recovery code' })
      .first()
      .waitFor();
    await context.close();
    const again = await halfWay();
    const { status, html } = await again.submit('/sign-in/passkey', '/sign-in/passkey', {
      code: codes[1] ?? '',
    });
    expect([status, textOf(html)]).toEqual([422, expect.stringContaining('has already been used')]);
  });

  it('is removed with the password; the last one removes the codes, and new codes replace the old ones', async () => {
    await forgetFailures();
    const person = await halfWay();
    await person.submit('/sign-in/passkey', '/sign-in/passkey', { code: codes[2] ?? '' });
    const PATH = '/settings/passkeys';
    const renewed = await person.submit(`${PATH}/codes`, `${PATH}/codes`, { current: PASSWORD });
    const [fresh = ''] = /[a-z2-7]{6}(-[a-z2-7]{6}){3}/.exec(renewed.html) ?? [];
    const half = await halfWay();
    const form = ['/sign-in/passkey', '/sign-in/passkey'] as const;
    expect((await half.submit(...form, { code: codes[3] ?? '' })).status).toBe(422);
    expect((await half.submit(...form, { code: fresh })).status).toBe(303);
    const ids = [...(await person.get(PATH)).html.matchAll(/passkeys\/([0-9a-f-]{36})\/remove/g)];
    expect(ids).toHaveLength(2);
    for (const [, id = ''] of ids) {
      const path = `${PATH}/${id}/remove`;
      expect((await person.submit(path, path, { current: 'not the password' })).status).toBe(422);
      expect((await person.submit(path, path, { current: PASSWORD })).location).toBe(`${PATH}?done=removed`);
    }
    expect(
      await query(stack, 'SELECT FROM identity.recovery_codes WHERE user_id = $1', [owner.userId]),
    ).toEqual([]);
    expect((await new Person(home).signIn(owner.email)).location).toBe('/overview');
  });

  it('can be removed by the operator for a user who has lost everything', async () => {
    const stranger = { email: 'another-passkey@example.org' };
    await forgetFailures();
    expect((await new Person(home).signIn(stranger.email)).location).toBe('/sign-in/passkey');
    const [user] = await query(stack, 'SELECT user_id AS id FROM identity.users WHERE email = $1', [
      stranger.email,
    ]);
    const userId = String(user?.['id']);
    expect(await stack.ctx(['user', 'remove-passkeys', '--user', userId])).toEqual({
      userId: Number(userId),
      removed: 1,
    });
    const person = new Person(home);
    expect((await person.signIn(stranger.email)).location).toBe('/overview');
    expect(textOf((await person.get('/settings/log')).html)).toContain(
      'What Passkey removed Token, app, passkey or file of another How By the operator',
    );
  });
});

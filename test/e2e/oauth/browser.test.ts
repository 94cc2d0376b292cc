/** Connecting an assistant that knows only the address of the MCP server, in a real browser (service.md, "Authentication" 8). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../../browser/chromium.ts';
import { startTestStack, type TestStack, waitFor } from '../stack.ts';
import { Connector, type Sdk } from './connector.ts';
import { passTime } from './time.ts';
import { query } from './visitor.ts';

const PASSWORD = 'correct horse battery';

let stack: TestStack;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let base: string;
let email: string;
let users = 0;
const connectors: Connector[] = [];

beforeAll(async () => {
  [stack, browser] = await Promise.all([startTestStack(), startBrowser()]);
  base = stack.ready().baseUrl;
});
afterAll(async () => {
  await browser.close();
  await stack.remove();
});
beforeEach(async () => {
  email = await newPerson();
  context = await browser.newContext({ locale: 'en-GB' });
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  for (const each of connectors.splice(0)) each.stop();
});

async function newPerson(): Promise<string> {
  users += 1;
  const name = `person-${String(users)}@example.org`;
  await stack.ctx(['user', 'create', '--email', name, '--password', PASSWORD, '--plan', 'pro']);
  return name;
}

async function connector(sdk: Sdk = '2.x'): Promise<Connector> {
  const started = await Connector.start(base, sdk);
  connectors.push(started);
  return started;
}

async function signIn(on: Page, as = email): Promise<void> {
  await on.getByLabel('E-mail').fill(as);
  await on.getByLabel('Password').fill(PASSWORD);
  await on.getByRole('button', { name: 'Sign in' }).click();
}

const allow = (on: Page = page) => on.getByRole('button', { name: 'Allow' });
const deny = (on: Page = page) => on.getByRole('button', { name: 'Deny' });
const cameBack = async (app: Connector): Promise<URL> => {
  await waitFor(() => app.callbackUrl !== undefined);
  return app.callbackUrl!;
};

describe.each<Sdk>(['2.x', '1.x'])('a connector of the %s SDK', (sdk) => {
  it('discovers the server, registers, connects, reads, refreshes, and is revoked in the settings', async () => {
    const app = await connector(sdk);
    await page.goto(await app.begin());
    await signIn(page);
    await page.getByRole('heading', { name: 'Allow Connector to use your data?' }).waitFor();
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    await page.getByRole('checkbox').uncheck();
    await allow().click();
    await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
    await cameBack(app);
    await app.finish();
    expect((await app.tools()).length).toBe(11);

    // Parallel calls: each refreshes, some with the token that another has just replaced.
    for (let hours = 0; hours < 2; hours += 1) {
      const { access_token: expired } = app.tokens!;
      await passTime(stack, 3601);
      const lists = await Promise.all([app.tools(), app.tools(), app.tools()]);
      expect(lists.map((tools) => tools.length)).toEqual([11, 11, 11]);
      expect(app.tokens!.access_token).not.toBe(expired);
    }

    await page.goto(`${base}/settings/apps`);
    await signInAgain();
    await page.getByRole('link', { name: /Revoke/ }).click();
    await page.getByRole('button', { name: /Revoke/ }).click();
    await page.getByRole('status').filter({ hasText: 'revoked' }).waitFor();
    const { status } = await stack.get('/api/v1/me', app.tokens!.access_token);
    expect(status).toBe(401);
  });
});

/** Signs in again, as an hour has also passed for sessions. */
async function signInAgain(): Promise<void> {
  if (page.url().includes('/sign-in')) await signIn(page);
}

describe('a user in a browser', () => {
  it('can deny an app: the app gets access_denied, and the settings show no app', async () => {
    const app = await connector();
    await page.goto(await app.begin());
    await signIn(page);
    await deny().click();
    expect((await cameBack(app)).searchParams.get('error')).toBe('access_denied');
    await page.goto(`${base}/settings/apps`);
    expect(await page.getByRole('link', { name: /Revoke/ }).count()).toBe(0);
  });

  it('can sign out on the consent page and connect as another user', async () => {
    const other = await newPerson();
    const app = await connector();
    await page.goto(`${base}/sign-in`);
    await signIn(page, other);
    await page.goto(await app.begin());
    await page.getByText(`Signed in as ${other}`).waitFor();
    await page.getByRole('button', { name: 'Use another account' }).click();
    await signIn(page);
    await page.getByText(`Signed in as ${email}`).waitFor();
    await allow().click();
    await cameBack(app);
    await app.finish();
    const { body } = await stack.get('/api/v1/me', app.tokens!.access_token);
    expect(body['email']).toBe(email);
  });

  it('can connect a second account in the same browser, whose token is that of the second user', async () => {
    const [first, second] = [await connector(), await connector()];
    await page.goto(await first.begin());
    await signIn(page);
    await allow().click();
    await cameBack(first);
    await page.goto(`${base}/settings`);
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    const other = await newPerson();
    await page.goto(await second.begin());
    await signIn(page, other);
    await allow().click();
    await cameBack(second);
    await second.finish();
    expect((await stack.get('/api/v1/me', second.tokens!.access_token)).body['email']).toBe(other);
  });

  it('who double-clicks creates one connection, and the app gets its code', async () => {
    const app = await connector();
    await page.goto(await app.begin());
    await signIn(page);
    await allow().dblclick();
    await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
    await cameBack(app);
    await app.finish();
    expect((await app.tools()).length).toBe(17);
    expect(await connectionsOf(email)).toBe(1);
  });

  it('cannot be tricked into a click on Allow, which works only half a second after the page is shown and focused', async () => {
    const app = await connector();
    await page.addInitScript(`
      // A click that was meant for a window in front, which has just closed.
      window.clickAllow = () => {
        const button = document.querySelector('button[value="allow"]');
        window.early = button && getComputedStyle(button).pointerEvents;
        button?.click();
      };
      addEventListener('DOMContentLoaded', window.clickAllow);`);
    await page.goto(await app.begin());
    await signIn(page);
    await allow().click({ trial: true });
    expect(await page.evaluate('early')).toBe('none');
    // The event when a window in front closes. A headless page always has the focus.
    await page.evaluate("dispatchEvent(new Event('blur')); dispatchEvent(new Event('focus')); clickAllow()");
    await allow().click({ trial: true });
    expect([app.callbackUrl, await connectionsOf(email)]).toEqual([undefined, 0]);
    await allow().click();
    await cameBack(app);
    expect(await connectionsOf(email)).toBe(1);
  });

  it('can connect an app in a window that another site opened and cannot control', async () => {
    const app = await connector();
    await page.goto(app.origin);
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(`window.popup = open(${JSON.stringify(await app.begin())}, '', 'popup'); undefined`),
    ]);
    await signIn(popup);
    await allow(popup).click({ trial: true });
    // For its opener, the window is closed: it cannot be moved, navigated or closed.
    expect([await page.evaluate('popup.closed'), await popup.evaluate('opener')]).toEqual([true, null]);
    await allow(popup).click();
    await cameBack(app);
    await app.finish();
    expect((await app.tools()).length).toBe(17);
  });

  it('who goes back after the decision sees that the request was answered', async () => {
    const app = await connector();
    await page.goto(await app.begin());
    await signIn(page);
    const request = page.url();
    await allow().click();
    await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
    await page.goBack();
    await page.goto(request);
    await page.getByRole('heading', { name: 'This request' }).waitFor();
    expect(await connectionsOf(email)).toBe(1);
  });

  it('who comes too late is asked to start again from the app', async () => {
    const app = await connector();
    await page.goto(await app.begin());
    await signIn(page);
    await allow().waitFor();
    await query(stack, "UPDATE identity.oauth_rows SET expires_at = now() WHERE model = 'Interaction'");
    await allow().click();
    await page.getByRole('heading', { name: 'This request has expired' }).waitFor();
    expect(app.callbackUrl).toBeUndefined();
  });

  it('can decide about two apps in two tabs', async () => {
    const [first, second] = [await connector(), await connector()];
    await page.goto(await first.begin());
    await signIn(page);
    await allow().waitFor();
    const tab = await context.newPage();
    await tab.goto(await second.begin());
    await deny(tab).click();
    await allow().click();
    expect((await cameBack(second)).searchParams.get('error')).toBe('access_denied');
    await cameBack(first);
    await first.finish();
    expect((await first.tools()).length).toBe(17);
  });

  it('who signs out in another tab cannot decide on the old page', async () => {
    const app = await connector();
    await page.goto(await app.begin());
    await signIn(page);
    await allow().waitFor();
    const tab = await context.newPage();
    await tab.goto(`${base}/settings`);
    await tab.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await tab.getByLabel('E-mail').waitFor();
    await signIn(tab, await newPerson());
    await tab.getByRole('heading', { level: 1 }).waitFor();
    await allow().click();
    await page.getByRole('heading', { name: 'This form is no longer valid' }).waitFor();
    expect(app.callbackUrl).toBeUndefined();
  });

  it('can connect an app without scripts, with the keyboard only', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
    const tab = await plain.newPage();
    const app = await connector();
    await tab.goto(await app.begin());
    await press(tab, 'E-mail');
    await tab.keyboard.type(email);
    await tab.keyboard.press('Tab');
    await tab.keyboard.type(PASSWORD);
    await tab.keyboard.press('Enter');
    await allow(tab).waitFor();
    await tabTo(tab, 'write');
    await tab.keyboard.press('Space');
    await tabTo(tab, 'decision', 'allow');
    await tab.keyboard.press('Enter');
    await cameBack(app);
    await app.finish();
    expect(app.tokens!.scope).toBe('read');
    await plain.close();
  });
});

/** Presses Tab until the field with a label has the focus. */
async function press(on: Page, label: string): Promise<void> {
  const field = on.getByLabel(label);
  for (let times = 0; times < 20; times += 1) {
    if (await isFocused(on, await field.getAttribute('name'))) return;
    await on.keyboard.press('Tab');
  }
  throw new Error(`${label} cannot be reached by keyboard`);
}

async function tabTo(on: Page, name: string, value?: string): Promise<void> {
  for (let times = 0; times < 30; times += 1) {
    await on.keyboard.press('Tab');
    if (await isFocused(on, name, value)) return;
  }
  throw new Error(`${name} cannot be reached by keyboard`);
}

// Works without scripts, too: a focused element matches :focus.
async function isFocused(on: Page, name: string | null, value?: string): Promise<boolean> {
  const chosen = value === undefined ? '' : `[value="${value}"]`;
  return (await on.locator(`[name="${String(name)}"]${chosen}:focus`).count()) > 0;
}

async function connectionsOf(of: string): Promise<number> {
  const [row] = await query(
    stack,
    `SELECT count(*)::integer AS count FROM identity.connections JOIN identity.users USING (user_id) WHERE email = $1`,
    [of],
  );
  return Number(row?.['count']);
}

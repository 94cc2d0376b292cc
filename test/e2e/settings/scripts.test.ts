/** The pages with their scripts and without, and on paper, in a real browser. */
import { describe, expect, it } from '@jest/globals';
import { PHONE, tabTo, useBrowserUser } from './browser-user.ts';
import { bitvavo, FILES } from './file-users.ts';
import { PASSWORD } from './person.ts';

const user = useBrowserUser();

describe('on paper', () => {
  it('the log shows the fields of each entry and the dates, and no filters', async () => {
    const [context, page] = await user.open({});
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${user.base}/settings/log`);
    expect(await page.locator('.lines table').first().isVisible()).toBe(true);
    const moment = await page.locator('.lines .moment').first().boundingBox();
    expect(moment?.width).toBeGreaterThan(50);
    for (const hidden of ['.filters', 'a.undo'])
      expect(await page.locator(hidden).first().isVisible()).toBe(false);
    await context.close();
  });

  it('a transaction shows the origin of each lot, and no navigation', async () => {
    const [context, page] = await user.open({});
    const [sold = ''] = await user.soldIn(2026);
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${user.base}/transactions/${sold}`);
    expect(await page.locator('.chain').first().isVisible()).toBe(true);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    await context.close();
  });
});

describe('without scripts', () => {
  it('a file can be added after its preview, and removed', async () => {
    const [context, page] = await user.open({ javaScriptEnabled: false });
    await page.goto(user.base + FILES);
    await page
      .locator('#file')
      .setInputFiles({ name: 'plain.csv', mimeType: 'text/csv', buffer: Buffer.from(bitvavo('P1', 'P2')) });
    await page.getByRole('button', { name: 'Show what is in it' }).click();
    await page.getByRole('button', { name: 'Add 2 transactions' }).click();
    await page.getByText('2 transactions are new, 0 have changed, 0 were there already.').waitFor();
    await page.getByRole('link', { name: 'Remove this file' }).click();
    await page.getByRole('button', { name: 'Remove this file' }).click();
    await page.getByRole('status').getByText('The file is removed.').waitFor();
    await context.close();
  });

  it('a language can be chosen on every kind of page, which is then shown again, with its query', async () => {
    const [context, page] = await user.open({ javaScriptEnabled: false });
    const lang = (): Promise<string | null> => page.locator('html').getAttribute('lang');
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await page.waitForLoadState('load');
    };
    const consent = user.app.begin().address;
    for (const [address, name, language] of [
      [`${user.base}/transactions?year=2026&asset=ETH`, 'Français', 'fr'],
      [`${user.base}/settings/tokens`, 'Nederlands', 'nl'],
      [`${user.base}/nothing`, 'English', 'en'],
      [consent, 'Nederlands', 'nl'],
    ] as const) {
      await page.goto(address);
      const shown = page.url();
      await choose(name);
      expect([page.url(), await lang()]).toEqual([shown, language]);
    }
    await context.close();
  });

  it('a user can sign in, create and revoke a token, revoke an app, read the log and sign out', async () => {
    const [context, page] = await user.open({ javaScriptEnabled: false }, false);
    await page.goto(`${user.base}/settings`);
    expect(await page.getByRole('button', { name: 'Show' }).count()).toBe(0);
    await page.getByLabel('E-mail address').fill(user.someone.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByLabel('Name').fill('without scripts');
    await page.getByLabel('90 days').check();
    await page.getByLabel('last day of your choice').fill('2030-12-31');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByLabel('Token “without scripts”').inputValue();
    // The copy button needs the script. The field can be selected.
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    expect(await user.statusOf(token)).toBe(200);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Revoke token “without scripts”' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The token is revoked and no longer works.').waitFor();
    expect(await user.statusOf(token)).toBe(401);

    await page.goto(user.app.begin().address);
    await page.getByLabel('Correct').uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${user.callback.address}?*`);
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();
    await page.goto(`${user.base}/settings/apps`);
    await page.getByRole('link', { name: 'Revoke the access of Bookkeeping' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The access is revoked.').waitFor();

    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByRole('row', { name: 'App connected Bookkeeping' }).waitFor();
    await page.getByRole('row', { name: 'Token created without scripts' }).waitFor();
    await page.getByLabel('What').selectOption('Transactions');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('.lines summary').first().click();
    await page.locator('a.undo').first().click();
    await page.getByText('What changes in your figures').waitFor();
    await page.getByRole('button', { name: 'Undo this correction' }).click();
    await page.getByText('The correction is undone.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.goto(`${user.base}/settings`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });
});

describe('with scripts', () => {
  it('a button copies a new token', async () => {
    const [context, page] = await user.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${user.base}/settings/tokens`);
    await page.getByLabel('Name').fill('copied');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.locator('#secret').inputValue();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    await context.close();
  });

  it('a button shows the password and hides it again, also when the form is sent', async () => {
    const [context, page] = await user.open({}, false);
    await page.goto(`${user.base}/sign-in`);
    await page.locator('#password').fill('typed');
    const type = (): Promise<string | null> => page.locator('#password').getAttribute('type');
    const show = page.getByRole('button', { name: 'Show Password' });
    for (const [shown, pressed] of [
      ['text', 'true'],
      ['password', 'false'],
    ] as const) {
      await tabTo(page, 'button[data-shows=password]');
      await page.keyboard.press('Enter');
      expect([await type(), await show.getAttribute('aria-pressed')]).toEqual([shown, pressed]);
    }
    expect(await page.locator('#password').inputValue()).toBe('typed');
    await show.click();
    const sent = `new Promise((resolve) => {
      const { form } = document.querySelector('#password');
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        resolve(document.querySelector('#password').type);
      });
      form.requestSubmit();
    })`;
    expect(await page.evaluate(sent)).toBe('password');
    await context.close();
  });

  it('on a phone, the buttons of a question are below each other, the primary one first, equally wide', async () => {
    const [context, page] = await user.open({ viewport: PHONE });
    for (const address of ['/settings/password', '/settings/apps/revoke-all']) {
      await page.goto(user.base + address);
      const primary = await page.locator('main form button[type=submit]').boundingBox();
      const cancel = await page.locator('main form a.button').boundingBox();
      expect(cancel?.width).toBe(primary?.width);
      expect(cancel?.y).toBeGreaterThanOrEqual((primary?.y ?? 0) + (primary?.height ?? 0));
    }
    await context.close();
  });

  it('buttons copy the address and a configuration for an assistant', async () => {
    const [context, page] = await user.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${user.base}/settings/connect`);
    await tabTo(page, 'button[aria-label="Copy the address"]');
    await page.keyboard.press('Enter');
    await page.getByText('Copied.').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${user.base}/mcp/x/insight`);
    await page.getByText('VS Code', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy configuration for VS Code' }).click();
    await page.locator('#vs-code-status').getByText('Copied.').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(JSON.parse(copied)).toMatchObject({
      servers: { 'crypto-tax': { url: `${user.base}/mcp/x/insight` } },
    });
    await context.close();
  });

  it('an answer shows how it is read and what it would change once typing pauses, and saves nothing', async () => {
    const [context, page] = await user.open({});
    const [sold = ''] = await user.soldIn(2026);
    await page.goto(`${user.base}/transactions/${sold}`);
    await page.locator('summary', { hasText: 'Enter its value' }).click();
    const form = page.locator('form[data-previews]', { has: page.locator('input[name=eur]') });
    const value = form.locator('input[name=eur]');
    const kept = await value.inputValue();
    await value.fill('no amount');
    await value.fill('2.500,50');
    const shown = form.getByRole('status');
    await shown.getByText('2,500.50').waitFor();
    await shown.getByRole('row', { name: 'Gains' }).waitFor();
    await value.fill('3000');
    await shown.getByText('3,000.00').waitFor();
    expect(await shown.getByText('2,500.50').count()).toBe(0);
    await page.reload();
    expect(await value.inputValue()).toBe(kept);
    await context.close();
  });

  it('a button copies a code of the tax return', async () => {
    const [context, page] = await user.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${user.base}/overview/2026`);
    await tabTo(page, 'button[aria-label="Copy the code 1444-11"]');
    await page.keyboard.press('Enter');
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('1444-11');
    await context.close();
  });

  it('a new token is selected if the browser does not allow copying', async () => {
    const [context, page] = await user.open({});
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.goto(`${user.base}/settings/tokens`);
    await page.getByLabel('Name').fill('selected');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.locator('#secret').inputValue();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Selected: copy it with your keyboard.').waitFor();
    expect(await page.evaluate('getSelection().toString()')).toBe(token);
    await context.close();
  });

  it('a form can be sent only once, until the browser comes back to it', async () => {
    const [context, page] = await user.open({});
    await page.goto(`${user.base}/settings/tokens`);
    // The browser stays on the page here, and the wait of the page's script has passed.
    const isDisabledAfter = (what: string): Promise<boolean> =>
      page.evaluate<boolean>(`new Promise((resolve) => {
        const button = document.querySelector('section button');
        button.form.addEventListener('submit', (event) => event.preventDefault());
        ${what};
        setTimeout(() => setTimeout(() => resolve(button.disabled)));
      })`);
    expect(await isDisabledAfter('')).toBe(false);
    expect(await isDisabledAfter('button.click()')).toBe(true);
    const kept = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))";
    expect(await isDisabledAfter(kept)).toBe(false);
    await context.close();
  });
});

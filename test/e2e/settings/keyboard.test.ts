/** The pages by keyboard alone, in a real browser. */
import { describe, expect, it } from '@jest/globals';
import { tabTo, useBrowserUser } from './browser-user.ts';
import { bitvavo, FILES } from './file-users.ts';
import { PASSWORD } from './person.ts';

const user = useBrowserUser();

describe('a user with only a keyboard', () => {
  it('can sign in, create a token that works, and revoke it', async () => {
    const [context, page] = await user.open({}, false);
    await page.goto(`${user.base}/settings/tokens`);
    await tabTo(page, '#email');
    await page.keyboard.type(user.someone.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.locator('[role=alert]').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${user.base}/settings/tokens`);

    await tabTo(page, '#name');
    await page.keyboard.type('by keyboard');
    await tabTo(page, '#scope-read');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'section button[type=submit]');
    await page.keyboard.press('Enter');
    const token = await page.locator('#secret').inputValue();
    expect((await user.stack.get('/api/v1/me', token)).body).toMatchObject({ scopes: ['read', 'write'] });

    await page.goto(`${user.base}/settings/tokens`);
    await tabTo(page, 'a[aria-label="Revoke token “by keyboard”"]');
    await page.keyboard.press('Enter');
    await page.locator('button.danger').waitFor();
    expect(await user.statusOf(token)).toBe(200);
    await tabTo(page, 'button.danger');
    await page.keyboard.press('Space');
    await page.locator('[role=status]').waitFor();
    expect(await user.statusOf(token)).toBe(401);
    await context.close();
  });

  it('can open an entry of the log, look at what undoing it would change, and undo it', async () => {
    const [context, page] = await user.open({});
    await page.goto(`${user.base}/settings/log`);
    await tabTo(page, '#kind');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await tabTo(page, '.filters button');
    await page.keyboard.press('Enter');
    await page.waitForURL(/kind=OVERRIDE/);
    await tabTo(page, '.lines > li:first-child summary');
    const table = page.locator('.lines > li:first-child table');
    expect(await table.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await table.waitFor({ state: 'visible' });
    await tabTo(page, '.lines > li:first-child .undo');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Undo this correction?' }).waitFor();
    await tabTo(page, 'form.actions button');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The correction is undone.').waitFor();
    // Undoes the undo, for other tests.
    await page.locator('a.undo').first().click();
    await page.getByRole('button', { name: 'Undo this correction' }).click();
    await page.getByRole('status').waitFor();
    await context.close();
  });

  it('can choose an account for a file, look at what is in it, add it, and remove it', async () => {
    const [context, page] = await user.open({});
    await page.goto(user.base + FILES);
    await page
      .locator('#file')
      .setInputFiles({ name: 'keyboard.csv', mimeType: 'text/csv', buffer: Buffer.from(bitvavo('K1')) });
    await tabTo(page, '#file');
    await tabTo(page, '#new-account');
    await page.keyboard.type('By keyboard');
    await tabTo(page, 'form:has(#file) button[type=submit]');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Add “keyboard.csv”?' }).waitFor();
    await tabTo(page, 'form.actions button[type=submit]');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('File added.').waitFor();
    await tabTo(page, 'a[href$="/remove"]');
    await page.keyboard.press('Enter');
    await tabTo(page, 'button.danger');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The file is removed.').waitFor();
    await context.close();
  });

  it('can filter transactions, remove the filter, open a transaction and see where its lot comes from', async () => {
    const [context, page] = await user.open({});
    await page.goto(`${user.base}/transactions?year=2026`);
    await tabTo(page, '#asset');
    await page.keyboard.type('nothing');
    await page.keyboard.press('Enter');
    await page.waitForURL(/asset=nothing/);
    await tabTo(page, 'a.chip');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.search.includes('asset'));
    await tabTo(page, '.events tbody tr:first-child th a');
    await page.keyboard.press('Enter');
    await page.waitForURL(/transactions\/[0-9a-f-]{36}$/);
    await tabTo(page, '.lots > details:first-of-type > summary');
    expect(await page.locator('.chain').first().isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.locator('.chain').first().waitFor({ state: 'visible' });
    await context.close();
  });

  it('can deny an app with Enter in the form and with the Deny button', async () => {
    for (const target of ['#write', 'button[value=deny]']) {
      const [context, page] = await user.open({});
      await page.goto(user.app.begin().address);
      await tabTo(page, target);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${user.callback.address}?*`);
      expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
      await context.close();
    }
  });
});

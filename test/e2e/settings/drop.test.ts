/** The field of files in a browser with scripts: dropped files, limits before sending, and the form about columns for the keyboard and readers. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../../browser/chromium.ts';
import { violations } from '../../browser/page-faults.ts';
import { sharedTestStack, type TestStack } from '../stack.ts';
import { FILES, sample } from './file-users.ts';
import { newSomeone, type Someone } from './person.ts';

let stack: TestStack;
let browser: Browser;
let base: string;
let someone: Someone;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  stack = await sharedTestStack();
  browser = await startBrowser();
  base = stack.ready().baseUrl;
  someone = await newSomeone(stack, 'drop@example.org');
  context = await browser.newContext({ locale: 'en-GB' });
  await context.addCookies(someone.person.cookies());
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await stack.remove();
});

/** Drops files of some sizes on the field, as a browser does with files of the desktop. */
async function drop(files: Readonly<Record<string, string>>): Promise<void> {
  const script = `(() => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of Object.entries(${JSON.stringify(files)})) dataTransfer.items.add(new File([text], name));
    const area = document.querySelector('#file').closest('.field');
    area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  })()`;
  await page.evaluate(script);
}

const status = (): Promise<string | null> => page.locator('#file-chosen').textContent();
const send = (): Promise<void> => page.getByRole('button', { name: 'Show what is in it' }).click();

describe('The field of files', () => {
  it('takes files that are dropped on it, shows their names and sizes, and sends them', async () => {
    await page.goto(base + FILES);
    expect(await status()).toBe('You can also drop files here.');
    await drop({ 'bitvavo.csv': sample('bitvavo.csv').toString('utf8'), '<b>.csv': 'a,b\n1,2\n' });
    expect(await status()).toBe('bitvavo.csv (2 kB), <b>.csv (1 kB)');
    await send();
    await page.getByRole('heading', { name: 'Add these files?' }).waitFor();
  });

  it('sends nothing while a limit is exceeded, and says which', async () => {
    await page.goto(base + FILES);
    await drop({ 'large.csv': 'x'.repeat(1024 * 1024 + 1) });
    expect(await status()).toContain('“large.csv” is larger than 1 MiB');
    await send();
    expect(page.url()).toBe(base + FILES);
    const button = page.getByRole('button', { name: 'Show what is in it' });
    expect(await button.isEnabled()).toBe(true);
    const half = 'x'.repeat(900 * 1024);
    await drop({ 'a.csv': half, 'b.csv': half, 'c.csv': half });
    expect(await status()).toContain('Together the files are larger than 2 MiB');
    await drop(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${String(index)}.csv`, 'a'])));
    expect(await status()).toMatch(/At most \d+ files at once/);
  });

  it('leads a file without a format to a form about its columns that axe finds no fault in', async () => {
    await page.goto(base + FILES);
    await drop({ 'mine.csv': 'When,Kind,Coin,Amount\n2026-01-02 10:00,buy,BTC,1\n' });
    await send();
    await page.getByRole('heading', { name: 'What is each column?' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Platform', { exact: true }).fill('My exchange');
    for (const [label, column] of Object.entries({
      'Date and time': 'when',
      'Type of the row': 'kind',
      Amount: 'amount',
      'Asset of the amount': 'coin',
    }))
      await page.getByLabel(label, { exact: true }).selectOption({ label: column });
    await page.getByLabel('How a date is written').selectOption({ label: '2026-03-25 14:30' });
    await page.locator('form[action$="/columns"] button[type=submit]').click();
    await page.getByRole('group', { name: 'What does each type mean?' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('buy', { exact: true }).selectOption({ label: 'Bought' });
    await page.locator('form[action$="/columns"] button[type=submit]').click();
    await page.getByRole('heading', { name: /Add “mine\.csv”/ }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('says with the platforms that are ticked where their files are', async () => {
    await page.goto(base + FILES);
    await page.getByLabel('Kraken', { exact: true }).check();
    await page.getByRole('button', { name: 'Where do I find my files?' }).click();
    await page.getByRole('heading', { name: 'Kraken' }).waitFor();
    expect(new URL(page.url()).search).toBe('?platform=Kraken');
    expect(await violations(page)).toEqual([]);
  });
});

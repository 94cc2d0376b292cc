/** The page to try operations, in a real browser that can reach nothing but the service. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../browser/chromium.ts';
import { importLines, newUser, sharedTestStack, type TestStack, WORKED_EXAMPLE_1 } from './stack.ts';

let stack: TestStack;
let browser: Browser;
let page: Page;
let token: string;
/** The errors of the page, and the hosts that it sent requests to. */
const faults: string[] = [];
const hosts = new Set<string>();

beforeAll(async () => {
  [stack, browser] = await Promise.all([sharedTestStack(), startBrowser()]);
  const user = await newUser(stack, 'docs@example.org');
  token = user.token;
  await importLines(stack, user.userId, WORKED_EXAMPLE_1);
  page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http')) hosts.add(url.origin);
  });
  await page.goto(`${stack.ready().baseUrl}/docs/try`);
  await page.locator('.opblock').first().waitFor();
});
afterAll(async () => {
  await browser.close();
  await stack.remove();
});

/** Returns the ids of the visible operations. */
async function shown(): Promise<string[]> {
  const blocks = await page.locator('.opblock').all();
  const ids = await Promise.all(blocks.map((block) => block.getAttribute('id')));
  return ids.map((id) => String(id).replace(/.*-/, '')).toSorted();
}

describe('The page at /docs/try', () => {
  it('shows every operation of the interface description', async () => {
    expect(await shown()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
  });

  it('finds operations by their method and path, and by words of their description', async () => {
    const search = page.getByRole('searchbox', { name: 'Search operations' });
    await search.fill('cost basis carries over');
    await page.locator('#operations-Rules-listRules').waitFor({ state: 'detached' });
    expect(await shown()).toEqual(['matchTransfers']);
    await search.fill('DELETE rules');
    await page.locator('#operations-Rules-deleteRule, [id$=deleteRule]').first().waitFor();
    expect(await shown()).toEqual(['deleteRule']);
    await search.fill('');
    await page.locator('[id$=listAccounts]').first().waitFor();
    expect((await shown()).length).toBe(OPERATIONS.length);
  });

  it('sends a request of an operation to the service, with the reader’s token', async () => {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.auth-container input').fill(token);
    await page
      .locator('.auth-btn-wrapper')
      .getByRole('button', { name: /^(Authorize|Apply)/ })
      .click();
    await page.locator('.auth-btn-wrapper').getByRole('button', { name: 'Close' }).click();
    const operation = page.locator('[id$=listYears]').first();
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table .response-col_description pre').first();
    await answer.waitFor();
    expect(JSON.parse(await answer.innerText())).toEqual({
      years: [{ year: 2026, locked: false, frozen: false }],
    });
  });

  it('works without requests to other hosts and without browser errors', () => {
    expect([...hosts]).toEqual([stack.ready().baseUrl]);
    expect(faults).toEqual([]);
  });
});

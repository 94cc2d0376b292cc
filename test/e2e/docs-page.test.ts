/** The documentation in a real browser that can reach nothing but the service. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import { DOCUMENT_PATHS } from '../../services/gateway/src/reports/document-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../browser/chromium.ts';
import { TOO_WIDE, violations } from '../browser/page-faults.ts';
import { importLines, newUser, sharedTestStack, type TestStack, WORKED_EXAMPLE_1 } from './stack.ts';

const SHOWN = [...OPERATIONS, ...DOCUMENT_PATHS].map(({ id }) => id);

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
  await page.locator('#token').waitFor();
});
afterAll(async () => {
  await browser.close();
  await stack.remove();
});

/** Returns the ids of the visible operations. */
async function shown(): Promise<string[]> {
  const operations = await page.locator('details.operation:visible').all();
  const ids = await Promise.all(operations.map((each) => each.getAttribute('id')));
  return ids.map(String).toSorted();
}

describe('The page at /docs/try', () => {
  it('shows every operation of the interface description', async () => {
    expect(await shown()).toEqual(SHOWN.toSorted());
  });

  it('finds operations by their method and path, and by words of their description', async () => {
    const search = page.getByRole('searchbox', { name: 'Search operations' });
    await search.fill('cost basis carries over');
    expect(await shown()).toEqual(['matchTransfers']);
    await search.fill('DELETE rules');
    expect(await shown()).toEqual(['deleteRule']);
    await page.getByText(`1 of ${String(SHOWN.length)} operations`).waitFor();
    await search.fill('');
    expect((await shown()).length).toBe(SHOWN.length);
  });

  it('sends a request of an operation to the service, with the reader’s token, by keyboard', async () => {
    await page.getByLabel('Token').fill(token);
    const operation = page.locator('#getYearSummary');
    await operation.locator('summary').focus();
    await page.keyboard.press('Enter');
    await operation.getByLabel('year').focus();
    await page.keyboard.type('2026');
    await page.keyboard.press('Enter');
    await operation.getByText(/^200 OK, \d+ ms$/).waitFor();
    const [request = '', json = ''] = (await operation.locator('.response pre').innerText()).split('\n\n');
    expect(request).toBe('GET /api/v1/years/2026/summary');
    const { body } = await stack.get('/api/v1/years/2026/summary', token);
    expect(JSON.parse(json)).toEqual(body);
    expect(json).toMatch(/^\{\n {2}"/);
  });

  it('sends queries, headers and bodies, and shows a rejection', async () => {
    await page.goto(`${stack.ready().baseUrl}/docs/try#createRule`);
    await page.getByLabel('Token').fill(token);
    const operation = page.locator('#createRule');
    expect(await operation.getAttribute('open')).not.toBeNull();
    await operation.getByLabel('Idempotency-Key').fill('key with spaces');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await operation.getByRole('button', { name: 'Send createRule' }).click();
    const request = await sent;
    expect(request.headers()).toMatchObject({
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'key with spaces',
    });
    expect(request.postDataJSON()).toHaveProperty('action');
    await operation.getByText(/^403 /).waitFor();
    expect(await operation.locator('.response').innerText()).toContain('POST /api/v1/rules');

    const list = page.locator('#listTransactions');
    await list.locator('summary').click();
    await list.getByRole('button', { name: 'Send listTransactions' }).click();
    // The browser asks for the year first.
    expect(await list.locator('.response').isVisible()).toBe(false);
    await list.locator('[name="query:year"]').fill('2026');
    await list.getByLabel('needsReview').selectOption('true');
    await list.getByRole('button', { name: 'Send listTransactions' }).click();
    await list.getByText('GET /api/v1/transactions?year=2026&needsReview=true').waitFor();
  });

  it('works without requests to other hosts and without browser errors', () => {
    expect([...hosts]).toEqual([stack.ready().baseUrl]);
    // The browser logs the rejection above.
    expect(faults.filter((fault) => !fault.includes('status of 403'))).toEqual([]);
  });

  it('shows operations and their parameters without scripts, and nothing that needs them', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${stack.ready().baseUrl}/docs/try`);
    await plain.getByText('Sending requests needs scripts.').waitFor();
    await plain.locator('#listYears summary').click();
    await plain.getByRole('link', { name: 'Reference of listYears' }).waitFor();
    expect(await plain.getByRole('button').count()).toBe(0);
    expect(await plain.locator('#token').isVisible()).toBe(false);
    await context.close();
  });
});

describe('Every kind of page of the documentation', () => {
  const PATHS = [
    '/docs',
    '/docs/operations/listTransactions',
    '/docs/operations/applyOverride',
    '/docs/records',
    '/docs/guides',
    '/docs/corrections',
    '/docs/errors',
    '/docs/mcp',
    '/docs/clients',
    '/docs/versioning',
    '/docs/api-changelog',
    '/docs/rules',
    '/docs/rules/tax-rules',
    '/docs/rules/tax-assumptions',
    '/docs/rules/engine',
    '/docs/rules/import-format',
    '/docs/changelog',
    '/docs/try',
  ];

  it.each(['light', 'dark'] as const)(
    'has no accessibility violation in the %s scheme, and fits on a screen of 320 px',
    async (colorScheme) => {
      const viewport = { width: 320, height: 640 };
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
      const phone = await context.newPage();
      const found: Record<string, unknown> = {};
      for (const path of PATHS) {
        await phone.goto(`${stack.ready().baseUrl}${path}`);
        await phone.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
        const width = await phone.evaluate<number>('document.documentElement.scrollWidth');
        const wrong = [
          ...(width > viewport.width ? [`scrolls to ${String(width)} px`] : []),
          ...(await phone.evaluate<string[]>(TOO_WIDE)),
          // Only colours differ between the schemes.
          ...(await violations(phone, colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {})),
        ];
        if (wrong.length > 0) found[path] = wrong.slice(0, 20);
      }
      await context.close();
      expect(found).toEqual({});
    },
  );
});

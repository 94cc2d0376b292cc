/** The report of a year for a signed-in taxpayer: linked from the page of the year, printable, and readable for everybody. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { TOO_WIDE, violations } from '../../browser/page-faults.ts';
import { event, importLines, sharedTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { newSomeone, type Someone } from './person.ts';

const ADDRESS = '/overview/2026/report';

let stack: TestStack;
let someone: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'report-page@example.org');
  await importLines(stack, someone.userId, [
    ...WORKED_EXAMPLE_1,
    event('S2', 'DISPOSITION', '0.1', '2026-04-10T10:00:00Z', null),
    event('I1', 'INCOME', '0.05', '2026-05-10T10:00:00Z', '90'),
    event('B0', 'ACQUISITION', '1.123456789012345678', '2023-04-10T10:00:00Z', '100', {
      asset: { key: 'ETHEREUM:0x1234567890123456789012345678901234567890', symbol: 'LONG' },
    }),
  ]);
});
afterAll(async () => {
  await stack.remove();
});

describe('The report of a year in a browser', () => {
  it('is linked from the page of the year, in each form', async () => {
    const { html } = await someone.person.get('/overview/2026');
    for (const query of ['', '?format=xlsx', '?format=csv-be', '?format=csv', '?format=jsonl'])
      expect(html).toContain(`href="${ADDRESS}${query}"`);
  });

  it('is what the API returns', async () => {
    const { status, headers, html } = await someone.person.get(ADDRESS);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    const { text } = await stack.get('/api/v1/years/2026/report?format=html', someone.token);
    expect(html).toBe(text);
    const csv = await someone.person.get(`${ADDRESS}?format=csv`);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="report-2026.csv"');
  });

  it('finds an icon where browsers look for it on a page that names none', async () => {
    const { status, headers } = await fetch(new URL('/favicon.ico', someone.person.baseUrl));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('needs a session, a paid year and a form for people', async () => {
    const stranger = await fetch(`${stack.ready().baseUrl}${ADDRESS}`, { redirect: 'manual' });
    expect([stranger.status, stranger.headers.get('location')?.startsWith('/sign-in')]).toEqual([303, true]);
    expect((await someone.person.get('/overview/2023/report')).status).toBe(402);
    expect((await someone.person.get(`${ADDRESS}?format=json`)).status).toBe(404);
    expect((await someone.person.get('/overview/2023')).html).not.toContain('/overview/2023/report');
  });

  it('has no accessibility violation and fits on a screen of 320 px, in each language', async () => {
    const browser = await startBrowser();
    try {
      for (const language of LANGUAGES) {
        const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
        const { text } = await stack.get(
          `/api/v1/years/2026/report?format=html&language=${language}`,
          someone.token,
        );
        await page.setContent(text);
        expect([language, await violations(page)]).toEqual([language, []]);
        expect([language, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([
          language,
          320,
        ]);
        expect([language, await page.evaluate<string[]>(TOO_WIDE)]).toEqual([language, []]);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  });
});

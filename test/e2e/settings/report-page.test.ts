/** The report of a year for a signed-in taxpayer: linked from the page of the year, printable, and readable for everybody. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { BROKEN_AMOUNTS, TOO_WIDE, violations } from '../../browser/page-faults.ts';
import { untilIdle } from '../runs.ts';
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
  await correctAll();
});
afterAll(async () => {
  await stack.remove();
});

/** Corrects value and amount of all transactions of the year twice, so that the report has texts with long amounts in them. */
async function correctAll(): Promise<void> {
  const { body } = await stack.get('/api/v1/transactions?year=2026', someone.token);
  for (const overriddenEuroValue of [1234567.891234, 7654321.98])
    for (const { id: taxEventId } of body['transactions'] as { id: string }[]) {
      const response = await fetch(`${stack.ready().baseUrl}/api/v1/overrides`, {
        method: 'POST',
        headers: { authorization: `Bearer ${someone.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          taxEventId,
          overriddenEuroValue,
          overriddenAmount: 0.123456789012,
          notes: 'Read from the statement of the bank, which is in euro: €1,234,567.89. '.repeat(3),
        }),
      });
      expect(response.status).toBe(200);
    }
  await untilIdle(stack, someone);
}

describe('The report of a year in a browser', () => {
  it('is linked from the page of the year, in each form', async () => {
    const { html } = await someone.person.get('/overview/2026');
    for (const query of [
      '',
      '?format=xlsx',
      '?format=csv-be',
      '?format=csv',
      '?format=jsonl',
      '?format=dossier',
    ])
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
    // The page of the totals of exchanges, whose address begins alike, shows no value of a locked year.
    expect((await someone.person.get('/overview/2023')).html).not.toMatch(/\/overview\/2023\/report(?!ed\b)/);
  });

  it('has no accessibility violation and fits on screens of 320 and 390 px with every amount on one line, in each language', async () => {
    const browser = await startBrowser();
    try {
      for (const language of LANGUAGES) {
        const page = await browser.newPage();
        const { text } = await stack.get(
          `/api/v1/years/2026/report?format=html&language=${language}`,
          someone.token,
        );
        await page.setContent(text);
        for (const width of [390, 320]) {
          await page.setViewportSize({ width, height: 640 });
          const faults = [
            ...(await page.evaluate<string[]>(BROKEN_AMOUNTS)),
            ...(await page.evaluate<string[]>(TOO_WIDE)),
          ];
          expect([language, width, faults]).toEqual([language, width, []]);
          expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
        }
        expect([language, await violations(page)]).toEqual([language, []]);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  });
});

/**
 * The report of a year on paper, printed by a browser, in each language: with missing prices, long names and many events. REPORT_EVENTS
 * is how many (default 400; `npm run test:properties` prints 5,000).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import type { Browser, Page } from 'playwright-core';
import { getDocumentProxy } from 'unpdf';
import { startBrowser } from '../../browser/chromium.ts';
import { useStack, useUser } from '../kit.ts';
import { event } from '../stack.ts';

const EVENTS = Number(process.env['REPORT_EVENTS'] ?? 400);
/** A4 without the margins of the report. */
const WIDTH_MM = 182;
const MM = 96 / 25.4;
const COLUMN_MM_MIN = 12;
const LINES_OF_PAGE_MIN = 10;
/** Rows that a printed page has at least, on average: in four of ten rows the name of the asset takes four lines. */
const ROWS_OF_PAGE = 18;
/** The cover, and pages on which tables begin. */
const OTHER_PAGES = 8;

const LONG = 'ETHEREUM:0x1234567890123456789012345678901234567890';
const ASSETS = [
  { key: 'BTC', symbol: 'BTC' },
  { key: 'ETH', symbol: 'ETH' },
  { key: LONG, symbol: 'WRAPPEDSTAKEDETHERTOKEN' },
  { key: `${LONG.slice(0, -1)}1`, symbol: 'WRAPPEDSTAKEDETHERTOKEN' },
  { key: 'SOL', symbol: 'SOL' },
];
const TREATMENTS = ['NORMAL', 'GIFT_GIVEN', 'PERSONAL_SPEND', 'TRANSFER_OUT_UNRESOLVED'];

const ACCOUNT = { kind: 'account', accountKind: 'exchange', datasource: 'KRAKEN' };
/** Purchases, sales and rewards in two years; every fourth without a value, and every tenth of the account with the long name. */
const FACTS: readonly object[] = [
  { ...ACCOUNT, ref: 'kraken-1', label: 'Kraken' },
  {
    ...ACCOUNT,
    ref: 'long',
    label: 'Handelsplatformrekeningvoorspaarplannenenlangetermijnbeleggingen',
  },
  { kind: 'price', assetKey: 'BTC', at: '2025-12-31T22:00:00Z', eur: '83456.789' },
  ...Array.from({ length: EVENTS }, (_each, index) => {
    const asset = ASSETS[index % ASSETS.length]!;
    const day = new Date(Date.UTC(2025, 0, 1) + (index * 700 * 86_400_000) / EVENTS).toISOString();
    const value = index % 4 === 3 ? null : String(1_000_000 + index * 1.005);
    const kind = index % 10;
    const more = { asset, account: (index >> 1) % 10 === 3 ? 'long' : 'kraken-1' };
    if (kind < 6) return event(`B${String(index)}`, 'ACQUISITION', '12345.123456789012', day, value, more);
    if (kind < 8)
      return event(`S${String(index)}`, 'DISPOSITION', '4321.987654321098', day, value, {
        ...more,
        treatment: TREATMENTS[(index >> 3) % TREATMENTS.length]!,
      });
    return event(`I${String(index)}`, 'INCOME', '0.000000012345', day, value, more);
  }),
];

const stack = useStack();
const user = useUser(stack, { facts: FACTS, years: [2025, 2026] });

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

async function printedPage(language: string): Promise<Page> {
  const { status, text } = await stack.get(
    `/api/v1/years/2026/report?format=html&language=${language}`,
    user.token,
  );
  expect(status).toBe(200);
  const page = await browser.newPage({
    viewport: { width: Math.floor(WIDTH_MM * MM), height: 1000 },
  });
  await page.emulateMedia({ media: 'print' });
  await page.setContent(text);
  return page;
}

interface Measures {
  /** Columns that are too narrow, by table and heading. */
  readonly narrow: string[];
  /** What is wider than its cell or the paper. */
  readonly tooWide: string[];
  readonly rows: number;
  readonly bodyRows: number;
}

const MEASURES = `(() => {
  const cells = [...document.querySelectorAll('th, td')];
  const where = (cell) => cell.closest('table').getAttribute('aria-labelledby') + ': ' + cell.textContent.trim().slice(0, 60);
  const paper = document.documentElement.clientWidth;
  const annex = document.getElementById('ANNEX');
  const rows = [...document.querySelectorAll('tr')];
  return {
    narrow: cells.filter((cell) => cell.getBoundingClientRect().width < ${String(COLUMN_MM_MIN * MM)}).slice(0, 5).map(where),
    tooWide: [
      ...cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map(where),
      ...[...document.querySelectorAll('table, dl, ul')].filter((each) => each.getBoundingClientRect().right > paper + 1).map((each) => Math.round(each.getBoundingClientRect().right / ${String(MM)}) + ' mm: ' + each.outerHTML.slice(0, 60)),
    ].slice(0, 5),
    rows: rows.length,
    bodyRows: rows.filter((row) => row.compareDocumentPosition(annex) & Node.DOCUMENT_POSITION_FOLLOWING).length,
  };
})()`;

/** The number of lines of each page of a PDF: places from the foot of the page at which a text stands. */
async function linesOfPages(pdf: Uint8Array): Promise<{ lines: number[]; texts: string[] }> {
  const file = await getDocumentProxy(new Uint8Array(pdf));
  const pages = await Promise.all(
    Array.from({ length: file.numPages }, async (_each, index) => {
      const { items } = await (await file.getPage(index + 1)).getTextContent();
      return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
    }),
  );
  return {
    lines: pages.map(
      (items) => new Set(items.map(({ transform }) => Math.round((transform as number[])[5]!))).size,
    ),
    texts: pages.map((items) => items.map(({ str }) => str).join(' ')),
  };
}

describe('The printed report', () => {
  it.each(LANGUAGES)(
    'has columns that are wide enough, full pages and a bounded number of them, in %s',
    async (language) => {
      const page = await printedPage(language);
      const { narrow, tooWide, rows, bodyRows } = await page.evaluate<Measures>(MEASURES);
      expect([narrow, tooWide]).toEqual([[], []]);
      expect(rows).toBeGreaterThan(EVENTS);
      const { lines, texts } = await linesOfPages(await page.pdf({ preferCSSPageSize: true }));
      // The last page ends where the report does.
      const short = lines.flatMap((count, index) =>
        count < LINES_OF_PAGE_MIN && index < lines.length - 1
          ? [`page ${String(index + 1)}: ${texts[index]!}`]
          : [],
      );
      expect(short).toEqual([]);
      expect(lines.length).toBeLessThanOrEqual(OTHER_PAGES + rows / ROWS_OF_PAGE);
      const annex = await page.locator('#ANNEX').textContent();
      const body = texts.findLastIndex((text) => text.includes(annex ?? '')) + 1;
      expect(body).toBeGreaterThan(1);
      expect(body).toBeLessThanOrEqual(OTHER_PAGES + bodyRows / ROWS_OF_PAGE);
      await page.close();
    },
  );
});

/**
 * The way of a taxpayer from an empty account to a printed report, in a real browser: five exports, prices, every question, the steps of
 * the year, the report. In three languages; with a mouse, by keyboard alone, on a phone, and at a zoom of 200 %.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { decimalText, type Language, shortDecimalText } from '../../../services/gateway/src/ui/language.ts';
import { startBrowser } from '../../browser/chromium.ts';
import { useStack } from '../kit.ts';
import { newUser } from '../stack.ts';
import { type Account, figuresOf, foresee } from './foresight.ts';
import { type Hand, KEYBOARD, MOUSE } from './hand.ts';
import { languageFaults, readerFaults, widthFaults } from './looks.ts';
import { type StepName, walk, YEARS } from './walk.ts';

const CLICKS_MAX = 40;
const WAIT_MS_MAX = 240_000;
const PASSWORD = 'vier woorden die niemand raadt';
const DESKTOP = { width: 1280, height: 900 };

const stack = useStack();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

interface Way {
  readonly account: Account;
  readonly language: Language;
  /** The page of the report. */
  readonly page: Page;
  readonly clicks: Readonly<Record<StepName, number>>;
  /** What was wrong with the pages, by their names. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
}

interface Journey extends BrowserContextOptions {
  readonly email: string;
  readonly language: Language;
  readonly hand: Hand;
  /** Returns what is wrong with a page of the way. */
  readonly faultsOf: (page: Page) => Promise<string[]>;
}

/** Walks the whole way with a new account. */
async function travel({ email, language, hand, faultsOf, ...options }: Journey): Promise<Way> {
  const years = YEARS.flatMap((year) => ['--year', String(year)]);
  const account = await newUser(stack, email, ['--plan', 'pro', '--beta', 'portfolio', ...years], 'read');
  await stack.ctx(['user', 'set', '--user', account.userId, '--password', PASSWORD]);
  const context = await browser.newContext({ locale: `${language}-BE`, reducedMotion: 'reduce', ...options });
  // Bounds a test that hangs; the machine may be busy.
  context.setDefaultTimeout(WAIT_MS_MAX);
  const page = await context.newPage();
  const faults: Record<string, readonly string[]> = {};
  const clicks = await walk({
    baseUrl: stack.ready().baseUrl,
    email,
    password: PASSWORD,
    page,
    hand,
    look: async (name) => {
      const found = [...(await languageFaults(page, language)), ...(await faultsOf(page))];
      if (found.length > 0) faults[name] = found;
    },
    foresee: () => foresee(stack, account, page, language),
  });
  return { account, language, page, clicks, faults };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const openQuestions = async ({ account }: Way): Promise<unknown[]> =>
  (await stack.get('/api/v1/issues', account.token)).body['items'] as unknown[];

describe('The way from an empty account to a printed report', () => {
  describe('in Dutch, with a mouse', () => {
    let way: Way;
    beforeAll(async () => {
      const [email, faultsOf] = ['journey-mouse@example.org', readerFaults];
      way = await travel({ email, language: 'nl', hand: MOUSE, faultsOf, viewport: DESKTOP });
    });

    it('takes as many clicks as its document says, and at most 40', () => {
      const { together, ...steps } = clicksOfDocument();
      expect(way.clicks).toEqual(steps);
      expect(sum(Object.values(way.clicks))).toBe(together);
      expect(together).toBeLessThanOrEqual(CLICKS_MAX);
    });

    it('leaves no question open', async () => {
      expect(await openQuestions(way)).toEqual([]);
    });

    it('has no page with an accessibility violation or with a control that has no name', () => {
      expect(way.faults).toEqual({});
    });

    it('ends with the figures of the API, on the page of the year, in the portfolio and in the printed report', async () => {
      const { account, page } = way;
      const money = (eur: string | null): string => decimalText('nl', eur ?? '', true);
      const figures = await figuresOf(stack, account, 2026);
      expect(figures.totalCapitalGains).not.toMatch(/^0(\.0+)?$/);
      await page.emulateMedia({ media: 'print' });
      const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
      const printed = plain((await extractText(pdf, { mergePages: true })).text);
      await page.emulateMedia({ media: 'screen' });
      await page.goto(`${stack.ready().baseUrl}/overview/2026`);
      const year = await textOf(page);
      for (const name of ['totalCapitalGains', 'totalIncome', 'totalTax'] as const) {
        expect(year).toContain(plain(money(figures[name])));
        expect(printed).toContain(plain(money(figures[name])));
      }
      const { body } = await stack.get('/api/v1/portfolio', account.token);
      const holdings = body['holdings'] as { amount: number; totalCostBasis: number }[];
      expect(holdings).not.toEqual([]);
      await page.goto(`${stack.ready().baseUrl}/portfolio`);
      const portfolio = await textOf(page);
      for (const { amount, totalCostBasis } of holdings) {
        expect(portfolio).toContain(shortDecimalText('nl', String(amount), false));
        expect(portfolio).toContain(plain(shortDecimalText('nl', String(totalCostBasis), true)));
      }
    });
  });

  it.each([
    ['by keyboard alone, in French', 'journey-keyboard@example.org', 'fr', KEYBOARD, { viewport: DESKTOP }],
    [
      'on a phone of 390 px, in English',
      'journey-phone@example.org',
      'en',
      MOUSE,
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ],
    [
      // A browser shows half the pixels of the window then.
      'at a zoom of 200 %, in French',
      'journey-zoom@example.org',
      'fr',
      MOUSE,
      { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
    ],
  ] as const)('can be walked %s, and every page fits', async (_how, email, language, hand, options) => {
    const way = await travel({ email, language, hand, faultsOf: widthFaults, ...options });
    expect(way.faults).toEqual({});
    expect(await openQuestions(way)).toEqual([]);
    expect(sum(Object.values(way.clicks))).toBeLessThanOrEqual(CLICKS_MAX);
    await way.page.context().close();
  });
});

/** Returns the clicks of each step, and of all together, in the table of docs/journey.md. */
function clicksOfDocument(): Record<string, number> {
  const text = readFileSync(new URL('../../../docs/journey.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| ([a-z]+(?: [a-z]+)*) +\| +(\d+) \|$/gm);
  return Object.fromEntries([...rows].map(([, step = '', clicks]) => [step, Number(clicks)]));
}

/** Returns a text with ordinary spaces. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Returns what a page shows, without the sign of digits that are left out. */
async function textOf(page: Page): Promise<string> {
  return plain(await page.evaluate<string>('document.querySelector("main").textContent')).replaceAll('…', '');
}

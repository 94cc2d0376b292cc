/** The readings of a year on their page and in the report: what changes, what does not, and why a year has none. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { REPORT_TEXTS } from '../../../services/gateway/src/reports/texts/texts.ts';
import { FIGURES_TEXTS } from '../../../services/gateway/src/web/figures/texts/texts.ts';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { untilIdle } from '../runs.ts';
import { event, importLines, sharedTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { newSomeone, type Someone, textOf } from './person.ts';

const ADDRESS = '/overview/2026/readings';
const { readings: texts } = REPORT_TEXTS.en;

let stack: TestStack;
let someone: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'readings-page@example.org');
  // An expense of 0.5 with the cost of 500 and the value of 8,000, after the gain of 1,250 of the example.
  await importLines(stack, someone.userId, [
    ...WORKED_EXAMPLE_1,
    event('B2', 'ACQUISITION', '1', '2026-05-10T10:00:00Z', '1000', { asset: { key: 'DOT', symbol: 'DOT' } }),
    event('E1', 'EXPENSE', '0.5', '2026-06-10T10:00:00Z', '8000', { asset: { key: 'DOT', symbol: 'DOT' } }),
  ]);
  await untilIdle(stack, someone);
});
afterAll(async () => {
  await stack.remove();
});

const page = async (path: string): Promise<string> => textOf((await someone.person.get(path)).html);
const freezing = (what: string) => stack.ctx(['year', what, '--user', someone.userId, '--year', '2026']);

describe('The page of the readings of a year', () => {
  it('is linked from the page of the year, and shows what each reading changes', async () => {
    expect((await someone.person.get('/overview/2026')).html).toContain(`href="${ADDRESS}"`);
    const { status, html } = await someone.person.get(ADDRESS);
    expect(status).toBe(200);
    const text = textOf(html);
    const { reading, gains, gainsTax, tax } = texts;
    const row = (name: string, amounts: readonly string[]): string =>
      [reading, name, gains, amounts[0], gainsTax, amounts[1], tax, amounts[2]].join(' ');
    expect(text).toContain(row(texts.asTheyAre, ['€1,250.00', '€125.00', '€0.00']));
    expect(text).toContain(row(texts.names.EXPENSE_AS_DISPOSAL, ['€8,750.00', '€875.00', '€0.00']));
    expect(text).toContain(row(texts.names.OTHER_REGIME, ['€1,250.00', '€412.50', '€412.50']));
  });

  it('leads to the plans for a locked year, and is not found for a year that does not exist', async () => {
    expect((await someone.person.get('/overview/2023/readings')).status).toBe(402);
    expect((await someone.person.get('/overview/1999/readings')).status).toBe(404);
    expect((await someone.person.get('/overview/2023')).html).not.toContain('/overview/2023/readings');
  });

  it('says that a submitted year is not computed again', async () => {
    await freezing('freeze');
    const { status, html } = await someone.person.get(ADDRESS);
    expect([status, textOf(html)]).toEqual([409, expect.stringContaining(texts.frozen)]);
    expect((await someone.person.get('/overview/2026')).html).not.toContain(ADDRESS);
    await freezing('unfreeze');
    await untilIdle(stack, someone);
  });

  it.each(LANGUAGES.map((language) => [language]))(
    'has no fault for axe or on a phone, in %s',
    async (language) => {
      const browser = await startBrowser();
      try {
        const context = await browser.newContext({ locale: language });
        await context.addCookies(someone.person.cookies());
        const tab = await context.newPage();
        await tab.goto(`${stack.ready().baseUrl}${ADDRESS}`);
        expect(await tab.textContent('h1')).toBe(
          FIGURES_TEXTS[language].yearReadings.title.replace('{year}', '2026'),
        );
        expect(await faultsOf(tab)).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});

describe('The report of a year in HTML', () => {
  const REPORT = '/overview/2026/report';

  it('ends with the readings of the year', async () => {
    const text = await page(REPORT);
    const [, section = ''] = text.split(texts.heading);
    expect(section).toContain(`${texts.names.EXPENSE_AS_DISPOSAL} €8,750.00 €875.00 €0.00`);
    expect(section).toContain(texts.unchanged);
  });

  it('has none in its other forms, which are lines of the report alone', async () => {
    const csv = await someone.person.get(`${REPORT}?format=csv`);
    expect(csv.html).not.toContain('EXPENSE_AS_DISPOSAL');
  });

  it('has none of a submitted year, whose report stays the same', async () => {
    await freezing('freeze');
    expect(await page(REPORT)).not.toContain(texts.heading);
    await freezing('unfreeze');
    await untilIdle(stack, someone);
  });
});

/** The pages of prices: a price that is entered there values transactions, after a look at what it changes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import {
  event,
  importLines,
  sharedTestStack,
  type TestStack,
  UNKNOWN_ID,
  WORKED_EXAMPLE_1,
} from '../stack.ts';
import { untilIdle } from '../runs.ts';
import { formOf, newSomeone, type PageAnswer, type Someone, textOf } from './person.ts';

/** The key of an asset with characters that an address escapes. */
const KEY = 'chain:X&Y/1';
const asset = { asset: { key: KEY, symbol: 'XYZ' } };
const [ACCOUNT] = WORKED_EXAMPLE_1 as readonly [object];
const LINES = [
  ACCOUNT,
  event('A1', 'ACQUISITION', '10', '2026-03-10T09:00:00Z', null, asset),
  event('A2', 'ACQUISITION', '5', '2026-03-10T20:00:00Z', null, asset),
  event('S1', 'DISPOSITION', '15', '2026-04-10T10:00:00Z', null, asset),
  event('L1', 'ACQUISITION', '1', '2023-02-01T10:00:00Z', null, asset),
];
const ADDRESS = `/prices?${new URLSearchParams({ asset: KEY }).toString()}`;
const [CHECK, FILE, SAVE] = ['/prices/check', '/prices/file', '/prices/save'];

let stack: TestStack;
let people = 0;

beforeAll(async () => {
  stack = await sharedTestStack();
});
afterAll(async () => {
  await stack.remove();
});

async function newTrader(lines: readonly object[] = LINES, language = 'en'): Promise<Someone> {
  people += 1;
  const someone = await newSomeone(stack, `prices-page-${String(people)}@example.org`, { language });
  await importLines(stack, someone.userId, lines);
  return someone;
}

const page = async ({ person }: Someone, path: string): Promise<string> =>
  textOf((await person.get(path)).html);

/** Sends the form of days from the page of the asset. */
function check({ person }: Someone, fields: Record<string, string>): Promise<PageAnswer> {
  return person.submit(ADDRESS, CHECK, { source: 'Kraken', ...fields });
}

/** Confirms what a page shows. */
function save({ person }: Someone, { html }: PageAnswer): Promise<PageAnswer> {
  return person.post(SAVE, formOf(html, SAVE));
}

/** Sends a price file from the page of the asset, or of all. */
async function sendFile(
  { person }: Someone,
  fields: Record<string, string>,
  content?: string,
): Promise<PageAnswer> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ csrf: await person.csrf(), asset: KEY, ...fields }))
    body.set(name, value);
  if (content !== undefined) body.set('file', new Blob([content]), 'my prices.csv');
  return person.send(FILE, { method: 'POST', body });
}

async function enteredBy({ token }: Someone): Promise<readonly unknown[]> {
  const { body } = await stack.get('/api/v1/prices', token);
  return (
    body['prices'] as { assetKey: string; at?: string; day?: string; eur: number; source: string }[]
  ).map(({ assetKey, at, day, eur, source }) => [assetKey, day ?? at, eur, source]);
}

describe('The page of prices', () => {
  it('has one question for each asset, with one form for its days and what each price would value', async () => {
    const someone = await newTrader();
    const inbox = await someone.person.get('/inbox?type=MISSING_PRICE');
    expect(inbox.html.match(/<article/g)).toHaveLength(1);
    expect(textOf(inbox.html)).toMatch(/Prices of XYZ are missing Important 4 questions on 3 days\./);
    expect(inbox.html).toContain(`href="${ADDRESS.replaceAll('&', '&amp;')}"`);
    expect(await page(someone, '/prices')).toContain(`XYZ ${KEY} Transactions without a value 4 Days 3`);
    const text = await page(someone, ADDRESS);
    expect(text).toContain('Price on 10 Mar 2026 (optional) Values 2 transactions: Bought 10, Bought 5.');
    expect(text).toContain('Price on 10 Apr 2026 (optional) Values 1 transaction: Sold 15.');
    expect(text).toContain('1 Feb 2023 : Values 1 transaction: Bought 1. The year is locked');
  });

  it('shows the prices as they were read and what they change, saves them, and the figures become that', async () => {
    const someone = await newTrader();
    const checked = await check(someone, { 'price-2026-03-10': '1.000,5', 'price-2026-04-10': '€ 1,200' });
    expect(checked.status).toBe(200);
    const text = textOf(checked.html);
    expect(text).toContain('10 Mar 2026 Price of one unit €1,000.50');
    expect(text).toContain('€1,200.00 Can be read in two ways.');
    // 15 × 1,200 − 14 × 1,000.50: the unit of 2023 has no cost.
    expect(text).toContain('Gains Now €0.00 After saving €3,993.00');
    expect(text).toContain('Questions that open: 1 Value at the end of 2025 unknown');
    expect(text).toContain('Questions that are settled: 3');
    expect(await enteredBy(someone)).toEqual([]);
    const saved = await save(someone, checked);
    expect([saved.status, saved.location]).toEqual([303, `${ADDRESS}&done=saved`]);
    await untilIdle(stack, someone);
    expect(await page(someone, saved.location)).toContain(
      'The prices are saved. Your figures are up to date.',
    );
    expect(await enteredBy(someone)).toEqual([
      [KEY, '2026-04-10', 1200, 'Kraken'],
      [KEY, '2026-03-10', 1000.5, 'Kraken'],
    ]);
    expect(await page(someone, '/overview/2026')).toContain('€3,993.00');
    expect(await page(someone, '/inbox')).toMatch(/Prices of XYZ are missing Important 2 questions/);
  });

  it('reads an amount that is ambiguous by the language of the page', async () => {
    const someone = await newTrader(LINES, 'nl');
    const checked = await check(someone, { 'price-2026-03-10': '2.500' });
    expect(textOf(checked.html).replaceAll('\u00a0', ' ')).toContain(
      '€ 2.500,00 Kan op twee manieren gelezen worden.',
    );
    await save(someone, checked);
    expect(await enteredBy(someone)).toEqual([[KEY, '2026-03-10', 2500, 'Kraken']]);
  });

  it('stores prices once, however often the form is sent', async () => {
    const someone = await newTrader();
    const checked = await check(someone, { 'price-2026-03-10': '7' });
    await save(someone, checked);
    await save(someone, await check(someone, { 'other-day': '2026-03-10', 'other-price': '8' }));
    expect((await save(someone, checked)).status).toBe(303);
    expect(await enteredBy(someone)).toEqual([[KEY, '2026-03-10', 8, 'Kraken']]);
    expect(textOf((await check(someone, { 'other-day': '2026-03-10', 'other-price': '8' })).html)).toContain(
      'Is stored already',
    );
    const { body } = await stack.get('/api/v1/history?size=5', someone.token);
    expect(body['entries']).toHaveLength(2);
  });

  it.each<readonly [string, Record<string, string>, string]>([
    ['no price', {}, 'Enter at least one price.'],
    ['a word', { 'price-2026-03-10': 'much' }, 'Enter a price such as 1850.25'],
    ['a negative price', { 'price-2026-03-10': '-1' }, 'A price is 0 or more'],
    ['no source', { 'price-2026-03-10': '1', source: ' ' }, 'Say where the prices come from'],
    ['a day without a price', { 'other-day': '2026-03-11' }, 'Enter the price of this day too.'],
    [
      'a day that is there twice',
      { 'price-2026-03-10': '1', 'other-day': '2026-03-10', 'other-price': '2' },
      `There are two prices of ${KEY} for 10 Mar 2026.`,
    ],
  ])('says what is wrong with %s, and keeps what was typed', async (_what, fields, text) => {
    const someone = await newTrader();
    const { status, html } = await check(someone, fields);
    expect([status, textOf(html)]).toEqual([422, expect.stringContaining(text)]);
    for (const value of Object.values(fields)) if (value !== ' ') expect(html).toContain(`value="${value}"`);
  });

  it('lists an asset that lacks only the price at the end of 2025 until that is entered', async () => {
    const bought = event('H1', 'ACQUISITION', '10', '2025-05-10T09:00:00Z', '100', asset);
    const trader = await newTrader([ACCOUNT, bought]);
    await untilIdle(stack, trader);
    const { html } = await trader.person.get('/prices');
    expect(textOf(html)).toMatch(
      /No transaction lacks a price.*Prices at the end of 2025 that are missing.* XYZ/,
    );
    const [, address = ''] = /href="(\/prices\?asset=[^"]*day=2025-12-31)"/.exec(html) ?? [];
    const form = (await trader.person.get(address.replaceAll('&amp;', '&'))).html;
    expect(form).toContain('value="2025-12-31"');
    const fields = { 'other-day': '2025-12-31', 'other-price': '2', source: 'Kraken' };
    const shown = await trader.person.submit(ADDRESS, CHECK, fields);
    expect((await save(trader, shown)).status).toBe(303);
    await untilIdle(stack, trader);
    expect(await page(trader, '/prices')).not.toContain('Prices at the end of 2025 that are missing');
  });

  it('is not found for the euro, and lists nothing of another user', async () => {
    const [someone, other] = [await newTrader(), await newTrader([ACCOUNT])];
    await save(someone, await check(someone, { 'price-2026-03-10': '7' }));
    expect((await someone.person.get('/prices?asset=EUR')).status).toBe(404);
    const text = await page(other, ADDRESS);
    expect(text).toContain('No transaction of this asset lacks a price.');
    expect(text).toContain('You have not entered any price.');
    const { body } = await stack.get('/api/v1/prices', someone.token);
    const [{ id }] = body['prices'] as [{ id: string }];
    const remove = `/prices/${id}/remove`;
    expect((await other.person.get(`${remove}?asset=${encodeURIComponent(KEY)}`)).status).toBe(404);
    const csrf = await other.person.csrf();
    expect((await other.person.post(remove, { csrf, form: UNKNOWN_ID, asset: KEY })).status).toBe(404);
    expect(await enteredBy(someone)).toHaveLength(1);
  });

  it('takes no prices that it has not shown in this form', async () => {
    const someone = await newTrader();
    const csrf = await someone.person.csrf();
    for (const prices of ['', '[["ETH","","2026-03-10","much"]]', '[["EUR","","2026-03-10","1"]]'])
      expect((await someone.person.post(SAVE, { csrf, form: UNKNOWN_ID, source: 'x', prices })).status).toBe(
        400,
      );
  });
});

describe('A price of a closed year', () => {
  it('is not saved if the year is locked, which the page says before and after', async () => {
    const someone = await newTrader();
    const fields = { 'other-day': '2023-02-01', 'other-price': '5' };
    const both = await check(someone, { ...fields, 'price-2026-03-10': '7' });
    expect(textOf(both.html)).toContain('Is not saved. It could value a transaction of a locked year.');
    await save(someone, both);
    expect(await enteredBy(someone)).toEqual([[KEY, '2026-03-10', 7, 'Kraken']]);
    const alone = await check(someone, fields);
    expect(textOf(alone.html)).toContain('There is nothing to save.');
    const prices = JSON.stringify([[KEY, '', '2023-02-01', '5']]);
    const csrf = await someone.person.csrf();
    const sent = await someone.person.post(SAVE, { csrf, form: UNKNOWN_ID, asset: KEY, source: 'x', prices });
    expect([sent.status, textOf(sent.html)]).toEqual([
      402,
      expect.stringContaining('Not all prices are saved: 0 of 1.'),
    ]);
  });

  it('is neither saved nor removed if the year was submitted', async () => {
    const someone = await newTrader();
    await save(someone, await check(someone, { 'price-2026-04-10': '9' }));
    await untilIdle(stack, someone);
    const checked = await check(someone, { 'price-2026-03-10': '7' });
    await stack.ctx(['year', 'freeze', '--user', someone.userId, '--year', '2026']);
    const sent = await save(someone, checked);
    expect([sent.status, textOf(sent.html)]).toEqual([
      409,
      expect.stringContaining('year that was submitted'),
    ]);
    const { html } = await someone.person.get(ADDRESS);
    expect(html).not.toContain('name="price-');
    const [remove = ''] = /\/prices\/[0-9a-f-]+\/remove\?[^"]+/.exec(html) ?? [];
    const asked = await someone.person.get(remove);
    expect([asked.status, textOf(asked.html)]).toEqual([409, expect.stringContaining('cannot be removed')]);
    await stack.ctx(['year', 'unfreeze', '--user', someone.userId, '--year', '2026']);
  });
});

describe('An entered price', () => {
  it('is removed after a look at what that changes, and comes back by an undo in the log', async () => {
    const someone = await newTrader();
    await save(someone, await check(someone, { 'price-2026-03-10': '7', 'price-2026-04-10': '9' }));
    await untilIdle(stack, someone);
    const { html } = await someone.person.get(ADDRESS);
    const [, remove = ''] =
      /href="(\/prices\/[^"]+\/remove[^"]*)"[^>]*Remove the price of[^>]*10 Apr 2026/.exec(html) ?? [];
    const asked = await someone.person.get(remove.replaceAll('&amp;', '&'));
    expect(textOf(asked.html)).toContain('Gains Now €37.00 After removing €0.00 Difference -€37.00');
    const [action = ''] = remove.split('?');
    const fields = formOf(asked.html, action);
    const removed = await someone.person.post(action, fields);
    expect([removed.status, removed.location]).toEqual([303, `${ADDRESS}&done=removed`]);
    expect((await someone.person.post(action, fields)).status).toBe(303);
    await untilIdle(stack, someone);
    expect(await page(someone, removed.location)).toContain('The price is removed.');
    expect(await enteredBy(someone)).toEqual([[KEY, '2026-03-10', 7, 'Kraken']]);
    const { body } = await stack.get('/api/v1/history?size=1', someone.token);
    const [{ id }] = body['entries'] as [{ id: string }];
    const undo = `/settings/log/${id}/undo`;
    expect((await someone.person.submit(undo, undo)).status).toBe(303);
    expect(await enteredBy(someone)).toHaveLength(2);
  });
});

describe('The page of a transaction without a value', () => {
  it('has a form for the price of its day, which the page of its asset shows again if something is wrong', async () => {
    const someone = await newTrader();
    const { body } = await stack.get('/api/v1/transactions?year=2026', someone.token);
    const ids = body['transactions'] as { id: string; referenceId: string }[];
    const address = `/transactions/${ids.find(({ referenceId }) => referenceId === 'A2')!.id}`;
    const { html } = await someone.person.get(address);
    const hidden = formOf(html, CHECK);
    expect(html).toContain('name="price-2026-03-10"');
    const wrong = await someone.person.post(CHECK, { ...hidden, 'price-2026-03-10': 'x', source: 'y' });
    expect([wrong.status, textOf(wrong.html)]).toEqual([
      422,
      expect.stringContaining('Enter a price such as'),
    ]);
    const checked = await someone.person.post(CHECK, { ...hidden, 'price-2026-03-10': '3', source: 'y' });
    await save(someone, checked);
    await untilIdle(stack, someone);
    const after = await someone.person.get(address);
    expect(after.html).not.toContain('name="price-2026-03-10"');
    expect(textOf(after.html)).toContain(
      'Value in euro from A price that you entered Price of one unit €3.00',
    );
  });
});

describe('A list of prices', () => {
  const LIST = 'Datum;Prijs\n2026-03-10;1.000,50\n2026-04-10;1200\n';

  it('is read from a file, named as the source, and saved after a look at it', async () => {
    const someone = await newTrader();
    const checked = await sendFile(
      someone,
      { list: '', 'file-source': '' },
      LIST.replace('1.000,50', '1000,50'),
    );
    expect(textOf(checked.html)).toContain('Gains Now €0.00 After saving €3,993.00');
    expect((await save(someone, checked)).status).toBe(303);
    expect(await enteredBy(someone)).toEqual([
      [KEY, '2026-04-10', 1200, 'my prices.csv'],
      [KEY, '2026-03-10', 1000.5, 'my prices.csv'],
    ]);
  });

  it('of several assets is pasted on the page of all', async () => {
    const someone = await newTrader();
    const list = 'asset,date,eur\nETH,2026-03-10,2000\nBTC,2026-03-10T10:00:00Z,60000\n';
    const checked = await sendFile(someone, { asset: '', list, 'file-source': 'Kraken' });
    const { location } = await save(someone, checked);
    expect(location).toBe('/prices?done=saved');
    expect(await enteredBy(someone)).toEqual([
      ['BTC', '2026-03-10T10:00:00Z', 60000, 'Kraken'],
      ['ETH', '2026-03-10', 2000, 'Kraken'],
    ]);
  });

  it('with a bad line is rejected with the number of the line, and stays in the form', async () => {
    const someone = await newTrader();
    const list = 'date,eur\r\n2026-03-10,1\r\n2026-04-10,much\r\n';
    const { status, html } = await sendFile(someone, { list });
    expect([status, textOf(html)]).toEqual([
      422,
      expect.stringContaining('Line 3, column eur : is not a number'),
    ]);
    expect(html).toContain('2026-04-10,much');
    expect(await enteredBy(someone)).toEqual([]);
  });

  it.each([
    ['nothing', '', 'Choose a file or paste lines.'],
    ['only a header', 'date,eur\n', 'No price was found in it.'],
    ['two prices of one day', 'date,eur\n2026-03-10,1\n2026-03-10,2\n', `There are two prices of ${KEY}`],
    ['another currency', 'date,price,currency\n2026-03-10,1,USD\n', 'has prices in USD , not in EUR'],
    ['a large file', `date,eur\n${'2026-03-10,1\n'.repeat(41_000)}`, 'This is too large: at most 512 KiB.'],
  ])('with %s is rejected with a reason', async (_what, list, text) => {
    const { status, html } = await sendFile(await newTrader(), { list });
    expect([status, textOf(html)]).toEqual([422, expect.stringContaining(text)]);
  });

  it('of more days than can be entered at a time gives those that the asset lacks', async () => {
    const someone = await newTrader();
    const days = Array.from({ length: 300 }, (_each, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const list = `date,eur\n${days.map((day, index) => `${day},${String(index + 1)}`).join('\n')}\n`;
    const checked = await sendFile(someone, { list });
    expect(textOf(checked.html)).toContain('Of 300 prices, those are taken that your transactions lack');
    await save(someone, checked);
    expect(await enteredBy(someone)).toEqual([
      [KEY, '2026-04-10', 100, 'A pasted list'],
      [KEY, '2026-03-10', 69, 'A pasted list'],
    ]);
  });
});

describe('The pages of prices', () => {
  it.each(LANGUAGES.map((language) => [language]))(
    'have no fault for axe or on a phone, in %s',
    async (language) => {
      const someone = await newTrader();
      const browser = await startBrowser();
      try {
        const context = await browser.newContext({ locale: language });
        await context.addCookies(someone.person.cookies());
        const tab = await context.newPage();
        for (const address of ['/prices', ADDRESS, '/inbox']) {
          await tab.goto(`${stack.ready().baseUrl}${address}`);
          expect([address, await faultsOf(tab)]).toEqual([address, []]);
        }
        await tab.goto(`${stack.ready().baseUrl}${ADDRESS}`);
        await tab.fill('#price-2026-03-10', '1.234,5');
        await tab.fill('#source', 'Kraken');
        await tab.press('#source', 'Enter');
        await tab.waitForURL('**/prices/check');
        expect(await faultsOf(tab)).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});

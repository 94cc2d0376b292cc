/** The page of the totals of a year: what an exchange stated is entered there, compared, explained, corrected and removed. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { importLines, sharedTestStack, type TestStack, UNKNOWN_ID, WORKED_EXAMPLE_1 } from '../stack.ts';
import { newSomeone, type PageAnswer, type Someone, textOf } from './person.ts';

const ADDRESS = '/overview/2026/reported';
const STATE = `${ADDRESS}/state`;
const INBOX = '/inbox?cause=REPORTED_DIFFERS';
/** One ETH of 3,000 less than was bought at Kraken: 1 of 2,500 and 1 of 3,000. */
const ONE_LESS = { asset: 'ETH', kind: 'BOUGHT', units: '1', eur: '2500', transactions: '1', notes: '' };

let stack: TestStack;
let people = 0;

beforeAll(async () => {
  stack = await sharedTestStack();
});
afterAll(async () => {
  await stack.remove();
});

async function newTrader(language = 'en'): Promise<Someone> {
  people += 1;
  const someone = await newSomeone(stack, `stated-totals-page-${String(people)}@example.org`, { language });
  await importLines(stack, someone.userId, WORKED_EXAMPLE_1);
  return someone;
}

const page = async ({ person }: Someone, path: string): Promise<string> =>
  textOf((await person.get(path)).html);

/** Sends the form of the exchange, which is the first of the page. */
function state(
  { person }: Someone,
  fields: Partial<typeof ONE_LESS> & { platform?: string },
): Promise<PageAnswer> {
  return person.submit(ADDRESS, STATE, { ...ONE_LESS, ...fields });
}

async function statedBy({ token }: Someone): Promise<readonly unknown[]> {
  const { body } = await stack.get(`/api/v1/years/2026/reported`, token);
  const totals = body['totals'] as {
    platform: string;
    kind: string;
    stated?: { units: number; eur: number | null };
  }[];
  return totals.flatMap(({ platform, kind, stated }) =>
    stated === undefined ? [] : [[platform, kind, stated.units, stated.eur]],
  );
}

describe('The page of the totals that exchanges report', () => {
  it('compares what is entered, and leads to the transaction that is exactly the difference', async () => {
    const trader = await newTrader();
    const { html } = await trader.person.get(ADDRESS);
    const [, enter = ''] = /href="([^"]*kind=BOUGHT[^"#]*)#state-0"/.exec(html) ?? [];
    const form = (await trader.person.get(enter.replaceAll('&amp;', '&'))).html;
    expect(form).toMatch(/<details id="state-0" open/);
    expect(form).toMatch(/name="asset"\s+value="ETH"/);
    const saved = await state(trader, { notes: 'statement of 2026' });
    expect([saved.status, saved.location]).toEqual([303, `${ADDRESS}?done=saved`]);
    expect(await statedBy(trader)).toEqual([['Kraken', 'BOUGHT', 1, 2500]]);
    const shown = await trader.person.get(saved.location);
    const text = textOf(shown.html);
    expect(text).toContain('Saved, and compared below.');
    expect(text).toContain('ETH statement of 2026 Total Bought for money Amount 1 yours: 2');
    expect(text).toContain('Difference −1 −€3,000.00 −1 transactions');
    expect(text).toContain(
      'The exchange does not have this transaction, or counts it elsewhere: 1 ETH , 10 Feb 2026',
    );
    const links = [...shown.html.matchAll(/href="(\/transactions\/[0-9a-f-]{36})"/g)].map(([, link]) => link);
    expect(links).toHaveLength(1);
    expect(await page(trader, links[0]!)).toContain('10 Feb 2026');
    expect(await page(trader, INBOX)).toContain('Nothing is open here any more.');
  });

  it('says which field is missing or is no number, keeps what was typed, and stores nothing', async () => {
    const trader = await newTrader();
    const { status, html } = await state(trader, {
      asset: '',
      units: 'much',
      eur: '1.500',
      transactions: 'few',
    });
    expect(status).toBe(422);
    for (const each of [
      'Enter the asset, such as BTC.',
      'Enter an amount such as 0.51, without other words.',
      'Can be read in two ways. Is 1.5 what you mean? If so, save again.',
      'Enter a number of transactions such as 12.',
    ])
      expect(textOf(html)).toContain(each);
    for (const value of ['much', '1.5000', 'few']) expect(html).toContain(`value="${value}"`);
    expect(await statedBy(trader)).toEqual([]);
  });

  it('asks in the inbox about a difference that nothing explains, until what is stated is corrected', async () => {
    const trader = await newTrader();
    await state(trader, { units: '7', eur: '' });
    expect(await page(trader, ADDRESS)).toContain(
      'Nothing explains it: add the file of the exchange that is missing',
    );
    const inbox = await trader.person.get(INBOX);
    expect(textOf(inbox.html)).toContain(
      'Kraken stated 7 ETH as “Bought for money”, and your transactions add up to 2 : a difference of 5 .',
    );
    expect(inbox.html).toContain(`href="${ADDRESS}"`);
    for (const address of ['/inbox', '/inbox?year=2026'])
      expect(await page(trader, address)).toContain('Totals of exchanges that transactions do not explain');
    expect(await page(trader, '/inbox?year=2025')).not.toContain('Totals of exchanges');
    await state(trader, { units: '2', eur: '', transactions: '2' });
    expect(await page(trader, ADDRESS)).toContain('0: it fits');
    expect(await page(trader, '/inbox')).not.toContain('Totals of exchanges');
    expect(await statedBy(trader)).toEqual([['Kraken', 'BOUGHT', 2, null]]);
  });

  it('has a form for an exchange without transactions, and removes what was stated, which the log can undo', async () => {
    const trader = await newTrader();
    await state(trader, { platform: 'bitvavo' });
    expect(await statedBy(trader)).toEqual([['Bitvavo', 'BOUGHT', 1, 2500]]);
    const { html } = await trader.person.get(ADDRESS);
    const [, remove = ''] = /action="([^"]+\/remove)"/.exec(html) ?? [];
    const removed = await trader.person.submit(ADDRESS, remove, {});
    expect([removed.status, removed.location]).toEqual([303, `${ADDRESS}?done=removed`]);
    expect(await statedBy(trader)).toEqual([]);
    const log = await trader.person.get('/settings/log');
    expect(textOf(log.html)).toContain(
      'What exchanges reported about 2026 — Exchange: Bitvavo → nothing ; Asset: ETH → nothing',
    );
    const [, undo = ''] = /href="(\/settings\/log\/[^"]+\/undo)"/.exec(log.html) ?? [];
    await trader.person.submit(undo, undo, {});
    expect(await statedBy(trader)).toEqual([['Bitvavo', 'BOUGHT', 1, 2500]]);
  });

  it('is stated once, however often the form is sent, and is nobody else’s to remove', async () => {
    const trader = await newTrader();
    await state(trader, {});
    const { html } = await trader.person.get(ADDRESS);
    const [, remove = ''] = /action="([^"]+\/remove)"/.exec(html) ?? [];
    const other = await newTrader();
    await state(other, {});
    const shown = await other.person.get(ADDRESS);
    const [, own = ''] = /action="([^"]+\/remove)"/.exec(shown.html) ?? [];
    const posted = await other.person.submit(ADDRESS, own, {});
    expect(posted.status).toBe(303);
    await state(other, {});
    const form = /name="form" value="([^"]+)"/.exec(shown.html)![1]!;
    const csrf = /name="csrf" value="([^"]+)"/.exec(shown.html)![1]!;
    expect((await other.person.post(remove, { form, csrf })).status).toBe(404);
    expect((await other.person.post(`${ADDRESS}/${UNKNOWN_ID}/remove`, { form, csrf })).status).toBe(404);
    expect(await statedBy(trader)).toHaveLength(1);
    expect((await trader.person.get('/overview/1999/reported')).status).toBe(404);
  });
});

describe('The page with what an exchange stated', () => {
  it.each(LANGUAGES.map((language) => [language]))(
    'has no fault for axe or on a phone, in %s',
    async (language) => {
      const trader = await newTrader(language);
      await state(trader, {});
      await state(trader, { kind: 'SOLD', units: '9', eur: '' });
      const browser = await startBrowser();
      try {
        const context = await browser.newContext({ locale: language });
        await context.addCookies(trader.person.cookies());
        const tab = await context.newPage();
        for (const address of [ADDRESS, `${ADDRESS}?platform=Kraken&asset=ETH&kind=SOLD`, INBOX]) {
          await tab.goto(`${stack.ready().baseUrl}${address}`);
          expect([address, await faultsOf(tab)]).toEqual([address, []]);
        }
      } finally {
        await browser.close();
      }
    },
  );
});

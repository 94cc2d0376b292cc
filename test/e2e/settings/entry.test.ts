/** The pages that enter a missing transaction by hand: shown first with its effect, stored as a file of its own, and removed as one. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { untilIdle } from '../runs.ts';
import { importLines, sharedTestStack, type TestStack, UNKNOWN_ID } from '../stack.ts';
import { addFile, FILES } from './file-users.ts';
import { formOf, newSomeone, type PageAnswer, type Someone, textOf } from './person.ts';

const [ENTRY, CHECK, SAVE] = ['/entry', '/entry/check', '/entry/save'];
/** Half a bitcoin is sold that was never bought. */
const SALE = [
  'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance',
  'L1,R1,2026-03-01 10:00:00,trade,,currency,XXBT,-0.5,0,0',
  'L2,R1,2026-03-01 10:00:00,trade,,currency,ZEUR,30000,0,30000',
];
const PURCHASE = {
  kind: 'BOUGHT',
  'new-account': '',
  day: '2026-02-15',
  time: '14:30',
  'received-amount': '0,5',
  'received-asset': 'btc',
  'given-amount': '€ 20 000,00',
  'given-asset': '',
  'fee-amount': '10',
  'fee-asset': 'EUR',
  value: '',
  note: 'invoice of February',
};
type Fields = Partial<Record<keyof typeof PURCHASE | 'account', string>>;

let stack: TestStack;
let people = 0;
/** Types what is wrong, so that nothing is ever stored. */
let typist: Seller | undefined;

beforeAll(async () => {
  stack = await sharedTestStack();
});
afterAll(async () => {
  await stack.remove();
});

interface Seller extends Someone {
  readonly accountId: string;
}

async function newSeller(language = 'nl'): Promise<Seller> {
  people += 1;
  const someone = await newSomeone(stack, `entry-${String(people)}@example.org`, { language });
  await addFile(someone.person, 'ledgers.csv', `${SALE.join('\n')}\n`);
  await untilIdle(stack, someone);
  const { body } = await stack.get('/api/v1/accounts', someone.token);
  const [{ id }] = body['accounts'] as [{ id: string }];
  return { ...someone, accountId: id };
}

function check({ person, accountId }: Seller, fields: Fields = {}): Promise<PageAnswer> {
  return person.submit(ENTRY, CHECK, { ...PURCHASE, account: accountId, ...fields });
}

function save({ person }: Someone, { html }: PageAnswer): Promise<PageAnswer> {
  return person.post(SAVE, formOf(html, SAVE));
}

async function gainOf({ token }: Someone): Promise<number> {
  const { body } = await stack.get('/api/v1/years/2026/summary', token);
  return (body['totalCapitalGains'] as { exact: number }).exact;
}

async function eventsOf({ token }: Someone, year = 2026): Promise<readonly unknown[]> {
  const { body } = await stack.get(`/api/v1/transactions?year=${String(year)}`, token);
  const events = body['transactions'] as Record<string, unknown>[];
  return events.map((event) => [
    event['type'],
    event['assetKey'],
    event['amount'],
    event['euroValue'] ?? null,
  ]);
}

describe('The page that enters a missing transaction', () => {
  it('shows what it changes, saves exactly that once, and removes it again', async () => {
    const seller = await newSeller();
    expect(await gainOf(seller)).toBe(30_000);
    const checked = await check(seller);
    expect([checked.status, (await eventsOf(seller)).length]).toEqual([200, 1]);
    const text = textOf(checked.html);
    expect(text).toContain(
      'Gekocht met geld Rekening Kraken Moment 15 feb 2026, 14:30:00 Wat u kreeg 0,5 btc',
    );
    expect(text).toContain('Meerwaarden Nu € 30.000,00 Na het bewaren € 10.000,00 Verschil € -20.000,00');
    const saved = await save(seller, checked);
    expect([saved.status, saved.location]).toEqual([
      303,
      expect.stringMatching(/^\/entry\?done=saved&file=[0-9a-f-]{36}$/),
    ]);
    await untilIdle(stack, seller);
    expect(await gainOf(seller)).toBe(10_000);
    const events = await eventsOf(seller);
    expect(events).toContainEqual(['ACQUISITION', 'BTC', 0.5, 20_000]);
    expect(events).toContainEqual(['FEE', 'EUR', 10, expect.anything()]);
    // The same form again adds nothing.
    expect((await save(seller, checked)).location).toBe(saved.location);
    expect(await eventsOf(seller)).toEqual(events);
    const again = await check(seller);
    expect(textOf(again.html)).toContain('Deze transactie staat al op de rekening');
    expect(again.html).not.toContain(`action="${SAVE}"`);
    const done = await seller.person.get(saved.location);
    expect(textOf(done.html)).toContain('De transactie is bewaard.');
    const [, remove = ''] = /href="(\/settings\/files\/[0-9a-f-]{36}\/remove)"/.exec(done.html) ?? [];
    expect((await seller.person.submit(remove, remove)).status).toBe(303);
    await untilIdle(stack, seller);
    expect([await gainOf(seller), (await eventsOf(seller)).length]).toEqual([30_000, 1]);
  });

  it('is listed among the files and leaves the account as it is', async () => {
    const seller = await newSeller('en');
    const accounts = async (): Promise<unknown> => (await stack.get('/api/v1/accounts', seller.token)).body;
    const [before] = ((await accounts()) as { accounts: Record<string, unknown>[] }).accounts;
    await save(seller, await check(seller, { 'received-amount': '0.5', 'given-amount': '20,000' }));
    await untilIdle(stack, seller);
    expect(textOf((await seller.person.get(FILES)).html)).toContain('Entered: 0.5 btc, 15 Feb 2026');
    const [after] = ((await accounts()) as { accounts: Record<string, unknown>[] }).accounts;
    expect(after).toEqual({
      ...before,
      transactionCount: 3,
      lastSyncAt: expect.anything(),
      provenUntil: after!['provenUntil'],
    });
  });

  it('goes into an account of a new name', async () => {
    const seller = await newSeller('en');
    await save(seller, await check(seller, { 'new-account': 'Old broker', account: '' }));
    const { body } = await stack.get('/api/v1/accounts', seller.token);
    expect((body['accounts'] as { label: string }[]).map(({ label }) => label).toSorted()).toEqual([
      'Kraken',
      'Old broker',
    ]);
  });

  it.each<readonly [string, Fields, string]>([
    ['no account', { account: '' }, 'Choose an account, or name another one.'],
    ['an unknown kind', { kind: 'MAGIC' }, 'Choose what it was.'],
    ['no day', { day: '' }, 'Enter the day'],
    ['a word for a time', { time: 'noon' }, 'Enter a time such as 14:30'],
    ['a word for an amount', { 'received-amount': 'much' }, 'Enter an amount above 0'],
    ['an amount without an asset', { 'received-asset': '' }, 'Enter an asset, such as BTC.'],
    ['an amount of 0', { 'received-amount': '0' }, 'Enter what you received'],
    ['a negative amount', { 'given-amount': '-5' }, 'Enter what you gave'],
    ['half a purchase', { 'given-amount': '' }, 'Enter what you gave'],
    [
      'a gift with a price',
      { kind: 'GIFT_RECEIVED', 'given-asset': 'EUR' },
      'Leave it empty for something that only came in.',
    ],
    ['money for money', { 'received-asset': 'USD' }, 'Enter what you gave'],
    ['more digits than are kept', { 'received-amount': `0.${'1'.repeat(25)}` }, 'Enter what you received'],
    ['a word for a value', { value: 'a lot' }, 'Enter a value in euro'],
    [
      'a negative value',
      { kind: 'SWAPPED', 'given-asset': 'ETH', value: '-1' },
      'Enter a value of 0 or more',
    ],
    ['a day before there was any', { day: '1999-01-01' }, 'Enter the day'],
    ['an asset of two words', { 'received-asset': 'MY COIN' }, 'Enter what you received'],
  ])('says what is wrong with %s, and keeps what was typed', async (_what, fields, text) => {
    typist ??= await newSeller('en');
    const seller = typist;
    const { status, html } = await check(seller, fields);
    expect([status, textOf(html)]).toEqual([422, expect.stringContaining(text)]);
    expect(html).toContain('value="invoice of February"');
    const form = { ...PURCHASE, account: seller.accountId, ...fields, csrf: await seller.person.csrf() };
    const saved = await seller.person.post(SAVE, form);
    expect([saved.status, (await eventsOf(seller)).length]).toEqual([422, 1]);
  });

  it('rejects a submitted year and says why, also when the form is sent after the year was submitted', async () => {
    const seller = await newSeller('en');
    const checked = await check(seller);
    await stack.ctx(['year', 'freeze', '--user', seller.userId, '--year', '2026']);
    for (const { status, html } of [await check(seller), await save(seller, checked)]) {
      expect([status, textOf(html)]).toEqual([
        409,
        expect.stringContaining('The year of this day was submitted'),
      ]);
      expect(html).toContain('value="2026-02-15"');
    }
    expect(await eventsOf(seller)).toHaveLength(1);
  });

  it('shows no effect of a transaction in a locked year', async () => {
    const seller = await newSeller('en');
    const checked = await check(seller, { day: '2025-02-15' });
    const text = textOf(checked.html);
    expect(text).toContain('Your plan does not cover this year');
    expect(text).not.toMatch(/10,000\.00|Capital gains/);
    expect((await save(seller, checked)).status).toBe(303);
    await untilIdle(stack, seller);
    expect(await gainOf(seller)).toBe(10_000);
  });

  it('takes no account of another user and no form of another site', async () => {
    const [seller, other] = [await newSeller('en'), await newSeller('en')];
    for (const accountId of [other.accountId, UNKNOWN_ID, 'x'])
      expect((await check(seller, { account: accountId })).status).toBe(404);
    const form = { ...PURCHASE, account: seller.accountId };
    for (const path of [CHECK, SAVE]) {
      expect((await seller.person.post(path, { ...form, csrf: await other.person.csrf() })).status).toBe(403);
      const csrf = await seller.person.csrf();
      const crossSite = await seller.person.post(path, { ...form, csrf }, { 'sec-fetch-site': 'cross-site' });
      expect(crossSite.status).toBe(403);
    }
    expect(await eventsOf(seller)).toHaveLength(1);
  });

  it('shows hostile texts as text', async () => {
    const seller = await newSeller('en');
    const hostile = '<script>alert(1)</script>';
    const checked = await check(seller, { note: hostile, 'new-account': hostile });
    expect(checked.status).toBe(200);
    expect(checked.html).not.toContain(hostile);
    const saved = await save(seller, checked);
    for (const path of [saved.location, FILES, '/settings/accounts'])
      expect((await seller.person.get(path)).html).not.toContain(hostile);
  });

  it('is found from the question about a missing purchase, which it answers', async () => {
    const seller = await newSeller('en');
    const { html } = await seller.person.get('/inbox?cause=MISSING_COST_BASIS&name=BTC');
    const [, link = ''] = /href="(\/entry\?[^"]+)"/.exec(html) ?? [];
    const form = await seller.person.get(link.replaceAll('&amp;', '&'));
    for (const shown of ['value="BTC"', `value="${seller.accountId}" selected`, 'value="BOUGHT" selected'])
      expect(form.html.replace(/\s+/g, ' ')).toContain(shown);
    const checked = await check(seller);
    expect(textOf(checked.html)).toContain('Questions that are settled: 1 More left than was held');
    await save(seller, checked);
    await untilIdle(stack, seller);
    const { body } = await stack.get('/api/v1/issues?type=MISSING_COST_BASIS', seller.token);
    expect(body['items']).toEqual([]);
    for (const path of ['/transactions?year=2026', `/settings/accounts/${seller.accountId}`])
      expect((await seller.person.get(path)).html).toContain('href="/entry');
  });
});

describe('A transaction in a connected account', () => {
  it('stays when its importer replaces the account', async () => {
    people += 1;
    const someone = await newSomeone(stack, `entry-${String(people)}@example.org`);
    const account = {
      kind: 'account',
      ref: 'k',
      accountKind: 'exchange',
      datasource: 'KRAKEN',
      label: 'Kraken',
    };
    const event = (referenceId: string): object => ({
      kind: 'event',
      account: 'k',
      referenceId,
      type: 'ACQUISITION',
      asset: { key: 'BTC', symbol: 'BTC' },
      amount: '1',
      timestamp: '2026-01-05T10:00:00Z',
      euroValue: '50000',
    });
    await importLines(stack, someone.userId, [account, event('a'), event('b'), event('c')]);
    const { body } = await stack.get('/api/v1/accounts', someone.token);
    const [{ id }] = body['accounts'] as [{ id: string }];
    const seller = { ...someone, accountId: id };
    expect((await save(seller, await check(seller))).status).toBe(303);
    await importLines(stack, someone.userId, [account, event('a'), event('b')], 'k');
    expect((await eventsOf(someone)).filter((each) => (each as unknown[])[0] === 'ACQUISITION')).toHaveLength(
      3,
    );
    const { body: after } = await stack.get('/api/v1/accounts', someone.token);
    expect((after['accounts'] as object[])[0]).toMatchObject({ kind: 'exchange', datasource: 'KRAKEN' });
  });
});

describe('The pages that enter a transaction', () => {
  it.each(LANGUAGES.map((language) => [language]))(
    'have no fault for axe or on a phone, in %s',
    async (language) => {
      const seller = await newSeller(language);
      const browser = await startBrowser();
      try {
        const context = await browser.newContext({ locale: language });
        await context.addCookies(seller.person.cookies());
        const tab = await context.newPage();
        await tab.goto(`${stack.ready().baseUrl}${ENTRY}?kind=BOUGHT&account=${seller.accountId}`);
        expect(await faultsOf(tab)).toEqual([]);
        for (const field of ['day', 'received-amount', 'received-asset', 'given-amount'] as const)
          await tab.fill(`#${field}`, PURCHASE[field]);
        await tab.press('#given-amount', 'Enter');
        await tab.waitForURL('**/check');
        expect(await faultsOf(tab)).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});

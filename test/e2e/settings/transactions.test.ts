/** The list of transactions: filters, pages, files, locked years, and texts of third parties. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { event, importLines, sharedTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { newSomeone, type PageAnswer, Person, type Someone, textOf } from './person.ts';

let stack: TestStack;
let someone: Someone;

const HOSTILE = '<img src=x onerror=alert(1)>\u202e';
const FACTS: readonly object[] = [
  ...WORKED_EXAMPLE_1,
  { kind: 'account', ref: 'csv', accountKind: 'file', datasource: 'CUSTOM_CSV', originalFilename: HOSTILE },
  event('TINY', 'ACQUISITION', '0.000000000000000001', '2026-03-28T23:30:00Z', '0.01', {
    asset: { key: 'DUST', symbol: 'DUST' },
  }),
  event('LATE', 'FEE', '12345678901234567.123456789012345678', '2026-03-29T21:59:59Z', null),
  event('EVIL', 'INCOME', '1', '2026-06-01T10:00:00Z', '5', {
    account: 'csv',
    needsReview: true,
    description: HOSTILE,
    asset: { key: 'evil', symbol: HOSTILE },
  }),
  ...Array.from({ length: 55 }, (_, index) =>
    event(`P${String(index)}`, 'ACQUISITION', '1', '2025-05-01T10:00:00Z', '10'),
  ),
];
/** The locked year, with values in euro that vary. */
const locked = (eur: string): object =>
  event('L1', 'DISPOSITION', '1', '2024-05-01T10:00:00Z', eur, { asset: { key: 'LCK', symbol: 'LCK' } });

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'lists-transactions@example.org');
  await stack.ctx(['user', 'set', '--user', someone.userId, '--add-year', '2025']);
  expect(await importLines(stack, someone.userId, [...FACTS, locked('7321.09')])).not.toHaveProperty('error');
});
afterAll(async () => {
  await stack.remove();
});

const list = (query: string): Promise<PageAnswer> => someone.person.get(`/transactions${query}`);
const plain = (html: string): string => textOf(html).replaceAll('\u00a0', ' ');
/** Returns the text of each line of the list. */
function lines(html: string): string[] {
  const [, rows = ''] = html.split('<tbody role="rowgroup">');
  return rows
    .split('<tr role="row">')
    .slice(1)
    .map((row) => plain(`<body>${row.split('</tr>')[0] ?? ''}</body>`));
}

async function api(query: string): Promise<{ id: string; referenceId: string }[]> {
  const { body } = await stack.get(`/api/v1/transactions?${query}`, someone.token);
  return body['transactions'] as { id: string; referenceId: string }[];
}

describe('The list of transactions', () => {
  it('shows the newest year, with every digit of an amount, the Belgian date, and the value in euro', async () => {
    const { status, html } = await list('');
    expect(status).toBe(200);
    expect(html).toContain('<h1>Transactions of 2026</h1>');
    expect(lines(html)).toHaveLength(6);
    expect(plain(html)).toContain('Page 1 of 1, 6 transactions in all');
    const [evil, late, tiny, sold] = lines(html);
    expect(evil).toMatch(
      /^Transaction Income \+1 <img src=x onerror=alert\(1\)> To be reviewed When and where 1 Jun 2026/,
    );
    expect(late).toMatch(
      /Fee −12,345,678,901,234,567\.12345678… ETH .* 29 Mar 2026, 23:59 .* No price known/,
    );
    expect(html).toContain('title="−12,345,678,901,234,567.123456789012345678"');
    expect(tiny).toMatch(/\+0\.000000000000000001 DUST .* 29 Mar 2026, 00:30 .* €0\.01 Gain or loss$/);
    expect(sold).toMatch(/Sold −1\.5 ETH .* · Kraken .* €5,250\.00 Gain or loss \+€5,235\.00$/);
  });

  it('has exactly the transactions of the API, in their order, each with a link', async () => {
    const ids = (html: string): string[] =>
      [...html.matchAll(/href="\/transactions\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
    const { html } = await list('?year=2026');
    expect(ids(html)).toEqual((await api('year=2026')).map(({ id }) => id));
    const [first, second] = [(await list('?year=2025')).html, (await list('?year=2025&page=1')).html];
    expect([...ids(first), ...ids(second)]).toEqual((await api('year=2025&size=200')).map(({ id }) => id));
    expect(first).toContain('href="/transactions?year=2025&amp;page=1" rel="next"');
    expect(second).toContain('href="/transactions?year=2025" rel="prev"');
    expect(plain(second)).toContain('Page 2 of 2, 55 transactions in all');
  });

  it.each([
    ['type=FEE', 1, 'Type: Fee'],
    ['asset=dust', 1, 'Asset: dust'],
    ['needsReview=true', 3, 'To be reviewed'],
    ['text=onerror', 1, 'Text: onerror'],
    ['from=2026-03-29&to=2026-03-29', 2, 'From: 2026-03-29'],
    ['to=2026-03-28&type=ACQUISITION', 2, 'Up to and including: 2026-03-28'],
  ])('filters by %s, and shows the filter with a link that removes it', async (query, count, chip) => {
    const { html } = await list(`?year=2026&page=&account=&${query}`);
    expect(lines(html)).toHaveLength(count);
    expect(html).toContain(`aria-label="Remove filter “${chip}”"`);
    const links = [...html.matchAll(/class="chip"\s+href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(links).toHaveLength(query.split('&').length);
    for (const link of links)
      expect((await someone.person.get(link.replaceAll('&amp;', '&'))).status).toBe(200);
    expect(html).toContain('<a href="/transactions?year=2026">Remove all filters</a>');
  });

  it('filters by account, which it names', async () => {
    const { body } = await stack.get('/api/v1/accounts', someone.token);
    const accounts = body['accounts'] as { id: string; label: string | null }[];
    const kraken = accounts.find(({ label }) => label === 'Kraken');
    const { html } = await list(`?year=2026&account=${kraken?.id ?? ''}`);
    expect(lines(html)).toHaveLength(5);
    expect(html).toContain('aria-label="Remove filter “Account: Kraken”"');
  });

  it('explains a day that is no date at its field, and shows other invalid addresses as a page that does not exist', async () => {
    const { status, html } = await list('?year=2026&from=2026-02-30');
    expect(status).toBe(422);
    expect(html).toContain('<a href="#from">Enter a date, such as 2026-03-31.</a>');
    for (const query of ['?year=x', '?year=1990', '?year=2026&page=-1', '?year=2026&type=SALE'])
      expect((await list(query)).status).toBe(404);
  });

  it('shows no value in euro in a locked year: pages with other values have the same bytes', async () => {
    const page = async (): Promise<string> =>
      (await list('?year=2024')).html.replaceAll(/name="csrf" value="[^"]+"/g, '');
    const before = await page();
    expect(plain(before)).toContain('This year is locked: values in euro are shown once it is paid. Unlock');
    expect(lines(before)[0]).toMatch(/Locked Gain or loss$/);
    await importLines(stack, someone.userId, [...FACTS, locked('7399.99')]);
    const [sold] = await api('year=2024');
    expect(sold).toMatchObject({ euroValue: 7399.99 });
    expect(await page()).toBe(before);
  });

  it('is only for its user, with the Pro plan and a session', async () => {
    expect((await new Person(stack.ready().baseUrl).get('/transactions')).location).toMatch(/^\/sign-in/);
    const free = await newSomeone(stack, 'lists-free@example.org', { plan: 'free' });
    expect((await free.person.get('/transactions')).status).toBe(402);
    const other = await newSomeone(stack, 'lists-other@example.org');
    expect((await other.person.get('/transactions?year=2026')).html).not.toMatch(/Kraken|DUST/);
  });
});

describe('The file of a list of transactions', () => {
  let trader: Someone;
  const swap = { continuityGroupId: '11111111-2222-4333-8444-555555555555' };
  const of = (key: string): object => ({ asset: { key, symbol: key } });
  const AT = '2026-04-01T10:00:00Z';
  const sharesOf = (eur: string): readonly object[] => [
    ...WORKED_EXAMPLE_1,
    event('W1', 'DISPOSITION', '0.25', AT, eur, { ...swap, description: '=1+1' }),
    event('W1', 'ACQUISITION', '0.0123456789', AT, eur, { ...swap, ...of('BTC') }),
    event('W1', 'FEE', '0.001', AT, '0.61', of('BNB')),
    event('L1', 'DISPOSITION', '0.1', '2025-05-01T10:00:00Z', eur),
    ...Array.from({ length: 210 }, (_, index) =>
      event(`I${String(index)}`, 'INCOME', '1', '2026-05-01T10:00:00Z', '1', of('DOT')),
    ),
  ];

  beforeAll(async () => {
    trader = await newSomeone(stack, 'downloads-transactions@example.org');
    expect(await importLines(stack, trader.userId, sharesOf('1000.5'))).not.toHaveProperty('error');
  });

  const file = (query: string, person = trader.person): Promise<PageAnswer> =>
    person.get(`/transactions/file?${query}`);
  const rowsOf = (text: string): string[] => text.split('\r\n').slice(0, -1);

  it('is what the page has: a trade is one line there, and its transactions are rows of the file', async () => {
    const { html } = await trader.person.get('/transactions?year=2026&asset=BTC');
    expect(lines(html)).toHaveLength(1);
    expect(lines(html)[0]).toMatch(
      /^Transaction Swapped −0\.25 ETH → \+0\.012345678… BTC .* · Kraken · Fee −0\.001 BNB \( ?€0\.61 ?\) Value in euro €1,000\.50 Gain or loss \+€/,
    );
    const [, address = ''] = /href="(\/transactions\/file\?[^"]+csv-be)"/.exec(html) ?? [];
    const { html: text } = await trader.person.get(address.replaceAll('&amp;', '&'));
    const [head, row, ...more] = rowsOf(text);
    expect(more).toEqual([]);
    expect(head).toBe(
      'Date;Type;Treatment;Account;Asset;Amount;Value in euro;To be reviewed;Spam;Description;Protocol;Reference',
    );
    expect(row).toMatch(/^01\/04\/2026 12:00;Bought;Normal;Kraken;BTC;0,0123456789;1000,5;(Yes|yes)?;;;;W1$/);
  });

  it('has every transaction of the API once, with its fields and digits, over several pages', async () => {
    const { status, html } = await file('year=2026&format=csv');
    expect(status).toBe(200);
    const [head = '', ...rows] = rowsOf(html);
    expect(head).toMatch(/^id,accountId,type,treatment,taxable,timestamp,amount,assetKey,/);
    const { body } = await stack.get('/api/v1/transactions?year=2026&size=200', trader.token);
    const { body: more } = await stack.get('/api/v1/transactions?year=2026&size=200&page=1', trader.token);
    const listed = [body, more].flatMap((each) => each['transactions'] as { id: string }[]);
    expect(rows.map((row) => row.split(',')[0])).toEqual(listed.map(({ id }) => id));
    expect(html).toMatch(/,0\.0123456789,BTC,BTC,.*,1000\.5,/);
    expect(html).toContain(",'=1+1,");
  });

  it('has no value in euro of a locked year: files with other values have the same bytes', async () => {
    const { html: before } = await file('year=2025&format=csv');
    expect(rowsOf(before)).toHaveLength(2);
    expect(before).not.toContain('1000.5');
    await importLines(stack, trader.userId, sharesOf('1001.5'));
    expect((await file('year=2025&format=csv')).html).toBe(before);
    expect((await file('year=2025&format=csv-be')).html).not.toMatch(/100[01],5/);
  });

  it('is for the user, the plan, the session and forms that exist; wrong filters are shown on the page', async () => {
    const signedOut = new Person(stack.ready().baseUrl);
    expect((await file('year=2026&format=csv', signedOut)).location).toMatch(/^\/sign-in/);
    const free = await newSomeone(stack, 'downloads-free@example.org', { plan: 'free' });
    expect((await file('year=2026&format=csv', free.person)).status).toBe(402);
    const other = await newSomeone(stack, 'downloads-other@example.org');
    expect(rowsOf((await file('year=2026&format=csv', other.person)).html)).toHaveLength(1);
    for (const query of ['year=2026', 'year=2026&format=json', 'year=x&format=csv', 'format=csv'])
      expect((await file(query)).status).toBe(404);
    const { status, html } = await file('year=2026&from=2026-02-30&format=csv');
    expect([status, html]).toEqual([422, expect.stringContaining('<a href="#from">')]);
  });
});

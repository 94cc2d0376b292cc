/** The inbox and the portfolio: what they show is what the API returns, and a locked year shows no value in euro. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { event, importLines, sharedTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { newSomeone, type Someone, textOf } from './person.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await sharedTestStack();
});
afterAll(async () => {
  await stack.remove();
});

const [ACCOUNT] = WORKED_EXAMPLE_1 as readonly [object];

async function someoneWith(
  email: string,
  lines: readonly object[],
  options?: { readonly hasPortfolio: boolean },
): Promise<Someone> {
  const someone = await newSomeone(stack, email, options);
  const imported = await importLines(stack, someone.userId, lines);
  if ('error' in imported) throw new Error(JSON.stringify(imported));
  return someone;
}

const unresolved = (value: string, year = 2026): object =>
  event('W1', 'DISPOSITION', '0.5', `${String(year)}-05-10T10:00:00Z`, value, {
    treatment: 'TRANSFER_OUT_UNRESOLVED',
  });
const arrived = (year = 2026): object =>
  event('D1', 'ACQUISITION', '0.4999', `${String(year)}-05-10T11:00:00Z`, '2000', {
    treatment: 'CONTINUITY_WITHDRAW',
  });
const unpriced = event('S9', 'DISPOSITION', '0.1', '2026-04-10T10:00:00Z', null);

const issuesOf = async ({ token }: Someone): Promise<Record<string, unknown>> =>
  (await stack.get('/api/v1/issues', token)).body;
const accountOf = async ({ token }: Someone): Promise<string> =>
  ((await stack.get('/api/v1/accounts', token)).body['accounts'] as { id: string }[])[0]!.id;
const cardsOf = (html: string): number => html.match(/<article/g)?.length ?? 0;

describe('the inbox', () => {
  it('has a card for each decision, with its questions, what depends on it, and a page of its questions', async () => {
    const someone = await someoneWith('inbox-cards@example.org', [
      ...WORKED_EXAMPLE_1,
      unresolved('2000'),
      arrived(),
      unpriced,
      { ...unpriced, referenceId: 'S10' },
    ]);
    const { status, html } = await someone.person.get('/inbox');
    expect(status).toBe(200);
    const { items, counts } = (await issuesOf(someone)) as {
      items: { sourceEventId: string; issueType: string }[];
      counts: { total: number };
    };
    expect(items.map(({ issueType }) => issueType).toSorted()).toEqual([
      'MISSING_COST_BASIS',
      'MISSING_PRICE',
      'MISSING_PRICE',
      'UNMATCHED_TRANSFER_IN',
      'UNMATCHED_TRANSFER_OUT',
    ]);
    expect(cardsOf(html)).toBe(4);
    const text = textOf(html);
    for (const expected of [
      `${String(counts.total)} open questions, which 4 decisions settle.`,
      `All (${String(counts.total)})`,
      'Prices of ETH are missing Important 2 questions',
      'Enter the prices of ETH',
      'Transfers out of Kraken without a counterpart Important 1 question, 1 with a proposed answer.',
      'Transfers into Kraken without a counterpart',
    ])
      expect(text).toContain(expected);
    const pages = [...html.matchAll(/<h2>\s*<a href="(\/inbox\?[^"]+)"/g)].map(([, address]) => address!);
    expect(pages).toHaveLength(4);
    const shown: string[] = [];
    for (const address of pages) {
      const questions = await someone.person.get(address.replaceAll('&amp;', '&'));
      expect(questions.status).toBe(200);
      shown.push(
        ...[...questions.html.matchAll(/<h2>\s*<a href="\/transactions\/([\w-]+)"/g)].map(([, id]) => id!),
      );
    }
    expect(shown.toSorted()).toEqual(items.map(({ sourceEventId }) => sourceEventId).toSorted());
  });

  it('puts the decision first on which the largest sum depends: what a match would change, and the cost of sales without value', async () => {
    const someone = await someoneWith('inbox-effect@example.org', [
      ACCOUNT,
      event('B1', 'ACQUISITION', '2', '2026-01-10T10:00:00Z', '6000'),
      unresolved('2000'),
      arrived(),
      unpriced,
    ]);
    const text = textOf((await someone.person.get('/inbox')).html);
    // 0.5 ETH of 3,000 each, which count as sold for 2,000; 0.1 ETH sold for an unknown price.
    const [transfer, price] = ['€500.00 of gains', '€300.00 of gains'].map((each) => text.indexOf(each));
    expect(transfer).toBeGreaterThan(0);
    expect(price).toBeGreaterThan(transfer!);
  });

  it('counts the open questions of a year as the page of the year and the page of all years do', async () => {
    const someone = await someoneWith('inbox-counts@example.org', [
      ...WORKED_EXAMPLE_1,
      unresolved('2000'),
      unpriced,
      { ...unpriced, referenceId: 'S10', timestamp: '2025-04-10T10:00:00Z' },
    ]);
    const { body } = await stack.get('/api/v1/years/2026/summary', someone.token);
    const { total } = body['reviewQueueCounts'] as { total: number };
    expect(total).toBeGreaterThan(1);
    expect(textOf((await someone.person.get('/inbox?year=2026')).html)).toContain(`All (${String(total)})`);
    const years = textOf((await someone.person.get('/years')).html);
    expect(years).toMatch(new RegExp(`Open questions ${String(total)} Status`));
    expect(years).not.toContain('Transactions to review');
  });

  it('is narrowed by queue, kind, year and decision, and says so where nothing is left', async () => {
    const someone = await someoneWith('inbox-narrow@example.org', [
      ...WORKED_EXAMPLE_1,
      unresolved('2000'),
      unpriced,
    ]);
    const cardsAt = async (path: string): Promise<number> => cardsOf((await someone.person.get(path)).html);
    expect(await cardsAt('/inbox')).toBe(3);
    expect(await cardsAt('/inbox?queue=PRICES')).toBe(1);
    expect(await cardsAt('/inbox?year=2026&type=MISSING_PRICE')).toBe(1);
    expect(await cardsAt('/inbox?cause=MISSING_PRICE&name=ETH')).toBe(1);
    for (const none of [
      '/inbox?year=2025',
      '/inbox?page=7',
      '/inbox?cause=MISSING_PRICE&name=BTC',
      '/inbox?cause=MISSING_PRICE&name=ETH&year=2025',
      '/inbox?cause=SUSPECTED_SPAM',
    ])
      expect([none, await cardsAt(none)]).toEqual([none, 0]);
    for (const unknown of ['queue=NOTHING', 'type=NOTHING', 'cause=NOTHING', 'page=-1', 'page=x', 'year=1'])
      expect((await someone.person.get(`/inbox?${unknown}`)).status).toBe(404);
  });

  it('of a locked year is the same whatever the values in euro are', async () => {
    const pages: string[] = [];
    for (const value of ['2000', '2001.5']) {
      const lines = [
        ACCOUNT,
        event('B1', 'ACQUISITION', '1', '2023-01-10T10:00:00Z', '1000'),
        unresolved(value, 2023),
        arrived(2023),
      ];
      const someone = await someoneWith(`inbox-locked-${value}@example.org`, lines);
      for (const [path, told] of [
        ['/inbox?year=2023', 'Its years are locked'],
        ['/inbox?cause=UNMATCHED_TRANSFER_IN&name=' + (await accountOf(someone)), 'This year is locked'],
      ] as const) {
        const { html } = await someone.person.get(path);
        expect(html).toContain(told);
        pages.push(textOf(html).replaceAll(/(?<!\S)\S+@example\.org/g, ''));
      }
    }
    expect(pages.slice(2)).toEqual(pages.slice(0, 2));
  });
});

describe('the portfolio', () => {
  const beta = { hasPortfolio: true };
  const price = {
    kind: 'price',
    assetKey: 'ETH',
    at: new Date(Date.now() - 60_000).toISOString(),
    eur: '4000',
  };

  it('shows the value and the cost of each asset, and its lots on a page of their own; an unknown asset has none', async () => {
    const someone = await someoneWith('portfolio-page@example.org', [...WORKED_EXAMPLE_1, price], beta);
    const { status, html } = await someone.person.get('/portfolio');
    expect(status).toBe(200);
    // 0.5 ETH is left, bought for 3,000 a unit.
    for (const expected of ['Value now €2,000.00', 'Historic cost €1,500.00', 'Value less cost €500.00'])
      expect(textOf(html)).toContain(expected);
    expect(html).toContain('href="/portfolio/lots?asset=ETH"');
    const lots = await someone.person.get('/portfolio/lots?asset=ETH');
    expect(lots.status).toBe(200);
    expect(textOf(lots.html)).toContain('Lots of ETH');
    expect(lots.html.match(/<a href="\/transactions\//g)).toHaveLength(1);
    for (const unknown of ['?asset=NOTHING', ''])
      expect((await someone.person.get(`/portfolio/lots${unknown}`)).status).toBe(404);
  });

  it('does not exist for a user without the beta', async () => {
    const without = await newSomeone(stack, 'portfolio-without@example.org');
    expect((await without.person.get('/portfolio')).status).toBe(404);
  });
});

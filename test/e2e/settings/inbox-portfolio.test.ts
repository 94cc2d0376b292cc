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

describe('the inbox', () => {
  it('has a card for each open question, with its transaction, its effect and what to do', async () => {
    const someone = await someoneWith('inbox-cards@example.org', [
      ...WORKED_EXAMPLE_1,
      unresolved('2000'),
      arrived(),
      unpriced,
    ]);
    const { status, html } = await someone.person.get('/inbox');
    expect(status).toBe(200);
    const { body } = await stack.get('/api/v1/issues', someone.token);
    const items = body['items'] as {
      sourceEventId: string;
      copilot: { estimatedImpactEur: number } | null;
    }[];
    expect(html.match(/<article/g)).toHaveLength(items.length);
    for (const { sourceEventId } of items) expect(html).toContain(`href="/transactions/${sourceEventId}"`);
    const text = textOf(html);
    for (const expected of [
      'Value in euro unknown Important',
      'Outgoing transfer without a counterpart Important',
      'Disposal 0.5 ETH',
      '1 transaction of ETH lacks a price.',
      'What to do: Enter the prices of ETH',
      'What to do: Match it with its other side, or say what it was.',
      `All (${String(items.length)})`,
    ])
      expect(text).toContain(expected);
    const impact = items.find(({ copilot }) => copilot?.estimatedImpactEur)?.copilot?.estimatedImpactEur ?? 0;
    const eur = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });
    expect(text).toContain(`your tax changes by ${eur.format(impact)}`);
  });

  it('is narrowed by queue, kind and year, and says so where nothing is left', async () => {
    const someone = await someoneWith('inbox-narrow@example.org', [
      ...WORKED_EXAMPLE_1,
      unresolved('2000'),
      unpriced,
    ]);
    const cardsAt = async (path: string): Promise<number> =>
      (await someone.person.get(path)).html.match(/<article/g)?.length ?? 0;
    expect(await cardsAt('/inbox')).toBe(3);
    expect(await cardsAt('/inbox?queue=PRICES')).toBe(1);
    expect(await cardsAt('/inbox?year=2026&type=MISSING_PRICE')).toBe(1);
    expect(await cardsAt('/inbox?year=2025')).toBe(0);
    expect((await someone.person.get('/inbox?queue=NOTHING')).status).toBe(404);
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
      const { html } = await someone.person.get('/inbox?year=2023');
      expect(html).toContain('This year is locked');
      pages.push(textOf(html).replaceAll(/(?<!\S)\S+@example\.org/g, ''));
    }
    expect(pages[1]).toBe(pages[0]);
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

  it('shows what a sale would do as the API does, now and in January, and what is wrong with its form', async () => {
    const someone = await someoneWith('portfolio-sale@example.org', [...WORKED_EXAMPLE_1, price], beta);
    const { status, html } = await someone.person.get('/portfolio/sale?asset=ETH&amount=0,4&price=12.000,5');
    expect(status).toBe(200);
    const query = 'assetKey=ETH&amount=0.4&unitPriceEur=12000.5';
    const { body } = await stack.get(`/api/v1/previews/sale?${query}`, someone.token);
    const eur = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });
    const outcomes = [body['sale'], body['nextYear']] as Record<'gain' | 'tax' | 'exemptionUsed', number>[];
    // The gain of this year and of this sale stays within the exemption, so that it adds no tax.
    expect(outcomes.map(({ gain, tax, exemptionUsed }) => [gain, tax - exemptionUsed / 10])).toEqual([
      [3600.2, 0],
      [3600.2, 0],
    ]);
    const text = textOf(html);
    for (const { gain, exemptionUsed } of outcomes)
      expect(text).toContain(`Gain ${eur.format(gain)} Exemption that it uses ${eur.format(exemptionUsed)}`);
    expect(text).toContain('This sale adds no tax, now or in January.');

    const wrong = await someone.person.get('/portfolio/sale?asset=ETH&amount=&price=1');
    expect([wrong.status, textOf(wrong.html)]).toEqual([
      422,
      expect.stringContaining('Enter an amount above zero'),
    ]);
    const tooLong = await someone.person.get(`/portfolio/sale?asset=ETH&amount=0.${'1'.repeat(40)}&price=1`);
    expect([tooLong.status, textOf(tooLong.html)]).toEqual([422, expect.stringContaining('too many digits')]);
  });

  it('does not exist for a user without the beta', async () => {
    const without = await newSomeone(stack, 'portfolio-without@example.org');
    for (const address of ['/portfolio', '/portfolio/sale'])
      expect((await without.person.get(address)).status).toBe(404);
  });
});

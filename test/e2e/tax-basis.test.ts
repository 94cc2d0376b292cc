/** What would be taxed if a holding were sold now: the portfolio says what the preview of that sale says. */
import type { ApiClient, Schema } from '@ctx/client';
import { LIMITS } from '@ctx/domain/limits';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ok } from '../api/client.ts';
import { mcpClient } from './mcp/client.ts';
import { createUser, useStack } from './kit.ts';
import { event, importLines } from './stack.ts';

const PRESENT_YEAR = new Date().getUTCFullYear();
const YEARS = [2024, 2025, ...Array.from({ length: PRESENT_YEAR - 2024 }, (_, index) => 2026 + index)];
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const OLD = '2024-03-01T10:00:00Z';
const NEW = '2026-02-01T10:00:00Z';
const PHOTO = '2025-12-31T20:00:00Z';

const assetOf = (key: string) => ({ asset: { key, symbol: key } });
const buy = (key: string, amount: string, at: string, value: string): object =>
  event(`BUY ${key} ${at} ${value}`, 'ACQUISITION', amount, at, value, assetOf(key));
const sell = (key: string, amount: string, at: string, value: string): object =>
  event(`SELL ${key}`, 'DISPOSITION', amount, at, value, assetOf(key));
const priceAt = (assetKey: string, at: string, eur: string): object => ({ kind: 'price', assetKey, at, eur });
/** The price at the photo moment, and the price now. */
const prices = (key: string, photo: string, now: string): object[] => [
  priceAt(key, PHOTO, photo),
  priceAt(key, '2026-05-01T00:00:00Z', now),
];
/** Units that become units of another asset in 2026. */
const wrap = (from: string, to: string, [out, into]: readonly [string, string]): object[] => {
  const leg = { continuityGroupId: '66666666-6666-4666-8666-666666666666', treatment: 'CONTINUITY_WRAP' };
  return [
    event('OUT', 'DISPOSITION', out, '2026-03-01T10:00:00Z', null, { ...leg, ...assetOf(from) }),
    event('IN', 'ACQUISITION', into, '2026-03-01T10:00:00Z', null, { ...leg, ...assetOf(to) }),
  ];
};

/** Assets that are wholly in pools, so that a sale of all units is possible. */
const SELLABLE: readonly object[] = [
  // Below and above the photo value, above the price, and new.
  ...['10', '80', '95'].map((cost) => buy('MIXED', '1', OLD, cost)),
  buy('MIXED', '1', NEW, '20'),
  ...prices('MIXED', '75', '90'),
  ...['10', '95'].map((cost) => buy('FALLEN', '1', OLD, cost)),
  ...prices('FALLEN', '75', '70'),
  // Two thirds of a lot are left, and two lots of another asset end in more digits than cents have.
  buy('THIRDS', '3', OLD, '100'),
  sell('THIRDS', '1', '2025-06-01T10:00:00Z', '40'),
  ...prices('THIRDS', '12.345678901234', '33.333333333333'),
  ...['0.001', '0.002'].map((cost) => buy('SMALL', '0.333333333333333333', OLD, cost)),
  ...prices('SMALL', '0.0077', '0.049'),
  // A part of the wrapped units is left. Its photo value is that of the other asset.
  buy('PLAIN', '3', OLD, '30'),
  ...wrap('PLAIN', 'WRAPPED', ['3', '2']),
  sell('WRAPPED', '0.7', '2026-04-01T10:00:00Z', '100'),
  priceAt('PLAIN', PHOTO, '40'),
  ...prices('WRAPPED', '77', '90'),
  // A price of the user wins over a shared one of the same instant; otherwise the later one counts.
  buy('OWN', '1', OLD, '10'),
  ...prices('OWN', '60', '90'),
  buy('SHARED', '1', OLD, '10'),
  ...prices('SHARED', '60', '90'),
  // The price is as old as it may be.
  buy('AGED', '1', OLD, '10'),
  priceAt('AGED', '2025-12-24T23:00:00Z', '55'),
  priceAt('AGED', '2026-05-01T00:00:00Z', '90'),
];
const SHARED_PRICES = [
  priceAt('OWN', PHOTO, '50'),
  priceAt('SHARED', '2025-12-31T20:00:01Z', '50'),
  // After the photo moment.
  priceAt('SHARED', '2025-12-31T23:00:00.000001Z', '88'),
];
const OTHERS: readonly object[] = [
  // One of two units is staked.
  buy('TRANSIT', '2', OLD, '20'),
  event('STAKE', 'DISPOSITION', '1', '2026-04-01T10:00:00Z', null, {
    ...assetOf('TRANSIT'),
    treatment: 'STAKE_BEACON',
  }),
  ...prices('TRANSIT', '75', '90'),
  buy('UNKNOWN-THEN', '1', OLD, '10'),
  buy('UNKNOWN-THEN', '1', NEW, '20'),
  priceAt('UNKNOWN-THEN', '2025-12-24T22:59:59Z', '55'),
  priceAt('UNKNOWN-THEN', '2026-05-01T00:00:00Z', '90'),
  buy('UNKNOWN-NOW', '1', NEW, '10'),
];

let api: ApiClient;
let token: string;
let holdings: ReadonlyMap<string, Schema<'AssetHolding'>>;

const portfolioOf = async (
  of: ApiClient,
  query: { lots?: boolean } = {},
): Promise<ReadonlyMap<string, Schema<'AssetHolding'>>> => {
  const { holdings: all } = await ok(of.GET('/api/v1/portfolio', { params: { query } }));
  return new Map(all.map((each) => [each.id, each]));
};
const lotsOf = async (of: ApiClient, holdingId: string) =>
  (await ok(of.GET('/api/v1/portfolio/lots', { params: { query: { holdingId } } }))).lots;
const figuresOf = ({ taxBasis, unrealizedTaxableGain }: Schema<'AssetHolding'> | Schema<'LotDetail'>) => [
  taxBasis,
  unrealizedTaxableGain,
];

const stack = useStack();

beforeAll(async () => {
  await stack.ctx(['import', '--shared-prices', stack.file('shared-photo-prices.jsonl', SHARED_PRICES)]);
  const user = await createUser(stack, { beta: 'portfolio', years: YEARS });
  const imported = await importLines(stack, user.userId, [ACCOUNT, ...SELLABLE, ...OTHERS]);
  expect(imported).not.toHaveProperty('error');
  ({ token } = user);
  api = stack.api(token);
  holdings = await portfolioOf(api);
});

describe('`taxBasis` and `unrealizedTaxableGain` of a holding', () => {
  it.each(['MIXED', 'FALLEN', 'THIRDS', 'SMALL', 'WRAPPED', 'OWN', 'SHARED', 'AGED'])(
    'of %s are those of the preview of selling it now, to the cent',
    async (assetKey) => {
      const { amount, currentPrice, currentValue, ...holding } = holdings.get(assetKey)!;
      const query = { assetKey, amount, unitPriceEur: currentPrice! };
      const { sale, euroValue } = await ok(api.GET('/api/v1/previews/sale', { params: { query } }));
      expect(sale).toMatchObject({ missingAmount: 0, missingPhotoValues: [] });
      expect([euroValue, sale.gain]).toEqual([currentValue, holding.unrealizedTaxableGain]);
      // Lots of one instant are in another order.
      const lots = holding.lots.map((lot) => [lot.lotId, lot.taxBasis, lot.unrealizedTaxableGain]);
      expect(lots.toSorted()).toEqual(
        sale.slices.map(({ lotId, basis, gain }) => [lotId, basis, gain]).toSorted(),
      );
    },
  );

  it('are measured from the photo value for units acquired before 2026, as the law has it until 2030', () => {
    expect(PRESENT_YEAR).toBeLessThanOrEqual(2030);
    const shown = [...holdings].map(([id, holding]) => [id, ...figuresOf(holding)]);
    expect(shown).toEqual(
      expect.arrayContaining([
        // 75, 80, 90 and 20, of 360.
        ['MIXED', 265, 95],
        ['FALLEN', 150, -10],
        // 1.95 units of the other asset, at 40.
        ['WRAPPED', 78, 39],
        ['OWN', 60, 30],
        ['SHARED', 50, 40],
        ['AGED', 55, 35],
        ['TRANSIT', 150, 30],
      ]),
    );
  });

  it('are null without a price now, or without a price at the end of 2025 that a lot needs', () => {
    expect(figuresOf(holdings.get('UNKNOWN-NOW')!)).toEqual([null, null]);
    const { lots, ...unknown } = holdings.get('UNKNOWN-THEN')!;
    expect(figuresOf(unknown as Schema<'AssetHolding'>)).toEqual([null, null]);
    expect(lots.map(figuresOf)).toEqual([
      [null, null],
      [20, 70],
    ]);
  });

  it('are the same without lots, and in the tool get_portfolio, whose answers have no lots', async () => {
    const expected = [...holdings].map(([id, holding]) => [id, ...figuresOf(holding)]);
    const without = await portfolioOf(api, { lots: false });
    expect([...without].map(([id, holding]) => [id, ...figuresOf(holding)])).toEqual(expected);
    const client = await mcpClient(stack, token);
    const { json } = await client.call('get_portfolio', {});
    await client.close();
    const told = (json as { holdings: Schema<'AssetHolding'>[] }).holdings;
    expect(
      told.map(({ id, taxBasis, unrealizedTaxableGain: gain }) => [id, taxBasis ?? null, gain ?? null]),
    ).toEqual(expected);
  });

  it('are in the list of lots as in the portfolio', async () => {
    for (const [id, { lots }] of holdings) expect(await lotsOf(api, id)).toEqual(lots);
  });
});

describe('`taxBasis` is null', () => {
  it('under SPECULATIEF in the present year, for holdings and lots', async () => {
    const user = await createUser(stack, { beta: 'portfolio', years: YEARS });
    const regime = ['--year', String(PRESENT_YEAR), '--regime', 'SPECULATIEF'];
    await stack.ctx(['year', 'regime', '--user', user.userId, ...regime]);
    await importLines(stack, user.userId, [ACCOUNT, ...SELLABLE]);
    const of = stack.api(user.token);
    const found = [...(await portfolioOf(of)).values()];
    expect(found.length).toBeGreaterThan(5);
    for (const holding of found) expect(figuresOf(holding)).toEqual([null, null]);
    expect((await lotsOf(of, 'MIXED')).map(figuresOf)).toEqual(Array(4).fill([null, null]));
  });

  it('for a holding with more lots than the portfolio shows, but not for its lots', async () => {
    const user = await createUser(stack, { beta: 'portfolio', years: YEARS });
    const many = (key: string, count: number): object[] =>
      Array.from({ length: count }, (_, index) =>
        event(`${key} ${String(index)}`, 'ACQUISITION', '1', OLD, '10', assetOf(key)),
      );
    const lines = [...many('MOST', LIMITS.inlineLotsMax), ...many('TOO-MANY', LIMITS.inlineLotsMax + 1)];
    await importLines(stack, user.userId, [
      ACCOUNT,
      ...lines,
      ...prices('MOST', '75', '90'),
      ...prices('TOO-MANY', '75', '90'),
    ]);
    const of = stack.api(user.token);
    for (const lots of [true, false]) {
      const found = await portfolioOf(of, { lots });
      expect(found.get('TOO-MANY')!.numberOfLots).toBe(LIMITS.inlineLotsMax + 1);
      expect(['MOST', 'TOO-MANY'].map((key) => figuresOf(found.get(key)!))).toEqual([
        [75_000, 15_000],
        [null, null],
      ]);
    }
    const query = { holdingId: 'TOO-MANY', page: 10, size: 100 };
    const { lots } = await ok(of.GET('/api/v1/portfolio/lots', { params: { query } }));
    expect(lots.map(figuresOf)).toEqual([[75, 15]]);
  });
});

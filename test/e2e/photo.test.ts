/** What a year is proven with: the photo of 2025, as open, locked and submitted years see it, the stock of a year, and what exchanges report. */
import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../api/client.ts';
import { createUser, type TestUser, useStack } from './kit.ts';
import { untilIdle } from './runs.ts';
import { event, importLines } from './stack.ts';

const stack = useStack();
const of = (key: string): object => ({ asset: { key, symbol: key } });
const account = (ref: string, label: string): object => ({
  kind: 'account',
  ref,
  accountKind: 'exchange',
  datasource: 'KRAKEN',
  label,
});
const price = (assetKey: string, at: string, eur: string): object => ({ kind: 'price', assetKey, at, eur });
const GROUP = '00000000-0000-4000-8000-0000000000ac';

// Half an ETH is on its way at midnight. OLD has a price that is more than a week old, NOW was bought at the photo moment.
const FACTS: readonly object[] = [
  account('kraken-1', 'Kraken'),
  account('ledger-1', 'Ledger'),
  price('ETH', '2025-12-31T22:00:00Z', '3000'),
  price('OLD', '2025-12-24T22:59:59Z', '10'),
  event('E1', 'ACQUISITION', '1', '2024-02-01T10:00:00Z', '2500'),
  event('E2', 'ACQUISITION', '1.25', '2025-02-01T10:00:00Z', '4000'),
  event('E3', 'DISPOSITION', '0.25', '2025-03-01T10:00:00Z', '900'),
  event('OUT', 'DISPOSITION', '0.5', '2025-12-31T22:30:00Z', null, {
    treatment: 'TRANSFER_OUT_OWN_WALLET',
    continuityGroupId: GROUP,
  }),
  event('IN', 'ACQUISITION', '0.5', '2025-12-31T23:30:00Z', null, {
    account: 'ledger-1',
    treatment: 'CONTINUITY_WITHDRAW',
    continuityGroupId: GROUP,
  }),
  event('X1', 'ACQUISITION', '60', '2025-04-01T10:00:00Z', '150', of('XYZ')),
  event('X2', 'ACQUISITION', '40', '2025-05-01T10:00:00Z', '100', { ...of('XYZ'), account: 'ledger-1' }),
  event('O1', 'ACQUISITION', '10', '2025-06-01T10:00:00Z', '100', of('OLD')),
  event('G1', 'ACQUISITION', '5', '2025-06-01T10:00:00Z', '50', of('GONE')),
  event('G2', 'DISPOSITION', '5', '2025-07-01T10:00:00Z', '60', of('GONE')),
  event('N1', 'ACQUISITION', '5', '2025-12-31T23:00:00Z', '50', of('NOW')),
  event('E4', 'DISPOSITION', '1', '2026-03-01T10:00:00Z', '3500'),
];

/** What each asset of these facts is shown with. Of 0.75 ETH of 2,500 and 1.25 of 4,000, the first are worth more than their cost. */
const ETH = {
  assetKey: 'ETH',
  assetSymbol: 'ETH',
  amount: 2,
  elsewhere: 0.5,
  price: 3000,
  priceSource: 'OWN',
  priceAt: '2025-12-31T22:00:00Z',
  priceAgeSeconds: 3600,
  value: 6000,
  historicCost: 5875,
  unitCost: 2937.5,
  gainBeforeLaw: 375,
  taxKeptOut: 37.5,
};
const UNPRICED = {
  price: null,
  priceSource: null,
  priceAt: null,
  priceAgeSeconds: null,
  value: null,
  gainBeforeLaw: null,
  taxKeptOut: null,
};
const OLD = { ...UNPRICED, assetKey: 'OLD', amount: 10, elsewhere: 0, historicCost: 100, unitCost: 10 };
const XYZ = { ...UNPRICED, assetKey: 'XYZ', amount: 100, elsewhere: 0, historicCost: 250, unitCost: 2.5 };

interface Query {
  year?: number;
  after?: string;
  size?: number;
}
const photoOf = ({ api }: TestUser, query: Query = {}): Promise<Schema<'Photo'>> =>
  ok(api.GET('/api/v1/photo', { params: { query } }));
const holder = (more: Parameters<typeof createUser>[1] = {}): Promise<TestUser> =>
  createUser(stack, { years: [2025, 2026], facts: FACTS, ...more });
const unitsOf = (photo: Schema<'Photo'>): object =>
  Object.fromEntries(
    photo.assets.map(({ assetKey, accounts }) => [
      assetKey,
      accounts.map(({ name, amount }) => [name, amount]),
    ]),
  );

describe('The photo', () => {
  it('has each asset that was held: its units by account, price, value, cost, and what stays untaxed', async () => {
    const photo = await photoOf(await holder());
    expect(photo).toMatchObject({
      year: 2026,
      moment: '2025-12-31T23:00:00Z',
      locked: false,
      frozen: false,
      assets: [ETH, OLD, XYZ],
      assetsWithoutPrice: 2,
      next: null,
    });
    expect(unitsOf(photo)).toEqual({
      ETH: [['Kraken', 1.5]],
      OLD: [['Kraken', 10]],
      XYZ: [
        ['Kraken', 60],
        ['Ledger', 40],
      ],
    });
  });

  it('has the same assets in pages of one, each with the count of all', async () => {
    const user = await holder();
    const shown: string[] = [];
    let pages = 0;
    for (let after: string | null | undefined; after !== null; pages += 1) {
      const page = await photoOf(user, { size: 1, ...(typeof after === 'string' && { after }) });
      expect(page.assetsWithoutPrice).toBe(2);
      shown.push(...page.assets.map(({ assetKey }) => assetKey));
      after = page.next ?? null;
    }
    expect(shown).toEqual(['ETH', 'OLD', 'XYZ']);
    expect(pages).toBeGreaterThan(3);
  });

  it('adds up to the photo lots of the report of the same year, also where 2025 is locked', async () => {
    const user = await holder({ years: [2026] });
    const { assets } = await photoOf(user, { year: 2026 });
    const { text } = await stack.get('/api/v1/years/2026/report?format=jsonl', user.token);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Schema<'ReportLine'>)
      .filter(({ section }) => section === 'PHOTO');
    const sums = (key: string): object => {
      const lots = lines.filter(({ assetKey }) => assetKey === key);
      const sum = (name: 'amount' | 'historicCost' | 'value'): number | null =>
        lots.every((lot) => typeof lot[name] === 'number')
          ? lots.reduce((total, lot) => total + (lot[name] ?? 0), 0)
          : null;
      return { amount: sum('amount'), historicCost: sum('historicCost'), value: sum('value') };
    };
    expect(new Set(lines.map(({ assetKey }) => assetKey))).toEqual(
      new Set(assets.map(({ assetKey }) => assetKey)),
    );
    for (const { assetKey, amount, historicCost, value } of assets)
      expect({ amount, historicCost, value }).toEqual(sums(assetKey));
  });

  it('shows no amount that follows from costs while no year from 2026 on is paid, nor for one that is not', async () => {
    const user = await holder({ years: [2025, 2027] });
    const hidden = { historicCost: null, unitCost: null, gainBeforeLaw: null, taxKeptOut: null };
    const locked = await photoOf(user, { year: 2026 });
    expect(locked).toMatchObject({ year: 2026, locked: true, assetsWithoutPrice: 2 });
    for (const asset of locked.assets) expect(asset).toMatchObject(hidden);
    expect(locked.assets[0]).toMatchObject({ amount: 2, price: 3000, value: 6000 });
    expect(await photoOf(user)).toMatchObject({ year: 2027, locked: false, assets: [ETH, OLD, XYZ] });
    await stack.ctx(['user', 'set', '--user', user.userId, '--remove-year', '2027']);
    expect(await photoOf(user)).toMatchObject({ year: 2026, locked: true, assets: [hidden, hidden, hidden] });
  });

  it('of a submitted year stays the same when prices and facts come, while later years see them', async () => {
    const user = await holder({ years: [2025, 2026, 2027], submitted: [2026] });
    const before = await photoOf(user, { year: 2026 });
    expect(before).toMatchObject({ frozen: true, assetsWithoutPrice: 2 });
    expect(before.assets.map(({ accountsLeftOut, accounts }) => [accountsLeftOut, accounts])).toEqual(
      Array(3).fill([true, []]),
    );
    const added = [
      price('XYZ', '2025-12-30T10:00:00Z', '4'),
      price('ETH', '2025-12-31T22:30:00Z', '3100'),
      event('X0', 'ACQUISITION', '7', '2025-03-01T10:00:00Z', '7', of('XYZ')),
    ];
    expect(await importLines(stack, user.userId, added)).not.toHaveProperty('error');
    await untilIdle(stack, user);
    expect(await photoOf(user, { year: 2026 })).toEqual(before);
    const now = await photoOf(user);
    expect(now).toMatchObject({ year: 2027, frozen: false, assetsWithoutPrice: 1 });
    expect(now.assets.find(({ assetKey }) => assetKey === 'XYZ')).toMatchObject({ price: 4, value: 400 });
    expect(now.assets.find(({ assetKey }) => assetKey === 'ETH')).toMatchObject({
      price: 3100,
      priceAgeSeconds: 1800,
    });
  });

  it('rejects a year before 2026', async () => {
    const { status } = await (await holder()).send('/api/v1/photo?year=2025');
    expect(status).toBe(400);
  });
});

describe('The stock of a year', () => {
  interface Page {
    after?: string;
    size?: number;
  }
  const stockOf = ({ api }: TestUser, year: number, query: Page = {}): Promise<Schema<'Evidence'>> =>
    ok(api.GET('/api/v1/years/{year}/evidence', { params: { path: { year }, query } }));

  it('of 2025 has what the photo has, with the lots and when they were acquired', async () => {
    const user = await holder();
    const { assets, ...stock } = await stockOf(user, 2025);
    expect(stock).toMatchObject({
      year: 2025,
      moment: '2025-12-31T23:00:00Z',
      locked: false,
      frozen: false,
      stale: false,
      next: null,
      url: expect.stringMatching(/\/overview\/2025\/report$/) as unknown,
    });
    const photo = await photoOf(user);
    expect(
      assets.map(({ lots, acquiredFrom, acquiredUntil }) => [lots, acquiredFrom, acquiredUntil]),
    ).toEqual([
      [2, '2024-02-01T10:00:00Z', '2025-02-01T10:00:00Z'],
      [1, '2025-06-01T10:00:00Z', '2025-06-01T10:00:00Z'],
      [2, '2025-04-01T10:00:00Z', '2025-05-01T10:00:00Z'],
    ]);
    const ofStock = ['assetKey', 'assetSymbol', 'amount', 'historicCost', 'value'] as const;
    const ofPrice = ['price', 'priceSource', 'priceAt', 'priceAgeSeconds'] as const;
    for (const field of [...ofStock, ...ofPrice])
      expect([field, assets.map((asset) => asset[field])]).toEqual([
        field,
        photo.assets.map((asset) => asset[field]),
      ]);
  });

  it('adds up to the stock of the report of the year, in pages of one', async () => {
    const user = await holder();
    for (const year of [2025, 2026]) {
      const { text } = await stack.get(`/api/v1/years/${String(year)}/report.jsonl`, user.token);
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Schema<'ReportLine'>)
        .filter(({ section }) => section === 'STOCK');
      const shown: Schema<'EvidenceAsset'>[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const page = await stockOf(user, year, { size: 1, ...(typeof after === 'string' && { after }) });
        shown.push(...page.assets);
        after = page.next ?? null;
      }
      const lotsOf = Map.groupBy(lines, ({ assetKey }) => assetKey);
      expect(shown.map(({ assetKey }) => assetKey)).toEqual([...lotsOf.keys()]);
      for (const { assetKey, amount, lots, historicCost } of shown) {
        const of = lotsOf.get(assetKey) ?? [];
        const sum = (name: 'amount' | 'historicCost'): number =>
          of.reduce((total, lot) => total + (lot[name] ?? 0), 0);
        expect({ assetKey, amount, lots, historicCost }).toEqual({
          assetKey,
          amount: sum('amount'),
          lots: of.length,
          historicCost: sum('historicCost'),
        });
      }
    }
  });

  it('of a locked year shows no cost, and that of a submitted one keeps its lots', async () => {
    const user = await holder({ years: [2025, 2026], submitted: [2025] });
    const before = await stockOf(user, 2025);
    expect(before).toMatchObject({ locked: false, frozen: true, assets: [{ historicCost: 5875 }, {}, {}] });
    const added = event('X0', 'ACQUISITION', '7', '2025-03-01T10:00:00Z', '7', of('XYZ'));
    expect(await importLines(stack, user.userId, [added])).not.toHaveProperty('error');
    await untilIdle(stack, user);
    expect(await stockOf(user, 2025)).toEqual(before);
    await stack.ctx(['user', 'set', '--user', user.userId, '--remove-year', '2026']);
    const locked = await stockOf(user, 2026);
    expect(locked.locked).toBe(true);
    expect(locked.assets.map(({ historicCost }) => historicCost)).toEqual(locked.assets.map(() => null));
    expect(locked.assets.length).toBeGreaterThan(2);
  });
});

describe('What exchanges report about a year', () => {
  type Total = Schema<'ReportedTotal'>;
  const at = (day: string): string => `2026-${day}T10:00:00Z`;
  const swap = (id: number): object => ({
    continuityGroupId: `00000000-0000-4000-8000-0000000000b${String(id)}`,
  });
  const fee = (ref: string, day: string, eur: string): object => event(ref, 'FEE', '0.001', at(day), eur);
  // At Kraken a purchase and a sale for euro, one for dollars, a swap, a reward, a deposit and a withdrawal; and the same asset in a wallet and in a
  // file of Kraken.
  const FACTS_2026: readonly object[] = [
    account('kraken-1', 'Kraken'),
    { ...account('file-1', 'My file'), accountKind: 'file', datasource: 'FILE', sourcePlatform: 'kraken' },
    { ...account('odd-1', 'An odd place'), datasource: 'ODDPLACE' },
    { kind: 'account', ref: 'ledger-1', accountKind: 'wallet', datasource: 'ETHEREUM', label: 'Ledger' },
    event('B1', 'ACQUISITION', '2', at('01-05'), '6000'),
    fee('B1', '01-05', '3'),
    event('B2', 'ACQUISITION', '1', at('01-06'), '3100', { account: 'file-1' }),
    event('B3', 'ACQUISITION', '0.5', at('01-07'), '1500', swap(1)),
    event('B3', 'DISPOSITION', '1700', at('01-07'), null, {
      asset: { key: 'USD', symbol: 'USD', fiat: true },
      ...swap(1),
    }),
    event('W1', 'DISPOSITION', '0.25', at('02-01'), '800', swap(2)),
    event('W1', 'ACQUISITION', '40', at('02-01'), '800', { ...of('XYZ'), ...swap(2) }),
    fee('W1', '02-01', '1.5'),
    event('R1', 'INCOME', '0.125', at('03-01'), '300'),
    event('D1', 'ACQUISITION', '0.5', at('03-02'), null, { treatment: 'CONTINUITY_WITHDRAW' }),
    event('O1', 'DISPOSITION', '0.75', at('04-01'), null, { treatment: 'TRANSFER_OUT_OWN_WALLET' }),
    event('O2', 'DISPOSITION', '0.125', at('04-02'), null, { treatment: 'TRANSFER_OUT_UNRESOLVED' }),
    event('S1', 'DISPOSITION', '1', at('05-01'), '3500.005'),
    event('S2', 'DISPOSITION', '0.25', at('05-02'), '1000', { treatment: 'IGNORED' }),
    event('S3', 'DISPOSITION', '0.25', '2027-05-02T10:00:00Z', '1000'),
    event('P1', 'ACQUISITION', '3', at('06-01'), '60', { ...of('XYZ'), account: 'odd-1' }),
    event('L1', 'ACQUISITION', '9', at('06-01'), '90', { account: 'ledger-1' }),
  ];
  const reportedOf = async ({ api }: TestUser, year: number, size = 50): Promise<Schema<'Reported'>[]> => {
    const pages: Schema<'Reported'>[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const query = { size, ...(typeof after === 'string' && { after }) };
      const page = await ok(api.GET('/api/v1/years/{year}/reported', { params: { path: { year }, query } }));
      pages.push(page);
      after = page.next ?? null;
    }
    return pages;
  };
  const total = (
    [platform, country, assetKey, kind]: readonly [string, string | null, string, Total['kind']],
    [units, eur, fees, transactions, withoutValue]: readonly [
      number,
      number | null,
      number | null,
      number,
      number,
    ],
  ): Total => ({
    platform,
    country,
    assetKey,
    assetSymbol: assetKey,
    kind,
    units,
    eur,
    fees,
    transactions,
    withoutValue,
  });
  const KRAKEN_ETH = (kind: Total['kind'], amounts: Parameters<typeof total>[1]): Total =>
    total(['Kraken', 'IE', 'ETH', kind], amounts);
  const TOTALS: readonly Total[] = [
    KRAKEN_ETH('BOUGHT', [3.5, 10600, 3, 3, 0]),
    KRAKEN_ETH('SOLD', [1, 3500, 0, 1, 0]),
    KRAKEN_ETH('EXCHANGED_OUT', [0.25, 800, 1.5, 1, 0]),
    KRAKEN_ETH('TRANSFERRED_IN', [0.625, 300, 0, 2, 1]),
    KRAKEN_ETH('TRANSFERRED_OUT', [0.875, 0, 0, 2, 2]),
    KRAKEN_ETH('TO_OWN', [0.75, 0, 0, 1, 1]),
    total(['An odd place', null, 'XYZ', 'BOUGHT'], [3, 60, 0, 1, 0]),
    total(['Kraken', 'IE', 'XYZ', 'EXCHANGED_IN'], [40, 800, 1.5, 1, 0]),
  ];
  const trader = (years: readonly number[]): Promise<TestUser> =>
    createUser(stack, { years: [...years], facts: FACTS_2026 });

  it('adds up what was bought, sold, exchanged and transferred at each exchange, with fees apart', async () => {
    const user = await trader([2026]);
    const [{ totals, ...reported } = { totals: [] }, ...more] = await reportedOf(user, 2026);
    expect(reported).toMatchObject({ year: 2026, locked: false, frozen: false, stale: false, next: null });
    expect(more).toEqual([]);
    expect(totals).toEqual(TOTALS);
    const pages = await reportedOf(user, 2026, 1);
    expect(pages.flatMap((page) => page.totals)).toEqual(TOTALS);
    expect((await reportedOf(user, 2024))[0]?.totals).toEqual([]);
  });

  it('shows no value of a year that is not paid', async () => {
    const user = await trader([2025]);
    const [page] = await reportedOf(user, 2026);
    expect(page).toMatchObject({ locked: true });
    expect(page?.totals).toEqual(TOTALS.map((each) => ({ ...each, eur: null, fees: null })));
  });
});

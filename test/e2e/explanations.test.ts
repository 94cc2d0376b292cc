/** Why an event counts as it does, and what each event adds to a figure: facts, steps, slices, chains and sums. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { BASIS_METHODS } from '@ctx/domain/law/photo';
import { CONTRIBUTION_FIGURES, type CONTRIBUTION_ORDERS, EXPLANATION_STEPS } from '@ctx/domain/vocabulary';
import { ok } from '../api/client.ts';
import { untilIdle } from './runs.ts';
import { useStack, useUser } from './kit.ts';
import { event, importLines, newToken, UNKNOWN_ID } from './stack.ts';

const of = (key: string): object => ({ asset: { key, symbol: key } });
const group = (digit: string): object => ({
  continuityGroupId: '11111111-1111-4111-8111-111111111111'.replaceAll('1', digit),
});
const onLedger = { account: 'ledger' };

const FACTS: readonly object[] = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
  { kind: 'account', ref: 'ledger', accountKind: 'wallet', datasource: 'ETHEREUM', chainId: 1 },
  {
    kind: 'account',
    ref: 'csv',
    accountKind: 'file',
    datasource: 'CUSTOM_CSV',
    originalFilename: 'trades.csv',
  },
  // Under SPECULATIEF: fees count.
  event('B23', 'ACQUISITION', '1', '2023-02-01T10:00:00Z', '100', of('FEE')),
  event('B23', 'FEE', '1', '2023-02-01T10:00:00Z', '5', { asset: { key: 'EUR', symbol: 'EUR', fiat: true } }),
  event('S23', 'DISPOSITION', '1', '2023-05-01T10:00:00Z', '200', of('FEE')),
  event('S23', 'FEE', '1', '2023-05-01T10:00:00Z', '3', { asset: { key: 'EUR', symbol: 'EUR', fiat: true } }),
  // Submitted.
  event('B24', 'ACQUISITION', '2', '2024-02-01T10:00:00Z', '2000', of('OLD')),
  event('S24', 'DISPOSITION', '1', '2024-05-01T10:00:00Z', '3000', of('OLD')),
  // Photo values.
  event('B25', 'ACQUISITION', '4', '2025-02-01T10:00:00Z', '400', of('PHO')),
  event('U25', 'ACQUISITION', '1', '2025-02-01T10:00:00Z', '100', of('UNK')),
  event('W25', 'ACQUISITION', '4', '2025-02-01T10:00:00Z', '4000', of('ETH')),
  { kind: 'price', assetKey: 'PHO', at: '2025-12-31T22:00:00Z', eur: '80' },
  { kind: 'price', assetKey: 'ETH', at: '2025-12-31T22:30:00Z', eur: '500' },
  event('ABOVE', 'DISPOSITION', '1', '2026-03-01T10:00:00Z', '120', of('PHO')),
  event('FLOOR', 'DISPOSITION', '1', '2026-03-02T10:00:00Z', '90', of('PHO')),
  event('BELOW', 'DISPOSITION', '1', '2026-04-03T10:00:00Z', '70', of('PHO')),
  event('UNKNOWN', 'DISPOSITION', '1', '2026-04-04T10:00:00Z', '130', of('UNK')),
  event('B26', 'ACQUISITION', '1', '2026-01-05T10:00:00Z', '50', of('NEW')),
  event('NEW', 'DISPOSITION', '1', '2026-05-05T10:00:00Z', '80', of('NEW')),
  // A loss before any gain of the year.
  event('L26', 'ACQUISITION', '1', '2026-01-06T10:00:00Z', '60', of('LOS')),
  event('LOSS', 'DISPOSITION', '1', '2026-01-07T10:00:00Z', '55', of('LOS')),
  // A wrap and back, and a swap.
  event('WRAP', 'DISPOSITION', '4', '2026-02-01T10:00:00Z', null, {
    ...of('ETH'),
    ...group('2'),
    treatment: 'CONTINUITY_WRAP',
  }),
  event('WRAPPED', 'ACQUISITION', '2', '2026-02-01T10:00:00Z', null, {
    ...of('WETH'),
    ...group('2'),
    treatment: 'CONTINUITY_WRAP',
  }),
  event('UNWRAP', 'DISPOSITION', '2', '2026-02-02T10:00:00Z', null, {
    ...of('WETH'),
    ...group('3'),
    treatment: 'CONTINUITY_UNWRAP',
  }),
  event('UNWRAPPED', 'ACQUISITION', '4', '2026-02-02T10:00:00Z', null, {
    ...of('STETH'),
    ...group('3'),
    treatment: 'CONTINUITY_UNWRAP',
  }),
  event('GIVEN', 'DISPOSITION', '1', '2026-06-01T10:00:00Z', '900', { ...of('STETH'), ...group('4') }),
  event('TAKEN', 'ACQUISITION', '9', '2026-06-01T10:00:00Z', '1800', { ...of('SOL'), ...group('4') }),
  event('SOLD', 'DISPOSITION', '9', '2026-06-05T10:00:00Z', '2000.123456789012', of('SOL')),
  // Within one asset, and a shortfall.
  event('LEFT', 'DISPOSITION', '1', '2026-06-10T10:00:00Z', '900', of('STETH')),
  event('CAME', 'ACQUISITION', '1', '2026-06-10T11:00:00Z', '900', { ...of('STETH'), ...onLedger }),
  event('LAST', 'DISPOSITION', '1', '2026-06-20T10:00:00Z', '1000', of('STETH')),
  event('SHORT', 'DISPOSITION', '3', '2026-07-01T10:00:00Z', '300', of('GONE')),
  // A loan.
  event('LOAN', 'ACQUISITION', '10', '2026-07-02T10:00:00Z', '100', { ...of('DAI'), isLoan: true }),
  event('REPAY', 'DISPOSITION', '10', '2026-08-02T10:00:00Z', '100', { ...of('DAI'), isRepayment: true }),
  // Corrected: by a rule, by an override, by the price series.
  event('REWARD', 'ACQUISITION', '2', '2026-09-01T10:00:00Z', '20', {
    ...of('RWD'),
    description: 'Staking reward',
    account: 'csv',
  }),
  event('PRICED', 'INCOME', '3', '2026-09-02T10:00:30Z', null, of('PRC')),
  { kind: 'price', assetKey: 'PRC', at: '2026-09-02T10:00:00Z', eur: '1.234567' },
  event('CORRECTED', 'INCOME', '1', '2026-09-03T10:00:00Z', '10', of('COR')),
  event('PAID', 'FEE', '0.1', '2026-09-04T10:00:00Z', '1.5', of('STETH')),
  // Locked.
  event('B27', 'ACQUISITION', '1', '2027-01-05T10:00:00Z', '1000', of('LCK')),
  event('S27', 'DISPOSITION', '1', '2027-03-05T10:00:00Z', '1777', of('LCK')),
  event('I27', 'INCOME', '1', '2027-04-05T10:00:00Z', '44.44', of('LCK')),
];
const YEARS = [2023, 2024, 2025, 2026, 2027] as const;
const EXACT_YEARS = [2023, 2024, 2025, 2026] as const;

const ids = new Map<string, string>();
const id = (reference: string): string => ids.get(reference)!;

const stack = useStack();
const user = useUser(stack, { years: YEARS, scope: 'write' });

beforeAll(async () => {
  await stack.ctx(['year', 'regime', '--user', user.userId, '--year', '2023', '--regime', 'SPECULATIEF']);
  expect(await importLines(stack, user.userId, FACTS)).not.toHaveProperty('error');
  const { api } = user;
  for (const year of YEARS) {
    const { transactions } = await ok(
      api.GET('/api/v1/transactions', { params: { query: { year, size: 200 } } }),
    );
    for (const each of transactions)
      if (each.type !== 'FEE' || year === 2026) ids.set(each.referenceId!, each.id);
  }
  await ok(
    api.POST('/api/v1/rules', {
      body: {
        action: 'MARK_INCOME',
        label: 'Rewards',
        matchType: 'DESCRIPTION',
        matchValue: 'reward',
      },
    }),
  );
  for (const fields of [{ overriddenEuroValue: 15 }, { overriddenEuroValue: 12.5 }, { notes: 'invoice' }])
    await ok(api.POST('/api/v1/overrides', { body: { taxEventId: id('CORRECTED'), ...fields } }));
  await ok(
    api.POST('/api/v1/overrides', {
      body: { taxEventId: id('LEFT'), overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' },
    }),
  );
  await ok(
    api.POST('/api/v1/transfer-matches', {
      body: { outTaxEventId: id('LEFT'), inTaxEventId: id('CAME'), transferKind: 'SELF_TRANSFER' },
    }),
  );
  await untilIdle(stack, user);
  await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2024']);
  await stack.ctx(['user', 'set', '--user', user.userId, '--remove-year', '2027']);
});

async function explain(reference: string, year?: number): Promise<Schema<'ExplainedTransaction'>> {
  const { api } = user;
  const query = year === undefined ? {} : { year };
  const path = { taxEventId: id(reference) };
  return ok(api.GET('/api/v1/transactions/{taxEventId}', { params: { path, query } }));
}

type Figure = (typeof CONTRIBUTION_FIGURES)[number];

async function contributions(
  year: number,
  figure: Figure,
  more: object = {},
): Promise<Schema<'ContributionsResponse'>> {
  const { api } = user;
  const params = { path: { year }, query: { figure, ...more } };
  return ok(api.GET('/api/v1/years/{year}/contributions', { params }));
}

describe('The explanation of an event', () => {
  it.each([
    ['HISTORIC', 'NEW', { historicCost: 50, costBasis: 50, proceeds: 80 }, 30],
    ['PHOTO', 'BELOW', { historicCost: 100, costBasis: 80, proceeds: 70 }, -10],
    ['HISTORIC_ABOVE_PHOTO', 'ABOVE', { historicCost: 100, costBasis: 100, proceeds: 120 }, 20],
    ['FLOORED_AT_ZERO', 'FLOOR', { historicCost: 100, costBasis: 90, proceeds: 90 }, 0],
    ['FEES_INCLUDED', 'S23', { historicCost: 100, costBasis: 105, proceeds: 197 }, 92],
    ['MISSING', 'UNKNOWN', { historicCost: 100, costBasis: 100, photoMissing: 'UNK' }, 30],
  ])('names how the basis was chosen: %s of %s', async (method, reference, slice, gain) => {
    const { explanation } = await explain(reference);
    expect(explanation.slices).toHaveLength(1);
    expect(explanation.slices[0]).toMatchObject({
      kind: 'CONSUMED',
      method,
      ...slice,
      gain: { exact: gain },
    });
    expect(explanation.slices[0]?.page).toMatch(/^http.*\/docs\/rules\//);
    expect(explanation.disposal).toMatchObject({ gain: { exact: gain }, costBasis: slice.costBasis });
    expect(BASIS_METHODS).toContain(method);
  });

  it.each(['ABOVE', 'FLOOR', 'BELOW'])('shows the photo value of %s, with its price and age', async (of) => {
    const { explanation } = await explain(of);
    expect(explanation.slices[0]?.photo).toEqual({
      value: 80,
      assetKey: 'PHO',
      origin: 'IMPORTED',
      amount: 1,
      unitPrice: 80,
      at: '2025-12-31T22:00:00Z',
      ageSeconds: 3600,
    });
  });

  it('leads each lot back through transfers between assets to its acquisition, with the photo value of the first asset', async () => {
    const { explanation } = await explain('GIVEN');
    const [slice] = explanation.slices;
    expect(
      slice?.chain.map(({ kind, assetKey, taxEventId, outTaxEventId, amount }) => [
        kind,
        assetKey,
        taxEventId,
        outTaxEventId,
        amount,
      ]),
    ).toEqual([
      ['UNWRAP', 'STETH', id('UNWRAPPED'), id('UNWRAP'), 4],
      ['WRAP', 'WETH', id('WRAPPED'), id('WRAP'), 2],
      ['ACQUISITION', 'ETH', id('W25'), null, 4],
    ]);
    expect(slice).toMatchObject({
      acquisitionEventId: id('W25'),
      chainLeftOut: 0,
      proceeds: 1800,
      photo: { assetKey: 'ETH', amount: 1, value: 500 },
      method: 'HISTORIC_ABOVE_PHOTO',
    });
  });

  it('names what was given for a lot in a swap, and the share of the value of the swap', async () => {
    const sold = await explain('SOLD');
    expect(sold.explanation.slices[0]?.chain).toMatchObject([
      { kind: 'ACQUISITION', taxEventId: id('TAKEN'), costBasis: 1800, givenTaxEventIds: [id('GIVEN')] },
    ]);
    expect(sold.explanation.disposal?.gain).toMatchObject({ exact: 200.123456789012 });
    const given = await explain('GIVEN');
    expect(given.explanation).toMatchObject({ countedValue: 1800, groupTaxEventIds: [id('TAKEN')] });
    expect(given.explanation.steps).toContainEqual(
      expect.objectContaining({ kind: 'SWAP', field: 'countedValue', from: '900', to: '1800' }),
    );
  });

  it('shows the last transfer within one asset', async () => {
    const { explanation } = await explain('LAST');
    expect(explanation.slices[0]).toMatchObject({
      acquisitionEventId: id('W25'),
      basisOrigin: { kind: 'SELF_TRANSFER', depositEventId: id('CAME'), withdrawalEventIds: [id('LEFT')] },
    });
  });

  it('shows units that no lot held', async () => {
    const { explanation } = await explain('SHORT');
    expect(explanation).toMatchObject({
      slices: [],
      disposal: { gain: { exact: 300 }, costBasis: 0, shortfall: { amount: 3, proceeds: 300 } },
    });
  });

  it('has the event of the inbox, with its lots and the loans that it closed', async () => {
    const { event: above } = await explain('ABOVE');
    expect(above).toMatchObject({ totalGain: 20, acquisitions: [{ gain: 20, costBasis: 100 }] });
    const { event: repaid, explanation } = await explain('REPAY');
    expect(repaid).toMatchObject({ loanClosures: [{ borrowEventId: id('LOAN'), principalPaid: 10 }] });
    expect(explanation.disposal).toMatchObject({ gain: { exact: 0 }, proceeds: null });
  });

  it('has the same record as the list of transactions', async () => {
    const { transaction } = await explain('REWARD');
    const { api } = user;
    const { transactions } = await ok(
      api.GET('/api/v1/transactions', { params: { query: { year: 2026, size: 200 } } }),
    );
    expect(transactions).toContainEqual(transaction);
  });

  it('shows the imported fact and its file, and the rule that changed it', async () => {
    const { explanation } = await explain('REWARD');
    expect(explanation.fact).toMatchObject({
      source: 'CUSTOM_CSV',
      file: 'trades.csv',
      referenceId: 'REWARD',
      type: 'ACQUISITION',
      amount: 2,
    });
    expect(explanation.steps).toMatchObject([
      { kind: 'RULE', field: 'type', from: 'ACQUISITION', to: 'INCOME', via: expect.any(String) },
      { kind: 'RULE', field: 'taxable', from: null, to: 'true' },
    ]);
    expect(explanation.income).toMatchObject({ exact: 20 });
  });

  it('names the price, its instant and its age', async () => {
    const { explanation } = await explain('PRICED');
    expect(explanation.price).toEqual({
      source: 'PRICE_SERIES',
      origin: 'IMPORTED',
      unitPrice: 1.234567,
      at: '2026-09-02T10:00:00Z',
      ageSeconds: 30,
    });
    expect(explanation.countedValue).toBe(3.703701);
    expect(explanation.steps).toMatchObject([
      { kind: 'PRICE', field: 'euroValue', from: null, to: '3.7', at: '2026-09-02T10:00:00Z' },
      {
        kind: 'LAW',
        field: 'taxable',
        from: null,
        to: 'true',
        page: `${stack.ready().baseUrl}/docs/rules/engine#taxable`,
      },
    ]);
  });

  it('names who set a field last, not who changed another field later', async () => {
    const { explanation, event: corrected } = await explain('CORRECTED');
    const [step] = explanation.steps;
    expect(step).toMatchObject({ kind: 'OVERRIDE', field: 'euroValue', from: '10', to: '12.5' });
    expect(step?.id).toBe(corrected.manualCorrectionId);
    const { updatedAt } = corrected.eventOverride!;
    expect(Date.parse(step!.at!)).toBeLessThan(Date.parse(updatedAt!));
    expect(step?.via).not.toBeNull();
  });

  it('names the match and the override of a leg', async () => {
    const { explanation } = await explain('CAME');
    expect(explanation.steps).toMatchObject([
      { kind: 'MATCH', field: 'treatment', from: 'NORMAL', to: 'CONTINUITY_WITHDRAW' },
      { kind: 'MATCH', field: 'taxable', to: 'false' },
    ]);
    const { explanation: left } = await explain('LEFT');
    expect(left.steps.map(({ kind, field }) => `${kind} ${field}`)).toEqual([
      'MATCH taxable',
      'OVERRIDE treatment',
    ]);
    expect(EXPLANATION_STEPS).toContain('MATCH');
  });

  it('rejects an unknown id with 404, and an event without the year asked for', async () => {
    const token = await newToken(stack, user.userId);
    for (const path of [UNKNOWN_ID, `${id('ABOVE')}?year=2025`])
      expect(await stack.get(`/api/v1/transactions/${path}`, token)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    expect((await stack.get('/api/v1/transactions/x', token)).status).toBe(400);
  });
});

describe('The explanation of an event of a submitted year', () => {
  it('keeps its figures and names the facts that changed since', async () => {
    const before = await explain('S24');
    expect(before).toMatchObject({ frozen: true, explanation: { disposal: { gain: { exact: 2000 } } } });
    expect(before.explanation.steps.map(({ kind }) => kind)).toEqual(['LAW']);
    const changed = event('S24', 'DISPOSITION', '1', '2024-05-01T10:00:00Z', '9999', of('OLD'));
    await importLines(stack, user.userId, [FACTS[0]!, changed]);
    await untilIdle(stack, user);
    const after = await explain('S24');
    expect(after.transaction).toEqual(before.transaction);
    expect(after.explanation.slices).toEqual(before.explanation.slices);
    expect(after.explanation.disposal).toEqual(before.explanation.disposal);
    expect(after.explanation.steps).toContainEqual(
      expect.objectContaining({ kind: 'EARLIER_FACTS', field: 'euroValue', from: '9999', to: '3000' }),
    );
    const { contributions: list } = await contributions(2024, 'capitalGains');
    expect(list).toMatchObject([{ taxEventId: id('S24'), amount: { exact: 2000 } }]);
  });
});

describe('The explanation of an event of a locked year', () => {
  it('has ranges or nothing in place of figures', async () => {
    const { locked, event: sale, explanation } = await explain('S27');
    expect(locked).toBe(true);
    expect(sale).toMatchObject({ totalGain: null, averageSellPrice: null });
    const range = { locked: true, exact: null, low: 600, high: 800 };
    expect(explanation).toMatchObject({
      countedValue: null,
      disposal: { gain: { low: 600, high: 800 }, proceeds: null, costBasis: null, fees: null },
    });
    expect(explanation.slices).toMatchObject([
      {
        gain: range,
        proceeds: null,
        historicCost: null,
        costBasis: null,
        method: null,
        photo: null,
        chain: [{ costBasis: null }],
      },
    ]);
    const { explanation: income } = await explain('I27');
    expect(income.income).toMatchObject({ locked: true, low: 0, high: 100 });
  });

  it.each(CONTRIBUTION_FIGURES)('lists what adds to %s in ranges that hold the figure', async (figure) => {
    const { total, contributions: list, locked } = await contributions(2027, figure);
    expect(locked).toBe(true);
    expect(list.filter(({ amount }) => !amount.locked || typeof amount.exact === 'number')).toEqual([]);
    const [low, high] = [0, 0].map((_, end) =>
      list.reduce((sum, { amount }) => sum + (end === 0 ? amount.low! : amount.high!), 0),
    );
    expect(total).toMatchObject({ locked: true });
    expect(low! <= total!.low! && total!.high! <= Math.max(high!, total!.low!)).toBe(true);
  });
});

const cents = (eur: number): number => Math.round(eur * 100) / 100;
const sumOf = ({ contributions: list }: Schema<'ContributionsResponse'>): number =>
  cents(list.reduce((sum, { amount }) => sum + amount.exact!, 0));

describe('The contributions to a figure', () => {
  const sale = (name: string, month: string, eur: string): object =>
    event(name, 'DISPOSITION', '1', `2026-${month}-01T10:00:00Z`, eur, of('NEW'));
  const locked = useUser(stack, {
    years: [],
    facts: [
      FACTS[0]!,
      event('B', 'ACQUISITION', '3', '2026-01-05T10:00:00Z', '30', of('NEW')),
      sale('MIDDLE', '03', '50'),
      sale('MOST', '04', '90'),
      sale('LEAST', '05', '11'),
    ],
  });

  it.each(EXACT_YEARS.flatMap((year) => CONTRIBUTION_FIGURES.map((figure) => [year, figure] as const)))(
    'add up to the figure of the summary: %d, %s',
    async (year, figure) => {
      const answer = await contributions(year, figure, { size: 200 });
      const { api } = user;
      const summary = await ok(api.GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));
      const figures = {
        capitalGains: summary.totalCapitalGains,
        income: summary.totalIncome,
        exemption: summary.vrijstellingHeadroom?.used ?? null,
        fees: answer.total,
      };
      expect(answer.total).toEqual(figures[figure]);
      expect(sumOf(answer)).toBe(answer.total?.exact ?? 0);
      expect(answer.totalElements).toBe(answer.contributions.length);
    },
  );

  it.each(['capitalGains', 'income', 'fees'] as const)(
    'to %s come with what adds or takes most first, in pages, where the year shows amounts',
    async (figure) => {
      const { contributions: byTime } = await contributions(2026, figure, { size: 200 });
      const size = 3;
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(byTime.length / size) }, (_, page) =>
          contributions(2026, figure, { order: 'amount', page, size }),
        ),
      );
      const byAmount = byTime.toSorted(
        (one, other) => Math.abs(other.amount.exact!) - Math.abs(one.amount.exact!),
      );
      expect(pages.flatMap(({ contributions: list }) => list)).toEqual(byAmount);
    },
  );

  it('to the exemption stay in the order of time, on which their parts depend', async () => {
    const byTime = await contributions(2026, 'exemption', { size: 200 });
    expect(await contributions(2026, 'exemption', { size: 200, order: 'amount' })).toEqual(byTime);
    expect(byTime.contributions.length).toBeGreaterThan(1);
  });

  it('of a locked year stay in the order of time: another would reveal which amount is larger', async () => {
    await untilIdle(stack, locked);
    const params = (order: (typeof CONTRIBUTION_ORDERS)[number]) => ({
      path: { year: 2026 },
      query: { figure: 'capitalGains' as const, order },
    });
    const [byTime, byAmount] = await Promise.all(
      (['time', 'amount'] as const).map((order) =>
        ok(locked.api.GET('/api/v1/years/{year}/contributions', { params: params(order) })),
      ),
    );
    expect(byAmount).toEqual(byTime);
    expect(byTime!.contributions.map(({ timestamp }) => timestamp.slice(0, 7))).toEqual([
      '2026-05',
      '2026-04',
      '2026-03',
    ]);
    expect(byTime!.locked).toBe(true);
  });

  it('are not empty, and are those that the explanations name', async () => {
    const gains = await contributions(2026, 'capitalGains');
    expect(gains.contributions.length).toBeGreaterThan(8);
    for (const reference of ['ABOVE', 'FLOOR', 'SHORT', 'SOLD']) {
      const { explanation } = await explain(reference);
      const found = gains.contributions.find(({ taxEventId }) => taxEventId === id(reference));
      expect(found?.amount).toEqual(explanation.disposal?.gain);
    }
    const income = await contributions(2026, 'income');
    expect(income.contributions.map(({ taxEventId }) => taxEventId)).toEqual(
      ['CORRECTED', 'PRICED', 'REWARD'].map(id),
    );
    expect(income.contributions.map(({ amount }) => amount.exact)).toEqual([12.5, 3.703701, 20]);
    expect((await contributions(2026, 'fees')).contributions).toMatchObject([
      { taxEventId: id('PAID'), amount: { exact: 1.5 } },
    ]);
  });

  it('can be filtered by asset and by month, in pages', async () => {
    const all = await contributions(2026, 'capitalGains');
    const inMarch = await contributions(2026, 'capitalGains', { month: 3 });
    expect(inMarch.contributions.map(({ taxEventId }) => taxEventId)).toEqual([id('FLOOR'), id('ABOVE')]);
    expect(inMarch.total).toEqual(all.total);
    for (const asset of ['pho', 'PHO']) {
      const ofAsset = await contributions(2026, 'capitalGains', { asset, month: 4 });
      expect(ofAsset.contributions.map(({ taxEventId }) => taxEventId)).toEqual([id('BELOW')]);
    }
    const paged: string[] = [];
    for (let page = 0; ; page += 1) {
      const answer = await contributions(2026, 'capitalGains', { page, size: 4 });
      paged.push(...answer.contributions.map(({ taxEventId }) => taxEventId));
      if (!answer.hasNext) break;
    }
    expect(paged).toEqual(all.contributions.map(({ taxEventId }) => taxEventId));
  });

  it('to the exemption are in order of time: a loss before the first gain uses nothing, a later one frees what a gain used', async () => {
    const of = async (asset: string) => {
      const { contributions: list } = await contributions(2026, 'exemption', { asset });
      return list.map(({ amount }) => amount.exact);
    };
    expect(await of('LOS')).toEqual([0]);
    expect(await of('PHO')).toEqual([-10, 0, 15]);
  });
});

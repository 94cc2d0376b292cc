/** Figures of the portfolio: sums rounded once, and holding periods (engine.md §2, §3, §6). */
import { describe, expect, it } from '@jest/globals';
import { ok } from '../api/client.ts';
import { untilIdle } from './runs.ts';
import { createUser, type TestUser, useStack } from './kit.ts';
import { event, importLines } from './stack.ts';
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const assetOf = (key: string) => ({ asset: { key, symbol: key } });
const priceOf = (assetKey: string, eur: string) => ({
  kind: 'price',
  assetKey,
  at: '2026-05-01T00:00:00Z',
  eur,
});

const stack = useStack();

function userWith(lines: readonly object[]): Promise<TestUser> {
  const facts = [ACCOUNT, ...lines];
  return createUser(stack, { beta: 'portfolio', years: [2024, 2026], scope: 'write', facts });
}

describe('A sum is rounded to cents once, from the exact sum', () => {
  const held = (key: string, euroValue: string): object[] => [
    event(`BUY ${key}`, 'ACQUISITION', '0.004', '2026-01-10T10:00:00Z', euroValue, assetOf(key)),
    priceOf(key, '1'),
  ];
  /** A loan whose units were sold; the debt is worth 0.003. */
  const owed = (key: string, soldFor: string): object[] => [
    event(`LOAN ${key}`, 'ACQUISITION', '1', '2026-02-01T10:00:00Z', '0', { ...assetOf(key), isLoan: true }),
    event(`SOLD ${key}`, 'DISPOSITION', '1', '2026-02-02T10:00:00Z', soldFor, assetOf(key)),
    priceOf(key, '0.003'),
  ];

  it('for two holdings of 0.004, `totalValue` is 0.01', async () => {
    const { api } = await userWith([...held('A', '0'), ...held('B', '0')]);
    const { totalValue, holdings } = await ok(api.GET('/api/v1/portfolio'));
    expect([totalValue, holdings.map(({ currentValue }) => currentValue)]).toEqual([0.01, [0, 0]]);
  });

  it('for `totalValue`, `totalCostBasis`, `unrealizedGain`, `totalLiabilityValue`, `netWorth` and `potentialGainLoss`', async () => {
    const lines = [
      ...held('A', '0.006'),
      ...held('B', '0'),
      ...held('C', '0'),
      ...owed('D', '0.016'),
      ...owed('E', '0.016'),
    ];
    const { api } = await userWith(lines);
    const { liabilities, ...totals } = await ok(api.GET('/api/v1/portfolio'));
    expect(totals).toMatchObject({
      // 0.012, 0.006, 0.012 − 0.006, 0.006 and 0.012 − 0.006.
      totalValue: 0.01,
      totalCostBasis: 0.01,
      unrealizedGain: 0.01,
      totalLiabilityValue: 0.01,
      netWorth: 0.01,
    });
    expect(
      liabilities.map(({ currentValue, saleProceeds, potentialGainLoss }) => {
        return [currentValue, saleProceeds, potentialGainLoss];
      }),
      // 0.016 − 0.003.
    ).toEqual([
      [0, 0.02, 0.01],
      [0, 0.02, 0.01],
    ]);
  });

  it('for the value of a holding, its lots and a position, to the last of 36 digits', async () => {
    // Just above half a cent; rounded to 12 digits it would be exactly half a cent.
    const amount = '0.005000000000000000000001';
    const asset = { assetKey: 'A', assetSymbol: 'A', amount };
    const { api } = await userWith([
      event('BUY', 'ACQUISITION', amount, '2026-01-10T10:00:00Z', '0', assetOf('A')),
      priceOf('A', '1'),
      {
        kind: 'position',
        positionId: '22222222-2222-4222-8222-222222222222',
        chainId: 1,
        chainName: 'Ethereum',
        contractAddress: '0xabc',
        protocol: 'Lido',
        type: 'STAKING',
        entryTimestamp: '2026-04-01T00:00:00Z',
        depositedAssets: [{ ...asset, entryPrice: '1' }],
        underlyingAssets: [asset],
      },
    ]);
    const { totalValue, unrealizedGain, holdings } = await ok(api.GET('/api/v1/portfolio'));
    expect([totalValue, unrealizedGain]).toEqual([0.01, 0.01]);
    expect(holdings[0]).toMatchObject({ currentValue: 0.01, lots: [{ currentValue: 0.01 }] });
    const { positions, ...all } = await ok(api.GET('/api/v1/positions'));
    expect([all.totalValue, positions[0]]).toMatchObject([
      0.01,
      {
        totalCurrentValue: 0.01,
        totalEntryValue: 0.01,
        underlyingAssets: [{ currentValue: 0.01 }],
      },
    ]);
  });

  it('for the gains and the income of a year, and a value by the price series', async () => {
    const month = (name: string, gain: string, income: string): object[] => [
      event(`BUY ${name}`, 'ACQUISITION', '1', `2026-${name}-01T10:00:00Z`, '0', assetOf('A')),
      event(`SELL ${name}`, 'DISPOSITION', '1', `2026-${name}-02T10:00:00Z`, gain, assetOf('A')),
      event(`REWARD ${name}`, 'INCOME', '1', `2026-${name}-03T10:00:00Z`, income, assetOf('B')),
    ];
    const reward = event('PRICED', 'INCOME', '0.005000000000000000000001', '2024-05-01T10:00:00Z', null, {
      ...assetOf('C'),
    });
    const { api } = await userWith([
      ...month('01', '0.004', '0.003'),
      ...month('02', '0.004', '0.003'),
      reward,
      { ...priceOf('C', '1'), at: '2024-05-01T09:00:00Z' },
    ]);
    const year = await ok(api.GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } }));
    expect([year.totalCapitalGains.exact, year.totalIncome.exact]).toEqual([0.01, 0.01]);
    expect(year.monthlyRealizedGains.map(({ gain }) => gain.exact)).toEqual(Array(12).fill(0));
    const query = { year: 2024 };
    const { transactions } = await ok(api.GET('/api/v1/transactions', { params: { query } }));
    expect(transactions.map(({ euroValue }) => euroValue)).toEqual([0.01]);
  });
});

describe('`originAcquiredAt` of the in leg of a matched transfer of one asset', () => {
  const group = { continuityGroupId: '11111111-1111-4111-8111-111111111111', account: 'kraken-1' };
  const sale = (amount: string, timestamp: string) =>
    event(`SALE ${timestamp}`, 'DISPOSITION', amount, timestamp, '3000', { needsReview: true });
  const daysSince = (date: string): number => Math.floor((Date.now() - Date.parse(date)) / 86_400_000);

  it('starts the holding period of the transferred lots, in the portfolio and in a later disposal', async () => {
    const { api, userId } = await userWith([
      event('BUY', 'ACQUISITION', '2', '2024-03-01T10:00:00Z', '2000'),
      event('LEAVES', 'DISPOSITION', '2', '2026-01-10T10:00:00Z', null, {
        ...group,
        treatment: 'CONTINUITY_DEPOSIT',
      }),
      event('ARRIVES', 'ACQUISITION', '2', '2026-01-10T11:00:00Z', null, {
        ...group,
        treatment: 'CONTINUITY_WITHDRAW',
      }),
    ]);
    const query = { year: 2026 };
    const { transactions } = await ok(api.GET('/api/v1/transactions', { params: { query } }));
    const arrival = transactions.find(({ referenceId }) => referenceId === 'ARRIVES')!;
    const body = { taxEventId: arrival.id, originAcquiredAt: '2012-05-05T10:00:00Z' };
    await ok(api.POST('/api/v1/overrides', { body }));
    await untilIdle(stack, { userId });

    const { holdings } = await ok(api.GET('/api/v1/portfolio'));
    const { lots } = await ok(api.GET('/api/v1/portfolio/lots', { params: { query: { holdingId: 'ETH' } } }));
    expect(holdings[0]?.lots).toEqual(lots);
    expect(lots).toHaveLength(1);
    // Days in Brussels time: the count differs by at most one from days of 24 hours.
    expect(Math.abs(lots[0]!.holdingPeriodDays - daysSince('2012-05-05T10:00:00Z'))).toBeLessThanOrEqual(1);
    // The acquisition date orders the lots and does not change.
    expect([lots[0]?.acquisitionTimestamp, holdings[0]?.oldestLotDate]).toEqual([
      '2024-03-01T10:00:00Z',
      '2024-03-01T10:00:00Z',
    ]);

    await importLines(stack, userId, [sale('0.5', '2026-05-05T10:00:00Z')]);
    const { items } = await ok(api.GET('/api/v1/issues'));
    const sold = items.find(({ issueType }) => issueType === 'NEEDS_REVIEW')?.event;
    expect(sold).toMatchObject({
      // 14 years with three leap days.
      acquisitions: [{ holdingPeriodDays: 5113, acquisitionTimestamp: lots[0]?.acquisitionTimestamp }],
    });
  });
});

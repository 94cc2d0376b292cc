import { describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { expectBetween } from '../rest.ts';
import { createUser, useStack, useUser } from '../kit.ts';
import { event, WORKED_EXAMPLE_1 } from '../stack.ts';
import { Sightings } from './sightings.ts';

const USDC = { asset: { key: 'USDC', symbol: 'USDC', chain: 'ETHEREUM' }, protocol: 'Aave' };
const UNPRICED = { asset: { key: 'UNPRICED', symbol: 'UNP', name: 'Unpriced coin' } };
const LENT = { asset: { key: 'LENT', symbol: 'LENT' } };
const POSITION = { kind: 'position', chainId: 1, chainName: 'Ethereum', type: 'STAKING' };
const FACTS: readonly object[] = [
  ...WORKED_EXAMPLE_1,
  // Staked: the units are in transit and still owned.
  event('W1', 'DISPOSITION', '0.2', '2026-04-01T00:00:00Z', null, { treatment: 'STAKE_BEACON' }),
  event('L1', 'ACQUISITION', '1000', '2026-04-02T00:00:00Z', '900', { ...USDC, isLoan: true }),
  event('L2', 'DISPOSITION', '400', '2026-04-03T00:00:00Z', '380', USDC),
  event('L3', 'DISPOSITION', '100', '2026-04-04T00:00:00Z', '91', { ...USDC, isRepayment: true }),
  event('U1', 'INCOME', '5', '2026-04-05T00:00:00Z', null, {
    ...UNPRICED,
    description: 'A reward',
    link: 'https://example.org/tx/2',
    protocol: 'Lido',
  }),
  event('U2', 'INCOME', '5', '2026-04-06T00:00:00Z', '50', UNPRICED),
  event('C1', 'ACQUISITION', '10', '2026-04-07T00:00:00Z', '10', { ...LENT, isLoan: true }),
  event('C2', 'DISPOSITION', '10', '2026-04-08T00:00:00Z', '10', { ...LENT, isRepayment: true }),
  { kind: 'price', assetKey: 'ETH', at: '2026-05-01T00:00:00Z', eur: '4000' },
  { kind: 'price', assetKey: 'USDC', at: '2026-05-01T00:00:00Z', eur: '0.9' },
  {
    ...POSITION,
    positionId: '22222222-2222-4222-8222-222222222222',
    contractAddress: '0xabc',
    protocol: 'Lido',
    entryTimestamp: '2026-04-01T00:00:00Z',
    metadata: { pool: 'stETH', apr: 3.1 },
    depositedAssets: [{ assetKey: 'ETH', assetSymbol: 'ETH', amount: '0.2', entryPrice: '3000' }],
    underlyingAssets: [{ assetKey: 'ETH', assetSymbol: 'ETH', amount: '0.21' }],
  },
  {
    ...POSITION,
    positionId: '33333333-3333-4333-8333-333333333333',
    contractAddress: '0xdef',
    protocol: 'Curve',
    entryTimestamp: '2026-04-02T00:00:00Z',
    depositedAssets: [{ assetKey: 'UNPRICED', assetSymbol: 'UNP', amount: '3' }],
    underlyingAssets: [{ assetKey: 'UNPRICED', assetSymbol: 'UNP', amount: '3' }],
  },
  {
    ...POSITION,
    positionId: '44444444-4444-4444-8444-444444444444',
    contractAddress: '0x123',
    protocol: 'Maker',
    entryTimestamp: '2026-04-03T00:00:00Z',
    error: 'The contract did not answer.',
  },
];

const seen = new Sightings();

const stack = useStack();
const user = useUser(stack, { beta: 'portfolio', facts: FACTS, fetch: seen.fetch });
const { api } = user;

const snapshot = () => ok(api.GET('/api/v1/portfolio'));
const lotsOf = async (holdingId: string) =>
  ok(api.GET('/api/v1/portfolio/lots', { params: { query: { holdingId } } }));
const daysSince = (date: string): number => Math.floor((Date.now() - Date.parse(date)) / 86_400_000);

describe('Snapshot', () => {
  it('has `totalValue`, `totalCostBasis`, `totalLiabilityValue`, `netWorth`, `unrealizedGain`, `walletCount` and `snapshotTime`', async () => {
    const requestedAt = Date.now();
    const { snapshotTime, holdings, liabilities, ...totals } = await snapshot();
    expect(totals).toEqual({
      // 0.5 × 4,000 + 500 × 0.9. 900 units are owed, at 0.9 each. An asset without a price has no value.
      totalValue: 2450,
      totalCostBasis: 2000,
      totalLiabilityValue: 810,
      netWorth: 1640,
      unrealizedGain: 450,
      walletCount: 1,
    });
    expectBetween(snapshotTime, requestedAt, Date.now());
    expect([holdings.map(({ id }) => id), liabilities.length]).toEqual([['ETH', 'UNPRICED', 'USDC'], 2]);
  });

  it('is empty for a user who owns nothing', async () => {
    const { token } = await createUser(stack, { beta: 'portfolio', years: [] });
    const none = seen.client(stack.ready().baseUrl, token);
    expect(await ok(none.GET('/api/v1/portfolio'))).toMatchObject({
      holdings: [],
      liabilities: [],
      netWorth: 0,
      totalValue: 0,
      walletCount: 0,
    });
    expect(await ok(none.GET('/api/v1/positions'))).toMatchObject({ positionCount: 0, positions: [] });
    expect(seen.unseen('PortfolioSnapshot')).toEqual([]);
  });
});

describe('AssetHolding', () => {
  it('shows an owned asset at historic cost and at the latest price, including units in transit', async () => {
    const { holdings } = await snapshot();
    const [ether, unpriced, usdc] = holdings;
    expect(ether).toEqual({
      id: 'ETH',
      assetChain: 'UNKNOWN',
      assetName: 'ETH',
      assetSymbol: 'ETH',
      protocol: null,
      amount: 0.5,
      averageCostBasis: 3000,
      totalCostBasis: 1500,
      currentPrice: 4000,
      currentValue: 2000,
      unrealizedGain: 500,
      unrealizedGainPercentage: ether?.unrealizedGainPercentage,
      numberOfLots: 1,
      lots: ether?.lots,
      newestLotDate: '2026-02-10T10:00:00Z',
      oldestLotDate: '2026-02-10T10:00:00Z',
      taxBasis: 1500,
      unrealizedTaxableGain: 500,
    });
    expect(ether?.unrealizedGainPercentage).toBeCloseTo(33.33, 2);
    expect(usdc).toMatchObject({
      assetChain: 'ETHEREUM',
      amount: 500,
      totalCostBasis: 450,
      protocol: 'Aave',
      unrealizedGain: 0,
      unrealizedGainPercentage: 0,
    });
    expect(unpriced).toMatchObject({
      assetName: 'Unpriced coin',
      assetSymbol: 'UNP',
      amount: 10,
      numberOfLots: 2,
      oldestLotDate: '2026-04-05T00:00:00Z',
      newestLotDate: '2026-04-06T00:00:00Z',
      currentPrice: null,
      currentValue: 0,
      totalCostBasis: 50,
    });
  });

  it('every value that a field may have was in a response, except for empty lots and null dates', () => {
    // A holding has lots, and lots have dates.
    expect(seen.unseen('AssetHolding')).toEqual([
      'lots is empty',
      'newestLotDate is null',
      'oldestLotDate is null',
    ]);
  });
});

describe('LotDetail', () => {
  it('shows a lot of which half is left', async () => {
    const { holdings } = await snapshot();
    const [lot] = holdings[0]!.lots;
    expect(lot).toEqual({
      lotId: lot?.lotId,
      acquisitionEventId: lot?.acquisitionEvent.id,
      acquisitionEvent: lot?.acquisitionEvent,
      acquisitionTimestamp: '2026-02-10T10:00:00Z',
      acquiredAmount: 1,
      remainingAmount: 0.5,
      averageAcquisitionPrice: 3000,
      costBasis: 1500,
      currentPrice: 4000,
      currentValue: 2000,
      unrealizedGain: 500,
      unrealizedGainPercentage: holdings[0]?.unrealizedGainPercentage,
      holdingPeriodDays: lot?.holdingPeriodDays,
      taxBasis: 1500,
      unrealizedTaxableGain: 500,
    });
    // Days in Brussels time: the count differs by at most one from days of 24 hours.
    expect(Math.abs(lot!.holdingPeriodDays - daysSince('2026-02-10T10:00:00Z'))).toBeLessThanOrEqual(1);
  });

  it('is in LotsResponse for all `lots` of the `holdingId`, as in the portfolio', async () => {
    const { holdings } = await snapshot();
    for (const { id, lots } of holdings) {
      const answer = await lotsOf(id);
      expect(answer.holdingId).toBe(id);
      expect(answer.lots.map(({ lotId }) => lotId)).toEqual(lots.map(({ lotId }) => lotId));
    }
    expect(seen.unseen('LotDetail')).toEqual([]);
    const page = await ok(
      api.GET('/api/v1/portfolio/lots', {
        params: { query: { holdingId: holdings[0]!.id, page: 0, size: 1 } },
      }),
    );
    expect(page.lots).toEqual(
      holdings[0]!.lots.slice(0, 1).map(({ lotId }) => expect.objectContaining({ lotId })),
    );
    // Every holding has a lot.
    expect(seen.unseen('LotsResponse')).toEqual(['lots is empty']);
  });

  it('has an AcquisitionEvent, the event that the lot came from', async () => {
    const { lots } = await lotsOf('UNPRICED');
    expect(lots.map(({ acquisitionEvent: { id: _id, ...rest } }) => rest)).toEqual([
      {
        amount: 5,
        priceSource: 'NONE',
        treatment: 'NORMAL',
        timestamp: '2026-04-05T00:00:00Z',
        dataSource: 'KRAKEN',
        description: 'A reward',
        link: 'https://example.org/tx/2',
        protocol: 'Lido',
        euroValue: null,
      },
      {
        amount: 5,
        priceSource: 'IMPORT',
        treatment: 'NORMAL',
        timestamp: '2026-04-06T00:00:00Z',
        dataSource: 'KRAKEN',
        description: null,
        link: null,
        protocol: null,
        euroValue: 50,
      },
    ]);
    // Every event has a data source.
    expect(seen.unseen('AcquisitionEvent')).toEqual(['dataSource is null']);
  });
});

describe('DebtLiability', () => {
  it('shows open and closed debts, and the proceeds of the borrowed units', async () => {
    const { liabilities } = await snapshot();
    expect(liabilities.toSorted((one, other) => (one.status > other.status ? -1 : 1))).toEqual([
      {
        assetChain: 'ETHEREUM',
        assetSymbol: 'USDC',
        positionType: 'BORROW',
        status: 'OPEN',
        originalQuantity: 1000,
        remainingQuantity: 900,
        currentPrice: 0.9,
        currentValue: 810,
        saleProceeds: 380,
        soldAt: '2026-04-03T00:00:00Z',
        potentialGainLoss: -430,
        protocol: 'Aave',
      },
      {
        assetChain: 'UNKNOWN',
        assetSymbol: 'LENT',
        positionType: 'BORROW',
        status: 'CLOSED',
        originalQuantity: 10,
        remainingQuantity: 0,
        currentPrice: null,
        currentValue: 0,
        // Nothing was sold, so this is the time of borrowing.
        saleProceeds: 0,
        soldAt: '2026-04-07T00:00:00Z',
        potentialGainLoss: 0,
        protocol: null,
      },
    ]);
    expect(seen.unseen('DebtLiability')).toEqual([]);
  });
});

describe('PositionsBreakdownResponse', () => {
  it('has `positionCount`, `openPositionCount`, `errorCount`, `totalValue` and `snapshotTime`', async () => {
    const requestedAt = Date.now();
    const { positions, snapshotTime, ...counts } = await ok(api.GET('/api/v1/positions'));
    expect(counts).toEqual({ positionCount: 3, openPositionCount: 2, errorCount: 1, totalValue: 840 });
    expect(positions).toHaveLength(3);
    expectBetween(snapshotTime, requestedAt, Date.now());
    expect(seen.unseen('PositionsBreakdownResponse')).toEqual([]);
  });

  it('has a PositionBreakdown with values at entry and now, null if a price is unknown, and `error` as imported', async () => {
    const { positions } = await ok(api.GET('/api/v1/positions'));
    const [valued, unpriced, broken] = positions;
    const shared = { chainId: 1, chainName: 'Ethereum', type: 'STAKING' };
    expect(valued).toEqual({
      ...shared,
      positionId: '22222222-2222-4222-8222-222222222222',
      contractAddress: '0xabc',
      protocol: 'Lido',
      entryTimestamp: '2026-04-01T00:00:00Z',
      isExact: true,
      error: null,
      metadata: { pool: 'stETH', apr: '3.1' },
      depositedAssets: [
        {
          assetKey: 'ETH',
          assetSymbol: 'ETH',
          amount: 0.2,
          entryPrice: 3000,
          currentPrice: 4000,
          currentValue: 800,
        },
      ],
      underlyingAssets: [
        {
          assetKey: 'ETH',
          assetSymbol: 'ETH',
          amount: 0.21,
          entryPrice: null,
          currentPrice: 4000,
          currentValue: 840,
        },
      ],
      // 0.21 of 0.2 units: the price, which rose by a third, is not part of it.
      totalEntryValue: 600,
      totalCurrentValue: 840,
      yieldPercent: 5,
    });
    expect(unpriced).toMatchObject({
      isExact: false,
      totalEntryValue: null,
      totalCurrentValue: null,
      yieldPercent: 0,
      underlyingAssets: [{ entryPrice: null, currentPrice: null, currentValue: null }],
    });
    expect(broken).toMatchObject({
      error: 'The contract did not answer.',
      depositedAssets: [],
      underlyingAssets: [],
      metadata: {},
      yieldPercent: null,
    });
    expect([...seen.unseen('PositionBreakdown'), ...seen.unseen('UnderlyingAsset')]).toEqual([]);
  });
});

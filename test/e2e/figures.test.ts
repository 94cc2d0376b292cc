/** The figures that a reader sees beside totals: inbox, portfolio, lots, positions, exemption, declaration. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/common/contract/operations';
import { z } from 'zod';
import { event, importLines, newUser, startTestStack, type TestStack, WORKED_EXAMPLE_1 } from './stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(async () => {
  await stack.remove();
});

const BETA = ['--plan', 'pro', '--beta', 'portfolio', '--year', '2026', '--year', '2027'];

/** Reads an operation and holds its answer to its schema. */
async function read(token: string, operationId: string, path: string): Promise<Record<string, unknown>> {
  const answer = await stack.get(path, token);
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  const { response } = OPERATIONS.find(({ id }) => id === operationId)!;
  expect(z.strictObject(response.shape).safeParse(answer.body).error?.issues ?? []).toEqual([]);
  return answer.body;
}

const group = { continuityGroupId: '11111111-1111-4111-8111-111111111111' };

describe('the inbox', () => {
  let token: string;
  beforeAll(async () => {
    const user = await newUser(stack, 'inbox@example.org', ['--plan', 'pro', '--year', '2026']);
    token = user.token;
    await importLines(stack, user.userId, [
      { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
      event('B1', 'ACQUISITION', '1', '2026-02-01T00:00:00Z', '60000'),
      event('OUT', 'DISPOSITION', '1', '2026-04-10T00:00:00Z', '65000', {
        treatment: 'TRANSFER_OUT_UNRESOLVED',
      }),
      event('IN', 'ACQUISITION', '0.9995', '2026-04-10T00:20:00Z', '64967.50', {
        treatment: 'CONTINUITY_WITHDRAW',
      }),
      event('S1', 'DISPOSITION', '0.9995', '2026-11-01T00:00:00Z', '69965'),
      event('OLD', 'DISPOSITION', '1', '2025-05-01T00:00:00Z', '1000', { needsReview: true }),
    ]);
  });

  it('worked example 4 unmatched: two transfer issues that suggest each other, worst first', async () => {
    const inbox = await read(token, 'listIssues', '/api/v1/issues');
    const items = inbox['items'] as Record<string, Record<string, unknown>>[];
    expect(items.map(({ issueType, severity, year, locked }) => [issueType, severity, year, locked])).toEqual(
      [
        ['UNMATCHED_TRANSFER_OUT', 'HIGH', 2026, false],
        ['MISSING_COST_BASIS', 'HIGH', 2025, true],
        ['UNMATCHED_TRANSFER_IN', 'MEDIUM', 2026, false],
        ['NEEDS_REVIEW', 'LOW', 2025, true],
      ],
    );
    const [out, , into] = items;
    expect(out!['copilot']).toMatchObject({
      suggestionType: 'TRANSFER_MATCH',
      counterpartEventId: into!['sourceEventId'],
      transferKind: 'SELF_TRANSFER',
      // Matched: 9,995 in November; unmatched: 5,000 + 4,997.50. Ten percent of the difference of −2.50.
      estimatedImpactEur: -0.25,
    });
    expect(inbox).toMatchObject({
      copilotFixableCount: 2,
      copilotEstimatedImpactTotalEur: -0.5,
      years: [2026, 2025],
      counts: { total: 4, countsByQueue: { TRANSFERS: 2, COST_BASIS: 1, CLASSIFICATION: 1 } },
    });
  });

  it('a disposal shows the lots it consumed', async () => {
    const inbox = await read(token, 'listIssues', '/api/v1/issues');
    const [out] = inbox['items'] as { event: Record<string, unknown> }[];
    expect(out!.event).toMatchObject({
      type: 'DISPOSITION',
      accountLabel: 'Kraken',
      totalGain: 5000,
      averageSellPrice: 65000,
      acquisitions: [
        { amount: 1, gain: 5000, costBasis: 60000, averageAcquisitionPrice: 60000, holdingPeriodDays: 68 },
      ],
    });
  });

  it('locked years arrive with blurred gain fields', async () => {
    const inbox = await read(token, 'listIssues', '/api/v1/issues');
    const items = inbox['items'] as { locked: boolean; event: Record<string, unknown> }[];
    const locked = items.find((item) => item.locked)!;
    expect(locked.event).toMatchObject({ totalGain: null, averageSellPrice: null, euroValue: 1000 });
  });

  it('an event needs review while an issue on it is open', async () => {
    const page = await read(token, 'listTransactions', '/api/v1/transactions?year=2026');
    const rows = page['transactions'] as { referenceId: string; needsReview: boolean }[];
    expect(Object.fromEntries(rows.map((row) => [row.referenceId, row.needsReview]))).toEqual({
      B1: false,
      OUT: true,
      IN: true,
      S1: false,
    });
  });
});

describe('the year summary', () => {
  it('holds exemption, declaration codes and counts of the inbox', async () => {
    const user = await newUser(stack, 'summary@example.org', BETA);
    await importLines(stack, user.userId, [
      ...WORKED_EXAMPLE_1,
      {
        kind: 'account',
        ref: 'be',
        accountKind: 'exchange',
        datasource: 'LOCAL_BROKER',
        label: 'Local',
        country: 'BE',
      },
      event('R1', 'INCOME', '0.02', '2026-05-01T00:00:00Z', '25'),
      event('X', 'ACQUISITION', '1', '2026-05-02T00:00:00Z', null),
    ]);
    expect(await read(user.token, 'getYearSummary', '/api/v1/years/2026/summary')).toMatchObject({
      totalCapitalGains: { exact: 1250 },
      totalTax: { exact: 132.5 },
      reviewQueueCounts: { total: 1, countsByIssueType: { MISSING_PRICE: 1 }, countsByQueue: { PRICES: 1 } },
      vrijstellingHeadroom: {
        baseExemption: { locked: false, exact: 10000 },
        carriedIn: { exact: 0 },
        total: { exact: 10000 },
        used: { exact: 1250 },
        remaining: { exact: 8750 },
        carriedOut: { exact: 1000 },
        indexedAmountConfirmed: true,
      },
      declarationSummary: {
        incomeYear: 2026,
        column: 'DECLARANT',
        foreignPlatforms: ['Kraken'],
        capStatuses: [{ datasource: 'KRAKEN', platformName: 'Kraken', registeredOn: null }],
        rows: [
          { id: '2026-INCOME', vak: 'VII', amount: 25, code: '1444-11', partnerCode: '2444-78' },
          {
            id: '2026-CAPITAL_GAIN',
            amount: 1250,
            code: null,
            note: expect.stringContaining('not published'),
          },
          { id: '2026-FOREIGN_ACCOUNT', vak: 'XIII', amount: null, code: '1075-89' },
        ],
      },
    });
    expect(await read(user.token, 'getYearSummary', '/api/v1/years/2027/summary')).toMatchObject({
      transactionCount: 0,
      vrijstellingHeadroom: {
        carriedIn: { exact: 1000 },
        total: { exact: 11000 },
        indexedAmountConfirmed: false,
      },
    });
  });

  it('a figure of another year that depends on a locked year is a band too', async () => {
    const user = await newUser(stack, 'locked-exemption@example.org', ['--plan', 'pro', '--year', '2027']);
    await importLines(stack, user.userId, [
      { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
      event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '1000'),
      event('S1', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '10650'),
    ]);
    const summary = await read(user.token, 'getYearSummary', '/api/v1/years/2027/summary');
    // A gain of 9,650 leaves 350 of the base; its band is 9,600 to 12,800.
    expect(summary['vrijstellingHeadroom']).toMatchObject({
      baseExemption: { locked: false, exact: 10000 },
      carriedIn: { locked: true, exact: null, low: 0, high: 400 },
      total: { locked: true, low: 10000, high: 10400 },
    });
  });
});

describe('the portfolio', () => {
  let token: string;
  beforeAll(async () => {
    const user = await newUser(stack, 'portfolio@example.org', BETA);
    token = user.token;
    const loan = { asset: { key: 'USDC', symbol: 'USDC', chain: 'ETHEREUM' }, protocol: 'Aave' };
    await importLines(stack, user.userId, [
      ...WORKED_EXAMPLE_1,
      event('W1', 'DISPOSITION', '0.2', '2026-04-01T00:00:00Z', null, { treatment: 'STAKE_BEACON' }),
      event('L1', 'ACQUISITION', '1000', '2026-04-02T00:00:00Z', '900', { ...loan, isLoan: true }),
      event('L2', 'DISPOSITION', '400', '2026-04-03T00:00:00Z', '380', loan),
      event('L3', 'DISPOSITION', '100', '2026-04-04T00:00:00Z', '91', { ...loan, isRepayment: true }),
      { kind: 'price', assetKey: 'ETH', at: '2026-05-01T00:00:00Z', eur: '4000' },
      { kind: 'price', assetKey: 'USDC', at: '2026-05-01T00:00:00Z', eur: '0.9' },
      {
        kind: 'position',
        positionId: '22222222-2222-4222-8222-222222222222',
        chainId: 1,
        chainName: 'Ethereum',
        contractAddress: '0xabc',
        protocol: 'Lido',
        type: 'STAKING',
        entryTimestamp: '2026-04-01T00:00:00Z',
        metadata: { pool: 'stETH', apr: 3.1 },
        depositedAssets: [{ assetKey: 'ETH', assetSymbol: 'ETH', amount: '0.2', entryPrice: '3000' }],
        underlyingAssets: [{ assetKey: 'ETH', assetSymbol: 'ETH', amount: '0.21' }],
      },
    ]);
  });

  it('holds what is owned at historic cost and the latest price, lots on the way included', async () => {
    const snapshot = await read(token, 'getPortfolio', '/api/v1/portfolio');
    expect(snapshot).toMatchObject({
      // 0.5 × 4,000 + 500 × 0.9; 900 still owed at 0.9.
      totalValue: 2450,
      totalCostBasis: 1950,
      totalLiabilityValue: 810,
      netWorth: 1640,
      unrealizedGain: 500,
      walletCount: 1,
      holdings: [
        {
          id: 'ETH',
          assetChain: 'UNKNOWN',
          assetName: 'ETH',
          amount: 0.5,
          averageCostBasis: 3000,
          totalCostBasis: 1500,
          currentPrice: 4000,
          currentValue: 2000,
          unrealizedGain: 500,
          numberOfLots: 1,
          lots: [{ acquiredAmount: 1, remainingAmount: 0.5, costBasis: 1500, averageAcquisitionPrice: 3000 }],
        },
        { id: 'USDC', assetChain: 'ETHEREUM', amount: 500, totalCostBasis: 450, protocol: 'Aave' },
      ],
      liabilities: [
        {
          assetSymbol: 'USDC',
          positionType: 'BORROW',
          status: 'OPEN',
          originalQuantity: 1000,
          remainingQuantity: 900,
          saleProceeds: 380,
          soldAt: '2026-04-03T00:00:00Z',
          currentValue: 810,
          potentialGainLoss: -430,
          protocol: 'Aave',
        },
      ],
    });
  });

  it('gives all lots of a holding, each with its acquisition', async () => {
    const lots = await read(token, 'listLots', '/api/v1/portfolio/lots?holdingId=ETH');
    expect(lots).toMatchObject({
      holdingId: 'ETH',
      lots: [
        {
          acquisitionTimestamp: '2026-02-10T10:00:00Z',
          acquisitionEvent: { amount: 1, dataSource: 'KRAKEN', treatment: 'NORMAL', euroValue: 3000 },
        },
      ],
    });
  });

  it('values positions at entry and now', async () => {
    expect(await read(token, 'getPositions', '/api/v1/positions')).toMatchObject({
      positionCount: 1,
      openPositionCount: 1,
      errorCount: 0,
      totalValue: 840,
      positions: [
        {
          isExact: true,
          totalEntryValue: 600,
          totalCurrentValue: 840,
          yieldPercent: 40,
          metadata: { pool: 'stETH', apr: '3.1' },
          underlyingAssets: [{ amount: 0.21, currentPrice: 4000, currentValue: 840 }],
        },
      ],
    });
  });
});

describe('a swap of a continuity group', () => {
  it('gives both sides one value', async () => {
    const user = await newUser(stack, 'swap@example.org', BETA);
    await importLines(stack, user.userId, [
      { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
      event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '1000'),
      event('G', 'DISPOSITION', '1', '2026-02-10T10:00:00Z', null, group),
      event('T', 'ACQUISITION', '10', '2026-02-10T10:00:00Z', '1500', {
        ...group,
        asset: { key: 'SOL', symbol: 'SOL' },
      }),
    ]);
    expect(await read(user.token, 'getYearSummary', '/api/v1/years/2026/summary')).toMatchObject({
      totalCapitalGains: { exact: 500 },
      reviewQueueCounts: { total: 0 },
    });
  });
});

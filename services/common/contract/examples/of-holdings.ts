/** Examples of the operations of the portfolio beta. */
import type { Example } from './example.ts';
import { lot, position } from './records.ts';

export const HOLDING_EXAMPLES = {
  getPortfolio: {
    answer: {
      holdings: [
        {
          id: 'ETH',
          assetChain: 'ETHEREUM',
          assetName: 'Ether',
          assetSymbol: 'ETH',
          amount: 0.5,
          averageCostBasis: 3000,
          currentValue: 2000,
          totalCostBasis: 1500,
          unrealizedGain: 500,
          numberOfLots: 1,
          lots: [lot],
          currentPrice: 4000,
          unrealizedGainPercentage: 33.33,
          newestLotDate: '2026-02-10T10:00:00Z',
          oldestLotDate: '2026-02-10T10:00:00Z',
          protocol: null,
          taxBasis: 1500,
          unrealizedTaxableGain: 500,
        },
      ],
      liabilities: [],
      netWorth: 2000,
      totalCostBasis: 1500,
      totalLiabilityValue: 0,
      totalValue: 2000,
      unrealizedGain: 500,
      snapshotTime: '2026-05-01T12:00:00Z',
      walletCount: 1,
    },
  },
  listLots: { parameters: { holdingId: 'ETH' }, answer: { holdingId: 'ETH', lots: [lot] } },
  getPositions: {
    answer: {
      errorCount: 0,
      openPositionCount: 1,
      positionCount: 1,
      positions: [position],
      snapshotTime: '2026-05-01T12:00:00Z',
      totalValue: 840,
    },
  },
} as const satisfies Record<string, Example>;

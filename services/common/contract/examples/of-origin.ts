/** The example of an origin: ether that was sold, a part of it bought with money and a part received for bitcoin that no file explains. */
import type { Example } from './example.ts';
import { ACCOUNT_ID, SALE_ID } from './records.ts';

const BOUGHT_ID = '0f8d3c5e-7a1b-5c2d-9e3f-4a5b6c7d8e9f';
const GIVEN_ID = '1a2b3c4d-5e6f-5071-8293-a4b5c6d7e8f9';
const RECEIVED_ID = '2b3c4d5e-6f70-5182-93a4-b5c6d7e8f90a';

export const ORIGIN_EXAMPLES = {
  getOrigin: {
    parameters: { taxEventId: SALE_ID, year: 2026 },
    answer: {
      taxEventId: SALE_ID,
      year: 2026,
      locked: false,
      frozen: false,
      stale: false,
      type: 'DISPOSITION',
      assetKey: 'ETH',
      assetSymbol: 'ETH',
      amount: 1.5,
      timestamp: '2026-03-10T10:00:00Z',
      accountId: ACCOUNT_ID,
      accountLabel: 'Kraken',
      eur: 5250,
      knownShare: 0.666666666667,
      money: [{ type: 'CASH_IN', currency: 'EUR', amount: 5250 }],
      ends: [
        {
          kind: 'PURCHASE',
          share: 0.666666666667,
          assetKey: 'ETH',
          assetSymbol: 'ETH',
          amount: 1,
          costEur: 2500,
          accountId: ACCOUNT_ID,
          accountLabel: 'Kraken',
          lots: 1,
          firstAt: '2024-05-01T09:00:00Z',
          lastAt: '2024-05-01T09:00:00Z',
          transactions: 1,
          taxEventIds: [BOUGHT_ID],
          taxEventsLeftOut: 0,
          money: [{ type: 'CASH_OUT', currency: 'EUR', amount: 2500 }],
          proof: null,
        },
        {
          kind: 'SHORTFALL',
          share: 0.333333333333,
          assetKey: 'BTC',
          assetSymbol: 'BTC',
          amount: 0.025,
          costEur: null,
          accountId: ACCOUNT_ID,
          accountLabel: 'Kraken',
          lots: 0,
          firstAt: '2024-06-01T09:00:00Z',
          lastAt: '2024-06-01T09:00:00Z',
          transactions: 1,
          taxEventIds: [GIVEN_ID],
          taxEventsLeftOut: 0,
          money: [],
          proof: 'EARLIER_FILE',
        },
      ],
      steps: [
        {
          kind: 'SWAP',
          fromAssetKey: 'BTC',
          fromAssetSymbol: 'BTC',
          toAssetKey: 'ETH',
          toAssetSymbol: 'ETH',
          share: 0.333333333333,
          firstAt: '2024-06-01T09:00:00Z',
          lastAt: '2024-06-01T09:00:00Z',
          transactions: 2,
          taxEventIds: [GIVEN_ID, RECEIVED_ID],
          taxEventsLeftOut: 0,
        },
      ],
    },
  },
} as const satisfies Record<string, Example>;

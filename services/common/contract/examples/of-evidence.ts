/** The example of the stock of a year: 2 ETH in three lots, with a price. */
import type { Example } from './example.ts';

export const EVIDENCE_EXAMPLES = {
  getEvidence: {
    parameters: { year: 2025, size: 50 },
    answer: {
      year: 2025,
      moment: '2025-12-31T23:00:00Z',
      locked: false,
      frozen: false,
      stale: false,
      assets: [
        {
          assetKey: 'ETH',
          assetSymbol: 'ETH',
          amount: 2,
          lots: 3,
          acquiredFrom: '2021-03-04T09:12:00Z',
          acquiredUntil: '2025-02-01T10:00:00Z',
          historicCost: 5500,
          price: 3000,
          priceSource: 'OWN',
          priceAt: '2025-12-31T22:00:00Z',
          priceAgeSeconds: 3600,
          value: 6000,
        },
      ],
      next: null,
    },
  },
} as const satisfies Record<string, Example>;

/** The example of the photo: 2 ETH in two accounts, and 100 units without a price. */
import type { Example } from './example.ts';
import { ACCOUNT_ID } from './records.ts';

export const PHOTO_EXAMPLES = {
  getPhoto: {
    parameters: { year: 2026, size: 50 },
    answer: {
      year: 2026,
      moment: '2025-12-31T23:00:00Z',
      locked: false,
      frozen: false,
      stale: false,
      assets: [
        {
          assetKey: 'ETH',
          assetSymbol: 'ETH',
          amount: 2,
          accounts: [{ accountId: ACCOUNT_ID, name: 'Kraken', amount: 1.5 }],
          accountsLeftOut: false,
          elsewhere: 0.5,
          price: 3000,
          priceSource: 'OWN',
          priceAt: '2025-12-31T22:00:00Z',
          priceAgeSeconds: 3600,
          value: 6000,
          historicCost: 5500,
          unitCost: 2750,
          gainBeforeLaw: 500,
          taxKeptOut: 50,
        },
        {
          assetKey: 'XYZ',
          assetSymbol: 'XYZ',
          amount: 100,
          accounts: [{ accountId: ACCOUNT_ID, name: 'Kraken', amount: 100 }],
          accountsLeftOut: false,
          elsewhere: 0,
          price: null,
          priceSource: null,
          priceAt: null,
          priceAgeSeconds: null,
          value: null,
          historicCost: 250,
          unitCost: 2.5,
          gainBeforeLaw: null,
          taxKeptOut: null,
        },
      ],
      assetsWithoutPrice: 1,
      next: null,
    },
  },
} as const satisfies Record<string, Example>;

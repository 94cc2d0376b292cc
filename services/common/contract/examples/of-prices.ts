/** Examples of the operations of prices. */
import type { Example } from './example.ts';

const PRICE_ID = 'c3d4e5f6-0718-4c9d-8eaf-2a3b4c5d6e7f';

const price = {
  id: PRICE_ID,
  assetKey: 'ETH',
  at: null,
  day: '2025-12-31',
  validFrom: '2025-12-30T23:00:00Z',
  validUntil: '2025-12-31T23:00:00Z',
  eur: 2531.4,
  source: 'Close of ETH/EUR on Kraken',
  notes: null,
  updatedAt: '2027-03-01T09:00:00Z',
  updatedVia: 'Tax assistant',
};

export const PRICE_EXAMPLES = {
  listPrices: {
    parameters: { assetKey: 'ETH' },
    answer: {
      page: 0,
      size: 50,
      totalElements: 1,
      totalPages: 1,
      hasNext: false,
      hasPrevious: false,
      prices: [price],
    },
  },
  setPrices: {
    body: {
      prices: [{ assetKey: 'ETH', day: '2025-12-31', eur: 2531.4, source: 'Close of ETH/EUR on Kraken' }],
    },
    answer: {
      processed: 1,
      succeeded: 1,
      failed: 0,
      recalc: 'SCHEDULED',
      results: [{ status: 'APPLIED', code: null, message: null, price }],
    },
  },
  addPriceFile: {
    parameters: {
      name: 'eth-prices.csv',
      assetKey: 'ETH',
      source: 'Close of ETH/EUR on Kraken',
      dryRun: false,
    },
    file: { type: 'text/csv', text: 'date,price\n2025-12-31,2531.4\n' },
    answer: {
      processed: 1,
      succeeded: 1,
      failed: 0,
      recalc: 'SCHEDULED',
      results: [{ status: 'APPLIED', code: null, message: null, price }],
      rowsLeftOut: 0,
    },
  },
  removePrice: { parameters: { priceId: PRICE_ID }, answer: { deleted: true, recalc: 'SCHEDULED' } },
} as const satisfies Record<string, Example>;

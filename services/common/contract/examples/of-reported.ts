/** Examples of the totals that exchanges report: bitcoin bought and sent to an own wallet, one purchase less at the exchange. */
import type { Example } from './example.ts';
import { SALE_ID } from './records.ts';

const BTC_AT_KRAKEN = { platform: 'Kraken', country: 'IE', assetKey: 'BTC', assetSymbol: 'BTC' } as const;

const STATED_ID = '5e0c7f9a-3d1b-5c8e-9b2f-7a6d5c4b3e21';

const STATED = {
  id: STATED_ID,
  units: 0.4,
  eur: 31800,
  transactions: 1,
  amounts: 'GROSS',
  notes: 'statement of 2026',
  statedAt: '2027-02-01T09:00:00Z',
  statedVia: 'my-token',
} as const;

export const REPORTED_EXAMPLES = {
  getReported: {
    parameters: { year: 2026, size: 50 },
    answer: {
      year: 2026,
      locked: false,
      frozen: false,
      stale: false,
      totals: [
        {
          ...BTC_AT_KRAKEN,
          kind: 'BOUGHT',
          units: 0.5,
          eur: 40000,
          fees: 104,
          transactions: 2,
          withoutValue: 0,
          stated: STATED,
          difference: { units: -0.1, eur: -8200, transactions: -1 },
          explanations: [
            { kind: 'ONE_TRANSACTION', explains: ['UNITS', 'EUR'], eventIds: [SALE_ID], eventCount: 1 },
          ],
        },
        {
          ...BTC_AT_KRAKEN,
          kind: 'TRANSFERRED_OUT',
          units: 0.3,
          eur: 24600,
          fees: 12.3,
          transactions: 1,
          withoutValue: 0,
        },
        {
          ...BTC_AT_KRAKEN,
          kind: 'TO_OWN',
          units: 0.3,
          eur: 24600,
          fees: 12.3,
          transactions: 1,
          withoutValue: 0,
        },
      ],
      next: null,
    },
  },
  stateReported: {
    parameters: { year: 2026 },
    body: {
      platform: 'Kraken',
      totals: [{ assetId: 'BTC', kind: 'BOUGHT', units: 0.4, eur: 31800, transactions: 1 }],
      notes: 'statement of 2026',
    },
    answer: {
      changed: true,
      recalc: 'NOT_NEEDED',
      results: [
        {
          total: { ...STATED, year: 2026, platform: 'Kraken', assetId: 'BTC', kind: 'BOUGHT' },
          created: true,
          changed: true,
        },
      ],
    },
  },
  removeReported: {
    parameters: { year: 2026, statedId: STATED_ID },
    answer: { deleted: true, recalc: 'NOT_NEEDED' },
  },
} as const satisfies Record<string, Example>;

/** The example of the totals that exchanges report: bitcoin bought and sent to an own wallet. */
import type { Example } from './example.ts';

const BTC_AT_KRAKEN = { platform: 'Kraken', country: 'IE', assetKey: 'BTC', assetSymbol: 'BTC' } as const;

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
} as const satisfies Record<string, Example>;

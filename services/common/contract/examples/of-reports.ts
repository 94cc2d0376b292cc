/** The example of the report of a year. */
import type { Example } from './example.ts';
import { SALE_ID } from './records.ts';

export const REPORT_EXAMPLES = {
  getYearReport: {
    parameters: { year: 2026, format: 'json', language: 'en' },
    answer: {
      year: 2026,
      regime: 'NORMAAL_BEHEER',
      frozen: false,
      submittedAt: null,
      stale: false,
      lines: [
        { section: 'FIGURE', name: 'totalCapitalGains', eur: 1250 },
        { section: 'COMPLETENESS', name: 'events', text: '3' },
        { section: 'COMPLETENESS', name: 'withoutValue', text: '1' },
        { section: 'ASSUMPTION', name: 'CAPITAL_GAINS_PERCENT', text: '10' },
        {
          section: 'DISPOSAL',
          timestamp: '2026-03-10T10:00:00Z',
          taxEventId: SALE_ID,
          type: 'DISPOSITION',
          treatment: 'NORMAL',
          taxable: true,
          assetKey: 'ETH',
          assetSymbol: 'ETH',
          account: 'Kraken',
          amount: 1.5,
          value: 5250,
          proceeds: 5250,
          costBasis: 4000,
          gain: 1250,
        },
      ],
      next: null,
    },
  },
} as const satisfies Record<string, Example>;

/** Examples of the law. */
import type { Example } from './example.ts';

const figuresOf = (gains: number, tax: number, used: number | null, after: number) => ({
  totalCapitalGains: gains,
  totalCapitalGainsTax: tax,
  exemptionUsed: used,
  taxAfterExemption: after,
  totalIncome: 1000,
  totalIncomeTax: 300,
});

export const LAW_EXAMPLES = {
  getLaw: {
    parameters: { year: 2026 },
    answer: {
      provisions: [
        {
          name: 'EXEMPTION',
          fromYear: 2026,
          value: '10000',
          unit: 'EUR',
          statutoryEur: 4855,
          index: 2.0597,
          source:
            'Law of 6 April 2026 on capital gains on financial assets (Official Gazette, 21 April 2026)',
          article: '96/2',
          status: 'CONFIRMED',
          assumption: null,
          checkedOn: '2026-11-24',
        },
        {
          name: 'CAPITAL_GAIN_CODE',
          fromYear: 2026,
          value: null,
          unit: 'CODE',
          statutoryEur: null,
          index: null,
          source: 'Personal income tax return',
          article: 'part XV',
          status: 'ASSUMED',
          assumption: 'CODES_OF_LAST_FORM',
          checkedOn: '2026-11-24',
        },
      ],
      firstTaxedYear: 2026,
      lastPublishedForm: 2025,
    },
  },
  listReadings: {
    parameters: { year: 2026 },
    answer: {
      year: 2026,
      figures: figuresOf(12000, 1200, 10000, 200),
      readings: [
        {
          reading: 'LOTS_FIFO_PER_ACCOUNT',
          assumption: 'LOTS_FIFO_OVER_TAXPAYER',
          figures: figuresOf(11500, 1150, 10000, 150),
        },
        {
          reading: 'OTHER_REGIME',
          assumption: 'ONE_REGIME_A_YEAR',
          figures: figuresOf(13000, 4290, null, 4290),
        },
      ],
    },
  },
} as const satisfies Record<string, Example>;

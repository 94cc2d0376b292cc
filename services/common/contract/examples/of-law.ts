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
          indexation: {
            coefficient: 2.0592,
            exactEur: 9997.42,
            roundedToEur: 10,
            roundedEur: 10000,
            source: 'Circular 2026/C/74 of 22 July 2026',
            article: '178',
          },
          source:
            'Law of 6 April 2026 on capital gains on financial assets (Official Gazette, 21 April 2026)',
          article: '96/2',
          status: 'CONFIRMED',
          assumption: null,
          checkedOn: '2026-11-28',
          readers: [
            {
              name: 'Bolero (KBC)',
              address: 'https://www.bolero.be/nl/lp/meerwaardebelasting/vrijstelling-en-minderwaarde',
              agrees: true,
            },
          ],
          path: '/law?year=2026#exemption',
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
      platforms: [
        {
          name: 'KuCoin',
          company: 'KuCoin EU Exchange GmbH',
          country: 'AT',
          licence: 'MiCA (FMA)',
          from: '2025-11-28',
          until: null,
          source: 'GNcrypto',
          address: 'https://www.gncrypto.news/news/kucoin-eu-mica-passporting-excludes-malta',
          checkedOn: '2026-11-28',
          path: '/law#platform-kucoin',
        },
      ],
      rules: [
        {
          code: 'HIGHER_COST_MAKES_NO_LOSS',
          rule: 'A historic cost above the photo value lowers a gain to zero at most: it makes no loss.',
          source: 'Circular 2026/C/74 of 22 July 2026',
          article: '102',
          status: 'CONFIRMED',
          assumption: null,
          checkedOn: '2026-11-26',
          margin: '167',
          path: '/law#higher-cost-makes-no-loss',
        },
        {
          code: 'FOREIGN_EXCHANGES',
          rule: 'Accounts at custodial exchanges outside Belgium are declared as foreign accounts.',
          otherReading: 'Accounts for crypto-assets need not be declared.',
          source: 'Personal income tax return',
          article: 'part XIII',
          status: 'ASSUMED',
          assumption: 'FOREIGN_EXCHANGES',
          checkedOn: '2026-11-28',
          alsoIn: [{ source: 'Income tax code 1992', article: '307, § 1' }],
          quotation: {
            text: 'at a foreign bank, exchange, credit or savings institution',
            source: 'National Bank of Belgium, questions about foreign accounts',
          },
          path: '/law#foreign-exchanges',
        },
      ],
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
          assumptionStatus: 'ASSUMED',
          figures: figuresOf(11500, 1150, 10000, 150),
        },
        {
          reading: 'OTHER_REGIME',
          assumption: 'ONE_REGIME_A_YEAR',
          assumptionStatus: 'ASSUMED',
          figures: figuresOf(13000, 4290, null, 4290),
        },
      ],
    },
  },
} as const satisfies Record<string, Example>;

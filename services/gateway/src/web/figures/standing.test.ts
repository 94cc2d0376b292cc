import { describe, expect, it } from '@jest/globals';
import { type Standing, standingOf, standingText } from './standing.ts';
import type { YearFigures } from './year-figures.ts';

const exact = (eur: number) => ({ locked: false, exact: eur });
const range = (low: number, high: number) => ({ locked: true, low, high });
type Amount = YearFigures['totalIncome'];

interface Facts {
  readonly year?: number;
  readonly regime?: YearFigures['regime'];
  readonly gains: Amount;
  readonly total?: Amount | null;
  readonly remaining?: Amount;
}

/** Returns the figures of a year with these gains and this exemption; all others are 0. */
function figuresOf({ year = 2026, regime = 'NORMAAL_BEHEER', gains, total, remaining }: Facts): YearFigures {
  const none = exact(0);
  const exemption = total === undefined ? exact(10_000) : total;
  return {
    year,
    locked: gains.locked,
    frozen: false,
    stale: false,
    regime,
    totalCapitalGains: gains,
    totalCapitalGainsTax: none,
    totalIncome: none,
    totalIncomeTax: none,
    totalTax: none,
    transactionCount: 0,
    walletCount: 0,
    monthlyRealizedGains: [],
    reviewQueueCounts: { total: 0, countsByIssueType: {}, countsByQueue: {} },
    vrijstellingHeadroom:
      exemption === null
        ? null
        : {
            baseExemption: exact(10_000),
            carriedIn: none,
            total: exemption,
            used: none,
            remaining: remaining ?? none,
            carriedOut: none,
            indexedAmountConfirmed: true,
          },
  };
}

const CASES: readonly (readonly [Standing, Facts, string])[] = [
  [
    'within',
    { gains: exact(416.56), remaining: exact(9583.44) },
    'Gains of €416.56 stay within your exemption of €10,000.00. €9,583.44 is left.',
  ],
  [
    'within',
    { gains: exact(10_000) },
    'Gains of €10,000.00 stay within your exemption of €10,000.00. €0.00 is left.',
  ],
  [
    'exceeded',
    { gains: exact(10_000.01) },
    'Gains of €10,000.01 exceed your exemption of €10,000.00 by €0.01.',
  ],
  [
    'mayExceed',
    { gains: exact(10_500), total: range(10_000, 11_000) },
    'Gains of €10,500.00 may exceed your exemption of €10,000.00 to €11,000.00. Its amount depends on a locked year.',
  ],
  [
    'exceeded',
    { gains: exact(12_000), total: range(10_000, 11_000) },
    'Gains of €12,000.00 exceed your exemption of €10,000.00 to €11,000.00 by €1,000.00 to €2,000.00.',
  ],
  [
    'loss',
    { gains: exact(-250.5) },
    'Your losses are €250.50 higher than your gains in 2026. Your exemption of €10,000.00 is unused.',
  ],
  ['noGains', { gains: exact(0) }, 'You have no net gains in 2026. Your exemption of €10,000.00 is unused.'],
  [
    'notTaxed',
    { year: 2025, gains: exact(900), total: null },
    'Gains of €900.00 are not taxed: gains of 2025 under normal management are free of tax.',
  ],
  [
    'speculative',
    { regime: 'SPECULATIEF', gains: exact(900), total: null },
    'Gains of €900.00 count as speculative: no exemption applies to them.',
  ],
  [
    'speculative',
    { regime: 'SPECULATIEF', gains: exact(-900), total: null },
    'Your losses are €900.00 higher than your gains in 2026.',
  ],
  ['notTaxed', { year: 2025, gains: exact(0), total: null }, 'You have no net gains in 2025.'],
  [
    'locked',
    { gains: range(400, 600) },
    'This year is locked. Your gains are in the range of €400.00 to €600.00; unlock the year to see exact figures.',
  ],
];

describe('the sentence that says where a taxpayer stands', () => {
  it.each(CASES)('is the one for %s: %j', (standing, facts, text) => {
    const figures = figuresOf(facts);
    expect(standingOf(figures)).toBe(standing);
    expect(standingText(figures, 'en')).toBe(text);
  });

  it.each(['en', 'nl', 'fr'] as const)('has no empty value and no placeholder in %s', (language) => {
    for (const [, facts] of CASES)
      expect(standingText(figuresOf(facts), language)).not.toMatch(/[{}]| [.,;:]| {2}/);
  });
});

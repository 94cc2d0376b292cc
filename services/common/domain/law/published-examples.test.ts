/** Examples that banks publish, with their addresses: what the exemption leaves, what is owed, and what is paid back. */
import { describe, expect, it } from '@jest/globals';
import { type CircumstanceValues, NO_CIRCUMSTANCES } from '../circumstances.ts';
import { EUR_SCALE, formatDecimal, parseEur } from '../decimal.ts';
import { partnersEstimate, taxpayersEstimate } from './household.ts';
import { FROM_FIRST_YEAR } from './kept-sums.ts';

interface StatedYear {
  readonly net?: string;
  readonly of?: Partial<CircumstanceValues>;
}

interface Example {
  readonly says: string;
  /** The page that publishes it. */
  readonly page: string;
  readonly year: number;
  readonly years: Readonly<Record<number, StatedYear>>;
  readonly taxpayer: Readonly<Record<string, string>>;
  readonly partner?: Readonly<Record<string, string>>;
}

const BOLERO = 'https://www.bolero.be/nl/lp/meerwaardebelasting';
const TRIODOS = 'https://www.triodos.be/nl/hulp-en-contact/beleggen/meerwaardebelasting';
const COMMON = { ownedSharePercent: '50' };

const EXAMPLES: readonly Example[] = [
  {
    says: 'a gain of 11,000 in 2026 is taxed on 1,000',
    page: `${BOLERO}/vrijstelling-en-minderwaarde`,
    year: 2026,
    years: { 2026: { net: '11000', of: {} } },
    taxpayer: { taxableGains: '1000', capitalGainsTax: '100', total: '100' },
  },
  {
    says: 'nothing sold in 2026 leaves 11,000 for 2027, so a gain of 10,600 is not taxed',
    page: `${BOLERO}/vrijstelling-en-minderwaarde`,
    year: 2027,
    years: { 2027: { net: '10600', of: {} } },
    taxpayer: { exemptionUsed: '10600', total: '0' },
  },
  {
    says: 'of 1,750 withheld from gains of 17,500 on securities, 1,000 come back',
    page: `${BOLERO}/bronheffing-en-opt-out`,
    year: 2026,
    years: { 2026: { of: { otherGains: '17500', taxWithheld: '1750' } } },
    taxpayer: { otherGainsTax: '750', taxWithheld: '1750', leftToPay: '-1000' },
  },
  {
    says: 'a couple with common property is exempt for 20,000',
    page: `${BOLERO}/vrijstelling-en-minderwaarde`,
    year: 2026,
    years: { 2026: { net: '20000', of: COMMON } },
    taxpayer: { exemptionUsed: '10000', total: '0' },
    partner: { exemptionUsed: '10000', total: '0' },
  },
  {
    says: 'a couple that carried as much as it can is exempt for 30,000',
    page: `${BOLERO}/vrijstelling-en-minderwaarde`,
    year: 2031,
    years: { 2030: { of: COMMON }, 2031: { net: '30000', of: COMMON } },
    taxpayer: { exemptionUsed: '15000', total: '0' },
    partner: { exemptionUsed: '15000', total: '0' },
  },
  {
    says: 'nothing sold in 2026 and a gain of 1,000 in 2027 leave 11,000 for 2028',
    page: TRIODOS,
    year: 2028,
    years: { 2027: { net: '1000' }, 2028: { net: '11000', of: {} } },
    taxpayer: { exemptionUsed: '11000', total: '0' },
  },
];

describe('The estimate agrees with the published example that', () => {
  it.each(EXAMPLES)('$says ($page)', ({ year, years, taxpayer, partner }) => {
    const yearOf = (each: number) => {
      const { net = '0', of } = years[each] ?? {};
      const circumstances = of === undefined ? null : { ...NO_CIRCUMSTANCES, ...of };
      return { net: parseEur(net), regime: 'NORMAAL_BEHEER', circumstances } as const;
    };
    const textOf = (estimate: ReturnType<typeof taxpayersEstimate>) =>
      Object.fromEntries(
        Object.entries(estimate ?? {}).map(([name, { eur }]) => [name, formatDecimal(eur, EUR_SCALE)]),
      );
    expect(textOf(taxpayersEstimate(year, yearOf, FROM_FIRST_YEAR))).toMatchObject(taxpayer);
    if (partner !== undefined)
      expect(textOf(partnersEstimate(year, yearOf, FROM_FIRST_YEAR))).toMatchObject(partner);
  });
});

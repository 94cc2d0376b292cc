/** A household: worked examples of readers of the law, and that the parts of both partners are the whole. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type AccountShare, type CircumstanceValues, NO_CIRCUMSTANCES } from '../circumstances.ts';
import { EUR_SCALE, formatDecimal, parseEur } from '../decimal.ts';
import type { Regime } from '../vocabulary.ts';
import { type Estimate, estimateOf } from './estimate.ts';
import {
  type HouseholdYear,
  ownAmounts,
  partnersEstimate,
  partnersYear,
  taxpayersEstimate,
  taxpayersYear,
} from './household.ts';
import { FROM_FIRST_YEAR, keptSumsFromJson, keptSumsOf, keptSumsToJson, openingsAfter } from './kept-sums.ts';

interface StatedYear {
  readonly net?: string;
  readonly regime?: Regime;
  readonly of?: Partial<CircumstanceValues>;
  /** Gains by account. */
  readonly accounts?: Readonly<Record<string, string>>;
}
type Years = Readonly<Record<number, StatedYear>>;

const yearsOf =
  (years: Years) =>
  (year: number): HouseholdYear => {
    const { net = '0', regime = 'NORMAAL_BEHEER', of, accounts = {} } = years[year] ?? {};
    return {
      net: parseEur(net),
      regime,
      circumstances: of === undefined ? null : { ...NO_CIRCUMSTANCES, ...of },
      ofAccounts: new Map(
        Object.entries(accounts).map(([id, eur]) => [id, { gains: parseEur(eur), income: 0n }]),
      ),
    };
  };

const textOf = (estimate: Estimate | null): Record<string, string> | null =>
  estimate &&
  Object.fromEntries(
    Object.entries(estimate).map(([name, { eur }]) => [name, formatDecimal(eur, EUR_SCALE)]),
  );
const both = (year: number, years: Years) => ({
  taxpayer: textOf(taxpayersEstimate(year, yearsOf(years), FROM_FIRST_YEAR)),
  partner: textOf(partnersEstimate(year, yearsOf(years), FROM_FIRST_YEAR)),
});
const share = (accountId: string, ownedSharePercent: string): AccountShare => ({
  accountId,
  ownedSharePercent,
});
const COMMON = { ownedSharePercent: '50' };

describe('The estimates of a household', () => {
  it('have both ways of netting losses for the taxpayer, of whom other assets are known', () => {
    const of = { ...COMMON, derivativeResults: '-1000', otherGains: '-2000' };
    const { taxpayer, partner } = both(2026, { 2026: { net: '30000', of } });
    // Half of 30,000 is 15,000: less 3,000, or not.
    expect(taxpayer).toMatchObject({
      taxableGains: '2000',
      taxableGainsPerKind: '5000',
      totalPerKind: '500',
    });
    expect(partner).toMatchObject({ taxableGains: '5000' });
    expect(partner).not.toHaveProperty('totalPerKind');
  });

  it('of common property exempt 20,000 in 2026', () => {
    const { taxpayer, partner } = both(2026, { 2026: { net: '21000', of: COMMON } });
    const half = {
      exemptionLeft: '10000',
      exemptionUsed: '10000',
      taxableGains: '500',
      capitalGainsTax: '50',
    };
    expect([taxpayer, partner]).toMatchObject([half, half]);
  });

  it('of common property exempt 30,000 with what both carried over five years', () => {
    const quiet = Object.fromEntries([2026, 2027, 2028, 2029, 2030].map((year) => [year, { of: COMMON }]));
    const { taxpayer, partner } = both(2031, { ...quiet, 2031: { net: '30000', of: COMMON } });
    const half = { exemptionLeft: '15000', exemptionUsed: '15000', taxableGains: '0', total: '0' };
    expect([taxpayer, partner]).toMatchObject([half, half]);
  });

  it.each([
    ['the bare owner has all of it', '100', ['3000', '300'], ['0', '0']],
    ['the usufructuary has none of it', '0', ['0', '0'], ['3000', '300']],
  ])('of split ownership: %s', (_title, ownedSharePercent, own, partners) => {
    const { taxpayer, partner } = both(2026, { 2026: { net: '13000', of: { ownedSharePercent } } });
    expect([taxpayer!['taxableGains'], taxpayer!['total']]).toEqual(own);
    expect([partner!['taxableGains'], partner!['total']]).toEqual(partners);
  });

  it('count what arises in an account by its own share, and the rest by the share of all', () => {
    const of = { ...COMMON, accountShares: [share('own', '100'), share('hers', '0'), share('quiet', '30')] };
    const years = { 2026: { net: '40000', of, accounts: { own: '20000', hers: '-4000' } } };
    // 20,000, none of -4,000, and half of the other 24,000.
    expect(both(2026, years)).toMatchObject({
      taxpayer: { taxableGains: '22000', total: '2200' },
      partner: { exemptionUsed: '8000', taxableGains: '0', exemptionCarriedOut: '1000' },
    });
    // Without a share of all, the other accounts are the taxpayer's.
    const alone = { accountShares: [share('hers', '25')] };
    expect(both(2026, { 2026: { net: '40000', of: alone, accounts: { hers: '8000' } } })).toMatchObject({
      taxpayer: { taxableGains: '24000' },
      partner: { exemptionUsed: '6000' },
    });
  });

  it('give other amounts to the taxpayer, and the surcharge to both', () => {
    const of = { ...COMMON, otherGains: '6000', municipalSurchargePercent: '10', taxWithheld: '600' };
    const { taxpayer, partner } = both(2026, { 2026: { net: '24000', of } });
    expect(taxpayer).toMatchObject({
      exemptionLeft: '4000',
      total: '880',
      taxWithheld: '600',
      leftToPay: '280',
    });
    expect(partner).toMatchObject({ exemptionLeft: '10000', total: '220' });
    expect(partner).not.toHaveProperty('leftToPay');
  });

  it('follow the shares of each earlier year: years without shares are the taxpayer’s alone', () => {
    // The taxpayer uses the exemption of 2026, the partner carries 1,000 of it.
    const years = { 2026: { net: '12000' }, 2027: { net: '22000', of: COMMON } };
    expect(both(2027, years)).toMatchObject({
      taxpayer: { exemptionLeft: '10000', taxableGains: '1000' },
      partner: { exemptionLeft: '11000', taxableGains: '0', exemptionCarriedOut: '0' },
    });
    const speculative = { regime: 'SPECULATIEF' } as const;
    const lost = { ...speculative, net: '-1000', of: { ownedSharePercent: '25' } };
    expect(both(2027, { 2026: lost, 2027: { ...speculative, net: '2000', of: COMMON } })).toMatchObject({
      taxpayer: { speculativeLossesUsed: '250', taxableGains: '750' },
      partner: { speculativeLossesUsed: '750', taxableGains: '250' },
    });
  });

  it('have no partner in a year without shares', () => {
    const { taxpayer, partner } = both(2027, {
      2026: { of: COMMON },
      2027: { net: '5000', of: { otherGains: '1' } },
    });
    expect([taxpayer?.['exemptionUsed'], partner]).toEqual(['5000', null]);
  });
});

describe('The parts of a household', () => {
  const eur = fc.integer({ min: -3_000_000, max: 6_000_000 }).map((cents) => BigInt(cents) * 10n ** 10n + 7n);
  const percent = fc.constantFrom('0', '33.3333', '50', '12.5', '100');
  const year = fc.record({
    net: eur,
    income: fc.nat(1_000_000).map((cents) => BigInt(cents) * 10n ** 10n + 1n),
    ownedSharePercent: fc.option(percent),
    accounts: fc.array(fc.record({ gains: eur, share: percent }), { maxLength: 3 }),
  });

  it('add up to the whole, and are the whole and nothing without shares', () => {
    fc.assert(
      fc.property(year, ({ net, income, ownedSharePercent, accounts }) => {
        const ids = accounts.map((_, index) => String(index));
        const circumstances = {
          ...NO_CIRCUMSTANCES,
          ownedSharePercent,
          accountShares: accounts.map((each, index) => share(ids[index]!, each.share)),
        };
        const ofAccounts = new Map(accounts.map(({ gains }, index) => [ids[index]!, { gains, income: 1n }]));
        const whole: HouseholdYear = { regime: 'NORMAAL_BEHEER', net, circumstances, ofAccounts };
        const [taxpayer, partner] = [taxpayersYear(whole).net, partnersYear(whole).net];
        const isShared = ownedSharePercent !== null || accounts.length > 0;
        expect(isShared ? taxpayer + partner : taxpayer).toBe(net);
        if (!isShared) expect(partner).toBe(0n);
        // In exact fractions of 100 × 10,000.
        const parts = (text: string): bigint => parseEur(text) / 10n ** 8n;
        const inAccounts = accounts.reduce((sum, { gains }) => sum + gains, 0n);
        const weighted = accounts.reduce((sum, { gains, share: of }) => sum + gains * parts(of), 0n);
        const exact = weighted + (net - inAccounts) * parts(ownedSharePercent ?? '100');
        const distance = taxpayer * 1_000_000n - exact;
        expect(distance >= -500_000n && distance <= 500_000n).toBe(true);
        const own = ownAmounts({ gains: net, income }, whole);
        expect(own.gains).toBe(taxpayer);
        if (ownedSharePercent === '100' && accounts.length === 0)
          expect(taxpayersEstimate(2026, () => whole, FROM_FIRST_YEAR)).toEqual(
            estimateOf(2026, () => whole),
          );
      }),
    );
  });
});

describe('What a submitted year keeps of a household', () => {
  const years: Years = {
    2026: { net: '21000', of: COMMON },
    2027: { net: '4000', of: { ...COMMON, otherGains: '0' } },
    2028: { net: '23000', of: COMMON },
  };
  const openings = (of: Years) => {
    const sums = keptSumsOf(2027, yearsOf(of));
    return openingsAfter(2027, keptSumsFromJson(structuredClone(keptSumsToJson(sums))));
  };

  it('is what both carry on, so that later years start from it', () => {
    expect(partnersEstimate(2028, yearsOf(years), openings(years))).toEqual(
      partnersEstimate(2028, yearsOf(years), FROM_FIRST_YEAR),
    );
    expect(taxpayersEstimate(2028, yearsOf(years), openings(years))).toEqual(
      taxpayersEstimate(2028, yearsOf(years), FROM_FIRST_YEAR),
    );
    // Another share in the year before changes nothing after the submitted year.
    const changed = { ...years, 2026: { net: '21000', of: { ownedSharePercent: '0' } } };
    expect(partnersEstimate(2028, yearsOf(changed), openings(years))).toEqual(
      partnersEstimate(2028, yearsOf(years), openings(years)),
    );
  });

  it('is the taxpayer’s part and the partner’s estimate', () => {
    const sums = keptSumsOf(2026, (year) => ({ ...yearsOf(years)(year), income: parseEur('100') }));
    expect(sums.household?.own).toEqual({ gains: parseEur('10500'), income: parseEur('50') });
    expect(sums.household?.partner).toEqual(partnersEstimate(2026, yearsOf(years), FROM_FIRST_YEAR));
    expect(keptSumsFromJson(keptSumsToJson(sums))).toEqual(sums);
  });

  it('is nothing without shares, and the partner then starts with an unused exemption of each year', () => {
    const alone: Years = {
      2026: { net: '12000', of: { otherGains: '1' } },
      2027: { of: { otherGains: '1' } },
    };
    const json = keptSumsToJson(keptSumsOf(2027, yearsOf(alone)));
    expect(Object.keys(json)).toEqual(['opening', 'closing', 'estimatedClosing', 'exemption', 'estimate']);
    const after = { ...alone, 2028: { net: '1000', of: COMMON } };
    expect(textOf(partnersEstimate(2028, yearsOf(after), openings(alone)))).toMatchObject({
      exemptionLeft: '12000',
    });
  });
});

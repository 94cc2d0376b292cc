/** The estimate of a year: worked examples that readers of the law publish, and its properties. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CIRCUMSTANCE_FIELDS, type CircumstanceValues } from '../circumstances.ts';
import { EUR_SCALE, formatDecimal, parseEur } from '../decimal.ts';
import type { Regime } from '../vocabulary.ts';
import { ASSUMPTIONS } from './assumptions.ts';
import { ESTIMATE_PARTS, estimateOf, type YearWithCircumstances } from './estimate.ts';
import { exemptionIn } from './exemption.ts';
import { ratesOf, taxOf } from './rates.ts';

const NONE = Object.fromEntries(CIRCUMSTANCE_FIELDS.map((field) => [field, null])) as CircumstanceValues;
const stated = (values: Partial<CircumstanceValues> = {}): CircumstanceValues => ({ ...NONE, ...values });

interface StatedInputs {
  readonly net?: string;
  readonly regime?: Regime;
  readonly of?: Partial<CircumstanceValues>;
}

/** The parts of the estimate of `year`. Years that are not named have no events and no circumstances. */
function estimate(year: number, years: Readonly<Record<number, StatedInputs>>): Record<string, string> {
  const yearOf = (each: number): YearWithCircumstances => {
    const { net = '0', regime = 'NORMAAL_BEHEER', of } = years[each] ?? {};
    return { net: parseEur(net), regime, circumstances: of === undefined ? null : stated(of) };
  };
  const found = estimateOf(year, yearOf) ?? {};
  return Object.fromEntries(
    Object.entries(found).map(([name, { eur }]) => [name, formatDecimal(eur, EUR_SCALE)]),
  );
}

describe('The estimate of a year under the 10 % regime', () => {
  it('is null without circumstances', () => {
    expect(estimateOf(2026, () => ({ net: 1n, regime: 'NORMAAL_BEHEER', circumstances: null }))).toBeNull();
  });

  it('nothing used from 2026 to 2031 leaves 6,000 carried, of which 5,000 are usable in 2032', () => {
    expect(estimate(2031, { 2031: { of: {} } })).toMatchObject({ exemptionCarriedOut: '6000' });
    expect(estimate(2032, { 2032: { of: {} } })).toMatchObject({ exemptionLeft: '15000' });
  });

  it('nothing in 2026 and a gain of 1,000 in 2027 leave a total of 11,000 in 2028', () => {
    expect(estimate(2028, { 2027: { net: '1000' }, 2028: { of: {} } })).toMatchObject({
      exemptionLeft: '11000',
    });
    // The gain may be on other assets too.
    const other = { 2027: { of: { otherGains: '1000' } }, 2028: { of: {} } };
    expect(estimate(2028, other)).toMatchObject({ exemptionLeft: '11000' });
  });

  it.each([
    [
      'gains on other assets use the exemption first',
      { net: '8000', of: { otherGains: '6000' } },
      {
        exemptionLeft: '4000',
        exemptionUsed: '4000',
        taxableGains: '4000',
        capitalGainsTax: '400',
        exemptionCarriedOut: '0',
      },
    ],
    [
      'what the user states of the exemption used elsewhere counts in place of the gains',
      { net: '8000', of: { otherGains: '6000', exemptionUsedElsewhere: '1000' } },
      { exemptionLeft: '9000', exemptionUsed: '8000', taxableGains: '0', exemptionCarriedOut: '1000' },
    ],
    [
      'more than the exemption cannot be used elsewhere',
      { net: '1000', of: { exemptionUsedElsewhere: '50000' } },
      { exemptionLeft: '0', taxableGains: '1000', capitalGainsTax: '100', exemptionCarriedOut: '0' },
    ],
    [
      'losses on other assets lower the gains on crypto-assets',
      { net: '15000', of: { otherGains: '-3000' } },
      { exemptionLeft: '10000', exemptionUsed: '10000', taxableGains: '2000', capitalGainsTax: '200' },
    ],
    [
      'losses on crypto-assets lower what other assets use of the exemption',
      { net: '-3000', of: { otherGains: '4000' } },
      {
        exemptionLeft: '9000',
        exemptionUsed: '0',
        taxableGains: '0',
        total: '0',
        exemptionCarriedOut: '1000',
      },
    ],
    [
      'the surcharge is a share of the tax, in cents',
      { net: '10123.45', of: { municipalSurchargePercent: '7.5' } },
      // 10 % of 123.45 is 12.345, half a cent to the even cent: 12.34. 7.5 % of that is 0.9255.
      { capitalGainsTax: '12.34', municipalSurcharge: '0.93', total: '13.27' },
    ],
  ])('%s', (_title, of2026, expected) => {
    expect(estimate(2026, { 2026: of2026 })).toMatchObject(expected);
  });

  it.each([
    [
      'results of derivatives are taxed with the gains',
      { net: '8000', of: { derivativeResults: '5000' } },
      { derivativeResults: '5000', exemptionUsed: '10000', taxableGains: '3000', capitalGainsTax: '300' },
    ],
    [
      'losses on derivatives lower the gains',
      { net: '15000', of: { derivativeResults: '-3000' } },
      { derivativeResults: '-3000', taxableGains: '2000', capitalGainsTax: '200' },
    ],
    [
      'losses on crypto-assets lower the results of derivatives',
      { net: '-1000', of: { derivativeResults: '14000' } },
      { exemptionUsed: '10000', taxableGains: '3000', capitalGainsTax: '300', exemptionCarriedOut: '0' },
    ],
    [
      'tax that banks withheld from exempt gains is paid back beyond the tax on crypto-assets',
      { net: '8000', of: { otherGains: '6000', taxWithheld: '600' } },
      { total: '400', otherGainsTax: '0', taxWithheld: '600', leftToPay: '-200' },
    ],
    [
      'tax that banks withheld is set against the tax on other gains beyond the exemption too',
      { net: '5000', of: { otherGains: '20000', taxWithheld: '2000', municipalSurchargePercent: '10' } },
      { total: '550', otherGainsTax: '1000', taxWithheld: '2000', leftToPay: '-450' },
    ],
    [
      'losses on crypto-assets lower the gains from which banks withheld',
      { net: '-3000', of: { otherGains: '14000', taxWithheld: '1400' } },
      { total: '0', otherGainsTax: '100', leftToPay: '-1300' },
    ],
    [
      'tax that a bank withheld from crypto-assets alone lowers what is left to pay',
      { net: '12345.67', of: { taxWithheld: '100.50' } },
      { total: '234.57', otherGainsTax: '0', taxWithheld: '100.5', leftToPay: '134.07' },
    ],
  ])('%s', (_title, of2026, expected) => {
    expect(estimate(2026, { 2026: of2026 })).toMatchObject(expected);
  });

  it('has no part for derivatives and withheld tax that are not stated', () => {
    const of = estimate(2026, { 2026: { net: '8000', of: { otherGains: '6000' } } });
    for (const part of ['derivativeResults', 'otherGainsTax', 'taxWithheld', 'leftToPay'])
      expect(of).not.toHaveProperty(part);
  });

  it('what other assets used in an earlier year is not carried', () => {
    const years = { 2026: { of: { exemptionUsedElsewhere: '9500' } }, 2027: { of: {} } };
    // 500 of the base of 2026 are left, and carry over.
    expect(estimate(2027, years)).toMatchObject({ exemptionLeft: '10500' });
  });
});

describe('The estimate of a speculative year', () => {
  const speculative = (net: string, of?: Partial<CircumstanceValues>): StatedInputs => ({
    net,
    regime: 'SPECULATIEF',
    ...(of === undefined ? {} : { of }),
  });

  it('has no exemption, and uses losses that the user states, the oldest first', () => {
    const of = { speculativeLossYearMinus1: '300', speculativeLossYearMinus5: '500' };
    // 500 of 2021 and 100 of 2025 are used; 200 of 2025 are left.
    expect(estimate(2026, { 2026: speculative('600', of) })).toEqual({
      taxableGains: '0',
      capitalGainsTax: '0',
      municipalSurcharge: '0',
      total: '0',
      speculativeLossesUsed: '600',
      speculativeLossesCarried: '200',
    });
  });

  it('uses losses of earlier speculative years of the service, for five years', () => {
    const lost = { 2026: speculative('-1000') };
    expect(estimate(2031, { ...lost, 2031: speculative('1500', {}) })).toMatchObject({
      speculativeLossesUsed: '1000',
      taxableGains: '500',
      capitalGainsTax: '165',
    });
    expect(estimate(2032, { ...lost, 2032: speculative('1500', {}) })).toMatchObject({
      speculativeLossesUsed: '0',
    });
    const usedUp = { ...lost, 2027: speculative('800') };
    expect(estimate(2028, { ...usedUp, 2028: speculative('1500', {}) })).toMatchObject({
      speculativeLossesUsed: '200',
    });
  });

  it('counts figures of the user in place of figures of the service, also zero', () => {
    const years = {
      2026: speculative('-1000'),
      2027: speculative('400', { speculativeLossYearMinus1: '0' }),
    };
    expect(estimate(2027, years)).toMatchObject({ speculativeLossesUsed: '0', taxableGains: '400' });
  });

  it('taxes results of derivatives at its rate, and sets withheld tax against that on gains on other assets', () => {
    const of = {
      derivativeResults: '1000',
      otherGains: '4000',
      exemptionUsedElsewhere: '3000',
      taxWithheld: '400',
    };
    expect(estimate(2026, { 2026: speculative('2000', of) })).toMatchObject({
      taxableGains: '3000',
      total: '990',
      otherGainsTax: '100',
      leftToPay: '690',
    });
    // A loss of speculation lowers no gain on other assets.
    expect(estimate(2026, { 2026: speculative('-5000', of) })).toMatchObject({ otherGainsTax: '100' });
    expect(
      estimate(2027, {
        2026: speculative('-200', { derivativeResults: '-100' }),
        2027: speculative('500', {}),
      }),
    ).toMatchObject({
      speculativeLossesUsed: '300',
    });
  });

  it('carries its own loss, and no longer that of five years before', () => {
    const of = { speculativeLossYearMinus4: '40', speculativeLossYearMinus5: '50' };
    expect(estimate(2026, { 2026: speculative('-7', of) })).toMatchObject({ speculativeLossesCarried: '47' });
  });
});

describe('Losses that count within their own kind of assets alone', () => {
  it.each([
    // In 2026 crypto-assets gain 15,000 and shares lose 3,000: 5,000 are above the exemption, not 2,000.
    [
      'a loss on other assets',
      '15000',
      '-3000',
      { taxableGains: '2000', taxableGainsPerKind: '5000', totalPerKind: '535' },
    ],
    // 12,000 on shares use the whole exemption, where the loss on crypto-assets leaves nothing of them above it.
    ['a loss on crypto-assets', '-3000', '12000', { taxableGains: '0' }],
    ['two gains', '15000', '3000', { taxableGains: '8000' }],
    ['two losses', '-1', '-2', { taxableGains: '0' }],
  ] as const)('%s', (_what, net, otherGains, expected) => {
    const found = estimate(2026, { 2026: { net, of: { otherGains, municipalSurchargePercent: '7' } } });
    expect(found).toMatchObject(expected);
    expect('totalPerKind' in found).toBe('totalPerKind' in expected);
  });

  it.each([
    [
      'a loss on derivatives, and gains on crypto-assets that it does not lower',
      { net: '15000', of: { derivativeResults: '-3000' } },
      { taxableGains: '2000', taxableGainsPerKind: '5000', totalPerKind: '500' },
    ],
    [
      'a loss on crypto-assets, and results of derivatives that it does not lower',
      { net: '-3000', of: { derivativeResults: '14000' } },
      { taxableGains: '1000', taxableGainsPerKind: '4000', totalPerKind: '400' },
    ],
    [
      'a loss on other assets that lowers results of derivatives, and no gains on crypto-assets',
      { net: '15000', of: { derivativeResults: '2000', otherGains: '-5000' } },
      { taxableGains: '2000', taxableGainsPerKind: '5000', totalPerKind: '500' },
    ],
    [
      'a loss on derivatives that lowers what other assets use of the exemption',
      { net: '9000', of: { derivativeResults: '-4000', otherGains: '6000' } },
      // Netted: 5,000 less the 4,000 that 6,000 leave. Per kind: 9,000 less the 8,000 that 2,000 leave.
      { taxableGains: '1000' },
    ],
  ])('%s', (_what, of2026, expected) => {
    const found = estimate(2026, { 2026: of2026 });
    expect(found).toMatchObject(expected);
    expect('totalPerKind' in found).toBe('totalPerKind' in expected);
  });

  it('leave later years another exemption', () => {
    const years = { 2026: { net: '9500', of: { otherGains: '-9500' } }, 2027: { net: '11000', of: {} } };
    // Netted, 2026 uses nothing and carries 1,000; within crypto-assets alone it leaves 500.
    expect(estimate(2027, years)).toMatchObject({
      taxableGains: '0',
      taxableGainsPerKind: '500',
      totalPerKind: '50',
    });
  });
});

describe('Every estimate', () => {
  const eur = fc.integer({ min: -30_000, max: 60_000 }).map(String);
  const regime = fc.constantFrom<Regime>('NORMAAL_BEHEER', 'NORMAAL_BEHEER', 'SPECULATIEF');
  const years = fc.array(fc.record({ net: eur, regime }), { minLength: 1, maxLength: 8 });

  it('has an assumption of the list for each part', () => {
    const circumstances = stated({ derivativeResults: '-1', taxWithheld: '0' });
    const net = parseEur('12000');
    const found = estimateOf(2026, () => ({ net, regime: 'NORMAAL_BEHEER', circumstances }))!;
    expect(Object.keys(found)).toEqual(ESTIMATE_PARTS);
    for (const { assumption } of Object.values(found)) expect(ASSUMPTIONS).toContain(assumption);
  });

  it('is the exemption position of the summary, and the gross tax beyond it, where circumstances are zero', () => {
    fc.assert(
      fc.property(years, (drawn) => {
        const last = 2025 + drawn.length;
        const at = (year: number) => drawn[year - 2026] ?? { net: '0', regime: 'NORMAAL_BEHEER' as const };
        const zero = stated({ otherGains: '0', municipalSurchargePercent: '0' });
        const found = estimateOf(last, (year) => ({
          ...at(year),
          net: parseEur(at(year).net),
          circumstances: zero,
        }))!;
        const headroom = exemptionIn(last, (year) => {
          const net = parseEur(at(year).net);
          return at(year).regime === 'SPECULATIEF' ? null : { low: net, high: net };
        });
        const gross = taxOf(parseEur(at(last).net), ratesOf(last, at(last).regime).capitalGainsPercent);
        if (headroom === null) {
          // A speculative year: gross, unless earlier losses are used.
          if (found.speculativeLossesUsed!.eur === 0n) expect(found.total!.eur).toBe(gross);
          return;
        }
        const { total, used, carriedOut } = headroom.low;
        expect([found.exemptionLeft!.eur, found.exemptionUsed!.eur, found.exemptionCarriedOut!.eur]).toEqual([
          total,
          used,
          carriedOut,
        ]);
        expect(found.total!.eur).toBe(taxOf(parseEur(at(last).net) - used, 10));
        // Without any exemption left, the estimate is the gross tax.
        const withoutExemption = estimateOf(last, (year) => ({
          ...at(year),
          net: parseEur(at(year).net),
          circumstances: stated({ exemptionUsedElsewhere: '1000000' }),
        }))!;
        expect(withoutExemption.total!.eur).toBe(gross);
      }),
    );
  });

  it('grows with what is used elsewhere, and with the gain', () => {
    const used = fc.nat(20_000).map(String);
    fc.assert(
      fc.property(eur, eur, used, (net, other, elsewhere) => {
        const totalWith = (gain: bigint, more: bigint): bigint =>
          estimateOf(2026, () => ({
            net: gain,
            regime: 'NORMAAL_BEHEER',
            circumstances: stated({
              otherGains: other,
              exemptionUsedElsewhere: formatDecimal(parseEur(elsewhere) + more, EUR_SCALE),
            }),
          }))!.total!.eur;
        const gain = parseEur(net);
        const more = parseEur('1000');
        expect(totalWith(gain, more)).toBeGreaterThanOrEqual(totalWith(gain, 0n));
        expect(totalWith(gain + more, 0n)).toBeGreaterThanOrEqual(totalWith(gain, 0n));
      }),
    );
  });
});

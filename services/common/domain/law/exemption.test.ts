/** The yearly exemption and its carry-over (engine.md §4, `vrijstellingHeadroom`). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EUR_SCALE, formatDecimal, parseEur } from '../decimal.ts';
import { type CarryOrder, type Exemption, exemptionIn, exemptionOf, type NetGain } from './exemption.ts';

type Field = Exclude<keyof Exemption, 'indexedAmountConfirmed'>;

const exact = (net: string): NetGain => ({ low: parseEur(net), high: parseEur(net) });
/** Net gains from 2026 on. Null is a SPECULATIEF year; further years have a net gain of 0. */
const netOf = (nets: readonly (string | null)[]) => (year: number) => {
  const net = nets[year - 2026];
  return net === null ? null : exact(net ?? '0');
};
const eur = (value: bigint): string => formatDecimal(value, EUR_SCALE);

/** The exemption of a year with exact net gains, for which both bounds are the same. */
function exemption(year: number, nets: readonly (string | null)[]): Record<Field, string> {
  const bounds = exemptionIn(year, netOf(nets));
  expect(bounds?.low).toEqual(bounds?.high);
  const money = Object.entries(bounds!.low).filter(([, value]) => typeof value === 'bigint');
  return Object.fromEntries(money.map(([field, value]) => [field, eur(value as bigint)])) as Record<
    Field,
    string
  >;
}

describe('exemption: the carried stock is used first, then the base; at most 1,000 of unused base carries over per year', () => {
  // Net gains of 2026 to 2028 as in the table of engine.md §4, "The exemption: vrijstellingHeadroom": 0, 10,600, 25,000.
  it.each([
    // Nothing is carried in; 1,000 of the unused 10,000 carry over.
    [2026, { carriedIn: '0', total: '10000', used: '0', remaining: '10000', carriedOut: '1000' }],
    // The carried 1,000 are used first, then 9,600 of the base; the unused 400 carry over.
    [2027, { carriedIn: '1000', total: '11000', used: '10600', remaining: '400', carriedOut: '400' }],
    // A gain of 25,000 uses the carried 400 and the whole base.
    [2028, { carriedIn: '400', total: '10400', used: '10400', remaining: '0', carriedOut: '0' }],
  ])('as in the table of engine.md for %d', (year, expected) => {
    expect(exemption(year, ['0', '10600', '25000'])).toEqual({ baseExemption: '10000', ...expected });
  });

  it.each([
    ['a loss uses none of it', 2026, ['-4000'], { used: '0', carriedOut: '1000' }],
    [
      'a gain of exactly the base uses all of it',
      2026,
      ['10000'],
      { used: '10000', remaining: '0', carriedOut: '0' },
    ],
    [
      'a gain of one cent less than the base carries over one cent',
      2026,
      ['9999.99'],
      { used: '9999.99', remaining: '0.01', carriedOut: '0.01' },
    ],
    [
      'of an unused base above 1,000, 1,000 carries over',
      2026,
      ['8999.99'],
      { remaining: '1000.01', carriedOut: '1000' },
    ],
    // 500 of the carried 1,000 are used and 500 stay in the stock; 1,000 of the unused base are added.
    [
      'an unused part of the carried stock stays',
      2027,
      ['0', '500'],
      { carriedIn: '1000', used: '500', carriedOut: '1500' },
    ],
    [
      'two years without gains carry over 1,000, then 2,000',
      2027,
      [],
      { carriedIn: '1000', carriedOut: '2000' },
    ],
    [
      'six years without gains carry over 6,000',
      2031,
      [],
      { carriedIn: '5000', total: '15000', carriedOut: '6000' },
    ],
    [
      'at most 5,000 of the stock can be used in a year',
      2032,
      [],
      { carriedIn: '5000', total: '15000', carriedOut: '7000' },
    ],
    // A gain of 15,000 uses 5,000 of the stock of 6,000 and the whole base; 1,000 of the stock stay.
    [
      'stock that cannot be used this year stays',
      2032,
      ['0', '0', '0', '0', '0', '0', '15000'],
      { used: '15000', carriedOut: '1000' },
    ],
    [
      'a SPECULATIEF year neither uses nor adds exemption',
      2028,
      ['0', null],
      { carriedIn: '1000', carriedOut: '2000' },
    ],
  ])('%s', (_title, year, nets, expected) => {
    expect(exemption(year, nets)).toMatchObject(expected);
  });

  it('carriedIn is the usable part of the stock, carriedOut the whole remaining stock', () => {
    // 2026 to 2031 without gains give a stock of 6,000. A gain of 12,000 in 2032 uses 5,000 of it, then 7,000 of the base.
    expect(exemption(2032, ['0', '0', '0', '0', '0', '0', '12000'])).toMatchObject({
      carriedIn: '5000',
      total: '15000',
      used: '12000',
      remaining: '3000',
      carriedOut: '2000',
    });
  });

  it('the stock never expires', () => {
    expect(exemption(2060, []).carriedOut).toBe('35000');
  });
});

describe('exemption before 2026 and for SPECULATIEF years', () => {
  it.each([
    [2025, ['0']],
    [2026, [null]],
    [2027, ['0', null]],
  ])('is null: %d with net gains %j', (year, nets) => {
    expect(exemptionIn(year, netOf(nets))).toBeNull();
  });
});

it('indexedAmountConfirmed is false if a later year reuses the last published amount', () => {
  expect(exemptionOf(2026, 0n, 0n).indexedAmountConfirmed).toBe(true);
  expect(exemptionOf(2027, 0n, 0n)).toMatchObject({
    baseExemption: parseEur('10000'),
    indexedAmountConfirmed: false,
  });
});

it('exemption bounds that depend on a locked year contain the exact figure', () => {
  const gains = fc.integer({ min: -20_000, max: 40_000 });
  const band = fc.record({ net: gains, below: fc.nat(9000), above: fc.nat(9000), isExact: fc.boolean() });
  fc.assert(
    fc.property(fc.array(band, { minLength: 1, maxLength: 9 }), (years) => {
      const at = (year: number) => years[year - 2026]!;
      const eurOf = (net: number) => parseEur(String(net));
      const last = 2025 + years.length;
      const true_ = exemptionIn(last, (year) => exact(String(at(year).net)))!.low;
      const { low, high } = exemptionIn(last, (year) => {
        const { net, below, above, isExact } = at(year);
        return isExact ? exact(String(net)) : { low: eurOf(net - below), high: eurOf(net + above) };
      })!;
      for (const field of ['carriedIn', 'total', 'used', 'remaining', 'carriedOut'] as const) {
        expect(low[field] <= true_[field]).toBe(true);
        expect(true_[field] <= high[field]).toBe(true);
      }
    }),
  );
});

describe('exemption under other readings of carry-over', () => {
  const after = (order: CarryOrder, nets: readonly string[]) => {
    const { used, carriedOut } = exemptionIn(2025 + nets.length, netOf(nets), undefined, order)!.low;
    return [eur(used), eur(carriedOut)];
  };

  it.each<readonly [CarryOrder, readonly string[], readonly [used: string, carriedOut: string]]>([
    // 1,000 of 2026 are carried in. Used first, they leave a base of 9,500, of which 1,000 carry over.
    ['CARRIED_FIRST', ['0', '1500'], ['1500', '1000']],
    // The base first: the stock of 1,000 stays, and 1,000 of the base left are added.
    ['BASE_FIRST', ['0', '1500'], ['1500', '2000']],
    ['BASE_FIRST', ['0', '10600'], ['10600', '400']],
    // 500 of the base of 2027 are used: 500 of its first 1,000 are left.
    ['FIRST_THOUSAND', ['0', '1500'], ['1500', '500']],
    ['FIRST_THOUSAND', ['5000'], ['5000', '0']],
    ['FIRST_THOUSAND', ['0'], ['0', '1000']],
  ])('%s: net gains %j use and leave %j', (order, nets, expected) => {
    expect(after(order, nets)).toEqual(expected);
  });
});

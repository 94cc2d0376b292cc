/** The yearly exemption and what carries over (engine.md §4, `vrijstellingHeadroom`). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EUR_SCALE, formatDecimal, parseEur } from '../domain/decimal.ts';
import { type Exemption, exemptionIn, exemptionOf, type NetGain } from '../domain/law/exemption.ts';

type Field = Exclude<keyof Exemption, 'indexedAmountConfirmed'>;

const exact = (net: string): NetGain => ({ low: parseEur(net), high: parseEur(net) });
/** Net gains from 2026 on; null is a SPECULATIEF year, years beyond have none. */
const netOf = (nets: readonly (string | null)[]) => (year: number) => {
  const net = nets[year - 2026];
  return net === null ? null : exact(net ?? '0');
};
const eur = (value: bigint): string => formatDecimal(value, EUR_SCALE);

/** A year's exemption where every net gain is exact: both bounds are the same. */
function exemption(year: number, nets: readonly (string | null)[]): Record<Field, string> {
  const bounds = exemptionIn(year, netOf(nets));
  expect(bounds?.low).toEqual(bounds?.high);
  const money = Object.entries(bounds!.low).filter(([, value]) => typeof value === 'bigint');
  return Object.fromEntries(money.map(([field, value]) => [field, eur(value as bigint)])) as Record<
    Field,
    string
  >;
}

describe('carried-over slices are used first, then the base; unused base carries over at most 1,000 a year', () => {
  // Net gains of 2026 to 2028 as in the table of engine.md §4, "The exemption: vrijstellingHeadroom": 0, 10,600, 25,000.
  it.each([
    // 10,000 of the year, nothing carried in; 1,000 of the unused 10,000 carry over.
    [2026, { carriedIn: '0', total: '10000', used: '0', remaining: '10000', carriedOut: '1000' }],
    // 1,000 carried in are used first, then 9,600 of the base; the unused 400 carry over.
    [2027, { carriedIn: '1000', total: '11000', used: '10600', remaining: '400', carriedOut: '400' }],
    // 400 and 10,000 are all used by 25,000.
    [2028, { carriedIn: '400', total: '10400', used: '10400', remaining: '0', carriedOut: '0' }],
  ])('the table: %d', (year, expected) => {
    expect(exemption(year, ['0', '10600', '25000'])).toEqual({ baseExemption: '10000', ...expected });
  });

  it.each([
    ['a loss uses nothing', 2026, ['-4000'], { used: '0', carriedOut: '1000' }],
    ['exactly the base', 2026, ['10000'], { used: '10000', remaining: '0', carriedOut: '0' }],
    [
      'a cent less: that cent carries over',
      2026,
      ['9999.99'],
      { used: '9999.99', remaining: '0.01', carriedOut: '0.01' },
    ],
    ['unused base above 1,000', 2026, ['8999.99'], { remaining: '1000.01', carriedOut: '1000' }],
    // 500 of the 1,000 carried in are used; the other 500 stay in the stock, and 1,000 of the unused base join them.
    [
      'part of what was carried in',
      2027,
      ['0', '500'],
      { carriedIn: '1000', used: '500', carriedOut: '1500' },
    ],
    [
      'nothing realised in two years carries 1,000, then 2,000',
      2027,
      [],
      { carriedIn: '1000', carriedOut: '2000' },
    ],
    ['2026 to 2031 carries 6,000', 2031, [], { carriedIn: '5000', total: '15000', carriedOut: '6000' }],
    [
      'of which 5,000 are usable in 2032',
      2032,
      [],
      { carriedIn: '5000', total: '15000', carriedOut: '7000' },
    ],
    // Of a stock of 6,000 the usable 5,000 go; 1,000 stay, and the base of 10,000 is used up by 15,000.
    [
      'what is not usable this year stays',
      2032,
      ['0', '0', '0', '0', '0', '0', '15000'],
      { used: '15000', carriedOut: '1000' },
    ],
    [
      'a SPECULATIEF year neither uses nor adds',
      2028,
      ['0', null],
      { carriedIn: '1000', carriedOut: '2000' },
    ],
  ])('%s', (_title, year, nets, expected) => {
    expect(exemption(year, nets)).toMatchObject(expected);
  });

  it('carriedIn is the part of the stock that the year may use, carriedOut the whole stock that it leaves', () => {
    // 2026 to 2031 without gains leave a stock of 6,000; a gain of 12,000 in 2032 takes 5,000 of it, then 7,000 of the base.
    expect(exemption(2032, ['0', '0', '0', '0', '0', '0', '12000'])).toMatchObject({
      ...{ carriedIn: '5000', total: '15000', used: '12000', remaining: '3000', carriedOut: '2000' },
    });
  });

  it('nothing expires', () => {
    expect(exemption(2060, []).carriedOut).toBe('35000');
  });
});

describe('null before 2026 and for SPECULATIEF', () => {
  it.each([
    [2025, ['0']],
    [2026, [null]],
    [2027, ['0', null]],
  ])('%d', (year, nets) => {
    expect(exemptionIn(year, netOf(nets))).toBeNull();
  });
});

it('indexedAmountConfirmed is false where a later year reuses the last published amount', () => {
  expect(exemptionOf(2026, 0n, 0n).indexedAmountConfirmed).toBe(true);
  expect(exemptionOf(2027, 0n, 0n)).toMatchObject({
    baseExemption: parseEur('10000'),
    indexedAmountConfirmed: false,
  });
});

it('a figure of another year that depends on a locked year is a band too, and holds the exact figure', () => {
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

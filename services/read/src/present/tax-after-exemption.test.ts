import { describe, expect, it } from '@jest/globals';
import { parseEur } from '@ctx/domain/decimal';
import { exemptionIn, type NetGain } from '@ctx/domain/law/exemption';
import type { Regime } from '@ctx/domain/vocabulary';
import { taxAfterExemption } from './tax-after-exemption.ts';

const exact = (eur: string): NetGain => ({ low: parseEur(eur), high: parseEur(eur) });
const between = (low: string, high: string): NetGain => ({ low: parseEur(low), high: parseEur(high) });

/** The tax of a year whose net gain, and that of the years before it, are given; other years have none. */
function taxOf(
  year: number,
  nets: Readonly<Record<number, NetGain>>,
  isRange = false,
  regime: Regime = 'NORMAAL_BEHEER',
) {
  const netOf = (each: number): NetGain => nets[each] ?? exact('0');
  const exemption = exemptionIn(year, (each) =>
    regime === 'SPECULATIEF' && each === year ? null : netOf(each),
  );
  return taxAfterExemption({ year, regime, net: netOf(year)!, exemption, isRange });
}

describe('The tax after the exemption', () => {
  it.each<readonly [string, number, Readonly<Record<number, NetGain>>, string]>([
    ['a gain within the exemption', 2026, { 2026: exact('9999.99') }, '0'],
    ['a loss', 2026, { 2026: exact('-500') }, '0'],
    ['25,540.24 of gains in 2026', 2026, { 2026: exact('25540.24') }, '1554.02'],
    ['15,000 in 2027 after a year that left 1,000', 2027, { 2027: exact('15000') }, '400'],
  ])('of %s is exact', (_case, year, nets, eur) => {
    expect(taxOf(year, nets)).toEqual({ locked: false, exact: eur });
  });

  it.each<readonly [string, number, Regime]>([
    ['a year before the exemption', 2025, 'NORMAAL_BEHEER'],
    ['a SPECULATIEF year', 2026, 'SPECULATIEF'],
  ])('is left out of %s', (_case, year, regime) => {
    expect(taxOf(year, { [year]: exact('20000') }, false, regime)).toBeNull();
  });

  it('of a locked year is the range that follows from the range of its gains', () => {
    expect(taxOf(2026, { 2026: between('9600', '12800') }, true)).toEqual({
      locked: true,
      low: '0',
      high: '280',
    });
  });

  it('of an open year after a locked one is the range that follows from the range of the exemption', () => {
    const nets = { 2026: between('9600', '12800'), 2027: exact('15000') };
    expect(taxOf(2027, nets, true)).toEqual({ locked: true, low: '460', high: '500' });
  });
});

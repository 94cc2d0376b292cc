import { describe, expect, it } from '@jest/globals';
import { formatDecimal, VALUE_SCALE } from '@ctx/domain/decimal';
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import {
  type SalePrices,
  saleTermsOf,
  type SaleYear,
  type SoldLot,
  taxBasisOfHolding,
  taxBasisOfLot,
  taxedGain,
  yearOfSale,
} from './sale-now.ts';

const OLD = '2024-03-01T10:00:00Z';
const SALE: SalePrices & SaleYear = { price: '90', photoPrice: '75', year: 2026, regime: 'NORMAAL_BEHEER' };
const TERMS = saleTermsOf(SALE, { year: SALE.year, regime: SALE.regime });

/** A whole lot of one unit, unless `fields` say otherwise. */
const lot = (fields: Partial<SoldLot> = {}): SoldLot => ({
  asset_key: 'ETH',
  acquired_at: OLD,
  amount: '1',
  owned: '1',
  owned_cost_basis: '10',
  photo_asset_key: null,
  photo_amount: null,
  photo_price: null,
  ...fields,
});

const basisOf = (of: Partial<SoldLot>, terms: Partial<SalePrices & SaleYear> = {}): string | null => {
  const sale = { ...SALE, ...terms };
  const basis = taxBasisOfLot(lot(of), saleTermsOf(sale, { year: sale.year, regime: sale.regime }));
  return basis === null ? null : formatDecimal(basis, VALUE_SCALE);
};

describe('the tax basis of a lot', () => {
  it.each([
    ['the photo value, for a lot acquired before 2026', {}, {}, '75'],
    ['the photo value, for a loss since', {}, { price: '70' }, '75'],
    [
      'the historic cost, if it is above the photo value and below the price',
      { owned_cost_basis: '80' },
      {},
      '80',
    ],
    ['the price, if it lies between photo value and historic cost', { owned_cost_basis: '95' }, {}, '90'],
    [
      'the photo value, if the price is below it and the cost above',
      { owned_cost_basis: '95' },
      { price: '70' },
      '75',
    ],
    ['the photo value after 2030, whatever the cost was', { owned_cost_basis: '80' }, { year: 2031 }, '75'],
    ['the historic cost, for a lot acquired from 2026 on', { acquired_at: '2025-12-31T23:00:00Z' }, {}, '10'],
    [
      'the photo value until the last microsecond of 2025',
      { acquired_at: '2025-12-31T22:59:59.999999Z' },
      {},
      '75',
    ],
    [
      'the historic cost for a new lot without a photo price',
      { acquired_at: '2026-01-01T00:00:00Z' },
      { photoPrice: null },
      '10',
    ],
    ['unknown without a photo price, if the lot needs one', {}, { photoPrice: null }, null],
    ['unknown without a price now', {}, { price: null }, null],
    ['unknown under SPECULATIEF', {}, { regime: 'SPECULATIEF' }, null],
  ] as const)('is %s', (_name, of, terms, basis) => {
    expect(basisOf(of, terms)).toBe(basis);
  });

  it('is that of the units that are left', () => {
    expect(basisOf({ amount: '4', owned: '1', owned_cost_basis: '2.5' })).toBe('75');
  });

  it('keeps all 36 digits', () => {
    const digits = {
      amount: '0.000000000000000000000001',
      owned: '0.000000000000000000000001',
      owned_cost_basis: '0',
    };
    expect(basisOf(digits, { photoPrice: '0.000000000001' })).toBe(`0.${'0'.repeat(35)}1`);
  });
});

describe('the tax basis of a lot of wrapped units', () => {
  const wrapped = { photo_asset_key: 'ETH', photo_amount: '3', photo_price: '20', asset_key: 'WETH' };

  it('is the photo value of the asset that they were then, not of the asset that they are now', () => {
    expect(basisOf(wrapped)).toBe('60');
    expect(basisOf(wrapped, { photoPrice: null })).toBe('60');
    expect(basisOf({ ...wrapped, photo_price: null })).toBe(null);
  });

  it('is that of the share of the units that are left, rounded as in a sale', () => {
    expect(basisOf({ ...wrapped, amount: '2', owned: '0.5' })).toBe('15');
    // A third of 1e-24 is 0; two thirds are 1e-24.
    const tiny = {
      ...wrapped,
      photo_amount: '0.000000000000000000000001',
      amount: '3',
      owned_cost_basis: '0',
    };
    expect([basisOf({ ...tiny, owned: '1' }), basisOf({ ...tiny, owned: '2' })]).toEqual([
      '0',
      '0.00000000000000000000002',
    ]);
  });

  it('counts euros as 1, which have no price', () => {
    const euros = { ...wrapped, photo_asset_key: EUR_ASSET_KEY, photo_price: null, owned_cost_basis: '1' };
    expect(basisOf(euros)).toBe('3');
    expect(basisOf({ asset_key: EUR_ASSET_KEY, owned_cost_basis: '1' }, { photoPrice: null })).toBe('1');
  });
});

describe('the tax basis of a holding', () => {
  const known = [lot(), lot({ acquired_at: '2026-02-01T00:00:00Z', owned_cost_basis: '0.004' })];

  it('is the exact sum of its lots', () => {
    expect(taxBasisOfHolding(known, 2, TERMS)).toBe(75_004n * 10n ** BigInt(VALUE_SCALE - 3));
    expect(taxBasisOfHolding([], 0, TERMS)).toBe(0n);
  });

  it('is unknown if that of one lot is, or if not all lots were read', () => {
    const missing = lot({ photo_asset_key: 'BTC', photo_amount: '1' });
    expect(taxBasisOfHolding([...known, missing], 3, TERMS)).toBeNull();
    expect(taxBasisOfHolding(known, 3, TERMS)).toBeNull();
  });
});

describe('the taxable gain', () => {
  const eur = (thousandths: bigint): bigint => thousandths * 10n ** BigInt(VALUE_SCALE - 3);

  it('is rounded once, from the exact difference', () => {
    expect(taxedGain(eur(4n), '0.008', '1')).toEqual({ taxBasis: '0', unrealizedTaxableGain: '0' });
    expect(taxedGain(eur(4n), '0.012', '1')).toEqual({ taxBasis: '0', unrealizedTaxableGain: '0.01' });
    expect(taxedGain(eur(2000n), '1', '1')).toEqual({ taxBasis: '2', unrealizedTaxableGain: '-1' });
  });

  it('is null without a basis or a price', () => {
    const none = { taxBasis: null, unrealizedTaxableGain: null };
    expect([taxedGain(null, '1', '1'), taxedGain(1n, '1', null)]).toEqual([none, none]);
  });
});

describe('the year of a sale', () => {
  it('is that of Brussels, with its regime, or the default one', () => {
    const regimes = { '2027': 'SPECULATIEF' } as const;
    expect(yearOfSale('2026-12-31T22:59:59.5Z', regimes)).toEqual({ year: 2026, regime: 'NORMAAL_BEHEER' });
    expect(yearOfSale('2026-12-31T23:00:00Z', regimes)).toEqual({ year: 2027, regime: 'SPECULATIEF' });
    expect(yearOfSale('2026-12-31T23:00:00Z', null)).toEqual({ year: 2027, regime: 'NORMAAL_BEHEER' });
  });
});

import { describe, expect, it } from '@jest/globals';
import { digitsOf, plain, VISITOR } from '../../../test/views.ts';
import { parametersOfSale, type SaleForm, saleOfQuery } from './sale-form.ts';
import { type SalePreview, whatIfPage, type WhatIfView } from './what-if-view.ts';

const EXAMPLE = digitsOf('previewSale');
const { holdings } = digitsOf('getPortfolio');
const TYPED: SaleForm = { asset: 'ETH', amount: '0.5', price: '', day: '2026-11-27' };
const NOW_MS = Date.parse('2026-11-27T10:00:00Z');

const page = (more: Partial<WhatIfView> = {}): string =>
  whatIfPage({
    language: 'en',
    visitor: VISITOR,
    holdings,
    typed: TYPED,
    preview: null,
    faults: [],
    ...more,
  });

type Outcome = SalePreview['sale'];

/** Returns the text of the results of a sale now, and of one in January. */
function results(now: Partial<Outcome>, january: Partial<Outcome> | null = null): string {
  const later = { at: '2026-12-31T23:00:00Z', year: '2027' };
  const preview = {
    ...EXAMPLE,
    sale: { ...EXAMPLE.sale, ...now },
    nextYear: january === null ? null : { ...EXAMPLE.sale, ...later, ...january },
  };
  return plain(page({ preview }));
}

describe('The page of a sale that has not happened', () => {
  it('has a form with the assets that are held, which keeps what was typed, and no result before it is sent', () => {
    const html = page({ typed: { ...TYPED, price: '2.500,50' } });
    for (const expected of [
      '<option value="ETH" selected>ETH</option>',
      'value="0.5"',
      'value="2.500,50"',
      'value="2026-11-27"',
    ])
      expect(html.replaceAll(/\s+/g, ' ')).toContain(expected);
    expect(html).not.toContain('id="results"');
  });

  it('shows gain, exemption and tax after it, beside those of January, and the difference', () => {
    const text = results(
      { gain: '12000', tax: '1200', exemptionUsed: '8750', exemptionRemaining: '0' },
      { gain: '12000', tax: '1200', exemptionUsed: '11000', exemptionRemaining: '0' },
    );
    for (const expected of [
      'This sale adds €325.00 of tax. In January, at the same price, it would be €225.00 less.',
      '1 ETH for €3,000.00 .',
      'Sold, 20 Nov 2026 Gain €12,000.00 Exemption that it uses €8,750.00 Exemption left after it €0.00 Tax after the exemption €325.00',
      'Sold in January instead, 1 Jan 2027 Gain €12,000.00 Exemption that it uses €11,000.00',
      'Tax after the exemption €100.00',
    ])
      expect(text).toContain(expected);
  });

  it.each([
    ['the same', '50', 'adds €50.00 of tax, and the same in January.'],
    ['more', '80', 'adds €50.00 of tax. In January, at the same price, it would be €30.00 more.'],
  ])('says where January is %s, with the circumstances that were stated', (_name, estimatedTax, expected) => {
    expect(results({ estimatedTax: '50' }, { estimatedTax })).toContain(expected);
  });

  it('says that a sale adds no tax, now or in January', () => {
    expect(results({ estimatedTax: '0' }, { estimatedTax: '0' })).toContain(
      'This sale adds no tax, now or in January.',
    );
    expect(results({ estimatedTax: '0' })).toContain('This sale adds no tax. ');
  });

  it('shows the tax without an exemption where there is none', () => {
    const text = results({ tax: '330', exemptionUsed: null, exemptionRemaining: null });
    expect(text).toContain('This sale adds €330.00 of tax.');
    expect(text).toContain('Tax without an exemption €330.00');
    expect(text).not.toContain('Exemption that it uses');
  });

  it('says that January cannot be computed, that units are missing, and that a price is', () => {
    const text = results({ missingAmount: '0.25', missingPhotoValues: ['ETH'] });
    for (const expected of [
      'The next year was submitted or is locked',
      'You do not hold that much: 0.25 ETH have no purchase here',
      'The price of ETH at the end of 2025 is not known',
    ])
      expect(text).toContain(expected);
  });
});

describe('The parameters of a sale', () => {
  const options = { language: 'nl', nowMs: NOW_MS } as const;
  const read = (more: Partial<SaleForm>) => parametersOfSale({ ...TYPED, ...more }, holdings, options);
  const faultsOf = (more: Partial<SaleForm>): (string | null)[] => {
    const found = read(more);
    return 'faults' in found ? found.faults.map(({ field }) => field) : [];
  };

  it('accept amounts as people write them, and take the latest price where none is typed', () => {
    expect(read({ amount: '1.234,5', price: '€ 2.500,50' })).toEqual({
      parameters: { assetKey: 'ETH', amount: '1234.5', unitPriceEur: '2500.50' },
    });
    expect(read({})).toMatchObject({ parameters: { unitPriceEur: holdings[0]?.currentPrice } });
  });

  it('have the noon of another day than today, in Belgium', () => {
    expect(read({ day: '2026-12-15' })).toMatchObject({ parameters: { at: '2026-12-15T11:00:00Z' } });
  });

  it.each([
    [{ asset: 'DOGE' }, ['asset', 'price']],
    [{ amount: '' }, ['amount']],
    [{ amount: '0,00' }, ['amount']],
    [{ amount: '-1' }, ['amount']],
    [{ price: 'much' }, ['price']],
    [{ price: '-5' }, ['price']],
    [{ day: '2026-02-30' }, ['day']],
  ])('name what is wrong: %j', (more, fields) => {
    expect(faultsOf(more)).toEqual(fields);
  });

  it('are of today without a day in the address', () => {
    expect(saleOfQuery({ asset: 'ETH', amount: ['1', '2'] }, NOW_MS)).toEqual({
      asset: 'ETH',
      amount: '',
      price: '',
      day: '2026-11-27',
    });
  });
});

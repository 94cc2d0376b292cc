import { describe, expect, it } from '@jest/globals';
import { digitsOf, plain, VISITOR } from '../../../test/views.ts';
import { departurePage, type DepartureView } from './departure-view.ts';

const EXAMPLE = digitsOf('previewDeparture');

const page = (more: Partial<DepartureView> = {}): string =>
  departurePage({
    language: 'en',
    visitor: VISITOR,
    day: '2026-11-20',
    preview: EXAMPLE,
    faults: [],
    ...more,
  });

describe('The page of a departure abroad', () => {
  it('shows the tax after the exemption, the words about deferral and each asset', () => {
    const text = plain(page());
    for (const expected of [
      'The move adds €200.00 of tax',
      'Market value €30,000.00',
      'Gain €12,000.00',
      'Tax after the exemption €200.00',
      'It lapses after 24 months without a sale.',
      'propay.be (3 July 2026)',
    ])
      expect(text).toContain(expected);
  });

  it('names an asset without a price, with a link to enter one, and shows no zero for it', () => {
    const html = page();
    expect(plain(html)).toContain('No price of WLD is known: it is left out of these figures.');
    expect(html).toContain('/prices?asset=WLD');
    expect(plain(html)).toMatch(/WLD Amount 5 Price per unit Not known/);
  });

  it('shows the tax without an exemption of a speculative year, and none where there is none', () => {
    const without = { ...EXAMPLE, exemptionUsed: null, exemptionRemaining: null };
    expect(plain(page({ preview: without }))).toContain('Tax without an exemption €1,200.00');
    expect(plain(page({ preview: { ...EXAMPLE, tax: '1000' } }))).toContain('The move adds no tax.');
  });

  it('shows the form alone before it is sent, and what is wrong with it', () => {
    expect(plain(page({ preview: null }))).not.toContain('Market value');
    const faults = [{ field: 'day', text: 'Enter a date.' }];
    expect(plain(page({ preview: null, faults }))).toContain('Enter a date.');
  });

  it('escapes what an import calls an asset', () => {
    const [first] = EXAMPLE.holdings;
    const holdings = [{ ...first!, assetSymbol: '<script>' }];
    expect(page({ preview: { ...EXAMPLE, holdings } })).not.toContain('<script>alert');
    expect(page({ preview: { ...EXAMPLE, holdings } })).toContain('&lt;script&gt;');
  });
});

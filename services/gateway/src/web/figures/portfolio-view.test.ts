import { describe, expect, it } from '@jest/globals';
import { digitsOf, plain, VISITOR } from '../../../test/views.ts';
import { holdingPage, portfolioPage, type PortfolioView } from './portfolio-view.ts';

const FRAME = { language: 'en', visitor: VISITOR } as const;
const PORTFOLIO = digitsOf('getPortfolio');
const [ETHER] = PORTFOLIO.holdings as [(typeof PORTFOLIO.holdings)[number]];

/** Returns the page of a portfolio with these changes to its only asset. */
const page = (changes: Partial<typeof ETHER> = {}, more: Partial<PortfolioView['portfolio']> = {}): string =>
  portfolioPage({ ...FRAME, portfolio: { ...PORTFOLIO, holdings: [{ ...ETHER, ...changes }], ...more } });

describe('the portfolio', () => {
  it('shows the value and the cost of each asset, with a link to its lots', () => {
    const html = page();
    for (const expected of [
      'Value now €2,000.00',
      'Value less cost €500.00 Historic cost €1,500.00',
      'Value less cost €500.00 Gain if sold now €500.00',
    ])
      expect(plain(html)).toContain(expected);
    expect(html).toContain('href="/portfolio/lots?asset=ETH"');
  });

  it('has the gain of a sale now beside value less cost, and a dash if it is unknown', () => {
    const difference = { unrealizedGain: '3000' };
    expect(plain(page({ ...difference, unrealizedTaxableGain: '500' }))).toContain(
      'Value less cost €3,000.00 Gain if sold now €500.00',
    );
    expect(plain(page({ ...difference, unrealizedTaxableGain: null }))).toContain(
      'Value less cost €3,000.00 Gain if sold now –',
    );
  });

  it('says that the price of an asset is unknown in place of its value', () => {
    expect(plain(page({ currentPrice: null }))).toMatch(
      /Value now No price Historic cost €1,500\.00 Value less cost –/,
    );
  });

  it('has the totals of the assets with a price, and says how many have one', () => {
    const holdings = [
      ETHER,
      { ...ETHER, id: 'X', currentPrice: null, currentValue: '0', totalCostBasis: '236586.37' },
    ];
    const html = page({}, { holdings, totalCostBasis: '238086.37', unrealizedGain: '-236086.37' });
    const text = plain(html);
    for (const expected of [
      'Assets with a price: 1 of 2. Value and difference are of these alone.',
      'Value now €2,000.00 Historic cost of assets with a price €1,500.00 Value less cost €500.00 Historic cost of all assets €238,086.37',
    ])
      expect(text).toContain(expected);
    expect(text).not.toContain('-€236,086.37');
    const [ether = '', unknown = ''] = html.split('<div class="value-bars">').slice(1);
    expect(ether).toMatch(/class="gain" width="0\.85%"/);
    expect(ether).toMatch(/class="tax" y="16" width="0\.63%"/);
    expect(unknown).toContain('<text class="unknown" y="12">No price</text>');
    expect(unknown).not.toContain('class="gain"');
    expect(unknown).toContain('width="100.00%"');
  });

  it('says that the value is unknown while no asset has a price', () => {
    const none = { currentPrice: null, currentValue: '0' };
    const html = page(none, { totalValue: '0', unrealizedGain: '-1500' });
    const text = plain(html);
    expect(text).toContain('No price is known for your assets (1): what they are worth is unknown.');
    expect(text).toContain('Value now Unknown Value less cost Unknown Historic cost of all assets €1,500.00');
    expect(text).not.toMatch(/€0\.00|-€/);
    expect(html).not.toContain('class="value-bars"');
  });

  it('lists debts, and says what to do without any asset', () => {
    const [debt] = [
      { assetSymbol: 'DAI', remainingQuantity: '100', currentPrice: '0.9', currentValue: '90' },
    ];
    const liabilities = [debt] as unknown as PortfolioView['portfolio']['liabilities'];
    expect(plain(page({}, { liabilities }))).toMatch(/DAI .* 100 .* €90\.00/);
    const empty = page({}, { holdings: [] });
    expect(plain(empty)).toContain('You hold nothing yet. Add a file of a platform or a wallet.');
    expect(empty).toContain('<a class="button" href="/settings/files">Add a file</a>');
  });
});

describe('the page of the lots of an asset', () => {
  it('shows each lot with a link to its acquisition', () => {
    const html = holdingPage({ ...FRAME, holdingId: 'ETH', list: digitsOf('listLots') });
    expect(plain(html)).toContain('Lots of ETH');
    expect(html.match(/<a href="\/transactions\//g)).toHaveLength(1);
    expect(plain(html)).toMatch(/10 Feb 2026, 11:00 .* 0\.5 .* €1,500\.00 .* €2,000\.00/);
  });
});

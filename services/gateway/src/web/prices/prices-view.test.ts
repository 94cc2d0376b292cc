import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { digitsOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { checkPage, type CheckView, partlySavedPage, removePage } from './check-view.ts';
import type { AllPricesView, AssetPricesView } from './form-view.ts';
import { assetPricesPage, pricesPage } from './prices-view.ts';

const ENTERED = digitsOf('listPrices');
const [PRICE] = ENTERED.prices as [(typeof ENTERED.prices)[number]];
const NONE = { ...ENTERED, prices: [] };
const DAY = {
  day: '2026-03-10',
  events: 7,
  photo: false,
  locked: false,
  frozen: false,
  first: [{ id: 'e', type: 'DISPOSITION', amount: '1.5' }],
};
const FRAME = {
  language: 'en',
  visitor: VISITOR,
  entered: ENTERED,
  typed: new Map(),
  faults: [],
  rejected: null,
  done: null,
} as const;

function assetPage(changes: Partial<AssetPricesView> = {}, days: object[] = [DAY]): string {
  return assetPricesPage({
    ...FRAME,
    questions: { more: false, assets: [], days: days as (typeof DAY)[] },
    assetKey: 'ETH',
    daysPage: 0,
    hasMoreDays: false,
    day: null,
    upgradeUrl: '/upgrade',
    ...changes,
  });
}

describe('the page of the prices of an asset', () => {
  it('has a field for each day that lacks a price, with what the price would value', () => {
    const photo = { ...DAY, day: '2025-12-31', events: 1, photo: true };
    const html = assetPage({}, [DAY, photo]);
    expect(html).toContain('action="/prices/check"');
    for (const id of ['price-2026-03-10', 'price-2025-12-31', 'other-day', 'other-price', 'source'])
      expect(html).toContain(`name="${id}"`);
    const text = plain(html);
    expect(text).toContain('Price on 10 Mar 2026 (optional) Values 7 transactions: Sold 1.5, and more.');
    expect(text).toContain('Values 1 transaction: Sold 1.5. Gains since 2026 are measured from the price at');
    expect(text).toContain('In euro, for one unit of ETH');
  });

  it('says why the price of a locked or a submitted year cannot be entered', () => {
    const locked = { ...DAY, day: '2023-05-01', locked: true };
    const frozen = { ...DAY, day: '2024-05-01', locked: false, frozen: true };
    const html = assetPage({}, [locked, frozen]);
    expect(html).not.toMatch(/name="price-/);
    const text = plain(html);
    expect(text).toContain('1 May 2023 : Values 7 transactions: Sold 1.5, and more. The year is locked');
    expect(text).toContain('The year was submitted: its figures no longer change.');
    expect(html).toContain('<a href="/upgrade">');
  });

  it('takes over the day of the address, unless it has a field of its own', () => {
    expect(assetPage({ day: '2025-01-02' })).toContain('value="2025-01-02"');
    expect(assetPage({ day: DAY.day })).not.toContain(`value="${DAY.day}"`);
  });

  it('lists the entered prices, with a link that removes each', () => {
    const html = assetPage();
    expect(html).toContain(`href="/prices/${PRICE.id}/remove?asset=ETH"`);
    expect(plain(html)).toContain('Day or moment 31 Dec 2025');
    expect(plain(html)).toContain('€2,531.40');
    expect(plain(assetPage({ entered: NONE }, []))).toContain('You have not entered any price.');
    expect(plain(assetPage({}, []))).toContain('No transaction of this asset lacks a price.');
  });

  it('links further days and further entered prices', () => {
    const entered = { ...ENTERED, page: '1', hasNext: true, hasPrevious: true };
    const html = assetPage({ entered, daysPage: 1, hasMoreDays: true });
    for (const query of ['days=0', 'days=2', 'entered=0', 'entered=2'])
      expect(html).toContain(`href="/prices?asset=ETH&amp;${query}`);
    expect(assetPage()).not.toContain('class="pages"');
  });

  it('shows what was typed and what is wrong, also with a file', () => {
    const html = assetPage({
      typed: new Map([['price-2026-03-10', 'much']]),
      faults: [{ field: 'price-2026-03-10', text: 'Enter a price' }],
      rejected: {
        faults: [
          {
            line: 3,
            column: HOSTILE,
            reason: '',
            messages: [{ code: 'PRICES_OF_OTHER_ASSET', values: { asset: HOSTILE, wanted: 'BTC' } }],
          },
        ],
      },
    });
    expect(html).toContain('value="much"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('<title>Error: Prices of ETH');
    expect(plain(html)).toMatch(/has prices of .*, not of BTC ?\./);
    expect(html).not.toContain('<img');
  });

  it('shows texts of third parties as text, without invisible characters', () => {
    const entered = { ...ENTERED, prices: [{ ...PRICE, assetKey: HOSTILE, source: HOSTILE }] };
    const html = assetPage({ assetKey: HOSTILE, entered });
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toContain('<img');
    // The key itself is in the hidden field, as data.
    expect(html.match(/\u202e/g)).toHaveLength(2);
  });
});

describe('the page of all prices', () => {
  const assets = [
    { assetKey: 'ETH', assetSymbol: 'ETH', events: 1200, days: 30, photo: true },
    { assetKey: 'chain:0x1', assetSymbol: HOSTILE, events: 1, days: 1, photo: false },
  ];
  const page = (changes: Partial<AllPricesView> = {}): string =>
    pricesPage({ ...FRAME, ofPhoto: [], questions: { more: true, assets, days: [] }, ...changes });

  it('lists the assets that lack prices, with a link to the form of each, and says if there are more', () => {
    const html = page();
    expect(html).toContain('href="/prices?asset=ETH"');
    expect(html).toContain('href="/prices?asset=chain%3A0x1"');
    expect(html).toContain(HOSTILE_SHOWN);
    const text = plain(html);
    expect(text).toContain('Transactions without a value 1,200 Days 30 Price at the end of 2025 missing');
    expect(text).toContain('There are more transactions without a value than are counted here.');
    expect(plain(page({ questions: { more: false, assets: [], days: [] } }))).toContain(
      'No transaction lacks a price.',
    );
  });

  it('lists the assets that lack only the price at the end of 2025, with the form for that day', () => {
    const html = page({
      ofPhoto: [
        { assetKey: 'SOL', assetSymbol: 'SOL' },
        { assetKey: 'chain:0x2', assetSymbol: HOSTILE },
      ],
    });
    expect(html).toContain('href="/prices?asset=SOL&amp;day=2025-12-31"');
    expect(html).toContain('href="/prices?asset=chain%3A0x2&amp;day=2025-12-31"');
    expect(html).not.toContain('<img');
    expect(plain(html)).toContain('Prices at the end of 2025 that are missing');
    expect(page()).not.toContain('id="photo"');
  });

  it('says what was done, with a link to the log, which can undo it', () => {
    const html = page({ done: 'The prices are saved.' });
    expect(plain(html)).toContain('The prices are saved. The log has it, and can undo it');
    expect(html).toContain('href="/settings/log"');
  });

  it.each(LANGUAGES.map((language) => [language]))(
    'has no name of a value left in its texts, in %s',
    (language) => {
      for (const html of [page({ language, done: 'x' }), assetPage({ language })])
        expect(plain(html)).not.toMatch(/[{}]/);
    },
  );
});

const OUTCOME = digitsOf('setPrices');
const [APPLIED] = OUTCOME.results as [(typeof OUTCOME.results)[number]];
const FAILED = { status: 'FAILED', code: 'YEAR_FROZEN', message: 'x', price: null } as const;
const proposed = { assetKey: 'ETH', at: null, day: '2026-03-10', eur: '2500', field: null };

function checked(changes: Partial<CheckView> = {}): string {
  return checkPage({
    language: 'en',
    visitor: VISITOR,
    assetKey: 'ETH',
    prices: [proposed],
    source: 'Kraken',
    outcome: OUTCOME,
    notes: [],
    formId: 'f',
    ...changes,
  });
}

describe('the page that shows prices before they are saved', () => {
  it('shows each price as it was read, and names one that can be read in two ways', () => {
    const text = plain(checked({ prices: [{ ...proposed, isAmbiguous: true }] }));
    expect(text).toContain('ETH , 10 Mar 2026');
    expect(text).toContain('€2,500.00 Can be read in two ways.');
    expect(plain(checked())).not.toContain('two ways');
  });

  it('sends back only the prices that can be saved, and says why the others cannot', () => {
    const prices = [proposed, { ...proposed, day: '2024-01-01' }, { ...proposed, day: '2024-01-02' }];
    const results = [APPLIED, FAILED, { ...APPLIED, status: 'UNCHANGED' as const }];
    const html = checked({ prices, outcome: { ...OUTCOME, results } });
    expect(html).toContain(
      'name="prices" value="[[&quot;ETH&quot;,&quot;&quot;,&quot;2026-03-10&quot;,&quot;2500&quot;]]"',
    );
    const text = plain(html);
    expect(text).toContain('Is not saved. It could value a transaction of a year that was submitted');
    expect(text).toContain('Is stored already');
    expect(text).toContain('Save the prices: 1');
    const closed = checked({ outcome: { ...OUTCOME, results: [FAILED] } });
    expect(closed).not.toContain('/prices/save');
    expect(plain(closed)).toContain('There is nothing to save.');
  });

  it('shows what changes, or why that is not known', () => {
    const figures = {
      totalCapitalGains: '0',
      totalCapitalGainsTax: '0',
      totalIncome: '0',
      totalIncomeTax: '0',
    };
    const before = { ...figures, totalTax: '0' };
    const preview = {
      years: [{ year: '2026', before, after: { ...before, totalTax: '12.5' } }],
      lockedYears: [],
      issues: { appearCount: '0', disappearCount: '3', appear: [], disappear: [] },
    };
    const text = plain(checked({ outcome: { ...OUTCOME, preview } }));
    expect(text).toContain('Total tax Now €0.00 After saving €12.50 Difference +€12.50');
    expect(text).toContain('Questions that are settled: 3');
    const running = checked({ outcome: 'running' });
    expect(plain(running)).toContain('Your figures are being recalculated');
    expect(running).toContain('action="/prices/save"');
  });

  it('says which of the prices were saved where not all were', () => {
    const results = [APPLIED, { ...FAILED, code: 'TOO_MANY_PRICES' }];
    const outcome = { ...OUTCOME, processed: '2', succeeded: '1', failed: '1', results };
    const page = {
      language: 'en',
      visitor: VISITOR,
      assetKey: null,
      prices: [proposed, proposed],
      outcome,
    } as const;
    const text = plain(partlySavedPage(page));
    expect(text).toContain('Not all prices are saved: 1 of 2.');
    expect(text).toContain('You have 10000 prices, which is the maximum.');
  });
});

describe('the page that removes a price', () => {
  const REMOVAL = digitsOf('removePrice');
  const page = (outcome: Parameters<typeof removePage>[0]['outcome']): string =>
    removePage({ language: 'en', visitor: VISITOR, price: PRICE, outcome, formId: 'f' });

  it('names the price and asks', () => {
    const html = page(REMOVAL);
    expect(html).toContain(`action="/prices/${PRICE.id}/remove"`);
    expect(plain(html)).toContain('ETH , 31 Dec 2025 : €2,531.40 · Close of ETH/EUR on Kraken');
  });

  it.each([
    ['YEAR_LOCKED', 'It values a transaction of a locked year.'],
    ['YEAR_FROZEN', 'It values a transaction of a year that was submitted'],
  ] as const)('of %s says why it cannot, without a form', (outcome, text) => {
    const html = page(outcome);
    expect(plain(html)).toContain(text);
    expect(html).not.toContain(`/prices/${PRICE.id}/remove`);
  });
});

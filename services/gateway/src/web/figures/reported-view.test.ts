import { describe, expect, it } from '@jest/globals';
import { EXPLANATION_KINDS } from '@ctx/domain/reported-differences';
import { digitsOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import type { Language } from '../../ui/language.ts';
import { NOTHING_TYPED } from './stated-total.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { reportedPage, type ReportedPageView } from './reported-view.ts';

type ReportedYear = ReportedPageView['reported'];
const REPORTED: ReportedYear = digitsOf('getReported');
const [BOUGHT] = REPORTED.totals as [ReportedYear['totals'][number]];

const page = (
  changes: Partial<ReportedYear> = {},
  language: Language = 'en',
  more: Partial<ReportedPageView> = {},
): string =>
  reportedPage({
    language,
    visitor: VISITOR,
    reported: { ...REPORTED, ...changes },
    after: '',
    typed: null,
    faults: [],
    done: null,
    names: new Map(),
    formId: 'f0000000-0000-4000-8000-000000000000',
    ...more,
  });

describe('The page of the totals that exchanges report', () => {
  it('has a table for each exchange with the country of its company, and each total with its fees', () => {
    const other = { ...BOUGHT, platform: 'An odd place', country: null, withoutValue: '1' };
    const html = page({ totals: [...REPORTED.totals, other] });
    expect(html.match(/<h2>/g)).toHaveLength(2);
    const text = plain(html);
    expect(text).toContain('Kraken Country of its company: Ireland');
    expect(text).toContain(
      'Asset BTC Total Bought for money Amount 0.5 Value before fees €40,000.00 Fees €104.00 Transactions 2',
    );
    expect(text).toContain('of which to your own wallets and accounts');
    expect(text).toContain('1 without a value');
  });

  it('shows no value of a locked year', () => {
    const totals = REPORTED.totals.map(({ stated, difference, ...total }) => ({
      ...total,
      eur: null,
      fees: null,
      ...(stated && { stated: { ...stated, eur: null } }),
      ...(difference && { difference: { ...difference, eur: null } }),
    }));
    const text = plain(page({ locked: true, totals }));
    expect(text).toContain(
      'Total Bought for money Amount 0.5 Value before fees Locked Fees Locked Transactions 2',
    );
    expect(text).not.toContain('€');
  });

  it('leads to the next page, and says where a page or a year has nothing', () => {
    expect(page({ next: 'a&b' })).toContain('/overview/2026/reported?after=a%26b');
    expect(plain(page({ totals: [] }))).toContain('You had no transactions at an exchange in 2026.');
    expect(plain(page({ totals: [], next: 'x' }))).toContain('None of the assets of this page');
    expect(plain(page({ totals: [] }, 'en', { after: 'x' }))).not.toContain('You had no transactions');
  });

  it('says of a year before 2026 that it is to compare, and shows names of other people as text', () => {
    const before = 'older rules or not at all';
    expect(plain(page())).not.toContain(before);
    expect(plain(page({ year: '2025' }))).toContain(before);
    const totals = [{ ...BOUGHT, platform: HOSTILE, assetSymbol: HOSTILE }];
    expect(page({ totals })).toContain(HOSTILE_SHOWN);
    expect(page({ totals })).not.toContain(HOSTILE);
  });

  it('shows what an exchange stated beside its own, the difference, and the transactions that explain it', () => {
    const [id] = BOUGHT.explanations![0]!.eventIds as [string];
    const event = {
      id,
      type: 'ACQUISITION',
      assetSymbol: 'BTC',
      amount: '0.1',
      timestamp: '2026-03-10T10:00:00Z',
    };
    const html = page({}, 'en', { names: new Map([[id, event]]) });
    const text = plain(html);
    expect(text).toContain('What Kraken stated');
    expect(text).toContain(
      'Amount 0.4 yours: 0.5 Stated value €31,800.00 Before fees Transactions 1 yours: 2',
    );
    expect(text).toContain('Difference −0.1 −€8,200.00 −1 transactions');
    expect(text).toContain(
      'The exchange does not have this transaction, or counts it elsewhere: 0.1 BTC , 10 Mar 2026',
    );
    expect(html).toContain(`<a href="/transactions/${id}">`);
    expect(html).toContain(`/overview/2026/reported/${BOUGHT.stated!.id}/remove`);
  });

  it('says what to do about a difference that nothing explains, and that there is none where it fits', () => {
    const open = { ...BOUGHT, explanations: [] };
    expect(plain(page({ totals: [open] }))).toContain('Nothing explains it: add the file of the exchange');
    const difference = { units: '0', eur: '0', transactions: '0' };
    const text = plain(page({ totals: [{ ...open, difference }] }));
    expect(text).toContain('0: it fits');
    expect(text).not.toContain('Nothing explains it');
  });

  it('has a form for each exchange, open with what is typed and its faults, and one for another exchange', () => {
    const typed = { ...NOTHING_TYPED, platform: 'Kraken', asset: 'BTC', units: 'x' };
    const faults = [{ field: 'units', text: 'Enter an amount.' }];
    const html = page({}, 'en', { typed, faults });
    expect(html.match(/<details/g)).toHaveLength(2);
    expect(html).toMatch(/<details id="state-0" open>/);
    expect(html).toContain('<a href="#units-0">Enter an amount.</a>');
    expect(html).toMatch(/id="units-0"\s+name="units"\s+value="x"/);
    const other = page({}, 'en', { typed: { ...typed, platform: HOSTILE }, faults });
    expect(other).toMatch(/<details id="state-other" open>/);
    expect(other).not.toContain(HOSTILE);
  });

  it.each(['nl', 'fr', 'en'] as const)('names each kind of explanation in %s', (language) => {
    const explanations = EXPLANATION_KINDS.map((kind) => ({
      kind,
      explains: ['UNITS' as const],
      eventIds: ['e0000000-0000-4000-8000-000000000001'],
      eventCount: '3',
    }));
    const text = plain(page({ totals: [{ ...BOUGHT, explanations }] }, language));
    for (const kind of EXPLANATION_KINDS) expect(text).not.toContain(kind);
    expect(text).toContain(FIGURES_TEXTS[language].reported.more.replace('{count}', '2'));
  });
});

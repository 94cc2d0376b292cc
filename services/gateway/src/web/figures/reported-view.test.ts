import { describe, expect, it } from '@jest/globals';
import { digitsOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import type { Language } from '../../ui/language.ts';
import { reportedPage, type ReportedPageView } from './reported-view.ts';

type ReportedYear = ReportedPageView['reported'];
const REPORTED: ReportedYear = digitsOf('getReported');
const [BOUGHT] = REPORTED.totals as [ReportedYear['totals'][number]];

const page = (changes: Partial<ReportedYear> = {}, language: Language = 'en', isFirst = true): string =>
  reportedPage({ language, visitor: VISITOR, reported: { ...REPORTED, ...changes }, isFirst });

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
    const totals = REPORTED.totals.map((total) => ({ ...total, eur: null, fees: null }));
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
    expect(plain(page({}, 'en', false))).not.toContain('You had no transactions');
  });

  it('says of a year before 2026 that it is to compare, and shows names of other people as text', () => {
    const before = 'older rules or not at all';
    expect(plain(page())).not.toContain(before);
    expect(plain(page({ year: '2025' }))).toContain(before);
    const totals = [{ ...BOUGHT, platform: HOSTILE, assetSymbol: HOSTILE }];
    expect(page({ totals })).toContain(HOSTILE_SHOWN);
    expect(page({ totals })).not.toContain(HOSTILE);
  });
});

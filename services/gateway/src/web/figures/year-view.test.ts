import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { exampleOf, plain, VISITOR } from '../../../test/views.ts';
import type { IncomeOfYear } from './income-of-year.ts';
import type { YearFigures } from './year-figures.ts';
import { noYearsPage, yearPage, type YearPageView } from './year-view.ts';

const FRAME = { language: 'en', visitor: VISITOR } as const;
const exact = (eur: number) => ({ locked: false, exact: eur });
const range = (low: number, high: number) => ({ locked: true, low, high });
const EUR = 10n ** 12n;
const monthsOf = (sums: Readonly<Record<number, bigint>>): bigint[] =>
  Array.from({ length: 12 }, (_, index) => sums[index + 1] ?? 0n);

/** Returns the page of the year of the contract's example, a gain of 1,250, without circumstances and with other figures. */
function page(changes: Partial<YearFigures> = {}, more: Partial<YearPageView> = {}): string {
  const plainYear = { estimate: undefined, taxAfterExemption: exact(0) };
  const figures = { ...exampleOf('getYearSummary'), ...plainYear, ...changes };
  return yearPage({
    ...FRAME,
    figures,
    income: null,
    regime: null,
    assetsWithoutPrice: 0,
    upgradeUrl: '/upgrade',
    isSubmittedByUser: false,
    ...more,
  });
}

/** Returns the page of a year with this income. */
const withIncome = (income: IncomeOfYear, total: number): string =>
  plain(page({ totalIncome: exact(total) }, { income }));

describe('the page of a year', () => {
  it('shows where the taxpayer stands, each figure, each month and the codes of the tax return', () => {
    const html = page();
    const text = plain(html);
    for (const expected of [
      'Indicative, gross',
      'Gains of €1,250.00 stay within your exemption of €10,000.00. €8,750.00 is left.',
      '1 of 3 transactions has no value yet: this figure will change. Sales of unknown value, whose gain is in no total: 1. How much that changes cannot be said.',
      'Gains €1,250.00 Tax on gains €125.00 Income €0.00 Tax on income €0.00 Total tax €125.00',
      'Wallets and accounts (1)',
      'By these figures you owe no tax for 2026.',
      'Used €1,250.00',
      'Carried out to later years €1,000.00',
      'February Gains €0.00',
      'March Gains €1,250.00',
      'Platform Kraken Company Payward Europe Solutions Limited Country Ireland',
    ])
      expect(text).toContain(expected);
    expect(html).toContain('value="1075-89"');
  });

  it('has the codes in the order of the form, and each account with company, country and registration', () => {
    const { declarationSummary: of } = exampleOf('getYearSummary');
    const codes = ['CAPITAL_GAIN', 'FOREIGN_ACCOUNT', 'INCOME'].map((kind) => {
      const row = of!.rows.find((each) => each.kind === kind) ?? of!.rows[0]!;
      return { ...row, kind, vak: { INCOME: 'VII', FOREIGN_ACCOUNT: 'XIII' }[kind] ?? 'XV' };
    });
    const capStatuses = [
      { datasource: 'KRAKEN', platformName: 'Kraken', registeredOn: '2026-03-01' },
      { datasource: 'ELSEWHERE', platformName: 'Elsewhere', registeredOn: null },
    ];
    const textOf = (declarantCode: string | null) => {
      const rows = codes.map((row) => ({ ...row, declarantCode }));
      return plain(page({ declarationSummary: { ...of!, rows, capStatuses } }));
    };
    const text = textOf('1-1');
    expect(text).toMatch(/ VII .* XIII .* XV /);
    const registered = 'Registered with the Central Point of Contact on';
    for (const expected of [
      `Kraken Company Payward Europe Solutions Limited Country Ireland ${registered} 1 Mar 2026`,
      `Elsewhere Company – Country not known here, so counted as outside Belgium ${registered} no date entered`,
    ])
      expect(text).toContain(expected);
    const meanwhile = 'The form of income year 2026 is not published yet';
    expect(text).not.toContain(meanwhile);
    expect(textOf(null)).toContain(meanwhile);
  });

  it('shows the part of gains above the exemption', () => {
    const { vrijstellingHeadroom: of } = exampleOf('getYearSummary');
    const text = plain(
      page({
        totalCapitalGains: exact(14_000),
        totalCapitalGainsTax: exact(1400),
        vrijstellingHeadroom: { ...of!, used: exact(10_000), remaining: exact(0) },
      }),
    );
    for (const expected of [
      'Gains of €14,000.00 exceed your exemption of €10,000.00 by €4,000.00.',
      'Left €0.00 Above the exemption €4,000.00',
      'Tax on gains €1,400.00',
    ])
      expect(text).toContain(expected);
  });

  it('shows a loss with its sign, and no part above the exemption', () => {
    const text = plain(page({ totalCapitalGains: exact(-999.5) }));
    expect(text).toContain('Your losses are €999.50 higher than your gains in 2026.');
    expect(text).toContain('Gains -€999.50');
    expect(text).not.toContain('Above the exemption');
  });

  it('shows the income by month and by asset, the largest first, and what the source does not record', () => {
    const assets = [
      { symbol: 'DOT', sum: (10_725n * EUR) / 100n },
      { symbol: 'ETH', sum: 90n * EUR },
    ];
    const months = monthsOf({ 5: (19_025n * EUR) / 100n, 7: 7n * EUR });
    const text = withIncome({ assets, months }, 197.25);
    for (const expected of [
      'May Income €190.25 Month June Income €0.00 Month July Income €7.00',
      'Income by asset Asset Income Asset DOT Income €107.25 Asset ETH Income €90.00 Asset Income of the year Income €197.25',
      'do not record whether income comes from staking',
    ])
      expect(text).toContain(expected);
  });

  it('has no section for income without any, and a link to the transactions for too many', () => {
    expect(withIncome({ assets: [], months: monthsOf({}) }, 0)).not.toContain('Income by asset');
    const html = page({ totalIncome: exact(5) }, { income: 'TOO_MANY' });
    expect(html).toContain('href="/transactions?year=2026&amp;type=INCOME"');
    expect(plain(html)).not.toContain('Income by asset');
  });

  it('names each kind of open question with its effect, and leads to the inbox, the transactions and the income', () => {
    const html = page();
    for (const address of [
      '/inbox?year=2026&amp;type=MISSING_PRICE',
      '/inbox?year=2026',
      '/transactions?year=2026',
      '/transactions?year=2026&amp;type=INCOME',
      '/law',
    ])
      expect(html).toContain(`href="${address}"`);
    expect(plain(html)).toMatch(/Value in euro unknown Number 1 .* the gain of a sale is left out/);
    const none = page({ reviewQueueCounts: { total: 0, countsByIssueType: {}, countsByQueue: {} } });
    expect(plain(none)).toContain('There are no open questions about this year.');
  });

  it('leads to the report in each form, and to other readings of the law', () => {
    for (const address of ['/report', '/report?format=csv', '/report?format=jsonl', '/readings'])
      expect(page()).toContain(`href="/overview/2026${address}"`);
  });

  it('links to its submission where users submit years, unless the year is locked or submitted', () => {
    const link = 'href="/overview/2026/submit"';
    const byUser = { isSubmittedByUser: true };
    expect(page({}, byUser)).toContain(link);
    for (const other of [page(), page({ frozen: true }, byUser), page({ locked: true }, byUser)])
      expect(other).not.toContain(link);
  });

  it('of a submitted year says so, and has no other readings', () => {
    const html = page({ frozen: true });
    expect(plain(html)).toContain('Indicative Submitted');
    expect(html).not.toContain('/overview/2026/readings');
  });

  it('of a locked year has ranges, a link that unlocks it, and neither report, readings nor estimate', () => {
    const html = page({
      locked: true,
      totalCapitalGains: range(1600, 2400),
      vrijstellingHeadroom: null,
      rangesSince: '2026-06-10T10:00:00Z',
    });
    const text = plain(html);
    for (const expected of [
      'Locked This year is locked. Your gains are in the range of €1,600.00 to €2,400.00; unlock the year to see exact figures. Unlock a year',
      'Gains €1,600.00 to €2,400.00',
      'Files that you added or removed since 10 Jun 2026, 12:00 wait',
    ])
      expect(text).toContain(expected);
    expect(html).toContain('<a class="button" href="/upgrade">');
    expect(html).not.toMatch(/\/overview\/2026\/(report|readings|circumstances)\b/);
  });

  it('has the tax after the exemption first, and the gross one after it', () => {
    const text = plain(page());
    expect(text).toMatch(
      /you owe no tax .* Tax on gains, 10% €0\.00 Together €0\.00 .* Tax on gains €125\.00 Income/,
    );
  });

  it.each([
    [
      2639.12,
      'Whole year Gains €2,639.12 Each line is rounded to the cent: together they are €0.01 more than the year.',
    ],
    [2639.14, 'together they are €0.01 less than the year.'],
  ])('says by which cents its months differ from the year, for a year of %d', (year, expected) => {
    const months = exampleOf('getYearSummary').monthlyRealizedGains.map(({ month }) => ({
      month,
      gain: exact(month === 3 ? 2600.02 : month === 4 ? 39.11 : 0),
    }));
    const of = (total: number): string =>
      plain(page({ totalCapitalGains: exact(total), monthlyRealizedGains: months }));
    expect(of(year)).toContain(expected);
    expect(of(2639.13)).not.toContain('rounded to the cent');
  });

  it('shows what is the taxpayer’s and what is the partner’s, with the codes of both', () => {
    const { estimate, declarationSummary } = exampleOf('getYearSummary');
    const [row] = declarationSummary!.rows;
    const part = (capitalGains: number, code: string) => ({
      capitalGains,
      income: 10,
      incomeTax: 3,
      estimate: estimate!,
      declarationRows: [{ ...row!, amount: capitalGains, code }],
    });
    const household = { taxpayer: part(625.01, '1444-11'), partner: part(624.99, '2444-78') };
    const html = page({ estimate, household });
    const text = plain(html);
    expect(text).toContain('Net gains You €625.01 Your partner €624.99');
    expect(text).toContain('Of your partner nothing else is known here');
    expect(html).toMatch(/value="1444-11"[^]*value="2444-78"/);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(new Set(ids).size);
    expect(plain(page({ estimate }))).not.toContain('Your partner');
  });

  it('has one exemption, which follows the circumstances', () => {
    const text = plain(page({ estimate: exampleOf('getYearSummary').estimate }));
    for (const expected of [
      'Gains of €1,250.00 stay within the €6,000.00 that other assets leave of your exemption. €4,750.00 is left.',
      'Exemption left after other assets €6,000.00',
    ])
      expect(text).toContain(expected);
    expect(text).not.toContain('Exemption of this year');
    expect(text).not.toContain('€8,750.00');
  });

  it('says what losses would do within their own kind of assets, with who reads the law so, where that differs', () => {
    const { estimate } = exampleOf('getYearSummary');
    const part = (eur: number) => ({ eur, assumption: 'OTHER_LOSSES_NETTED' as const });
    const both = { ...estimate!, taxableGainsPerKind: part(5000), totalPerKind: part(535) };
    const text = plain(page({ estimate: both }));
    expect(text).toContain('€5,000.00 would be taxable and you would owe €535.00 on your gains.');
    for (const reader of ['Bolero of KBC', 'Aeacus', 'belgiantaxassistance.be'])
      expect(text).toContain(reader);
    expect(plain(page({ estimate }))).not.toContain('Aeacus');
  });

  it('of which nothing is missing says nothing about it', () => {
    const lacks = exampleOf('getYearSummary').completeness!;
    const html = page({ completeness: { ...lacks, withoutValue: 0, salesLeftOut: 0 } });
    expect(plain(html)).not.toMatch(/this figure|cannot be said/);
  });

  it.each(LANGUAGES)(
    'in %s has no figure in large type while most of it hangs on missing values',
    (language) => {
      const lacks = exampleOf('getYearSummary').completeness!;
      const unsure = { ...lacks, events: 61, withoutValue: 36, mostlyUnknown: true };
      const html = page({ completeness: unsure }, { language });
      expect(html).not.toMatch(/class="(standing|figures)"/);
      expect(html).toContain('class="figures unsure"');
      const lead = plain(
        /<p class="lead">[^]*?<div class="card|<p class="lead">[^]*?<section/.exec(html)![0],
      );
      expect(lead).toMatch(/36 .* 61 /);
      expect(page({ completeness: { ...unsure, mostlyUnknown: false } }, { language })).toContain(
        'class="standing"',
      );
    },
  );

  it('names every lack with what it does, and the gains of transfers that count as sold', () => {
    const completeness = {
      events: 20,
      withoutValue: 3,
      salesLeftOut: 1,
      purchasesAtNoCost: 2,
      incomeAsZero: 3,
      withoutBasis: 4,
      unmatchedTransfers: 5,
      unmatchedTransferGains: 1250.5,
      photoPricesMissing: 6,
      salesWithoutPhotoPrice: 7,
      salesOfUnknownCost: 8,
      mostlyUnknown: false,
      summary: '',
    };
    const text = plain(page({ completeness }));
    for (const expected of [
      '3 of 20 transactions have no value yet: this figure will change.',
      'whose gain is in no total: 1.',
      'bought for nothing: 2.',
      'counts as 0: 3.',
      'cost is not known: 8.',
      'where they came from: 4.',
      'historic cost: 6. How much that changes cannot be said.',
      'without a counterpart: 5. The gains of those that count as sold until they are matched: €1,250.50.',
    ])
      expect(text).toContain(expected);
  });

  it('says how many accounts balances prove, also where nothing is missing', () => {
    const completeness = {
      events: 20,
      withoutValue: 0,
      withoutBasis: 0,
      unmatchedTransfers: 0,
      photoPricesMissing: 0,
      mostlyUnknown: false,
      summary: '',
    };
    expect(plain(page({ completeness }))).not.toContain('Balances prove');
    const html = page({ completeness: { ...completeness, accounts: 3, accountsProven: 1 } });
    expect(plain(html)).toContain('Balances prove 1 of 3 accounts into this year.');
    expect(html).toContain('href="/settings/accounts"');
  });

  it('says how many assets have no photo price, and leads to the photo', () => {
    expect(page()).not.toContain('href="/photo"');
    expect(page()).toContain('href="/photo?year=2026"');
    const html = page({}, { assetsWithoutPrice: 3 });
    expect(plain(html)).toContain('without a price of that day: 3. Gains since 2026');
    expect(html).toContain('href="/photo"');
  });

  it('says that figures are being recalculated', () => {
    expect(plain(page({ stale: true }))).toContain('Your figures are being recalculated.');
    expect(plain(page())).not.toContain('recalculated');
  });
});

describe('the start page of a user without transactions', () => {
  it('names the first step, and links the page of files', () => {
    const html = noYearsPage(FRAME);
    expect(plain(html)).toContain(
      'First add a wallet or an exchange in the app where you manage your accounts, or a file',
    );
    expect(html).toContain('<a class="button" href="/settings/files">Add a file</a>');
  });
});

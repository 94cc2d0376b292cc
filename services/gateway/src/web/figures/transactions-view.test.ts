import { describe, expect, it } from '@jest/globals';
import { digitsOf, exampleOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import type { Language } from '../../ui/language.ts';
import { transactionsPage, type TransactionsView } from './transactions-view.ts';

const LIST = digitsOf('listTransactions');
const [SALE] = LIST.transactions as [(typeof LIST.transactions)[number]];
const { accounts: ACCOUNTS } = exampleOf('listAccounts');

type Changes = Partial<TransactionsView> & { readonly transactions?: readonly Partial<typeof SALE>[] };

/** Returns the page of the list in the contract's example, with other transactions and other parts of the view. */
function page({ transactions = [{}], ...changes }: Changes = {}): string {
  return transactionsPage({
    language: 'en',
    visitor: VISITOR,
    years: exampleOf('listYears').years,
    accounts: ACCOUNTS,
    year: '2026',
    filters: {},
    faults: [],
    list: { ...LIST, transactions: transactions.map((each) => ({ ...SALE, ...each })) },
    upgradeUrl: '/upgrade',
    ...changes,
  });
}

/** Returns the text of each line of the list. */
function lines(html: string): string[] {
  const [, rows = ''] = html.split('<tbody role="rowgroup">');
  return rows
    .split('<tr role="row">')
    .slice(1)
    .map((row) => plain(row.split('</tr>')[0] ?? ''));
}

describe('the list of transactions', () => {
  it('shows the digits of an amount that matter and all of them in its title, the Belgian date, the account, and the value in euro', () => {
    const html = page({
      transactions: [
        {},
        {
          type: 'FEE',
          amount: '12345678901234567.123456789012345678',
          timestamp: '2026-03-29T21:59:59Z',
          euroValue: null,
        },
        {
          type: 'ACQUISITION',
          amount: '0.000000000000000001',
          timestamp: '2026-03-28T23:30:00Z',
          euroValue: '0.01',
          accountId: 'of no account',
        },
      ],
    });
    expect(html).toContain('<h1>Transactions of 2026</h1>');
    expect(plain(html)).toContain('1–3 of 1');
    const [sold, late, tiny] = lines(html);
    expect(sold).toMatch(
      /^Transaction Disposal 1\.5 ETH Treatment Normal Account Kraken .* 10 Mar 2026, 11:00 .* €5,250\.00$/,
    );
    expect(late).toMatch(
      /Fee 12,345,678,901,234,567\.12345678… ETH .* 29 Mar 2026, 23:59 .* No price known$/,
    );
    expect(html).toContain('title="12,345,678,901,234,567.123456789012345678"');
    expect(tiny).toMatch(/0\.000000000000000001 ETH .* Account – .* 29 Mar 2026, 00:30 .* €0\.01$/);
  });

  it('marks what is to be reviewed, and spam', () => {
    const [review, spam, neither] = lines(
      page({ transactions: [{ needsReview: true }, { spam: true }, {}] }),
    );
    expect(review).toContain('ETH To be reviewed Treatment');
    expect(spam).toContain('ETH Spam Treatment');
    expect(neither).toContain('ETH Treatment');
  });

  it('links the pages beside it, with the filters', () => {
    const list = { ...LIST, page: '1', hasPrevious: true, hasNext: true, totalElements: '120' };
    const html = page({ list, filters: { asset: 'ETH' } });
    expect(plain(html)).toContain('51–51 of 120');
    expect(html).toContain('href="/transactions?year=2026&amp;asset=ETH" rel="prev"');
    expect(html).toContain('href="/transactions?year=2026&amp;asset=ETH&amp;page=2" rel="next"');
  });

  it.each([
    [{ type: 'FEE' }, ['Type: Fee']],
    [{ asset: 'dust' }, ['Asset: dust']],
    [{ needsReview: 'true' }, ['To be reviewed']],
    [{ text: 'onerror' }, ['Text: onerror']],
    [{ from: '2026-03-29', to: '2026-03-29' }, ['From: 2026-03-29', 'Up to and including: 2026-03-29']],
    [{ account: ACCOUNTS[0]!.id }, ['Account: Kraken']],
  ])('shows the filters %j, each with a link that removes it', (filters, chips) => {
    const html = page({ filters });
    const shown = [...html.matchAll(/class="chip"\s+href="([^"]+)"\s+aria-label="Remove filter “([^”]+)”"/g)];
    expect(shown.map(([, , chip]) => chip)).toEqual(chips);
    for (const [, href] of shown) expect(href?.split('&amp;')).toHaveLength(Object.keys(filters).length);
    expect(html).toContain('<a href="/transactions?year=2026">Remove all filters</a>');
    expect(page()).not.toContain('Remove all filters');
  });

  it('says what to do when it is empty', () => {
    const none = { transactions: [] };
    expect(plain(page({ ...none, filters: { asset: 'NOTHING' } }))).toContain(
      'No transaction of 2026 matches these filters. Remove one of them, or choose another year.',
    );
    expect(plain(page(none))).toContain('There are no transactions in 2026. Choose another year above.');
    const beyond = page({ list: { ...LIST, page: '9', transactions: [] } });
    expect(plain(beyond)).toContain('The list has fewer pages. To the first page');
    expect(plain(page({ years: [], year: '', list: null, language: 'fr' }))).toContain(
      'Elles apparaissent ici dès que',
    );
  });

  it('explains a day that is no date at its field, and keeps what was typed', () => {
    const faults = [{ field: 'from', text: 'Enter a date, such as 2026-03-31.' }];
    const html = page({ filters: { from: '2026-02-30' }, faults, list: null });
    expect(html).toContain('<a href="#from">Enter a date, such as 2026-03-31.</a>');
    expect(html).toContain('<title>Error: Transactions of 2026');
    expect(html).toMatch(/id="from"\s+name="from"\s+value="2026-02-30"/);
  });

  it('shows texts of third parties as text, without invisible characters', () => {
    const html = page({
      transactions: [{ assetSymbol: HOSTILE }],
      accounts: ACCOUNTS.map((account) => ({ ...account, label: null, originalFilename: HOSTILE })),
    });
    expect(html.split(HOSTILE_SHOWN)).toHaveLength(3);
    expect(html).not.toMatch(/<img|\u202e/);
  });

  it('shows no value in euro in a locked year, and a link that unlocks it', () => {
    const html = page({ list: { ...LIST, locked: true } });
    expect(plain(html)).toContain('This year is locked: values in euro are shown once it is paid. Unlock');
    expect(lines(html)[0]).toMatch(/Locked$/);
    expect(html).not.toContain('5,250');
  });

  it.each<[Language, ...string[]]>([
    ['nl', 'Transacties van 2026', 'Verkocht', '€ 5.250,00', 'Na te kijken'],
    ['fr', 'Transactions de 2026', 'Vente', '5 250,00 €', 'À vérifier'],
  ])('is written in %s', (language, ...expected) => {
    const text = plain(page({ language, transactions: [{ needsReview: true }] }));
    for (const each of expected) expect(text).toContain(each);
  });
});

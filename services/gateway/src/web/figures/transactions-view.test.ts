import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import type { Trade, TradesPage, Transaction } from '@ctx/proto/gen/ctx/v1/read';
import { digitsOf, exampleOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import type { Language } from '../../ui/language.ts';
import { transactionsPage, type TransactionsView } from './transactions-view.ts';

const [EXAMPLE] = digitsOf('listTransactions').transactions as [
  ReturnType<typeof digitsOf<'listTransactions'>>['transactions'][number],
];
const { accounts: ACCOUNTS } = exampleOf('listAccounts');
const SALE: Transaction = { ...EXAMPLE, flags: [], amount: '1.5' };
const LIST: TradesPage = {
  page: 0,
  size: 50,
  totalElements: 1,
  totalPages: 1,
  hasNext: false,
  hasPrevious: false,
  locked: false,
  stale: false,
  trades: [],
};

type Changes = Partial<TransactionsView> & { readonly trades?: readonly Partial<Trade>[] };

/** Returns a trade of the sale in the contract's example, which has other facts. */
function sale(changes: Partial<Transaction> = {}): Partial<Trade> {
  const event = { ...SALE, ...changes };
  const side = ['ACQUISITION', 'INCOME'].includes(event.type) ? 'received' : 'given';
  return { given: [], [side]: [event], value: event.euroValue ?? null };
}

/** Returns the page of a list of trades, with other parts of the view. */
function page({ trades = [sale()], ...changes }: Changes = {}): string {
  const list = changes.list === undefined ? LIST : changes.list;
  const filled = trades.map((each): Trade => ({ given: [], received: [], fees: [], ...each }));
  return transactionsPage({
    language: 'en',
    visitor: VISITOR,
    years: exampleOf('listYears').years,
    accounts: ACCOUNTS,
    year: '2026',
    filters: {},
    faults: [],
    upgradeUrl: '/upgrade',
    ...changes,
    list: list === null ? null : { ...list, trades: filled },
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
      trades: [
        sale(),
        sale({
          type: 'FEE',
          amount: '12345678901234567.123456789012345678',
          timestamp: '2026-03-29T21:59:59Z',
          euroValue: null,
        }),
        sale({
          type: 'ACQUISITION',
          amount: '0.000000000000000001',
          timestamp: '2026-03-28T23:30:00Z',
          euroValue: '0.01',
          accountId: 'of no account',
        }),
      ],
    });
    expect(html).toContain('<h1>Transactions of 2026</h1>');
    expect(plain(html)).toContain('Page 1 of 1, 1 transaction');
    const [sold, late, tiny] = lines(html);
    expect(sold).toMatch(
      /^Transaction Sold −1\.5 ETH When and where 10 Mar 2026, 11:00 · Kraken .* €5,250\.00 /,
    );
    expect(late).toMatch(
      /Fee −12,345,678,901,234,567\.12345678… ETH .* 29 Mar 2026, 23:59 .* No price known /,
    );
    expect(html).toContain('title="−12,345,678,901,234,567.123456789012345678"');
    expect(tiny).toMatch(/\+0\.000000000000000001 ETH .* 29 Mar 2026, 00:30 · – .* €0\.01 /);
  });

  it('shows a trade as one line: given, received, the fee with its value, and the gain with its sign', () => {
    const given = [{ ...SALE, id: 'a', amount: '0.02', assetKey: 'BTC', assetSymbol: 'BTC' }];
    const received = [{ ...SALE, id: 'b', type: 'ACQUISITION', amount: '0.59' }];
    const fees = [{ ...SALE, id: 'c', type: 'FEE', amount: '0.001', assetSymbol: 'BNB', euroValue: '0.61' }];
    const trade = { given, received, fees, value: '1180.5' };
    const html = page({
      trades: [
        { ...trade, gain: '80.256' },
        { ...trade, gain: '-12' },
        { ...trade, gain: '0' },
      ],
    });
    expect(lines(html)[0]).toMatch(
      /^Transaction Swapped −0\.02 BTC → \+0\.59 ETH When .* Kraken · Fee −0\.001 BNB \( ?€0\.61 ?\) Value in euro €1,180\.50 Gain or loss \+€80\.25…$/,
    );
    expect(lines(html)[1]).toMatch(/Gain or loss −€12\.00$/);
    expect(lines(html)[2]).toMatch(/Gain or loss €0\.00$/);
    for (const id of ['a', 'b', 'c']) expect(html).toContain(`href="/transactions/${id}"`);
  });

  it.each([
    ['ACQUISITION', 'NORMAL', 'Bought +1.5 ETH'],
    ['ACQUISITION', 'UNCLASSIFIED', 'Received +1.5 ETH'],
    ['DISPOSITION', 'NORMAL', 'Sold −1.5 ETH'],
    ['DISPOSITION', 'TRANSFER_OUT_OWN_WALLET', 'Sent −1.5 ETH'],
    ['INCOME', 'NORMAL', 'Income +1.5 ETH'],
    ['EXPENSE', 'NORMAL', 'Expense −1.5 ETH'],
    ['FEE', 'NORMAL', 'Fee −1.5 ETH'],
  ])('names %s with the treatment %s as "%s"', (type, treatment, text) => {
    expect(lines(page({ trades: [sale({ type, treatment })] }))[0]).toContain(`Transaction ${text}`);
  });

  it.each([
    ['EUR', 'ETH', 'NORMAL', 'Bought'],
    ['ETH', 'EUR', 'NORMAL', 'Sold'],
    ['WETH', 'ETH', 'CONTINUITY_UNWRAP', 'Moved'],
    ['BTC', 'ETH', 'NORMAL', 'Swapped'],
  ])('names a trade of %s for %s with the treatment %s "%s"', (out, into, treatment, text) => {
    const given = [{ ...SALE, assetKey: out, treatment }];
    const received = [{ ...SALE, type: 'ACQUISITION', assetKey: into, treatment }];
    expect(lines(page({ trades: [{ given, received }] }))[0]).toContain(`Transaction ${text} −`);
  });

  it('marks what is to be reviewed, and spam', () => {
    const [review, spam, neither] = lines(
      page({ trades: [sale({ needsReview: true }), sale({ spam: true }), sale()] }),
    );
    expect(review).toContain('ETH To be reviewed When');
    expect(spam).toContain('ETH Spam When');
    expect(neither).toContain('ETH When');
  });

  it('links the pages beside it, with the filters', () => {
    const list = { ...LIST, page: 1, hasPrevious: true, hasNext: true, totalElements: 120, totalPages: 3 };
    const html = page({ list, filters: { asset: 'ETH' } });
    expect(plain(html)).toContain('Page 2 of 3, 120 transactions in all');
    expect(html).toContain('href="/transactions?year=2026&amp;asset=ETH" rel="prev"');
    expect(html).toContain('href="/transactions?year=2026&amp;asset=ETH&amp;page=2" rel="next"');
  });

  it('links files with the filters, unless the transactions are too many for one', () => {
    const html = page({ filters: { asset: 'A&B' } });
    const address = '/transactions/file?year=2026&amp;asset=A%26B&amp;format=';
    for (const form of ['csv-be', 'csv']) expect(html).toContain(`href="${address}${form}" download`);
    const tooMany = page({ list: { ...LIST, totalElements: LIMITS.exportedTransactionsMax + 1 } });
    expect(plain(tooMany)).toContain('A file can have 20,000 transactions.');
    expect(tooMany).not.toContain('/transactions/file');
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
    const none = { trades: [] };
    expect(plain(page({ ...none, filters: { asset: 'NOTHING' } }))).toContain(
      'No transaction of 2026 matches these filters. Remove one of them, or choose another year.',
    );
    expect(plain(page(none))).toContain('There are no transactions in 2026. Choose another year above.');
    const beyond = page({ ...none, list: { ...LIST, page: 9 } });
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
      trades: [sale({ assetSymbol: HOSTILE })],
      accounts: ACCOUNTS.map((account) => ({ ...account, label: null, originalFilename: HOSTILE })),
    });
    expect(html.split(HOSTILE_SHOWN)).toHaveLength(3);
    expect(html).not.toMatch(/<img|\u202e/);
  });

  it('shows no value and no gain in a locked year, and a link that unlocks it', () => {
    const fees = [{ ...SALE, type: 'FEE', euroValue: '3.21' }];
    const html = page({ list: { ...LIST, locked: true }, trades: [{ ...sale(), fees, gain: '77' }] });
    expect(plain(html)).toContain('This year is locked: values in euro are shown once it is paid. Unlock');
    expect(lines(html)[0]).toMatch(/Locked Gain or loss$/);
    expect(html).not.toMatch(/5,250|3\.21|77/);
  });

  it.each<[Language, ...string[]]>([
    ['nl', 'Transacties van 2026', 'Verkocht', '€ 5.250,00', 'Na te kijken', '+€ 875,50'],
    ['fr', 'Transactions de 2026', 'Vendu', '5 250,00 €', 'À vérifier', '+875,50 €'],
  ])('is written in %s', (language, ...expected) => {
    const text = plain(page({ language, trades: [{ ...sale({ needsReview: true }), gain: '875.5' }] }));
    for (const each of expected) expect(text).toContain(each);
  });
});

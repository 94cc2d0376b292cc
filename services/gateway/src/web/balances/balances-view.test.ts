import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { digitsOf, exampleOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { accountPage } from './account-view.ts';
import { accountsPage, type AccountsView } from './accounts-view.ts';
import { checkPage, type CheckView } from './check-view.ts';
import type { AccountView } from './form-view.ts';

const [ACCOUNT] = exampleOf('listAccounts').accounts as [AccountView['account']];
const BALANCES = digitsOf('listBalances');
const [STATED] = BALANCES.balances as [(typeof BALANCES.balances)[number]];
const [BREAK] = BALANCES.breaks as [(typeof BALANCES.breaks)[number]];
const FRAME = { language: 'en', visitor: VISITOR } as const;

const list = (changes: Partial<AccountsView> = {}): string =>
  accountsPage({ ...FRAME, accounts: [{ ...ACCOUNT, open: 2 }], isMore: false, ...changes });
const page = (changes: Partial<AccountView> = {}): string =>
  accountPage({
    ...FRAME,
    account: ACCOUNT,
    balances: BALANCES,
    money: [],
    typed: new Map(),
    faults: [],
    done: null,
    ...changes,
  });

describe('the page of accounts', () => {
  it('says of each until when it is proven and how many balances do not fit, with a link to it', () => {
    const html = list({ accounts: [{ ...ACCOUNT, provenUntil: '2026-05-04T02:00:00Z', open: 2 }] });
    expect(html).toContain(`href="/settings/accounts/${ACCOUNT.id}"`);
    expect(plain(html)).toContain('Proven until 4 May 2026, 04:00 Balances that do not fit 2');
    const text = plain(list({ accounts: [{ ...ACCOUNT, provenUntil: null, open: 0 }] }));
    expect(text).toContain('Proven until nothing proves it yet Balances that do not fit none');
    expect(plain(list({ accounts: [] }))).toContain('There are no accounts yet.');
  });

  it('says if there may be more than were counted', () => {
    expect(plain(list({ isMore: true }))).toContain('At most 200 balances that do not fit are counted here.');
    expect(plain(list())).not.toContain('At most');
  });
});

describe('the page of an account', () => {
  it('has what came in and went out, by year and currency, if it has money', () => {
    const sum = (year: string, currency: string, type: 'CASH_IN' | 'CASH_OUT', amount: string) => ({
      year,
      currency,
      type,
      amount,
      rows: '1',
    });
    const money = [
      sum('2026', 'EUR', 'CASH_IN', '5000'),
      sum('2026', 'EUR', 'CASH_OUT', '2500.5'),
      sum('2025', 'USD', 'CASH_OUT', '100'),
    ];
    for (const language of LANGUAGES)
      expect(plain(page({ language, money }))).toMatch(
        /2026 EUR .*5.?000 .*2.?500[.,]5.* 2025 USD .*– .*100/,
      );
    expect(plain(page({ money }))).toContain('Money in and out');
    expect(plain(page())).not.toContain('Money in and out');
  });

  it('lists each stated balance beside what the transactions add up to, to correct and to remove', () => {
    const html = page();
    const address = `/settings/accounts/${ACCOUNT.id}`;
    expect(html).toContain(`href="${address}?balance=${STATED.id}#state"`);
    expect(html).toContain(`href="${address}/balances/${STATED.id}/remove"`);
    expect(html).toContain(`action="${address}/check"`);
    const text = plain(html);
    expect(text).toContain('BTC , 1 Jul 2026, 00:00:00');
    expect(text).toContain('Stated 0.51 Transactions add up to 0.51501 Difference -0.00501');
    const none = { ...BALANCES, balances: [], breaks: [], negative: [], provenUntil: null };
    const empty = plain(page({ balances: none }));
    expect(empty).toContain('nothing proves it yet');
    expect(empty).toContain('You have not stated any balance of this account.');
    expect(empty).not.toMatch(/less than nothing|Rows are missing/);
  });

  it('names the lines of files between which a balance changes, whichever way the file goes', () => {
    const text = plain(page());
    expect(text).toContain(
      'Between line 7 and line 8 of ledgers.csv , 0.00501 BTC left that no row explains',
    );
    expect(text).toContain('Wallet: spot / main .');
    const turned = { ...BREAK, afterLine: '8', line: '7', difference: '0.1', wallet: '' };
    const other = plain(page({ balances: { ...BALANCES, breaks: [turned] } }));
    expect(other).toContain('Between line 7 and line 8 of ledgers.csv , 0.1 BTC arrived');
    expect(other).not.toContain('Wallet');
  });

  it('names the first moment at which the account has less than nothing, with its transaction', () => {
    const html = page();
    expect(html).toContain(`href="/transactions/${BALANCES.negative[0]!.taxEventId}"`);
    expect(plain(html)).toContain('After this transaction it has -0.2 ETH · 5 May 2026, 11:00:00');
  });

  it('lists no more problems than fit on a page, and says how many are left', () => {
    const breaks = Array.from({ length: 60 }, () => BREAK);
    const html = page({ balances: { ...BALANCES, breaks } });
    expect(html.match(/that no row explains/g)).toHaveLength(50);
    expect(plain(html)).toContain('and 10 more');
  });

  it('shows what was typed and what is wrong', () => {
    const html = page({
      typed: new Map([['amount', 'much']]),
      faults: [{ field: 'amount', text: 'Enter an amount' }],
    });
    expect(html).toContain('value="much"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('<title>Error: ');
  });

  it('shows texts of third parties as text, without invisible characters', () => {
    const balances = {
      ...BALANCES,
      balances: [{ ...STATED, assetId: HOSTILE, notes: HOSTILE }],
      breaks: [{ ...BREAK, asset: HOSTILE, wallet: HOSTILE, fileName: HOSTILE }],
    };
    const html = page({ account: { ...ACCOUNT, label: HOSTILE, sourcePlatform: HOSTILE }, balances });
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toMatch(/<img|\u202e/);
  });

  it('says what was done, with a link to the log, which can undo it', () => {
    const html = page({ done: 'The balance is saved.' });
    expect(plain(html)).toContain('The balance is saved. The log has it, and can undo it');
    expect(html).toContain('href="/settings/log"');
  });

  it.each(LANGUAGES.map((language) => [language]))(
    'has no name of a value left in its texts, in %s',
    (language) => {
      for (const html of [
        page({ language, done: 'x' }),
        list({ language, isMore: true }),
        checked({ language }),
      ])
        expect(plain(html)).not.toMatch(/[{}]/);
    },
  );
});

const OUTCOME = digitsOf('stateBalance');
const proposed = { assetId: 'BTC', at: STATED.at, amount: '0.51', notes: 'statement' };

function checked(changes: Partial<CheckView> = {}, balance: Partial<typeof STATED> = {}): string {
  return checkPage({
    ...FRAME,
    account: ACCOUNT,
    proposed,
    isAmbiguous: false,
    outcome: { ...OUTCOME, balance: { ...OUTCOME.balance, ...balance } },
    formId: 'f',
    ...changes,
  });
}

describe('the page that shows a balance before it is saved', () => {
  it('has it as it was read, what the transactions add up to, and a form that sends it back', () => {
    const html = checked({ isAmbiguous: true });
    for (const field of [
      'asset" value="BTC',
      `at" value="${STATED.at}`,
      'amount" value="0.51',
      'form" value="f',
    ])
      expect(html).toContain(`name="${field}"`);
    const text = plain(html);
    expect(text).toContain('Stated 0.51 Can be read in two ways.');
    expect(text).toContain('Transactions add up to 0.51501 Difference -0.00501');
    expect(plain(checked())).not.toContain('two ways');
  });

  it.each([
    ['0', 'It fits: the transactions add up to exactly this.'],
    ['-0.1', 'The transactions add up to more'],
    ['0.1', 'The transactions add up to less'],
  ])('says what a difference of %s means', (difference, text) => {
    expect(plain(checked({}, { difference }))).toContain(text);
  });

  it('asks about the name of an asset without transactions', () => {
    expect(plain(checked({}, { expected: '0' }))).toContain('see how the list of transactions names it');
    expect(plain(checked())).not.toContain('names it');
  });

  it('says that it replaces another, or is stored already and then saves nothing', () => {
    const replaced = { ...OUTCOME, created: false, changed: true };
    expect(plain(checked({ outcome: replaced }))).toContain('It replaces the balance that you stated');
    expect(plain(checked())).not.toContain('It replaces');
    const same = checked({ outcome: { ...OUTCOME, created: false, changed: false } });
    expect(plain(same)).toContain('This balance is stored already.');
    expect(same).not.toContain('/save"');
  });
});

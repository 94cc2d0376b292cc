import { describe, expect, it } from '@jest/globals';
import { digitsOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { inboxPage, type InboxView } from './inbox-view.ts';

const INBOX = digitsOf('listIssues');
const [FIRST] = INBOX.items as [(typeof INBOX.items)[number]];
const PRICE = { ...FIRST, recommendedActionId: 'SET_EUR_VALUE' };
const TRANSFER = {
  ...PRICE,
  issueType: 'UNMATCHED_TRANSFER_OUT',
  queue: 'TRANSFERS',
  recommendedActionId: 'MATCH_TRANSFER',
} as const;

/** Returns the page with these questions. */
function page(items: InboxView['inbox']['items'], changes: Partial<InboxView> = {}): string {
  const total = String(items.length);
  const counts = { ...INBOX.counts, total };
  return inboxPage({
    language: 'en',
    visitor: VISITOR,
    inbox: { ...INBOX, items, counts },
    prices: null,
    year: '',
    queue: null,
    type: null,
    upgradeUrl: '/upgrade',
    ...changes,
  });
}

describe('the inbox', () => {
  it('has a card for each open question, with its transaction, its effect and what to do', () => {
    const html = page([PRICE, TRANSFER]);
    expect(html.match(/<article/g)).toHaveLength(2);
    expect(html).toContain(`href="/transactions/${PRICE.sourceEventId!}"`);
    const text = plain(html);
    for (const expected of [
      'All (2)',
      'Value in euro unknown Important',
      'Outgoing transfer without a counterpart Important',
      'Disposal 1.5 ETH · 10 Mar 2026, 11:00 · Kraken',
      '1 transaction of ETH lacks a price.',
      'What to do: Enter the prices of ETH',
      'What to do: Match it with its other side, or say what it was.',
    ])
      expect(text).toContain(expected);
  });

  it('names account, asset and difference of a balance, and of a file the lines between which it is', () => {
    const balance = {
      accountId: '6a7b8c9d-0e1f-5a2b-8c3d-4e5f60718293',
      accountLabel: HOSTILE,
      assetId: 'BTC',
      at: '2026-02-15T00:00:00Z',
      expected: '1.5',
      stated: '1.49',
      difference: '-0.01',
    };
    const differs = { ...PRICE, issueType: 'BALANCE_DIFFERS', event: null, sourceEventId: null } as const;
    const html = page([{ ...differs, balance }]);
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).toContain(`href="/settings/accounts/${balance.accountId}"`);
    expect(plain(html)).toContain(
      'had 1.49 BTC , and its transactions add up to 1.5 : a difference of -0.01 .',
    );
    const ofFile = { expected: null, stated: null, fileName: 'ledgers.csv', afterLine: '8', line: '7' };
    const broken = { ...balance, ...ofFile };
    expect(plain(page([{ ...differs, balance: broken }]))).toContain(
      'ledgers.csv shows it between line 7 and line 8: -0.01 BTC that no row explains.',
    );
  });

  it('asks for all prices of an asset in one card, with what all years lack, and a link to their form', () => {
    const photo = { ...PRICE, issueType: 'MISSING_PHOTO_VALUE', missingPriceAssetKey: 'ETH' } as const;
    const ofBtc = { ...PRICE.event!, asset: { assetId: 'chain:Btc', symbol: 'BTC' } };
    const prices = {
      more: false,
      assets: [{ assetKey: 'ETH', assetSymbol: 'ETH', events: 36, days: 12, photo: true }],
      days: [],
    };
    const items = [PRICE, TRANSFER, PRICE, { ...PRICE, event: ofBtc }, photo];
    const html = page(items, { prices });
    expect(html.match(/<article/g)).toHaveLength(3);
    expect(html.match(/href="\/prices\?asset=[^"]+"/g)).toEqual([
      'href="/prices?asset=ETH"',
      'href="/prices?asset=chain%3ABtc"',
    ]);
    const text = plain(html);
    expect(text).toContain('36 transactions of ETH lack a price, on 12 days.');
    expect(text).toContain('The price of ETH at the end of 2025 is missing.');
    expect(text).toContain('1 transaction of chain:Btc lacks a price.');
    expect(text).toContain('All (5)');
    const [, first = ''] = html.split('<article');
    expect(first.match(/<li>/g)).toHaveLength(3);
    const many = page(Array.from({ length: 8 }, () => PRICE));
    expect(many.match(/<li>\s*<a\s+href="\/transactions\//g)).toHaveLength(5);
    expect(plain(many)).toContain('and more');
  });

  it('asks for no price of a year that is locked', () => {
    const html = page([{ ...PRICE, locked: true }]);
    expect(html).not.toContain('/prices');
    expect(plain(html)).toContain('What to do: Set its value in euro.');
  });

  it('says what a suggestion changes in tax, and nothing where that is not known', () => {
    const copilot = { estimatedImpactEur: '-12.5' } as typeof PRICE.copilot;
    expect(plain(page([{ ...TRANSFER, copilot }]))).toContain('your tax changes by -€12.50');
    expect(plain(page([TRANSFER]))).not.toContain('your tax changes');
  });

  it('says to join a match where the other side of a transfer is matched already and lacks its amount', () => {
    const copilot = { joinMatchId: '11111111-1111-4111-8111-000000000003' } as typeof PRICE.copilot;
    const text = plain(page([{ ...TRANSFER, copilot }]));
    expect(text).toContain(
      'What to do: Its other side is matched already, and that match lacks this amount: match the two and join that match.',
    );
    expect(plain(page([TRANSFER]))).not.toContain('join that match');
  });

  it('says what to look at first where more left than was held', () => {
    const short = { ...TRANSFER, issueType: 'MISSING_COST_BASIS', recommendedActionId: 'ADD_DATA_SOURCE' };
    const unmatchedEventId = '11111111-1111-4111-8111-000000000004';
    const incompleteFileId = '11111111-1111-4111-8111-000000000005';
    const add = 'What to do: Add the account or file that holds the missing purchases.';
    expect(plain(page([short]))).toContain(add);
    const matched = page([{ ...short, unmatchedEventId, namesakeAssetKey: 'WETH', incompleteFileId }]);
    expect(plain(matched)).toContain('What to do: Match this transfer with its other side.');
    expect(matched).toContain(`href="/transactions/${unmatchedEventId}"`);
    expect(plain(page([{ ...short, namesakeAssetKey: 'WETH', incompleteFileId }]))).toContain(add);
    const inFile = page([{ ...short, incompleteFileId }]);
    expect(plain(inFile)).toContain('What to do: Look at this file : rows of it were left out');
    expect(inFile).toContain(`href="/settings/files/${incompleteFileId}"`);
  });

  it('asks about transactions that look imported twice, and takes both answers', () => {
    const possibleDuplicate = {
      id: '11111111-1111-4111-8111-000000000001',
      fileId: '11111111-1111-4111-8111-000000000002',
      fileName: HOSTILE,
      accountLabel: 'Kraken',
      otherAccountLabel: 'Joint account',
      otherFormat: 'kraken-ledgers',
      otherFileName: 'ledgers.csv',
      transactionCount: '1234',
      firstAt: '2025-03-03T10:00:00Z',
      lastAt: '2025-04-05T12:00:00Z',
    };
    const group = {
      ...PRICE,
      issueType: 'POSSIBLE_DUPLICATE',
      recommendedActionId: 'REMOVE_FILE',
      event: null,
      sourceEventId: null,
      possibleDuplicate,
    } as const;
    const html = page([group]);
    expect(plain(html)).toMatch(
      /1,234 transactions of the file .* \( ?Kraken ?\) look like transactions of Joint account from the file “ ?ledgers\.csv ?”, from 3 Mar 2025 to 5 Apr 2025 ?\./,
    );
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).toContain(`href="/settings/files/${possibleDuplicate.fileId}/remove"`);
    expect(html).toContain(`action="/settings/files/duplicates/${possibleDuplicate.id}/keep"`);
    const connected = { ...group, possibleDuplicate: { ...possibleDuplicate, otherFileName: null } };
    expect(plain(page([connected]))).toContain('look like transactions of Joint account , from');
    expect(page([PRICE])).not.toContain('/keep');
  });

  it('links its pages, and says so where nothing is left', () => {
    const next = { page: '1', size: '50', hasNext: true } as NonNullable<InboxView['inbox']['page']>;
    const inbox = { ...INBOX, page: next };
    const html = page([], { inbox, year: '2026', queue: 'PRICES' });
    expect(html).toContain('href="/inbox?year=2026&amp;queue=PRICES" rel="prev"');
    expect(html).toContain('href="/inbox?year=2026&amp;queue=PRICES&amp;page=2" rel="next"');
    const narrowed = { ...INBOX, items: [] };
    expect(page([], { inbox: narrowed })).toContain('<p class="empty">');
  });

  it('without questions is good news', () => {
    const text = plain(page([]));
    expect(text).toContain('There are no open questions.');
    expect(text).not.toContain('All (');
  });

  it('links the plans at a question of a locked year', () => {
    const html = page([{ ...PRICE, locked: true }]);
    expect(plain(html)).toContain('This year is locked');
    expect(html).toContain('<a href="/upgrade">');
    expect(page([PRICE])).not.toContain('<a href="/upgrade">');
  });

  it('shows texts of third parties as text, without invisible characters', () => {
    const event = { ...PRICE.event!, asset: { ...PRICE.event!.asset, symbol: HOSTILE } };
    const html = page([{ ...PRICE, event }]);
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toMatch(/<img|\u202e/);
  });
});

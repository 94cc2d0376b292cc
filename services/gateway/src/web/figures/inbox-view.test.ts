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
      'What to do: Set its value in euro, or import prices of the asset.',
      'What to do: Match it with its other side, or say what it was.',
    ])
      expect(text).toContain(expected);
  });

  it('says what a suggestion changes in tax, and nothing where that is not known', () => {
    const copilot = { estimatedImpactEur: '-12.5' } as typeof PRICE.copilot;
    expect(plain(page([{ ...PRICE, copilot }]))).toContain('your tax changes by -€12.50');
    expect(plain(page([PRICE]))).not.toContain('your tax changes');
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

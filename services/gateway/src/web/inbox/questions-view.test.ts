import { describe, expect, it } from '@jest/globals';
import { digitsOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { questionsPage, type QuestionsView } from './questions-view.ts';

const INBOX = digitsOf('listIssues');
const [FIRST] = INBOX.items as [(typeof INBOX.items)[number]];
const PRICE = { ...FIRST, recommendedActionId: 'SET_EUR_VALUE' };
const TRANSFER = {
  ...PRICE,
  issueType: 'UNMATCHED_TRANSFER_OUT',
  queue: 'TRANSFERS',
  recommendedActionId: 'MATCH_TRANSFER',
} as const;

const OTHER_ID = '11111111-1111-4111-8111-00000000000a';
const LOCKED_ID = '11111111-1111-4111-8111-00000000000b';

/** Returns the page with these questions. */
function page(
  items: QuestionsView['questions']['items'],
  cause: QuestionsView['decision']['cause'] = 'NEEDS_REVIEW',
  changes: Partial<QuestionsView> = {},
): string {
  return questionsPage({
    language: 'en',
    visitor: VISITOR,
    decision: { cause, name: 'key' },
    year: '',
    questions: { ...INBOX, items, page: { page: '0', size: '20', totalElements: '45', hasNext: false } },
    upgradeUrl: '/upgrade',
    done: null,
    ...changes,
  });
}

describe('the questions of a decision', () => {
  it('have a card each with its transaction, below what all of them have in common', () => {
    const html = page([TRANSFER, TRANSFER], 'UNMATCHED_TRANSFER_OUT');
    expect(html.match(/<article/g)).toHaveLength(2);
    expect(html).toContain(`href="/transactions/${PRICE.sourceEventId!}"`);
    const text = plain(html);
    for (const expected of [
      'Transfers out of Kraken without a counterpart',
      '45 questions.',
      'Sold 1.5 ETH',
      '10 Mar 2026, 11:00 · Kraken',
      'What to do: Match it with its other side, or say what it was.',
    ])
      expect(text).toContain(expected);
  });

  it('have their answers in their cards, folded where there are several, and return to this page', () => {
    const back = 'name="back" value="/inbox?cause=NEEDS_REVIEW&amp;name=key"';
    const [alone, several] = [page([TRANSFER]), page([TRANSFER, { ...TRANSFER, sourceEventId: OTHER_ID }])];
    for (const html of [alone, several]) {
      expect(html).toContain('action="/answers/check"');
      expect(html).toContain(back);
    }
    expect(several).toContain('<summary>Answer</summary>');
    expect(alone).not.toContain('<summary>Answer</summary>');
    expect(page([{ ...TRANSFER, locked: true }])).not.toContain('/answers/check');
  });

  it('can be ticked for one answer, and answered all together, unless they are of a locked year', () => {
    const other = { ...TRANSFER, sourceEventId: OTHER_ID };
    const html = page([TRANSFER, other, { ...TRANSFER, locked: true, sourceEventId: LOCKED_ID }]);
    for (const id of [TRANSFER.sourceEventId!, OTHER_ID])
      expect(html.replaceAll(/\s+/g, ' ')).toContain(`form="together" name="tick" value="${id}"`);
    expect(html).not.toContain(`value="${LOCKED_ID}"`);
    expect(plain(html)).toContain('Answer together with others: Sold 1.5 ETH');
    expect(plain(html)).toContain('Answer all 45');
    expect(html).toContain('href="/inbox?cause=NEEDS_REVIEW&amp;name=key&amp;with=all"');
    expect(page([TRANSFER])).not.toContain('name="tick"');
    const many = { page: '0', size: '20', totalElements: '467', hasNext: true };
    expect(
      plain(
        page([TRANSFER, other], 'NEEDS_REVIEW', {
          questions: { ...INBOX, items: [TRANSFER, other], page: many },
        }),
      ),
    ).toContain('Answer the first 200 of 467');
  });

  it('about prices have a link to the form for all prices of their asset', () => {
    const html = page([PRICE], 'MISSING_PRICE', { decision: { cause: 'MISSING_PRICE', name: 'chain:Eth' } });
    expect(plain(html)).toContain('Prices of ETH are missing');
    expect(html).toContain('href="/prices?asset=chain%3AEth"');
    const photo = { ...PRICE, issueType: 'MISSING_PHOTO_VALUE', missingPriceAssetKey: 'WETH' } as const;
    const text = plain(page([photo], 'MISSING_PRICE'));
    expect(text).toContain('Prices of WETH are missing');
    expect(text).toContain('The price of WETH at the end of 2025 is missing.');
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
    expect(plain(page([short], 'MISSING_COST_BASIS'))).toContain(add);
    const matched = page([{ ...short, unmatchedEventId, namesakeAssetKey: 'WETH', incompleteFileId }]);
    expect(plain(matched)).toContain('What to do: Match this transfer with its other side.');
    expect(matched).toContain(`href="/transactions/${unmatchedEventId}"`);
    expect(plain(page([{ ...short, namesakeAssetKey: 'WETH', incompleteFileId }]))).not.toContain(
      'this file',
    );
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

  it('has links to its other pages, and says so where nothing is left', () => {
    const next = { page: '1', size: '20', totalElements: '50', hasNext: true };
    const html = page([PRICE], 'NEEDS_REVIEW', { questions: { ...INBOX, page: next }, year: '2026' });
    const address = 'href="/inbox?cause=NEEDS_REVIEW&amp;name=key&amp;year=2026';
    expect(html).toContain(`${address}" rel="prev"`);
    expect(html).toContain(`${address}&amp;page=2" rel="next"`);
    expect(html).toContain('href="/inbox?year=2026"');
    expect(plain(page([]))).toContain('Nothing is open here any more.');
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

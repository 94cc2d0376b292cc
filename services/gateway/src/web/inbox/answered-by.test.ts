import { describe, expect, it } from '@jest/globals';
import { causeOf } from '@ctx/domain/causes';
import { ISSUE_KINDS, ISSUE_TYPES, type IssueType } from '@ctx/domain/issues';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { digitsOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { ANSWERED_BY, questionsPage, type QuestionsView } from './questions-view.ts';

const INBOX = digitsOf('listIssues');
const [FIRST] = INBOX.items as [(typeof INBOX.items)[number]];
type Item = typeof FIRST;

const ID = '11111111-1111-4111-8111-00000000000a';
const OTHER_ID = '11111111-1111-4111-8111-00000000000b';
const NOTHING = { event: null, sourceEventId: null };
const ORPHAN = {
  overrideId: ID,
  assetId: 'ETH',
  originalType: 'DISPOSITION',
  referenceId: 'L-77',
  notes: 'mine',
  orphanedSince: '2026-05-01T10:00:00Z',
};

/** What the service says about a question of a type that is about no transaction. */
const PARTS: Readonly<Partial<Record<IssueType, Partial<Item>>>> = {
  MISSING_PHOTO_VALUE: { missingPriceAssetKey: 'WETH' },
  REPORTED_DIFFERS: {
    ...NOTHING,
    year: '2026',
    reported: {
      statedId: ID,
      platform: 'Kraken',
      assetId: 'BTC',
      kind: 'BOUGHT',
      units: '1.5',
      statedUnits: '2',
      difference: { units: '0.5', eur: null, transactions: null },
    },
  },
  BALANCE_DIFFERS: {
    ...NOTHING,
    balance: {
      accountId: ID,
      accountLabel: 'Kraken',
      assetId: 'ETH',
      at: '2026-01-01T00:00:00Z',
      difference: '1',
    },
  },
  POSSIBLE_DUPLICATE: {
    ...NOTHING,
    possibleDuplicate: {
      id: ID,
      fileId: OTHER_ID,
      fileName: 'a.csv',
      accountLabel: 'Kraken',
      otherAccountLabel: 'Ledger',
      transactionCount: '3',
      firstAt: '2026-01-01T00:00:00Z',
      lastAt: '2026-01-02T00:00:00Z',
    },
  },
  ORPHANED_CORRECTION: { ...NOTHING, orphanedCorrection: ORPHAN },
  FROZEN_YEAR_DRIFT: { ...NOTHING, year: '2025' },
};

/** Where a question of each type is answered, or what its card says instead. */
const ANSWERS: Readonly<Partial<Record<IssueType, string>>> = {
  MISSING_PHOTO_VALUE: 'href="/prices?asset=WETH"',
  REPORTED_DIFFERS: 'href="/overview/2026/reported"',
  BALANCE_DIFFERS: `href="/entry?kind=DEPOSIT&amp;account=${ID}`,
  POSSIBLE_DUPLICATE: `action="/settings/files/duplicates/${ID}/keep"`,
  ORPHANED_CORRECTION: 'action="/answers/orphans/check"',
  FROZEN_YEAR_DRIFT: 'no answer here changes them',
};

function page(items: readonly Item[], type: IssueType, language: QuestionsView['language'] = 'en'): string {
  const totalElements = String(items.length);
  return questionsPage({
    language,
    visitor: VISITOR,
    decision: { cause: causeOf(type), name: '' },
    year: '',
    questions: {
      ...INBOX,
      items: [...items],
      page: { page: '0', size: '20', totalElements, hasNext: false },
    },
    upgradeUrl: '/upgrade',
    done: null,
  });
}

const questionOf = (type: IssueType, changes: Partial<Item> = {}): Item => {
  const { queue, recommendedActionId } = ISSUE_KINDS[type];
  return { ...FIRST, issueType: type, queue, recommendedActionId, ...PARTS[type], ...changes };
};

describe('a question of the inbox', () => {
  it('has an answer in its card, or the reason why nothing here answers it, whatever its type', () => {
    expect(Object.keys(ANSWERED_BY).toSorted()).toEqual(ISSUE_TYPES.toSorted());
    for (const type of ISSUE_TYPES) {
      const [card = ''] = /<article[^]*<\/article>/.exec(page([questionOf(type)], type)) ?? [];
      expect([type, card]).toEqual([
        type,
        expect.stringContaining(ANSWERS[type] ?? 'action="/answers/check"'),
      ]);
    }
  });

  it('about a correction without its transaction says what was corrected, and removes one or all', () => {
    const html = page([questionOf('ORPHANED_CORRECTION')], 'ORPHANED_CORRECTION');
    expect(plain(html)).toContain(
      'Sold: ETH . Its transaction is gone since 1 May 2026 . Its reference: L-77 . Your note: mine .',
    );
    expect(html).toContain(`name="overrides" value="${ID}"`);
    expect(html).not.toContain('value="all"');
    const other = { orphanedCorrection: { ...ORPHAN, overrideId: OTHER_ID, assetId: HOSTILE } };
    const both = page(
      [questionOf('ORPHANED_CORRECTION'), questionOf('ORPHANED_CORRECTION', other)],
      'ORPHANED_CORRECTION',
    );
    for (const value of [ID, OTHER_ID, 'all']) expect(both).toContain(`name="overrides" value="${value}"`);
    expect(both).toContain(HOSTILE_SHOWN);
  });

  it.each(LANGUAGES.map((language) => [language]))(
    'about a correction without its transaction names no type of the contract in %s',
    (language) => {
      const html = page([questionOf('ORPHANED_CORRECTION')], 'ORPHANED_CORRECTION', language);
      expect(plain(html)).not.toContain('DISPOSITION');
    },
  );
});

import { describe, expect, it } from '@jest/globals';
import type { IssueType } from '@ctx/domain/issues';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { digitsOf, plain, VISITOR } from '../../../test/views.ts';
import { type AnsweredEvent, eventOfExplained } from './answered-event.ts';
import { checkPage, type CheckView } from './check-view.ts';
import { answerForms, LIKELY } from './forms-view.ts';
import type { Outcome } from './outcome.ts';

const EVENT: AnsweredEvent = {
  ...eventOfExplained(digitsOf('explainTransaction')),
  closed: null,
  hasQuestion: true,
};
const OTHER = '11111111-1111-4111-8111-00000000000a';
const TYPES = Object.keys(LIKELY) as IssueType[];

type Issue = NonNullable<Outcome['preview']>['issues']['disappear'][number];
const issue = (issueType: IssueType, sourceEventId = EVENT.id): Issue => ({
  issueType,
  severity: 'MEDIUM',
  year: '2026',
  sourceEventId,
});

/** Returns what a dry run says that settles these questions. */
const settling = (disappear: readonly Issue[], count = disappear.length): Outcome => ({
  preview: {
    years: [],
    lockedYears: [],
    issues: { appearCount: '0', appear: [], disappearCount: String(count), disappear },
  },
  isUnchanged: false,
  left: [],
});

function checked(
  asked: CheckView['proposal']['asked'],
  outcome: CheckView['outcome'],
  more: Partial<CheckView> = {},
  events: CheckView['proposal']['events'] = [EVENT.id],
): string {
  const html = checkPage({
    language: 'en',
    visitor: VISITOR,
    proposal: {
      answer: 'spam',
      events,
      back: '/inbox',
      asked,
      fields: {},
      note: '',
      hasNote: true,
      isAmbiguous: false,
      operation: { id: 'bulkApplyOverrides', input: {} },
    },
    event: events.length === 1 ? EVENT : null,
    sides: null,
    outcome,
    isStale: false,
    seen: '',
    formId: 'f',
    ...more,
  });
  expect(html).toContain(`name="asked" value="${asked ?? ''}"`);
  return html;
}

describe('the page that checks an answer', () => {
  it.each(TYPES)('says of a question of the type %s whether it goes or stays, and why', (type) => {
    expect(plain(checked(type, settling([issue(type)])))).toContain('This answer settles the question.');
    const stays = checked(type, settling([issue(type, OTHER)]));
    expect(plain(stays)).toMatch(/This question stays open, because .* settle/);
    expect(stays).toContain(`href="/transactions/${EVENT.id}#answers"`);
  });

  it('does not take another question of the transaction for the one that was asked', () => {
    const text = plain(checked('UNMATCHED_TRANSFER_IN', settling([issue('MISSING_PRICE')])));
    expect(text).toContain('This question stays open');
    expect(plain(checked('ANY', settling([issue('MISSING_PRICE')])))).toContain('settles the question');
    expect(checked('ANY', settling([]))).toContain('<a href="/inbox">What settles it</a>');
  });

  it('links the form for what is missing', () => {
    expect(checked('MISSING_PRICE', settling([]))).toContain('href="/prices?asset=');
    expect(checked('MISSING_COST_BASIS', settling([]))).toContain(
      'href="/entry?kind=BOUGHT&amp;received-asset=',
    );
    expect(checked('UNMATCHED_TRANSFER_IN', settling([]))).toMatch(
      /href="\/entry\?kind=WITHDRAWAL&amp;day=\d{4}-\d\d-\d\d&amp;time=[^"]*&amp;given-asset=[^"]+&amp;given-amount=[^"]+"/,
    );
  });

  it('counts those that stay of several, and says that all go', () => {
    const both = [EVENT.id, OTHER] as const;
    const one = settling([issue('UNCLASSIFIED')]);
    expect(plain(checked('UNCLASSIFIED', one, {}, both))).toContain('Questions that stay open: 1, because');
    const all = settling([issue('UNCLASSIFIED'), issue('UNCLASSIFIED', OTHER)]);
    expect(plain(checked('UNCLASSIFIED', all, {}, both))).toContain(
      'This answer settles all of these questions.',
    );
  });

  it.each([
    ['nothing was asked', checked(null, settling([]))],
    ['the effect is not known', checked('UNCLASSIFIED', 'running')],
    ['the dry run names only some of the questions', checked('UNCLASSIFIED', settling([], 60))],
    [
      'it was settled before',
      checked('UNCLASSIFIED', settling([]), { event: { ...EVENT, hasQuestion: false } }),
    ],
  ])('says nothing about the question where %s', (_case, html) => {
    expect(plain(html)).not.toMatch(/stays? open|settles/);
  });

  it('is asked by the forms of a question for its type, in every language with its reason', () => {
    for (const language of LANGUAGES)
      for (const type of TYPES) {
        const text = plain(checked(type, settling([]), { language }));
        expect(text).toMatch(/because \S|want \S|car \S/);
        expect(text).not.toContain('{');
      }
    const forms = answerForms({
      language: 'en',
      csrfToken: VISITOR.csrfToken,
      event: EVENT,
      issueType: 'UNCLASSIFIED',
      back: '/inbox',
      upgradeUrl: '/upgrade',
      shown: 'LIKELY',
    }).toString();
    expect(forms).toContain('name="asked" value="UNCLASSIFIED"');
  });

  it('names the transactions of questions by type, amount, asset and day', () => {
    const named = {
      id: OTHER,
      type: 'ACQUISITION',
      assetSymbol: 'BTC',
      amount: '0.25',
      timestamp: '2026-03-10T10:00:00Z',
    };
    const outcome = { ...settling([issue('UNCLASSIFIED', OTHER)]), names: new Map([[OTHER, named]]) };
    expect(plain(checked(null, outcome))).toMatch(/Unclassified[^·]*· Bought 0\.25 BTC · 10 Mar 2026/i);
    const unnamed = plain(checked(null, settling([issue('UNCLASSIFIED', OTHER)])));
    expect(unnamed).toMatch(/· 2026/);
  });
});

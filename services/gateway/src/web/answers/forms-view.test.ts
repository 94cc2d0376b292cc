import { describe, expect, it } from '@jest/globals';
import { ISSUE_TYPES } from '@ctx/domain/issues';
import { EVENT_TYPES, LANGUAGES, TREATMENTS } from '@ctx/domain/vocabulary';
import { digitsOf, exampleOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { type AnsweredEvent, eventOfExplained, eventOfIssue } from './answered-event.ts';
import { answerForms, type AnswersView } from './forms-view.ts';
import { answersSection } from './section-view.ts';

const EXPLAINED = digitsOf('explainTransaction');
const OPEN = { ...EXPLAINED, locked: false, frozen: false };
const EVENT: AnsweredEvent = { ...eventOfExplained(OPEN), closed: null };
const SIDES = {
  counterparts: digitsOf('findTransferCandidates'),
  accounts: exampleOf('listAccounts').accounts,
};

function forms(view: Partial<Omit<AnswersView, 'event'>> = {}, event: Partial<AnsweredEvent> = {}): string {
  return answerForms({
    language: 'en',
    csrfToken: VISITOR.csrfToken,
    event: { ...EVENT, ...event },
    issueType: null,
    back: '/inbox?year=2026',
    upgradeUrl: '/upgrade',
    shown: 'ALL',
    ...view,
  }).toString();
}

const answersIn = (html: string): (string | undefined)[] =>
  [...html.matchAll(/name="answer" value="(\w+)"/g)].map(([, answer]) => answer);

describe('the forms that answer a question', () => {
  it('have the likely answers to the question first, the first of them open, and in a card no others', () => {
    const all = forms({ issueType: 'MISSING_PRICE' });
    expect(answersIn(all).slice(0, 3)).toEqual(['value', 'what', 'asset']);
    expect(all.match(/<details\s+open/g)).toHaveLength(1);
    expect(all).toMatch(/^[^]*?<details\s+open>\s*<summary>Enter its value in euro/);
    const inCard = forms({ issueType: 'MISSING_PRICE', shown: 'LIKELY' });
    expect(answersIn(inCard)).toEqual(['value', 'what', 'asset']);
    expect(inCard).toContain(`href="/transactions/${EVENT.id}#answers"`);
    expect(forms()).not.toMatch(/<details\s+open/);
  });

  it('offer each answer once, whatever the question', () => {
    for (const issueType of ISSUE_TYPES) {
      const answers = answersIn(forms({ issueType, sides: SIDES }));
      expect(answers).toEqual([...new Set(answers)]);
      expect(answers.length).toBeGreaterThan(9);
    }
  });

  it('ask of a gift for what its giver paid', () => {
    expect(plain(forms({ issueType: 'GIFT_BASIS_UNKNOWN' }))).toContain('Enter what the giver paid for it');
  });

  it('send the secret of the session, the transaction and the page to return to', () => {
    const [first = ''] = forms().split('</form>');
    expect(first).toContain(`name="csrf" value="${VISITOR.csrfToken}"`);
    expect(first).toContain(`name="events" value="${EVENT.id}"`);
    expect(first).toContain('name="back" value="/inbox?year=2026"');
  });

  it('offer of money neither a value nor another asset nor another side', () => {
    const answers = answersIn(forms({ sides: SIDES }, { assetKey: 'EUR' }));
    for (const answer of ['value', 'asset', 'match']) expect(answers).not.toContain(answer);
  });

  it('offer a match with the other sides that are known, else with the proposed one, else none', () => {
    const known = forms({ sides: SIDES });
    const [candidate] = SIDES.counterparts.candidates;
    expect(known).toContain(`name="other"\n            value="${candidate!.taxEvent.id}"`);
    const proposed = forms({}, { counterpartId: candidate!.taxEvent.id });
    expect(proposed).toContain(`<input type="hidden" name="other" value="${candidate!.taxEvent.id}"`);
    expect(answersIn(forms())).not.toContain('match');
  });

  it('have ids of their own for each transaction, so that a page can have several', () => {
    const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    const other = '11111111-1111-4111-8111-000000000001';
    const both = [...idsIn(forms({ sides: SIDES })), ...idsIn(forms({ sides: SIDES }, { id: other }))];
    expect(both).toEqual([...new Set(both)]);
  });

  it.each([
    ['locked', 'Its year is locked'],
    ['frozen', 'Its year was submitted'],
    ['gone', 'Its source no longer has it'],
  ] as const)('are replaced by the reason where the transaction is %s', (closed, reason) => {
    const html = forms({}, { closed });
    expect(plain(html)).toContain(reason);
    expect(html).not.toContain('<form');
    expect(html.includes('href="/upgrade"')).toBe(closed === 'locked');
  });

  it('show text of other people as text', () => {
    const html = forms({}, { assetKey: HOSTILE, assetSymbol: HOSTILE, accountLabel: HOSTILE });
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toContain('<img');
  });

  it.each(LANGUAGES.map((language) => [language]))('show no word of the contract in %s', (language) => {
    const text = plain(forms({ language, sides: SIDES }));
    for (const word of [...EVENT_TYPES, ...TREATMENTS]) expect(text).not.toContain(word);
  });
});

describe('the transaction of a question', () => {
  const [ISSUE] = digitsOf('listIssues').items;

  it('has what its forms need, also where the year is locked', () => {
    expect(eventOfIssue(ISSUE!)).toMatchObject({ id: ISSUE!.sourceEventId, closed: null });
    expect(eventOfIssue({ ...ISSUE!, locked: true })).toMatchObject({ closed: 'locked' });
    expect(eventOfIssue({ ...ISSUE!, event: null })).toBeNull();
  });
});

describe('the section of answers on the page of a transaction', () => {
  it.each([
    ['a missing value', { euroValue: null, treatment: 'NORMAL' }, 'Enter its value in euro'],
    ['an unknown meaning', { treatment: 'UNCLASSIFIED' }, 'Say what it was'],
    ['spam', { spam: true }, 'It is spam: leave it out'],
    ['a transfer', { treatment: 'TRANSFER_OUT_UNRESOLVED' }, 'Match it with its other side'],
    ['an unsure source', { treatment: 'NORMAL' }, 'It is right as it is'],
  ])('opens the likely answer to %s', (_what, fields, expected) => {
    const transaction = { ...OPEN.transaction, needsReview: true, spam: false, euroValue: '1', ...fields };
    const explanation = { ...OPEN.explanation, disposal: null };
    const html = answersSection({
      language: 'en',
      visitor: VISITOR,
      explained: { ...OPEN, transaction, explanation },
      upgradeUrl: '/upgrade',
      sides: SIDES,
    }).toString();
    expect(/<details\s+open>\s*<summary>([^<]*)/.exec(html)?.[1]).toBe(expected);
  });
});

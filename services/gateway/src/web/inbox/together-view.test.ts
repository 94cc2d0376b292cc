import { describe, expect, it } from '@jest/globals';
import { digitsOf, plain, VISITOR } from '../../../test/views.ts';
import { togetherOf } from './together.ts';
import { togetherPage } from './together-view.ts';

const [FIRST] = digitsOf('listIssues').items as [ReturnType<typeof digitsOf<'listIssues'>>['items'][number]];
const idOf = (index: number): string => `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`;
const questionOf = (index: number, changes: object = {}): typeof FIRST => ({
  ...FIRST,
  sourceEventId: idOf(index),
  ...changes,
});
const arrival = (index: number): typeof FIRST =>
  questionOf(index, { event: { ...FIRST.event!, type: 'ACQUISITION' } });

describe('the transactions of one answer', () => {
  it('went in the direction of the first one, and their year is not locked', () => {
    const questions = [questionOf(1), arrival(2), questionOf(3, { locked: true }), questionOf(4)];
    const { events, leftOut } = togetherOf(questions)!;
    expect(events.map(({ id }) => id)).toEqual([idOf(1), idOf(4)]);
    expect(leftOut).toBe(2);
  });

  it('are each named once, and at most 200', () => {
    const many = Array.from({ length: 250 }, (_each, index) => questionOf(index));
    expect(togetherOf([questionOf(1), questionOf(1)])!.events).toHaveLength(1);
    expect(togetherOf(many)!.events).toHaveLength(200);
  });

  it('are none where no question is about a transaction that can change', () => {
    expect(togetherOf([questionOf(1, { locked: true }), questionOf(2, { event: null })])).toBeNull();
    expect(togetherOf([])).toBeNull();
  });
});

describe('the page of one answer for several questions', () => {
  const page = (questions: readonly (typeof FIRST)[], cause: 'NEEDS_REVIEW' | 'SUSPECTED_SPAM'): string =>
    togetherPage({
      language: 'en',
      visitor: VISITOR,
      decision: { cause, name: '' },
      together: togetherOf(questions),
      back: '/inbox?cause=SUSPECTED_SPAM',
      upgradeUrl: '/upgrade',
    });
  const twelve = Array.from({ length: 12 }, (_each, index) => questionOf(index));

  it('names the first transactions, and has forms that name all of them', () => {
    const html = page(twelve, 'NEEDS_REVIEW');
    const text = plain(html);
    for (const expected of ['One answer for 12 transactions', 'Sold 1.5 ETH', 'and 2 more'])
      expect(text).toContain(expected);
    expect(html).toContain(`name="events" value="${twelve.map((each) => each.sourceEventId!).join(',')}"`);
    expect(html).toContain('value="/inbox?cause=SUSPECTED_SPAM"');
  });

  it('offers that they are right as they are only where all are the same', () => {
    const right = 'It is right as it is';
    expect(plain(page(twelve, 'NEEDS_REVIEW'))).toContain(right);
    const other = questionOf(20, { event: { ...FIRST.event!, treatment: 'LOST' } });
    expect(plain(page([...twelve, other], 'NEEDS_REVIEW'))).not.toContain(right);
  });

  it('says what is left out, and why nothing can be answered', () => {
    expect(plain(page([...twelve, arrival(30)], 'SUSPECTED_SPAM'))).toContain('cannot change: 1.');
    expect(plain(page([], 'SUSPECTED_SPAM'))).toContain('No question was ticked');
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Decision } from '@ctx/proto/gen/ctx/v1/read';
import { HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { decisionsPage, type DecisionsView } from './decisions-view.ts';

const PRICES: Decision = {
  cause: 'MISSING_PRICE',
  queue: 'PRICES',
  name: 'chain:Btc',
  label: 'BTC',
  questions: 27,
  days: 9,
  proposed: 0,
  severity: 'HIGH',
  eur: '4950.13',
  locked: false,
};
const TRANSFERS: Decision = {
  ...PRICES,
  cause: 'UNMATCHED_TRANSFER_OUT',
  queue: 'TRANSFERS',
  name: '6a7b8c9d-0e1f-5a2b-8c3d-4e5f60718293',
  label: 'Kraken',
  questions: 1,
  days: 1,
  proposed: 1,
  severity: 'MEDIUM',
  eur: null,
};

/** Returns the page with these decisions. */
function page(decisions: readonly Decision[], changes: Partial<DecisionsView> = {}): string {
  const selected = decisions.reduce((sum, { questions }) => sum + questions, 0);
  return decisionsPage({
    language: 'en',
    visitor: VISITOR,
    decisions: {
      questions: selected,
      years: [],
      queues: decisions.map(({ queue, questions }) => ({ queue, questions })),
      selected,
      decisionCount: decisions.length,
      decisions: [...decisions],
    },
    choice: { year: '', queue: null, type: null },
    page: 0,
    upgradeUrl: '/upgrade',
    done: null,
    ...changes,
  });
}

describe('the inbox', () => {
  it('has a card for each decision: how many questions it settles, what depends on it, and where to answer', () => {
    const html = page([PRICES, TRANSFERS]);
    expect(html.match(/<article/g)).toHaveLength(2);
    expect(html).toContain('href="/prices?asset=chain%3ABtc"');
    expect(html).toContain('href="/inbox?cause=MISSING_PRICE&amp;name=chain%3ABtc"');
    expect(html).toContain(`href="/inbox?cause=UNMATCHED_TRANSFER_OUT&amp;name=${TRANSFERS.name!}"`);
    const text = plain(html);
    for (const expected of [
      '28 open questions, which 2 decisions settle.',
      'All (28)',
      'Prices (27)',
      'Prices of BTC are missing Important',
      '27 questions on 9 days.',
      '€4,950.13 of gains, costs and income depends on it.',
      'Enter the prices of BTC',
      'Transfers out of Kraken without a counterpart To do',
      '1 question, 1 with a proposed answer.',
    ])
      expect(text).toContain(expected);
    expect(text.match(/depends on it/g)).toHaveLength(1);
  });

  it('links one answer for the transfers of all accounts, where several accounts have some', () => {
    const other = { ...TRANSFERS, name: '7b8c9d0e-1f2a-5b3c-8d4e-5f6071829304', label: 'Bitvavo' };
    const link = '<a href="/inbox?cause=UNMATCHED_TRANSFER_OUT&amp;with=all">';
    expect(page([TRANSFERS, other]).split(link)).toHaveLength(3);
    expect(page([TRANSFERS, { ...other, cause: 'UNMATCHED_TRANSFER_IN' }])).not.toContain('with=all');
    expect(page([PRICES, { ...PRICES, name: 'chain:Eth' }])).not.toContain('with=all');
  });

  it('of a year keeps the year in its links, and links the questions of all years', () => {
    const html = page([TRANSFERS], { choice: { year: '2026', queue: 'TRANSFERS', type: null } });
    expect(plain(html)).toContain('Inbox of 2026');
    expect(html).toContain(`&amp;name=${TRANSFERS.name!}&amp;year=2026"`);
    expect(html).toContain('href="/inbox?year=2026&amp;queue=TRANSFERS"');
    expect(html).toContain('<a href="/inbox">');
  });

  it('has links to its other pages', () => {
    const many = { questions: 90, years: [], queues: [], selected: 90, decisionCount: 50 };
    const html = page([], { decisions: { ...many, decisions: [PRICES] }, page: 1 });
    expect(html).toContain('href="/inbox" rel="prev"');
    expect(html).toContain('href="/inbox?page=2" rel="next"');
    expect(page([], { decisions: { ...many, decisions: [PRICES] }, page: 2 })).not.toContain('rel="next"');
  });

  it('without questions is good news, and says so where none passes its filters', () => {
    const text = plain(page([]));
    expect(text).toContain('There are no open questions.');
    expect(text).not.toContain('All (');
    const filtered = { questions: 3, years: [], queues: [], selected: 0, decisionCount: 0, decisions: [] };
    expect(page([], { decisions: filtered })).toContain('<p class="empty">');
  });

  it('links the plans at a decision of locked years', () => {
    const html = page([{ ...PRICES, eur: null, locked: true }]);
    expect(plain(html)).toContain('Its years are locked');
    expect(html).toContain('<a href="/upgrade">');
    expect(page([PRICES])).not.toContain('<a href="/upgrade">');
  });

  it('shows texts of third parties as text, without invisible characters', () => {
    const html = page([{ ...PRICES, label: HOSTILE }]);
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toMatch(/<img|\u202e/);
  });
});

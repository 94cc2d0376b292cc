import { describe, expect, it } from '@jest/globals';
import { QUEUES } from '@ctx/domain/issues';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { exampleOf, plain, VISITOR } from '../../../test/views.ts';
import { progressOf, type State, type StepId, stepsOf, type YearOnTheWay } from './steps.ts';
import { wayPage } from './way-view.ts';

type Figures = YearOnTheWay['figures'];
const [ACCOUNT] = exampleOf('listAccounts').accounts as [YearOnTheWay['accounts'][number]];
const NO_QUESTIONS = { total: 0, countsByIssueType: {}, countsByQueue: {} };

/** A year of the contract's example without open questions, with changes. */
function yearWith(figures: Partial<Figures> = {}, more: Partial<YearOnTheWay> = {}): YearOnTheWay {
  return {
    figures: { ...exampleOf('getYearSummary'), reviewQueueCounts: NO_QUESTIONS, ...figures },
    accounts: [{ ...ACCOUNT, actionRequired: false }],
    photoPricesMissing: 0,
    hasCircumstances: false,
    earlierQuestions: 0,
    gaps: [],
    isSubmittedByUser: false,
    ...more,
  };
}

const statesOf = (year: YearOnTheWay): Partial<Record<StepId, State>> =>
  Object.fromEntries(stepsOf(year).map(({ id, state }) => [id, state]));
const page = (year: YearOnTheWay, language: (typeof LANGUAGES)[number] = 'en'): string =>
  wayPage({ ...year, language, visitor: VISITOR });

describe('the steps of a year', () => {
  it('are done without open questions; the submission is what is left', () => {
    const year = yearWith();
    expect(statesOf(year)).toEqual({
      sources: 'done',
      ...Object.fromEntries(QUEUES.map((queue) => [queue, 'done'])),
      photo: 'done',
      circumstances: 'optional',
      regime: 'optional',
      report: 'done',
      submission: 'open',
    });
    expect(progressOf(stepsOf(year))).toEqual({ done: 8, all: 9 });
  });

  it.each<readonly [string, YearOnTheWay, StepId, number]>([
    [
      'a question of a queue',
      yearWith({ reviewQueueCounts: { ...NO_QUESTIONS, countsByQueue: { TRANSFERS: 3 } } }),
      'TRANSFERS',
      3,
    ],
    ['an asset without a photo price', yearWith({}, { photoPricesMissing: 2 }), 'photo', 2],
    [
      'an account that needs attention',
      yearWith({}, { accounts: [{ ...ACCOUNT, actionRequired: true }] }),
      'sources',
      1,
    ],
    ['no account', yearWith({}, { accounts: [] }), 'sources', 1],
  ])('are open for %s, and report and submission wait for it', (_what, year, id, open) => {
    expect(stepsOf(year).find((step) => step.id === id)).toMatchObject({ state: 'open', open });
    expect(statesOf(year)).toMatchObject({ report: 'waits', submission: 'waits' });
  });

  it('name the open questions of earlier years, for which the year does not wait', () => {
    const year = yearWith({}, { earlierQuestions: 7 });
    expect(stepsOf(year).find(({ id }) => id === 'earlier')).toEqual({
      id: 'earlier',
      state: 'optional',
      open: 7,
      href: '/inbox',
    });
    expect(statesOf(year)).toMatchObject({ report: 'done', submission: 'open' });
    expect(progressOf(stepsOf(year))).toEqual({ done: 8, all: 9 });
  });

  it('count the regime as done once the taxpayer chose it', () => {
    expect(statesOf(yearWith({ regimeChosenAt: '2027-03-01T09:00:00Z' }))).toMatchObject({ regime: 'done' });
  });

  it('of a year before 2026 have no photo, no circumstances and no regime', () => {
    const steps = stepsOf(yearWith({ year: 2025 })).map(({ id }) => id);
    expect(steps).toEqual(['sources', ...QUEUES, 'report', 'submission']);
  });

  it('lead to the submission where users submit years, and name the administrator elsewhere', () => {
    const link = 'href="/overview/2026/submit"';
    const byUser = { isSubmittedByUser: true };
    expect(page(yearWith({}, byUser))).toContain(link);
    expect(plain(page(yearWith({}, byUser)))).toContain('submit the year here');
    expect(plain(page(yearWith({}, byUser)))).not.toContain('What the submission means');
    expect(plain(page(yearWith({ frozen: true }, byUser)))).toContain('What the submission means');
    expect(page(yearWith({ locked: true }, byUser))).not.toContain(link);
    expect(page(yearWith())).not.toContain(link);
    expect(plain(page(yearWith()))).toContain('the administrator of this service submits the year here');
  });

  it('of a submitted year are done but for new questions', () => {
    const counts = { ...NO_QUESTIONS, countsByQueue: { CORRECTIONS: 1 } };
    expect(statesOf(yearWith({ frozen: true, reviewQueueCounts: counts }))).toMatchObject({
      CORRECTIONS: 'open',
      circumstances: 'done',
      regime: 'done',
      report: 'done',
      submission: 'done',
    });
  });
});

describe('the page of the steps', () => {
  it('leads to where each step is done, and says what its open questions do to the figures', () => {
    const counts = { ...NO_QUESTIONS, countsByQueue: { PRICES: 1 } };
    const html = page(yearWith({ reviewQueueCounts: counts }));
    for (const address of [
      '/settings/accounts',
      '/inbox?year=2026&amp;queue=PRICES',
      '/photo?year=2026',
      '/overview/2026/circumstances',
      '/overview/2026/regime',
      '/overview/2026/report',
    ])
      expect(html).toContain(`href="${address}"`);
    expect(plain(html)).toContain('6 of 9 steps are done.');
    expect(plain(html)).toContain('Sales of unknown value, whose gain is in no total: 1.');
  });

  it('names the accounts whose files have a time without rows, ten at most', () => {
    const gap = { from: '2026-03-14T12:00:00Z' };
    const account = { from: '2024-01-05T12:00:00Z', until: gap.from, gaps: [gap] };
    const bounded = { from: '2026-01-02T12:00:00Z', until: '2026-02-20T12:00:00Z' };
    const gaps = [
      { ...account, accountLabel: 'Kraken' },
      { ...account, accountLabel: 'Ledger', gaps: [bounded, gap] },
      ...Array.from({ length: 11 }, (_, index) => ({ ...account, accountLabel: `Wallet ${String(index)}` })),
    ];
    const text = plain(page(yearWith({}, { gaps })));
    expect(text).toContain('Kraken : no row after 14 Mar 2026 .');
    expect(text).toContain(
      'Ledger : no row between 2 Jan 2026 and 20 Feb 2026 . Further times without rows: 1.',
    );
    expect(text).toContain('Further accounts with such times: 3.');
    expect(plain(page(yearWith()))).not.toContain('no row');
  });

  it('begins with the first file where there is no account', () => {
    expect(page(yearWith({}, { accounts: [] }))).toContain('href="/settings/files"');
  });

  it('of a locked year has no report, no circumstances, no regime and no amount in euro', () => {
    const { completeness } = exampleOf('getYearSummary');
    const html = page(
      yearWith({
        locked: true,
        completeness: { ...completeness!, unmatchedTransfers: 2, unmatchedTransferGains: null },
      }),
    );
    expect(html).not.toMatch(/overview\/2026\/(report|circumstances|regime)/);
    expect(plain(html)).toContain('Transfers without a counterpart: 2.');
    expect(plain(html)).not.toContain('€');
  });

  it.each(LANGUAGES)('names every step and state in %s', (language) => {
    const text = plain(page(yearWith({ frozen: true }), language));
    expect(text).not.toMatch(/undefined|\{|COST_BASIS|TRANSFERS/);
  });
});

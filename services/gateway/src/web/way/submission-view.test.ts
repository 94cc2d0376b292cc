import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { exampleOf, plain, VISITOR } from '../../../test/views.ts';
import type { YearOnTheWay } from './steps.ts';
import { doubtsOf } from './submission-checks.ts';
import { submissionPage, type SubmissionView } from './submission-view.ts';

type Figures = YearOnTheWay['figures'];
const [ACCOUNT] = exampleOf('listAccounts').accounts as [YearOnTheWay['accounts'][number]];
const IN_2027 = Date.parse('2027-06-01T10:00:00Z');

/** Returns the year of the contract's example: everything is answered, and balances prove it until its last day. */
function yearWith(figures: Partial<Figures> = {}, provenUntil = '2026-12-31T12:00:00Z'): YearOnTheWay {
  const example = exampleOf('getYearSummary');
  return {
    figures: {
      ...example,
      figuresVersion: 7,
      reviewQueueCounts: { total: 0, countsByIssueType: {}, countsByQueue: {} },
      completeness: { ...example.completeness!, accountsProvenUntil: provenUntil },
      ...figures,
    },
    accounts: [{ ...ACCOUNT, actionRequired: false }],
    earlierQuestions: 0,
    gaps: [],
    photoPricesMissing: 0,
    hasCircumstances: false,
    isSubmittedByUser: true,
  };
}

const idsOf = (year: YearOnTheWay, nowMs = IN_2027): string[] => doubtsOf(year, nowMs).map(({ id }) => id);
const page = (year: YearOnTheWay, more: Partial<SubmissionView> = {}): string =>
  submissionPage({
    ...year,
    language: 'en',
    visitor: VISITOR,
    doubts: doubtsOf(year, IN_2027),
    faults: [],
    typed: new Map(),
    done: null,
    ...more,
  });

describe('what a year lacks that is to be submitted', () => {
  const questions = (countsByQueue: object) =>
    ({ reviewQueueCounts: { total: 1, countsByIssueType: {}, countsByQueue } }) as Partial<Figures>;

  it('is nothing in a past year that is answered and proven', () => {
    expect(idsOf(yearWith())).toEqual([]);
  });

  it.each<readonly [string, string[], string[]]>([
    ['open questions of a queue', ['TRANSFERS'], idsOf(yearWith(questions({ TRANSFERS: 3 })))],
    ['an asset without a photo price', ['photo'], idsOf({ ...yearWith(), photoPricesMissing: 1 })],
    ['no account', ['sources'], idsOf({ ...yearWith(), accounts: [] })],
    ['balances until a day before its last', ['unproven'], idsOf(yearWith({}, '2026-12-30T22:59:59Z'))],
    ['no balance at all', ['unproven'], idsOf(yearWith({ completeness: undefined }))],
  ])('is %s', (_what, expected, found) => {
    expect(found).toEqual(expected);
  });

  it('is its end, until midnight in Belgium', () => {
    expect(idsOf(yearWith(), Date.parse('2026-12-31T22:59:59Z'))).toEqual(['notOver']);
    expect(idsOf(yearWith(), Date.parse('2026-12-31T23:00:00Z'))).toEqual([]);
  });
});

describe('the page that submits a year', () => {
  it('has a box for each thing that the year lacks, and carries the run whose figures it shows', () => {
    const year = yearWith({}, '2026-06-30T12:00:00Z');
    const html = page({ ...year, photoPricesMissing: 2 });
    expect([...html.matchAll(/type="checkbox"\s+id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'accept-photo',
      'accept-unproven',
    ]);
    expect(plain(html)).toContain('Value at the end of 2025: 2 open');
    expect(html).toContain('name="seen" value="7"');
    expect(html).not.toContain('checked');
  });

  it('keeps what was ticked and typed, and names each field that is missing', () => {
    const year = { ...yearWith(), photoPricesMissing: 2, accounts: [] };
    const html = page(year, {
      typed: new Map([
        ['accept-photo', 'yes'],
        ['confirmation', '<b>2025</b>'],
      ]),
      faults: [{ field: 'accept-sources', text: 'Tick this line, or answer it first.' }],
    });
    expect(html.match(/checked/g)).toHaveLength(1);
    expect(html).toContain('value="&lt;b&gt;2025&lt;/b&gt;"');
    expect(html).toMatch(
      /id="accept-sources"[^>]*aria-invalid="true"\s+aria-describedby="accept-sources-fault"/,
    );
  });

  it('of a submitted year has no form: it says what is fixed, where the report is, and who can reopen the year', () => {
    const html = page(yearWith({ frozen: true }));
    expect(html).not.toContain('name="confirmation"');
    expect(html).toContain('href="/overview/2026/report"');
    expect(plain(html)).toContain('Only the administrator of this service can reopen the year.');
  });

  it.each(LANGUAGES)('names the year in every sentence in %s', (language) => {
    for (const frozen of [false, true])
      expect(page({ ...yearWith({ frozen }), photoPricesMissing: 1 }, { language })).not.toMatch(/[{}]/);
  });
});

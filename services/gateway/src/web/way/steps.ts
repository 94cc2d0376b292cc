/** The way through a year: what is left to do from the first file to the submitted year, in the order in which it is done. */
import { type Queue, QUEUES } from '@ctx/domain/issues';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { AnswerOf } from '../../answers/digits.ts';
import { PATHS, submissionAddress } from '../../ui/paths.ts';
import type { Reach } from '../../answers/files/reach.ts';

type YearFigures = AnswerOf<'getYearSummary'>;
type Account = AnswerOf<'listAccounts'>['accounts'][number];

/** What is known of a year and its sources. */
export interface YearOnTheWay {
  readonly figures: YearFigures;
  readonly accounts: readonly Account[];
  /** Assets that were held at the end of 2025 without a price. */
  readonly photoPricesMissing: number;
  /** Open questions of years before it. */
  readonly earlierQuestions: number;
  /** Accounts whose files have a time without rows in the year. */
  readonly gaps: readonly Reach[];
  readonly hasCircumstances: boolean;
  /** Whether users of this service submit their years themselves. */
  readonly isSubmittedByUser: boolean;
}

/** A step is done, has something open, can be left out, or waits for the steps before it. */
export const STATES = ['done', 'open', 'optional', 'waits'] as const;
export type State = (typeof STATES)[number];

export type StepId =
  'sources' | 'earlier' | Queue | 'photo' | 'circumstances' | 'regime' | 'report' | 'submission';

export interface Step {
  readonly id: StepId;
  readonly state: State;
  /** What is open: questions, accounts or assets; 0 if nothing is. */
  readonly open: number;
  /** The page on which the step is done; null for a step of the operator, and in a locked year. */
  readonly href: string | null;
}

/** Returns the steps of a year in their order. Steps that the law does not ask for in that year are left out. */
export function stepsOf(year: YearOnTheWay): readonly Step[] {
  const before = [
    sources(year),
    ...questions(year),
    ...earlier(year),
    ...photo(year),
    ...circumstances(year),
    ...regime(year),
  ];
  const isReady = before.every(({ state }) => state !== 'open');
  return [...before, report(year, isReady), submission(year, isReady)];
}

/** Returns how many steps are done, of how many that count; a step that can be left out does not. */
export function progressOf(steps: readonly Step[]): { readonly done: number; readonly all: number } {
  const counted = steps.filter(({ state }) => state !== 'optional');
  return { done: counted.filter(({ state }) => state === 'done').length, all: counted.length };
}

function stateOf(open: number): State {
  return open === 0 ? 'done' : 'open';
}

/** A year without accounts begins with the first file; an account that needs attention may lack transactions. */
function sources({ accounts }: YearOnTheWay): Step {
  const broken = accounts.filter(({ actionRequired }) => actionRequired).length;
  const open = accounts.length === 0 ? 1 : broken;
  return {
    id: 'sources',
    state: stateOf(open),
    open,
    href: accounts.length === 0 ? PATHS.files : PATHS.accounts,
  };
}

function questions({ figures: { year, reviewQueueCounts } }: YearOnTheWay): Step[] {
  return QUEUES.map((queue) => {
    const open = reviewQueueCounts.countsByQueue[queue] ?? 0;
    return {
      id: queue,
      state: stateOf(open),
      open,
      href: `${PATHS.inbox}?year=${String(year)}&queue=${queue}`,
    };
  });
}

/** Earlier years decide which lots are left, and at which cost. They may be submitted or locked, so that the year does not wait for them. */
function earlier({ earlierQuestions: open }: YearOnTheWay): Step[] {
  return open === 0 ? [] : [{ id: 'earlier', state: 'optional', open, href: PATHS.inbox }];
}

/** Gains since 2026 are measured from the value at the end of 2025. */
function photo({ figures: { year }, photoPricesMissing: open }: YearOnTheWay): Step[] {
  if (year < FIRST_TAXED_YEAR) return [];
  return [{ id: 'photo', state: stateOf(open), open, href: `${PATHS.photo}?year=${String(year)}` }];
}

/** What changes the tax beside the transactions. Nobody has to have any. */
function circumstances({ figures, hasCircumstances }: YearOnTheWay): Step[] {
  if (figures.year < FIRST_TAXED_YEAR || figures.locked) return [];
  const state = hasCircumstances || figures.frozen ? 'done' : 'optional';
  return [{ id: 'circumstances', state, open: 0, href: `${yearAddress(figures)}/circumstances` }];
}

/** Under which regime the gains are taxed. Normal management applies to whom it fits without a choice. */
function regime({ figures }: YearOnTheWay): Step[] {
  if (figures.year < FIRST_TAXED_YEAR || figures.locked) return [];
  const state = figures.regimeChosenAt !== undefined || figures.frozen ? 'done' : 'optional';
  return [{ id: 'regime', state, open: 0, href: `${yearAddress(figures)}/regime` }];
}

function report({ figures }: YearOnTheWay, isReady: boolean): Step {
  const href = figures.locked ? null : `${yearAddress(figures)}/report`;
  return { id: 'report', state: isReady || figures.frozen ? 'done' : 'waits', open: 0, href };
}

function submission({ figures, isSubmittedByUser }: YearOnTheWay, isReady: boolean): Step {
  const { year, locked, frozen } = figures;
  const href = isSubmittedByUser && !locked ? submissionAddress(year) : null;
  return { id: 'submission', state: frozen ? 'done' : isReady ? 'open' : 'waits', open: 0, href };
}

function yearAddress({ year }: YearFigures): string {
  return `${PATHS.overview}/${String(year)}`;
}

/** The page on which a user submits a year, where the operator allows it. */
import type { Submission } from '../backends/year-calls.ts';
import type { Fault } from '../../ui/components.ts';
import { submissionAddress } from '../../ui/paths.ts';
import { upgradeReply } from '../visit/admit-visit.ts';
import { figuresVisit, InvalidParameters } from '../visit/figures-visit.ts';
import { doneText, notFound, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { type Doubt, doubtsOf } from './submission-checks.ts';
import { boxOf, CONFIRMATION, SEEN, submissionPage } from './submission-view.ts';
import type { YearOnTheWay } from './steps.ts';
import { WAY_TEXTS } from './texts/texts.ts';
import { readYearOnTheWay } from './year-on-the-way.ts';

/** Shows what submitting the year means and what it lacks; of a submitted year, what is fixed and who can reopen it. */
export function showSubmission(visit: SignedInVisit): Promise<Reply> {
  return withYear(visit, (year) => page(visit, year, { status: 200 }));
}

/** Submits the year. The same form, sent again, changes nothing more. */
export function submitYear(visit: SignedInVisit & PostedForm): Promise<Reply> {
  return withYear(visit, async (year) => {
    const { parts, session, request, requestId, form } = visit;
    const target = submissionAddress(year.figures.year);
    if (year.figures.frozen) return { seeOther: target };
    const figuresVersion = versionSeen(form.get(SEEN));
    if (figuresVersion !== (year.figures.figuresVersion ?? null))
      return replyTo(visit, year, 'FIGURES_CHANGED');
    const faults = faultsOf(visit, year, doubtsOf(year, Date.now()));
    if (faults.length > 0) return page(visit, year, { status: 422, faults, typed: form });
    const outcome = await parts.years.submit(
      { userId: session.userId, requestId },
      { year: year.figures.year, figuresVersion, ...parts.originOf(request) },
    );
    return replyTo(visit, year, outcome);
  });
}

function replyTo(visit: SignedInVisit & PostedForm, year: YearOnTheWay, outcome: Submission): Reply {
  const { changed, busy } = WAY_TEXTS[visit.language].submission;
  switch (outcome) {
    case 'SUBMITTED':
    case 'SUBMITTED_BEFORE':
      return { seeOther: `${submissionAddress(year.figures.year)}?done=submitted` };
    case 'YEAR_LOCKED':
      return upgradeReply(visit, 'yearLocked', 'year');
    // What was ticked was about other figures.
    case 'FIGURES_CHANGED':
      return page(visit, year, { status: 409, faults: [{ field: null, text: changed }] });
    case 'NOT_IDLE':
      return page(visit, year, { status: 409, faults: [{ field: null, text: busy }], typed: visit.form });
  }
}

/** Returns the reply for the year in the address, unless users do not submit their years here, or the year is locked. */
async function withYear(
  visit: SignedInVisit,
  reply: (year: YearOnTheWay) => Reply | Promise<Reply>,
): Promise<Reply> {
  if (visit.parts.yearSubmission !== 'user') return notFound(visit);
  try {
    const year = await readYearOnTheWay(figuresVisit(visit));
    return year.figures.locked ? upgradeReply(visit, 'yearLocked', 'year') : await reply(year);
  } catch (error) {
    if (error instanceof InvalidParameters) return notFound(visit);
    throw error;
  }
}

function page(
  visit: SignedInVisit,
  year: YearOnTheWay,
  {
    status,
    faults = [],
    typed = new Map(),
  }: {
    readonly status: number;
    readonly faults?: readonly Fault[];
    readonly typed?: ReadonlyMap<string, string>;
  },
): Reply {
  const { language, session } = visit;
  const { submitted } = WAY_TEXTS[language].submission;
  const done = doneText(visit, { submitted: submitted.replace('{year}', String(year.figures.year)) });
  const doubts = doubtsOf(year, Date.now());
  const view = { ...year, language, visitor: session, doubts, faults, typed, done };
  return { status, page: submissionPage(view) };
}

/** Returns the boxes that are not ticked, and the year if it is not typed. */
function faultsOf(
  { form, language }: SignedInVisit & PostedForm,
  { figures }: YearOnTheWay,
  doubts: readonly Doubt[],
): Fault[] {
  const texts = WAY_TEXTS[language].submission;
  const year = String(figures.year);
  const open = doubts.filter(({ id }) => form.get(boxOf(id)) !== 'yes');
  const isTyped = (form.get(CONFIRMATION) ?? '').trim() === year;
  return [
    ...open.map(({ id }) => ({ field: boxOf(id), text: texts.notTicked })),
    ...(isTyped ? [] : [{ field: CONFIRMATION, text: texts.notTyped.replace('{year}', year) }]),
  ];
}

/** Returns the run whose figures the form was made of; null before the first run. A form of no page has a run that no user has. */
function versionSeen(text: string | undefined): number | null {
  if (text === '') return null;
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : -1;
}

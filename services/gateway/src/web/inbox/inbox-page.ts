/** The inbox: the open questions of a taxpayer as decisions, and the questions of one decision. */
import { CAUSE_NAMES } from '@ctx/domain/causes';
import { ISSUE_TYPES, QUEUES } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import { answeredNotice } from '../answers/back.ts';
import { withRecalculation } from '../visit/changes.ts';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { doneText, notFound, type Reply, textOf } from '../visit/visit.ts';
import { notice } from '../../ui/components.ts';
import type { Content } from '../../ui/html.ts';
import { DECISIONS_OF_PAGE, decisionsPage } from './decisions-view.ts';
import { type ChosenDecision, inboxAddress } from './inbox-address.ts';
import { questionsPage } from './questions-view.ts';
import { togetherOf } from './together.ts';
import { togetherPage } from './together-view.ts';
import { INBOX_TEXTS } from './texts/texts.ts';

/** Cards of one page of questions. */
const QUESTIONS_OF_PAGE = 20;
const WHOLE_NUMBER = /^\d{1,9}$/;

type Query = Readonly<Record<string, unknown>>;

/** Shows a page of the decisions, of one year, queue or kind if the address names them; or the questions of the decision that it names. */
export async function showInbox(visit: FiguresVisit): Promise<Reply> {
  const query = visit.request.query as Query;
  const year = textOf(query['year']);
  const page = Number(textOf(query['page']) || '0');
  const isNumber = [year || '0', textOf(query['page']) || '0'].every((each) => WHOLE_NUMBER.test(each));
  if (!isNumber || (year !== '' && !isYear(Number(year)))) return notFound(visit);
  const cause = textOf(query['cause']);
  if (cause === '') return showDecisions(visit, { year, page, query });
  const known = CAUSE_NAMES.find((each) => each === cause);
  if (known === undefined) return notFound(visit);
  const chosen = { year, page, decision: { cause: known, name: textOf(query['name']) } };
  const answered = textOf(query['with']);
  if (answered === '') return showQuestions(visit, chosen);
  if (answered !== 'all' && answered !== 'ticked') return notFound(visit);
  return showTogether(visit, chosen, answered === 'all' ? null : [query['tick']].flat());
}

function isYear(year: number): boolean {
  return year >= LIMITS.yearMin && year <= LIMITS.yearMax;
}

async function showDecisions(
  visit: FiguresVisit,
  { year, page, query }: { readonly year: string; readonly page: number; readonly query: Query },
): Promise<Reply> {
  const { language, session, parts } = visit;
  const queue = QUEUES.find((each) => each === textOf(query['queue'])) ?? null;
  const type = ISSUE_TYPES.find((each) => each === textOf(query['type'])) ?? null;
  const isUnknown =
    (textOf(query['queue']) !== '' && queue === null) || (textOf(query['type']) !== '' && type === null);
  if (isUnknown) return notFound(visit);
  const done = await doneNotice(visit);
  const decisions = await visit.decisions({
    year: year === '' ? null : Number(year),
    queue,
    type,
    skipped: page * DECISIONS_OF_PAGE,
    max: DECISIONS_OF_PAGE,
  });
  const { upgradeUrl } = parts.settings;
  const choice = { year, queue, type };
  return {
    status: 200,
    page: decisionsPage({ language, visitor: session, decisions, choice, page, upgradeUrl, done }),
  };
}

/** A page of the questions of a decision. */
interface ChosenQuestions {
  readonly year: string;
  readonly page: number;
  readonly decision: ChosenDecision;
}

function readQuestions(visit: FiguresVisit, { year, page, decision }: ChosenQuestions, size: number) {
  return visit.questions({
    cause: decision.cause,
    name: decision.name === '' ? null : decision.name,
    year: year === '' ? null : Number(year),
    page,
    size,
  });
}

async function showQuestions(visit: FiguresVisit, chosen: ChosenQuestions): Promise<Reply> {
  const { language, session, parts } = visit;
  const { year, decision } = chosen;
  const done = await doneNotice(visit);
  const questions = await readQuestions(visit, chosen, QUESTIONS_OF_PAGE);
  const { upgradeUrl } = parts.settings;
  return {
    status: 200,
    page: questionsPage({ language, visitor: session, decision, year, questions, upgradeUrl, done }),
  };
}

/** Shows the answers for several questions: the ticked ones of a page, or as many of the decision as one answer may have. */
async function showTogether(
  visit: FiguresVisit,
  chosen: ChosenQuestions,
  ticked: readonly unknown[] | null,
): Promise<Reply> {
  const { language, session, parts } = visit;
  const { year, decision, page } = chosen;
  const { items } =
    ticked === null
      ? await readQuestions(visit, { ...chosen, page: 0 }, LIMITS.bulkIdsMax)
      : await readQuestions(visit, chosen, QUESTIONS_OF_PAGE);
  const together = togetherOf(
    items.filter((issue) => ticked === null || ticked.includes(issue.sourceEventId)),
  );
  const choice = { year, queue: null, type: null };
  // After one answer for all questions of a decision its page has nothing to show.
  const back =
    ticked === null
      ? inboxAddress(choice)
      : inboxAddress(choice, decision, page === 0 ? {} : { page: String(page) });
  const { upgradeUrl } = parts.settings;
  return {
    status: 200,
    page: togetherPage({ language, visitor: session, decision, together, back, upgradeUrl }),
  };
}

/** Returns what the user has just done, with the state of the recalculation. */
async function doneNotice(visit: FiguresVisit): Promise<Content> {
  const kept = doneText(visit, { kept: INBOX_TEXTS[visit.language].inbox.kept });
  return kept === null ? answeredNotice(visit) : notice(await withRecalculation(visit, kept));
}

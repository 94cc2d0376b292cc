/** The inbox: the open questions of a taxpayer as decisions, and the questions of one decision. */
import { CAUSE_NAMES } from '@ctx/domain/causes';
import { ISSUE_TYPES, QUEUES } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import { withRecalculation } from '../visit/changes.ts';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { doneText, notFound, type Reply, textOf } from '../visit/visit.ts';
import { notice } from '../../ui/components.ts';
import type { Content } from '../../ui/html.ts';
import { DECISIONS_OF_PAGE, decisionsPage } from './decisions-view.ts';
import type { ChosenDecision } from './inbox-address.ts';
import { questionsPage } from './questions-view.ts';
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
  return showQuestions(visit, { year, page, decision: { cause: known, name: textOf(query['name']) } });
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

async function showQuestions(
  visit: FiguresVisit,
  {
    year,
    page,
    decision,
  }: { readonly year: string; readonly page: number; readonly decision: ChosenDecision },
): Promise<Reply> {
  const { language, session, parts } = visit;
  const done = await doneNotice(visit);
  const questions = await visit.questions({
    cause: decision.cause,
    name: decision.name === '' ? null : decision.name,
    year: year === '' ? null : Number(year),
    page,
    size: QUESTIONS_OF_PAGE,
  });
  const { upgradeUrl } = parts.settings;
  return {
    status: 200,
    page: questionsPage({ language, visitor: session, decision, year, questions, upgradeUrl, done }),
  };
}

/** Returns what the user has just done, with the state of the recalculation. */
async function doneNotice(visit: FiguresVisit): Promise<Content> {
  const kept = doneText(visit, { kept: INBOX_TEXTS[visit.language].inbox.kept });
  return kept === null ? null : notice(await withRecalculation(visit, kept));
}

/** The questions of one decision: a card for each, with its answers, and one answer for several. */
import { CAUSES, type Cause } from '@ctx/domain/causes';
import { ISSUE_KINDS, type IssueType } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name } from '../../ui/components.ts';
import { type Content, fill, fillText, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { hiddenFields, sitePage } from '../../ui/layout.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { eventOfIssue } from '../answers/answered-event.ts';
import { answerForms } from '../answers/forms-view.ts';
import { orphanForm } from '../answers/orphan-view.ts';
import { decisionTitle } from './decisions-view.ts';
import { type ChosenDecision, type InboxChoice, inboxAddress, pageLinks } from './inbox-address.ts';
import { eventText, type Issue, questionCard } from './question-card.ts';
import { togetherIdOf } from './together.ts';
import { INBOX_TEXTS } from './texts/texts.ts';

export interface QuestionsView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly decision: ChosenDecision;
  /** Empty: all years. */
  readonly year: string;
  readonly questions: Digits<AnswerOf<'listIssues'>>;
  readonly upgradeUrl: string;
  /** What the user has just done, and the state of the recalculation; null after nothing. */
  readonly done: Content;
}

/** Returns the page. */
export function questionsPage(view: QuestionsView): string {
  const { language, visitor, decision, year, questions, done } = view;
  const { decisions: texts, inbox } = INBOX_TEXTS[language];
  const type = TEXTS[language].issueTypes[decision.cause];
  const choice: InboxChoice = { year, queue: null, type: null };
  const { page } = questions;
  const heading = html`<p class="small back"><a href="${inboxAddress(choice)}">${texts.back}</a></p>
    <h1>${headingOf(view)}</h1>
    ${done}`;
  const content =
    questions.items.length === 0
      ? html`${heading}
          <p class="lead">${texts.gone}</p>`
      : html`${heading}
          <p class="lead">${countText(view)} ${type.effect}</p>
          <p><strong>${inbox.whatToDo}</strong> ${whatToDo(view)}</p>
          <div class="issues">${questions.items.map((issue) => card(view, issue))} ${togetherForm(view)}</div>
          ${pageLinks(language, choice, Number(page?.page ?? 0), page?.hasNext ?? false, decision)}`;
  return sitePage({ language, title: type.title, visitor, section: 'inbox', content });
}

/** Names the decision after its asset or account; where nothing is open any more, after what its questions were about. */
function headingOf({ language, decision, questions }: QuestionsView): Content {
  const { cause } = decision;
  const label = decision.name === '' ? null : labelOf(cause, questions.items);
  if (CAUSES[cause] !== 'NOTHING' && label === null) return TEXTS[language].issueTypes[cause].title;
  return decisionTitle(language, { cause, label });
}

function labelOf(cause: Cause, items: readonly Issue[]): string | null {
  const [first] = items;
  if (first === undefined) return null;
  if (CAUSES[cause] === 'ACCOUNT') return first.event?.accountLabel ?? null;
  const ofEvent = items.find((each) => each.missingPriceAssetKey == null);
  return ofEvent?.event?.asset.symbol ?? first.missingPriceAssetKey ?? null;
}

function countText({ language, questions: { page, items } }: QuestionsView): string {
  const { decisions: texts } = INBOX_TEXTS[language];
  const total = page?.totalElements ?? String(items.length);
  return total === '1'
    ? `${texts.question}.`
    : `${texts.questions.replace('{count}', decimalText(language, total, false))}.`;
}

/** Returns what the person can do about all questions of the decision. */
function whatToDo({ language, decision: { cause, name: key }, questions }: QuestionsView): Content {
  const { inbox: texts } = INBOX_TEXTS[language];
  if (cause === 'MISSING_PRICE' && key !== '')
    return html`<a href="${pricesAddress(key)}"
      >${fill(texts.enterPrices, { asset: name(labelOf(cause, questions.items) ?? key) })}</a
    >`;
  return texts.actions[ISSUE_KINDS[cause as IssueType].recommendedActionId];
}

function card(view: QuestionsView, issue: Issue): Html {
  const { language, visitor, upgradeUrl } = view;
  const answers = ANSWERED_BY[issue.issueType as IssueType](view, issue);
  return questionCard({ language, visitor, upgradeUrl, issue, answers, tick: tickOf(view, issue) });
}

/** How a question of each type is answered in its card. */
export const ANSWERED_BY = {
  UNMATCHED_TRANSFER_OUT: formsOf,
  UNMATCHED_TRANSFER_IN: formsOf,
  POSSIBLE_MIGRATION: formsOf,
  TRANSFER_SURPLUS: formsOf,
  REVIEW_TRANSFER: formsOf,
  MISSING_PRICE: formsOf,
  MISSING_PHOTO_VALUE: priceLink,
  MISSING_COST_BASIS: formsOf,
  GIFT_BASIS_UNKNOWN: formsOf,
  // The card of a balance, of a stated total or of a group links or asks itself.
  BALANCE_DIFFERS: () => null,
  REPORTED_DIFFERS: () => null,
  UNCLASSIFIED: formsOf,
  SUSPECTED_SPAM: formsOf,
  NEEDS_REVIEW: formsOf,
  POSSIBLE_DUPLICATE: () => null,
  ORPHANED_CORRECTION: removalOf,
  FROZEN_YEAR_DRIFT: yearLink,
} as const satisfies Record<IssueType, (view: QuestionsView, issue: Issue) => Content>;

/** Returns a link to the prices of the asset whose photo price is missing. */
function priceLink({ language }: QuestionsView, { missingPriceAssetKey: asset }: Issue): Content {
  if (asset == null) return null;
  const { enterPrices } = INBOX_TEXTS[language].inbox;
  return html`<p><a href="${pricesAddress(asset)}">${fill(enterPrices, { asset: name(asset) })}</a></p>`;
}

/** Returns the form that removes a correction. */
function removalOf(view: QuestionsView, { orphanedCorrection }: Issue): Content {
  const { language, visitor } = view;
  if (!orphanedCorrection) return null;
  return orphanForm(
    { language, csrfToken: visitor.csrfToken, back: addressOf(view) },
    orphanedCorrection.overrideId,
  );
}

/** Returns a link to a submitted year, which no answer here changes. */
function yearLink({ language }: QuestionsView, { year }: Issue): Content {
  if (year == null) return null;
  const { inbox: texts } = INBOX_TEXTS[language];
  return html`<p>
    ${texts.submittedYear} <a href="${PATHS.overview}/${year}">${fillText(texts.toYear, { year })}</a>
  </p>`;
}

/** Returns the forms that answer a question about a transaction, folded where there are several questions. */
function formsOf(view: QuestionsView, issue: Issue): Content {
  const { language, visitor, upgradeUrl, questions } = view;
  const event = eventOfIssue(issue);
  if (event?.closed !== null) return null;
  const forms = answerForms({
    language,
    csrfToken: visitor.csrfToken,
    event,
    issueType: issue.issueType as IssueType,
    back: addressOf(view),
    upgradeUrl,
    shown: 'LIKELY',
  });
  if (questions.items.length === 1) return forms;
  return html`<details>
    <summary>${INBOX_TEXTS[language].decisions.answer}</summary>
    ${forms}
  </details>`;
}

/** The page after an answer: this one, or the list of decisions where the answer settles the only question. */
function addressOf({ year, decision, questions: { page, items } }: QuestionsView): string {
  if (page?.totalElements === '1' && items.length === 1)
    return inboxAddress({ year, queue: null, type: null });
  const number = Number(page?.page ?? 0);
  const more: Readonly<Record<string, string>> = number > 0 ? { page: String(number) } : {};
  return inboxAddress({ year, queue: null, type: null }, decision, more);
}

const FORM_ID = 'together';

/** Returns a box that chooses a question for one answer to several; null where it cannot be one of them. */
function tickOf({ language, questions }: QuestionsView, issue: Issue): Content {
  const id = togetherIdOf(issue);
  if (id === null || questions.items.length < 2) return null;
  const { event } = issue;
  const what = event ? eventText(language, event) : '';
  return html`<p class="tickbox">
    <input type="checkbox" id="tick-${id}" form="${FORM_ID}" name="tick" value="${id}" />
    <label for="tick-${id}">${fill(INBOX_TEXTS[language].decisions.tick, { what })}</label>
  </p>`;
}

/** Returns the form that leads to one answer for the ticked questions, or for all of the decision. */
function togetherForm(view: QuestionsView): Content {
  const { language, decision, year, questions } = view;
  const { decisions: texts } = INBOX_TEXTS[language];
  if (decision.cause === 'ORPHANED_CORRECTION' && questions.items.length > 1)
    return html`<div class="card">
      ${orphanForm({ language, csrfToken: view.visitor.csrfToken, back: inboxAddress({ year, queue: null, type: null }) }, 'all')}
    </div>`;
  if (questions.items.filter((issue) => togetherIdOf(issue) !== null).length < 2) return null;
  const total = Number(questions.page?.totalElements ?? 0);
  const all = inboxAddress({ year, queue: null, type: null }, decision, { with: 'all' });
  const count = decimalText(language, String(total), false);
  const max = String(LIMITS.bulkIdsMax);
  const fields = { cause: decision.cause, name: decision.name, year, page: questions.page?.page ?? '0' };
  return html`<form class="card" id="${FORM_ID}" method="get" action="${PATHS.inbox}">
    <h2>${texts.together}</h2>
    <p class="small">${texts.togetherLead}</p>
    ${hiddenFields({ ...fields, with: 'ticked' })}
    <p class="actions">
      <button type="submit">${texts.ticked}</button>
      <a class="button secondary" href="${all}"
        >${fillText(total > LIMITS.bulkIdsMax ? texts.firstOf : texts.all, { count, max })}</a
      >
    </p>
  </form>`;
}

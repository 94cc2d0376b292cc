/** The questions of one decision: a card for each, with its answers, and one answer for several. */
import { CAUSES, type Cause } from '@ctx/domain/causes';
import { ISSUE_KINDS, type IssueType } from '@ctx/domain/issues';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { pricesAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { decisionTitle } from './decisions-view.ts';
import { type ChosenDecision, type InboxChoice, inboxAddress, pageLinks } from './inbox-address.ts';
import { type Issue, questionCard } from './question-card.ts';
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
          <div class="issues">${questions.items.map((issue) => card(view, issue))}</div>
          ${pageLinks(language, choice, Number(page?.page ?? 0), page?.hasNext ?? false, decision)}`;
  return sitePage({ language, title: type.title, visitor, section: 'inbox', content });
}

/** Names the decision after its asset or account; where nothing is open any more, after what its questions were about. */
function headingOf({ language, decision, questions }: QuestionsView): Content {
  const { cause } = decision;
  const label = labelOf(cause, questions.items);
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
  return questionCard({ language, visitor, upgradeUrl, issue, answers: null, tick: null });
}

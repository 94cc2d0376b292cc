/** The inbox: the open questions as decisions, those on which the largest sum depends first. */
import { type Cause, CAUSES } from '@ctx/domain/causes';
import { type IssueType, type Queue, QUEUES, type Severity } from '@ctx/domain/issues';
import type { Decision, Decisions } from '@ctx/proto/gen/ctx/v1/read';
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText } from '../../ui/components.ts';
import { type Content, fill, fillText, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { CURRENT, sitePage } from '../../ui/layout.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { type InboxChoice, inboxAddress, pageLinks } from './inbox-address.ts';
import { PAIRS_ADDRESS } from './pairs-view.ts';
import { INBOX_TEXTS } from './texts/texts.ts';

export interface DecisionsView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly decisions: Decisions;
  readonly choice: InboxChoice;
  /** The page of the list, 0 for the first. */
  readonly page: number;
  readonly upgradeUrl: string;
  /** What the user has just done, and the state of the recalculation; null after nothing. */
  readonly done?: Content;
}

/** Decisions of one page. */
export const DECISIONS_OF_PAGE = 20;

/** Returns the page: the number of questions of each queue, which narrow the list, and a card for each decision. */
export function decisionsPage(view: DecisionsView): string {
  const { language, visitor, decisions, choice, page, done = null } = view;
  const { inbox: texts } = INBOX_TEXTS[language];
  const { sections } = TEXTS[language];
  const { year } = choice;
  const title = year === '' ? sections.inbox : texts.titleOfYear.replace('{year}', () => nameText(year));
  const content = html`<h1>${title}</h1>
    ${done}
    ${
      decisions.questions === 0
        ? html`<p class="lead">${texts.none}</p>`
        : html`<p class="lead">${lead(view)}</p>
            ${narrowing(view)} ${cards(view)}
            ${pageLinks(language, choice, page, (page + 1) * DECISIONS_OF_PAGE < decisions.decisionCount)}`
    }
    ${year === '' ? null : html`<p><a href="${PATHS.inbox}">${texts.allYears}</a></p>`}
    <p class="actions"><a href="${PATHS.rules}">${texts.rules}</a></p>`;
  return sitePage({ language, title, visitor, section: 'inbox', content });
}

/** Returns how many questions the list has, and how many decisions settle them. */
function lead({ language, decisions: { selected, decisionCount }, choice }: DecisionsView): Content {
  const { decisions: texts } = INBOX_TEXTS[language];
  const [questions, decisions] = [countText(language, selected), countText(language, decisionCount)];
  const text = selected === 1 ? texts.oneQuestion : decisionCount === 1 ? texts.leadOne : texts.lead;
  const { type } = choice;
  const title = type === null ? '' : TEXTS[language].issueTypes[type].title;
  return [
    selected > 0 && fillText(text, { questions, decisions }),
    type !== null && ` ${fillText(texts.ofType, { title })}`,
  ];
}

const countText = (language: Language, count: number): string => decimalText(language, String(count), false);

/** Returns a link for each queue with its count. */
function narrowing({ language, decisions, choice: { year, queue, type } }: DecisionsView): Html {
  const { inbox: texts } = INBOX_TEXTS[language];
  const link = (each: Queue | null, label: string, count: number): Html =>
    html`<li>
      <a
        class="chip"
        href="${inboxAddress({ year, queue: each, type: null })}"
        ${each === queue && type === null ? CURRENT : null}
        >${label} (${countText(language, count)})</a
      >
    </li> `;
  const counts = new Map(decisions.queues.map((each) => [each.queue, each.questions]));
  const all = decisions.queues.reduce((sum, { questions }) => sum + questions, 0);
  const links = QUEUES.flatMap((each) => {
    const count = counts.get(each) ?? 0;
    return count === 0 ? [] : [link(each, texts.queues[each], count)];
  });
  return html`<nav class="chips" aria-label="${texts.byQueue}">
    <ul>
      ${link(null, texts.all, all)} ${links}
    </ul>
  </nav>`;
}

function cards(view: DecisionsView): Html {
  const { language, decisions } = view;
  if (decisions.decisions.length === 0)
    return html`<p class="empty">${INBOX_TEXTS[language].inbox.nothingHere}</p>`;
  return html`<div class="issues">${decisions.decisions.map((each) => card(view, each))}</div>`;
}

/** Returns the name of a decision. */
export function decisionTitle(
  language: Language,
  { cause, label }: { readonly cause: Cause; readonly label: string | null },
): Html {
  return fill(INBOX_TEXTS[language].decisions.titles[cause], { name: name(label ?? '') });
}

/** Returns the card of a decision: how many questions, what they do to the figures, and where to answer them. */
function card(view: DecisionsView, decision: Decision): Html {
  const { language, choice, upgradeUrl } = view;
  const { year } = choice;
  const { decisions: texts, inbox } = INBOX_TEXTS[language];
  const cause = decision.cause as Cause;
  const severity = decision.severity as Severity;
  const { label = null, eur, locked } = decision;
  const questions = inboxAddress({ year, queue: null, type: null }, { cause, name: decision.name ?? '' });
  const amount = eur == null ? null : html`<strong>${euro(language, eur)}</strong>`;
  return html`<article class="card issue">
    <h2>
      <a href="${questions}">${decisionTitle(language, { cause, label })}</a>
      <span class="tag severity-${severity.toLowerCase()}">${inbox.severities[severity]}</span>
    </h2>
    <p>${sizeText(language, decision)} ${amount !== null && fill(texts.eur, { amount })}</p>
    <p>${TEXTS[language].issueTypes[cause as IssueType].effect}</p>
    ${locked && html`<p class="small">${texts.locked} <a href="${upgradeUrl}">${inbox.unlock}</a></p>`}
    <p class="actions">${actions(language, decision, questions)} ${answerAll(view, cause)}</p>
  </article> `;
}

/** Returns how many questions a decision settles, on how many days, and how many have a proposed answer. */
function sizeText(language: Language, { questions, days, proposed }: Decision): string {
  const { decisions: texts } = INBOX_TEXTS[language];
  const count = (number: number): { readonly count: string } => ({ count: countText(language, number) });
  const parts = [
    questions === 1 ? texts.question : fillText(texts.questions, count(questions)),
    ...(days > 1 ? [fillText(texts.days, count(days))] : []),
  ];
  const proposals = proposed > 0 ? `, ${fillText(texts.proposed, count(proposed))}` : '';
  return `${parts.join(' ')}${proposals}.`;
}

/** Returns links to where the questions of a decision are answered, the best one first. */
function actions(
  language: Language,
  { cause, name: asset, label, proposed }: Decision,
  questions: string,
): Content {
  const { decisions: texts, inbox } = INBOX_TEXTS[language];
  if (cause !== 'MISSING_PRICE' || asset == null)
    return html`<a class="button" href="${questions}">${texts.answer}</a>
      ${isTransfer(cause) && proposed > 0 && html`<a href="${PAIRS_ADDRESS}">${texts.pairs}</a>`}`;
  return html`<a class="button" href="${pricesAddress(asset)}"
      >${fillText(inbox.enterPrices, { asset: nameText(label ?? asset) })}</a
    >
    <a href="${questions}">${texts.look}</a>`;
}

/** Returns a link to one answer for the questions of a cause in all accounts; null where one account has them all. */
function answerAll({ language, choice: { year }, decisions }: DecisionsView, cause: Cause): Html | null {
  const alike = decisions.decisions.filter((each) => each.cause === cause);
  if (CAUSES[cause] !== 'ACCOUNT' || alike.length < 2) return null;
  const address = inboxAddress({ year, queue: null, type: null }, { cause, name: '' }, { with: 'all' });
  return html`<a href="${address}">${INBOX_TEXTS[language].decisions.ofAllAccounts}</a>`;
}

const isTransfer = (cause: string): boolean =>
  cause === 'UNMATCHED_TRANSFER_OUT' || cause === 'UNMATCHED_TRANSFER_IN';

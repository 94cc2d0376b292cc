/** The page of one answer for several questions of a decision. */
import type { Visitor } from '../../http/visitor.ts';
import { name } from '../../ui/components.ts';
import { fillText, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { exactUnits } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import type { AnsweredEvent } from '../answers/answered-event.ts';
import { answerForm, type AnswersView, titleOf } from '../answers/forms-view.ts';
import type { AnswerName } from '../answers/readings.ts';
import type { ChosenDecision } from './inbox-address.ts';
import { INBOX_TEXTS } from './texts/texts.ts';
import type { Together } from './together.ts';

export interface TogetherView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly decision: ChosenDecision;
  /** Null where no chosen question can be answered with others. */
  readonly together: Together | null;
  /** The page of questions. */
  readonly back: string;
  readonly upgradeUrl: string;
}

/** Transactions that the page names. */
const NAMED_MAX = 10;

/** Returns the page: the transactions, and a form for each answer that fits all of them. */
export function togetherPage(view: TogetherView): string {
  const { language, visitor, together, back } = view;
  const { decisions: texts } = INBOX_TEXTS[language];
  const count = together?.events.length ?? 0;
  const title =
    count === 0
      ? texts.together
      : count === 1
        ? texts.togetherOne
        : fillText(texts.togetherTitle, { count: decimalText(language, String(count), false) });
  const content = html`<p class="small back"><a href="${back}">${TEXTS[language].general.cancel}</a></p>
    <h1>${title}</h1>
    ${together === null ? html`<p class="note">${texts.noneTicked}</p>` : answers(view, together)}`;
  return sitePage({ language, title, visitor, section: 'inbox', content });
}

function answers(view: TogetherView, { events, leftOut }: Together): Html {
  const { language, visitor, decision, back, upgradeUrl } = view;
  const { decisions: texts } = INBOX_TEXTS[language];
  const [event, ...others] = events;
  const forms: AnswersView = {
    language,
    csrfToken: visitor.csrfToken,
    event,
    others: others.map(({ id }) => id),
    issueType: decision.cause,
    back,
    upgradeUrl,
    shown: 'ALL',
  };
  const left = events.length - NAMED_MAX;
  return html`<section class="card" aria-label="${texts.together}">
      <ul>
        ${events.slice(0, NAMED_MAX).map((each) => named(language, each))}
        ${left > 0 && html`<li>${fillText(texts.andMore, { count: left })}</li>`}
      </ul>
      ${leftOut > 0 && html`<p class="small">${fillText(texts.leftOut, { count: leftOut })}</p>`}
    </section>
    <section class="card answers" aria-label="${texts.answer}">
      ${answersOf(decision, events).map(
        (answer, index) =>
          html`<details ${index === 0 ? html`open` : null}>
            <summary>${titleOf(forms, answer)}</summary>
            ${answerForm(forms, answer)}
          </details> `,
      )}
    </section>`;
}

/** Returns the answers that fit all of the transactions, the most likely first. */
function answersOf({ cause }: ChosenDecision, events: Together['events']): readonly AnswerName[] {
  const [{ type, treatment }] = events;
  const isSame = events.every((each) => each.type === type && each.treatment === treatment);
  if (cause === 'SUSPECTED_SPAM') return ['spam', 'what', 'note'];
  if (cause === 'NEEDS_REVIEW' && isSame) return ['right', 'what', 'spam', 'note'];
  return ['what', 'spam', 'note'];
}

function named(
  language: Language,
  { id, type, amount, assetSymbol, timestamp, accountLabel }: AnsweredEvent,
): Html {
  return html`<li>
    <a href="${PATHS.transactions}/${id}"
      >${TEXTS[language].words.types[type]} ${exactUnits(language, amount)} ${name(assetSymbol)}</a
    >
    · ${time(language, timestamp)} ${accountLabel !== null && html` · ${name(accountLabel)}`}
  </li> `;
}

/** What becomes of the question that an answer was given to, as the page says it before the answer is saved. */
import type { IssueType } from '@ctx/domain/issues';
import { type Content, fillText, html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { entryAddress, PATHS, pricesAddress } from '../../ui/paths.ts';
import { fieldAmount } from '../../ui/typed-amount.ts';
import { typedOfInstant } from '../../ui/typed-moment.ts';
import type { UnknownEffect } from '../visit/effect-view.ts';
import type { AnsweredEvent } from './answered-event.ts';
import { openAfter } from './asked-question.ts';
import type { Outcome } from './outcome.ts';
import type { Proposal } from './proposal.ts';
import { ANSWERS_TEXTS } from './texts/texts.ts';

export interface AskedView {
  readonly language: Language;
  readonly proposal: Pick<Proposal, 'asked' | 'events'>;
  /** The transaction; null of several. */
  readonly event: AnsweredEvent | null;
  readonly outcome: Outcome | UnknownEffect;
}

/** Returns whether the question goes or stays, why, and what settles it; null where that is not known, or nothing was asked. */
export function askedText({ language, proposal: { asked, events }, event, outcome }: AskedView): Content {
  const { asked: texts } = ANSWERS_TEXTS[language];
  const open = event?.hasQuestion === false ? null : openAfter(asked, events, outcome);
  if (open === null) return null;
  if (open === 0) return html`<p class="note good">${events.length === 1 ? texts.goes : texts.allGo}</p>`;
  const reasons: Readonly<Partial<Record<string, string>>> = texts.reasons;
  const reason = reasons[asked ?? ''];
  const count = decimalText(language, String(open), false);
  const text =
    reason === undefined
      ? texts.stays
      : fillText(events.length === 1 ? texts.staysBecause : texts.someStayBecause, { count, reason });
  return html`<p class="note">${text} ${links(language, asked, event)}</p>`;
}

/** Returns links to what settles the question. */
function links(language: Language, asked: Proposal['asked'], event: AnsweredEvent | null): Content {
  const { asked: texts } = ANSWERS_TEXTS[language];
  if (asked === 'ANY') return html`<a href="${PATHS.inbox}">${texts.toInbox}</a>`;
  if (asked === null || event === null) return null;
  const form = formOf(language, asked, event);
  return [
    form !== null && html`<a href="${form}">${texts.form[asked as FormQuestion]}</a> · `,
    html`<a href="${PATHS.transactions}/${event.id}#answers">${texts.allAnswers}</a>`,
  ];
}

type FormQuestion = keyof (typeof ANSWERS_TEXTS)['en']['asked']['form'];

/** Returns the address of the form for what is missing; null for a question that the answers of its transaction settle. */
function formOf(
  language: Language,
  asked: IssueType,
  { assetKey, amount, timestamp }: AnsweredEvent,
): string | null {
  const moment = typedOfInstant(timestamp);
  switch (asked) {
    case 'MISSING_PRICE':
      return pricesAddress(assetKey, { day: moment.day });
    case 'MISSING_COST_BASIS':
      return entryAddress({ kind: 'BOUGHT', 'received-asset': assetKey });
    case 'UNMATCHED_TRANSFER_IN':
      return entryAddress({
        kind: 'WITHDRAWAL',
        ...moment,
        'given-asset': assetKey,
        'given-amount': fieldAmount(amount, language),
      });
    default:
      return null;
  }
}

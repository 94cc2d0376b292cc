/** The section of a transaction's page with all answers and corrections. */
import type { IssueType } from '@ctx/domain/issues';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { PATHS } from '../../ui/paths.ts';
import { eventOfExplained } from './answered-event.ts';
import { answerForms, type AnswersView } from './forms-view.ts';
import { ANSWERS_TEXTS } from './texts/texts.ts';

type ExplanationDigits = Digits<AnswerOf<'explainTransaction'>>;

/** The other sides of a transaction, for its answers. */
export type SectionSides = AnswersView['sides'];

export interface SectionView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly explained: ExplanationDigits;
  readonly upgradeUrl: string;
  /** The other sides that it can have; null where they were not read. */
  readonly sides: SectionSides;
}

/** Returns the section. */
export function answersSection({ language, visitor, explained, upgradeUrl, sides }: SectionView): Html {
  const { answers: texts } = ANSWERS_TEXTS[language];
  const event = eventOfExplained(explained);
  const forms = answerForms({
    language,
    csrfToken: visitor.csrfToken,
    event,
    issueType: questionOf(explained),
    asked: explained.transaction.needsReview ? 'ANY' : null,
    back: `${PATHS.transactions}/${event.id}`,
    upgradeUrl,
    shown: 'ALL',
    sides,
  });
  return html`<section class="card" id="answers" aria-labelledby="answers-title">
    <h2 id="answers-title">${texts.heading}</h2>
    ${event.closed === null && html`<p class="small">${texts.lead}</p>`} ${forms}
  </section>`;
}

const ARRIVED = ['BRIDGE_WITHDRAW', 'CONTINUITY_WITHDRAW', 'CONTINUITY_WRAP', 'CONTINUITY_UNWRAP'];

/** Returns the question that the transaction most likely has; null for one without an open question. */
function questionOf({ transaction, explanation }: ExplanationDigits): IssueType | null {
  const { needsReview, spam, treatment, euroValue, type } = transaction;
  if (!needsReview) return null;
  if (spam) return 'SUSPECTED_SPAM';
  if (treatment === 'GIFT_RECEIVED') return 'GIFT_BASIS_UNKNOWN';
  if (treatment === 'UNCLASSIFIED') return 'UNCLASSIFIED';
  if (treatment.startsWith('TRANSFER_OUT_')) return 'UNMATCHED_TRANSFER_OUT';
  if (type === 'ACQUISITION' && ARRIVED.includes(treatment)) return 'UNMATCHED_TRANSFER_IN';
  if (euroValue == null) return 'MISSING_PRICE';
  return explanation.disposal?.shortfall == null ? 'NEEDS_REVIEW' : 'MISSING_COST_BASIS';
}

/** What the page of a gift says about where its recipient lives. */
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import type { ExplanationDigits } from './explained.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/**
 * Returns a warning while nobody has said where the recipient of a gift lives, and what readers of the law say about the tax of a gift to a
 * person abroad; null for any other transaction, and before the tax on gains.
 */
export function giftNote(
  language: Language,
  { transaction, explanation, year }: ExplanationDigits,
): Html | null {
  if (Number(year) < FIRST_TAXED_YEAR) return null;
  const { why: texts, departure } = FIGURES_TEXTS[language];
  if (transaction.treatment === 'GIFT_TO_NON_RESIDENT')
    return html`<p class="note">${texts.giftAbroad} ${departure.deferral}</p>`;
  const isSaid = explanation.steps.some(({ kind, field }) => kind === 'OVERRIDE' && field === 'treatment');
  if (transaction.treatment !== 'GIFT_GIVEN' || isSaid) return null;
  return html`<p class="note">${texts.giftUnsaid} <a href="#answers">${texts.giftSay}</a></p>`;
}

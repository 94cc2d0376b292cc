/** Where the rule of a figure is written down. */
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { ruleLink } from '../../ui/law-rules.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** Returns a link to the rule that a page of the documentation states; null for one that this version does not know. */
export function ruleNote(language: Language, page: string): Html | null {
  const link = ruleLink(page, language);
  return link === null ? null : html`<p class="small">${FIGURES_TEXTS[language].why.page} ${link}</p>`;
}

/** The regime of a year in words: who chose it, what it means, and what answers that point the other way mean. */
import { answersAgainst, type RegimeAnswers } from '@ctx/domain/regime';
import { ratesOf } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';
import type { AnswerOf } from '../../answers/digits.ts';
import { facts, name } from '../../ui/components.ts';
import { type Content, fill, fillText, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

export type YearRegime = AnswerOf<'getRegime'>;

/** The address of the regime of a year. */
export function regimeAddress(year: number): string {
  return `${PATHS.overview}/${String(year)}/regime`;
}

/** Returns the part of the page of a year about its regime. `isClosed`: it cannot change. */
export function yearRegime(language: Language, regime: YearRegime, isClosed: boolean): Html {
  const { regime: texts } = FIGURES_TEXTS[language];
  return html`<p>${texts.yearLead}</p>
    ${regimeFacts(language, regime)} ${againstNote(language, regime.choice ?? null)}
    <p class="actions">
      <a class="button secondary" href="${regimeAddress(regime.year)}"
        >${isClosed ? texts.show : texts.edit}</a
      >
    </p>`;
}

/** Returns the regime, what it means for the tax, and who chose it. */
export function regimeFacts(language: Language, { year, regime, choice }: YearRegime): Html {
  const { regime: texts } = FIGURES_TEXTS[language];
  return html`${facts([
      [texts.term, html`<strong>${texts.names[regime]}</strong>`],
      [texts.chosen, chosenBy(language, choice ?? null)],
    ])}
    <p class="small">${meaningOf(language, year, regime)}</p>`;
}

/** Returns what a regime means for the tax on the gains of a year. */
export function meaningOf(language: Language, year: number, regime: Regime): string {
  const { meanings } = FIGURES_TEXTS[language].regime;
  const { capitalGainsPercent: percent } = ratesOf(year, regime);
  return fillText(percent === 0 ? meanings.untaxed : meanings[regime], { year, percent });
}

function chosenBy(language: Language, choice: NonNullable<YearRegime['choice']> | null): Content {
  const { by: texts } = FIGURES_TEXTS[language].regime;
  if (choice === null) return texts.nobody;
  if (choice.chosenAt == null) return texts.operatorBefore;
  const day = time(language, choice.chosenAt, 'day');
  if (choice.chosenBy === 'OPERATOR') return fill(texts.operator, { day });
  return fill(texts.taxpayer, { day, via: name(choice.chosenVia ?? '') });
}

/** A regime with its answers, as stored or as chosen in a form. */
export type AnsweredRegime = { readonly [Indicator in keyof RegimeAnswers]?: boolean | null | undefined } & {
  readonly regime: Regime;
};

/** Returns a note where answers point to the other regime; null otherwise. It is a help and no verdict. */
export function againstNote(language: Language, chosen: AnsweredRegime | null): Html | null {
  if (chosen === null) return null;
  const { regime, largeShareOfWealth, borrowed, automated, frequent } = chosen;
  const against = answersAgainst({
    regime,
    largeShareOfWealth: largeShareOfWealth ?? null,
    borrowed: borrowed ?? null,
    automated: automated ?? null,
    frequent: frequent ?? null,
  });
  if (against.length === 0) return null;
  const { against: texts } = FIGURES_TEXTS[language].regime;
  const { fields } = TEXTS[language].words;
  const answers = against.map((indicator) => fields[indicator]).join(', ');
  return html`<div class="note" role="note">
    <p>${fillText(texts[regime], { answers })}</p>
    <p class="small">${texts.help}</p>
  </div>`;
}

/** The estimate of a year: tax on gains with the circumstances that the taxpayer stated, and the form for them. */
import { html, type Html } from '../../ui/html.ts';
import { facts } from '../../ui/components.ts';
import type { Language } from '../../ui/language.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { figuresClass } from './completeness.ts';
import type { YearFigures } from './year-figures.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** The address of the circumstances of a year. */
export function circumstancesAddress(year: number): string {
  return `${PATHS.overview}/${String(year)}/circumstances`;
}

/** Returns what circumstances are for, or what they mean for later years, with a link to them. */
export function yearEstimate(language: Language, figures: YearFigures): Html {
  const { year, estimate, frozen } = figures;
  const { yearEstimate: texts } = FIGURES_TEXTS[language];
  const carried = estimate?.speculativeLossesCarried.eur ?? 0;
  return html`<p>${estimate === undefined ? texts.lead : texts.meaning}</p>
    ${
      carried === 0
        ? null
        : html`<div class="${figuresClass(figures)}">
            ${facts([[texts.speculativeLossesCarried, euro(language, String(carried))]])}
          </div>`
    }
    <p class="actions">
      <a class="button secondary" href="${circumstancesAddress(year)}">${frozen ? texts.show : texts.edit}</a>
    </p>`;
}

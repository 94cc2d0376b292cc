/** The estimate of a year: tax on gains with the circumstances that the taxpayer stated, and the form for them. */
import { fill, html, type Html } from '../../ui/html.ts';
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

/** Returns what losses would do that count within their own kind of assets alone; null where that changes nothing. */
function perKind(language: Language, figures: YearFigures): Html | null {
  const { taxableGainsPerKind: taxable, totalPerKind: total } = figures.estimate ?? {};
  if (taxable === undefined || total === undefined) return null;
  const money = ({ eur }: { readonly eur: number }): Html => euro(language, String(eur));
  return html`<p class="${figuresClass(figures)}">
    ${fill(FIGURES_TEXTS[language].yearEstimate.perKind, { taxable: money(taxable), total: money(total) })}
  </p>`;
}

/** Returns what circumstances are for, or what they mean for later years, with a link to them. */
export function yearEstimate(language: Language, figures: YearFigures): Html {
  const { year, estimate, frozen } = figures;
  const { yearEstimate: texts } = FIGURES_TEXTS[language];
  const carried = estimate?.speculativeLossesCarried.eur ?? 0;
  return html`<p>${estimate === undefined ? texts.lead : texts.meaning}</p>
    ${perKind(language, figures)}
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

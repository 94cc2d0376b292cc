/** The estimate of a year: tax on gains with the circumstances that the taxpayer stated, and the form for them. */
import { html, type Html } from '../../ui/html.ts';
import { facts } from '../../ui/components.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { PATHS } from '../../ui/paths.ts';
import { ESTIMATE_PARTS } from '@ctx/domain/law/estimate';
import { figuresClass } from './completeness.ts';
import type { YearFigures } from './standing.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** The address of the circumstances of a year. */
export function circumstancesAddress(year: number): string {
  return `${PATHS.overview}/${String(year)}/circumstances`;
}

/** Returns the parts of the estimate with a link to the circumstances; for a year without an estimate, the link alone. */
export function yearEstimate(language: Language, figures: YearFigures): Html {
  const { year, estimate, frozen } = figures;
  const { yearEstimate: texts } = FIGURES_TEXTS[language];
  const rows = ESTIMATE_PARTS.flatMap((part) => {
    const amount = estimate?.[part];
    return amount == null
      ? []
      : [[texts.parts[part], decimalText(language, String(amount.eur), true)] as const];
  });
  return html`${
      estimate == null
        ? html`<p>${texts.lead}</p>`
        : html`<div class="${figuresClass(figures)}">${facts(rows)}</div>
            <p class="small">${texts.meaning}</p>`
    }
    <p class="actions">
      <a class="button secondary" href="${circumstancesAddress(year)}">${frozen ? texts.show : texts.edit}</a>
    </p>`;
}

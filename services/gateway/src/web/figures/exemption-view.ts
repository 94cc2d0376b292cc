/** The exemption of a year in its page: one bar and the amounts that it shows. */
import { exemptionBar } from '../../ui/charts/exemption-bar.ts';
import { facts } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { amountCell, betweenOf } from './amount.ts';
import { figuresClass } from './completeness.ts';
import { exemptionOf } from './exemption-of-year.ts';
import { excessOf, standingOf } from './standing.ts';
import type { YearFigures } from './year-figures.ts';
import { swatch } from './swatch.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** Returns the bar and the amounts; null in a year without an exemption. */
export function exemptionParts(language: Language, figures: YearFigures): Html | null {
  const of = exemptionOf(figures);
  if (of === null) return null;
  const { exemption: texts } = FIGURES_TEXTS[language].year;
  const { isRest, gains, total, used, remaining, carriedIn, carriedOut } = of;
  const cell = (amount: Parameters<typeof amountCell>[1]): Html => amountCell(language, amount);
  const rows: (readonly [Content, Content])[] = [
    [swatch('used', texts.used), cell(used)],
    [swatch('left', texts.left), cell(remaining)],
  ];
  if (standingOf(figures) === 'exceeded')
    rows.push([swatch('excess', texts.excess), cell(excessOf(gains, total))]);
  rows.push([isRest ? texts.rest : texts.total, cell(total)]);
  if (carriedIn !== null) rows.push([swatch('carried-in', texts.carriedIn), cell(carriedIn)]);
  rows.push([swatch('carried-out', texts.carriedOut), cell(carriedOut)]);
  const bar = exemptionBar({
    gains: betweenOf(gains),
    total: betweenOf(total),
    used: betweenOf(used),
    carriedIn: carriedIn === null ? { low: 0, high: 0 } : betweenOf(carriedIn),
    carriedOut: betweenOf(carriedOut),
  });
  const isConfirmed = figures.vrijstellingHeadroom?.indexedAmountConfirmed ?? true;
  return html`${bar}
    <div class="${figuresClass(figures)}">${facts(rows)}</div>
    ${isConfirmed ? null : html`<p class="small">${texts.notIndexed}</p>`}`;
}

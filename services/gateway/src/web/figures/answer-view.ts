/** The answer on top of the page of a year: what is owed, where the taxpayer stands, and how the tax is made. */
import { ratesOf } from '@ctx/domain/law/rates';
import { facts } from '../../ui/components.ts';
import { type Content, fill, fillText, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { wholeAmounts } from '../../ui/numbers.ts';
import { amountCell, amountView, type Bounds } from './amount.ts';
import { isUnsure, unsureText } from './completeness.ts';
import { isZero, type YearTax, owedOf } from './owed.ts';
import { standingText } from './standing.ts';
import type { YearFigures } from './year-figures.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** Returns the sentence about a year. While most of its figures are unknown, it says that in place of a figure. */
export function answer(language: Language, figures: YearFigures): Html {
  if (isUnsure(figures)) return html`<p class="lead">${unsureText(language, figures)}</p>`;
  const owed = owedOf(figures);
  const standing = standingText(figures, language);
  if (owed === null) return html`<p class="standing">${wholeAmounts(standing)}</p>`;
  return html`<p class="standing">${owedText(language, figures, owed)}</p>
    <p class="lead">${wholeAmounts(standing)}</p>`;
}

function owedText(language: Language, { year }: YearFigures, owed: YearTax): Html {
  const { onGains, onIncome, total } = owed;
  const texts = FIGURES_TEXTS[language].year.owed;
  const money = (bounds: Bounds): Html => amountCell(language, amountView(bounds));
  const isPaidBack = total.low < 0n;
  return fill(texts[textOf(owed)], {
    year,
    tax: html`<strong>${money(isPaidBack ? negated(total) : total)}</strong>`,
    onGains: money(onGains),
    onIncome: money(onIncome),
  });
}

function textOf({ onGains, onIncome, withheld, total }: YearTax): keyof YearTexts['owed'] {
  if (withheld !== null && !isZero(withheld))
    return isZero(total) ? 'nothingLeft' : total.low < 0n ? 'paidBack' : 'left';
  if (isZero(total)) return 'nothing';
  if (isZero(onIncome)) return 'gains';
  return isZero(onGains) ? 'income' : 'both';
}

type YearTexts = (typeof FIGURES_TEXTS)[Language]['year'];

/** Returns how the tax of a year is made, line by line; null where no answer is shown, and in a year without gains and income. */
export function taxSteps(language: Language, figures: YearFigures): Html | null {
  const owed = isUnsure(figures) ? null : owedOf(figures);
  if (owed === null) return null;
  const { steps: texts } = FIGURES_TEXTS[language].year;
  const { onIncome, withheld, total, steps } = owed;
  const { capitalGainsPercent, incomePercent } = ratesOf(figures.year, figures.regime);
  const line = (label: string, bounds: Bounds): readonly [Content, Content] => [
    label,
    amountCell(language, amountView(bounds)),
  ];
  const lessLine = (label: string, bounds: Bounds) => (isZero(bounds) ? [] : [line(label, negated(bounds))]);
  const moreLine = (label: string, bounds: Bounds) => (isZero(bounds) ? [] : [line(label, bounds)]);
  const withDerivatives = figures.estimate?.derivativeResults == null ? 'gains' : 'gainsWithDerivatives';
  const gainsLabel = figures.household === undefined ? withDerivatives : 'ownGains';
  const lines = isZero(steps.gains)
    ? []
    : [
        line(texts[gainsLabel], steps.gains),
        ...lessLine(texts.otherLosses, steps.otherLosses),
        ...lessLine(texts.speculativeLosses, steps.speculativeLosses),
        ...lessLine(texts.exemption, steps.exemption),
        ...(capitalGainsPercent === 0 ? [] : [line(texts.taxable, steps.taxable)]),
        line(fillText(texts.tax, { percent: capitalGainsPercent }), steps.tax),
        ...moreLine(texts.surcharge, steps.surcharge),
      ];
  const others = [
    ...moreLine(texts.otherTax, steps.otherTax),
    ...moreLine(fillText(texts.income, { percent: incomePercent }), onIncome),
    ...(withheld === null ? [] : lessLine(texts.withheld, withheld)),
  ];
  if (lines.length + others.length === 0) return null;
  return html`<div class="receipt">${facts([...lines, ...others, line(texts.total, total)])}</div>`;
}

const negated = ({ low, high }: Bounds): Bounds => ({ low: -high, high: -low });

/** What a year is for each of two partners: gains, income, exemption and tax, and the rows of both in the tax return. */
import { atLeastZero, parseEur } from '@ctx/domain/decimal';
import { numeric, table } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { amountCell, exactView } from './amount.ts';
import { figuresClass } from './completeness.ts';
import type { YearFigures } from './year-figures.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

type Part = NonNullable<YearFigures['household']>['taxpayer'];
type Amount = number | { readonly eur: number } | null | undefined;

/** Returns the parts side by side; null in a year without shares. */
export function householdTable(language: Language, figures: YearFigures): Html | null {
  const { household } = figures;
  if (household === undefined) return null;
  const { household: texts } = FIGURES_TEXTS[language];
  const { taxpayer, partner } = household;
  const row = (label: string, amountOf: (part: Part) => Amount): Content[] => [
    label,
    money(language, amountOf(taxpayer)),
    money(language, amountOf(partner)),
  ];
  const hasExemption = taxpayer.estimate.exemptionLeft != null;
  const rows = [
    row(texts.gains, ({ capitalGains }) => capitalGains),
    row(texts.income, ({ income }) => income),
    ...(hasExemption ? [row(texts.exemptionLeft, ({ estimate }) => estimate.exemptionLeft)] : []),
    row(texts.taxable, ({ estimate }) => estimate.taxableGains),
    row(texts.gainsTax, ({ estimate }) => estimate.total),
    row(texts.incomeTax, ({ incomeTax }) => incomeTax),
    row(texts.total, togetherOf),
    ...(hasExemption ? [row(texts.carried, ({ estimate }) => estimate.exemptionCarriedOut)] : []),
  ];
  const columns = [texts.what, numeric(texts.you), numeric(texts.partner)];
  return html`<p>${texts.lead}</p>
    <div class="${figuresClass(figures)}">${table({ caption: texts.title, columns, rows })}</div>
    <p class="small">${texts.unknown}</p>`;
}

function togetherOf({ incomeTax, estimate }: Part): Amount {
  const sum = parseEur(String(estimate.total.eur)) + atLeastZero(parseEur(String(incomeTax)));
  return exactView(sum).exact;
}

function money(language: Language, amount: Amount): Content {
  if (amount == null) return '–';
  return amountCell(language, { locked: false, exact: typeof amount === 'number' ? amount : amount.eur });
}

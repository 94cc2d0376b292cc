/** The income of a year by month and by asset, in the page of the year. */
import { formatCents } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import { columnsChart } from '../../ui/charts/columns.ts';
import { name, numeric, table } from '../../ui/components.ts';
import { html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, monthText } from '../../ui/language.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { type AmountView, amountCell, exactView } from './amount.ts';
import type { IncomeOfYear } from './income-of-year.ts';
import { roundingNote } from './rounding.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

interface IncomeView {
  readonly language: Language;
  readonly year: number;
  readonly income: IncomeOfYear | 'TOO_MANY';
  /** Income as the summary of the year has it. */
  readonly total: AmountView;
}

/** Assets with a row of their own; the others are one row. */
const ASSETS_MAX = 20;

/** Returns the chart by month and the table by asset, or why there is none. */
export function incomeOfYear({ language, year, income, total }: IncomeView): Html {
  const { yearIncome: texts } = FIGURES_TEXTS[language];
  const { year: words } = FIGURES_TEXTS[language];
  const address = `${PATHS.transactions}?year=${String(year)}&type=INCOME`;
  if (income === 'TOO_MANY') {
    const text = texts.tooMany.replace('{max}', decimalText(language, String(LIMITS.incomeEventsMax), false));
    return html`<p>${text} <a href="${address}">${words.incomeTransactions}</a></p>`;
  }
  const money = (eur: bigint): Html => euro(language, formatCents(eur));
  const columns = income.months.map((eur, index) => {
    const value = Number(formatCents(eur));
    return {
      label: monthText(language, index + 1, 'short'),
      narrowLabel: monthText(language, index + 1, 'narrow'),
      bars: [{ kind: 'income' as const, low: value, high: value }],
    };
  });
  const others = income.assets.slice(ASSETS_MAX);
  const rows = [
    ...income.assets.slice(0, ASSETS_MAX).map(({ symbol, sum }) => [name(symbol), money(sum)]),
    ...(others.length === 0
      ? []
      : [
          [
            texts.others.replace('{count}', String(others.length)),
            money(others.reduce((sum, each) => sum + each.sum, 0n)),
          ],
        ]),
    [texts.total, amountCell(language, total)],
  ];
  const months = [
    ...income.months.map((eur, index) => [monthText(language, index + 1, 'long'), money(eur)]),
    [texts.total, amountCell(language, total)],
  ];
  return html`${columnsChart(columns, language)}
    <details class="with-total">
      <summary>${words.asTable}</summary>
      ${table({ caption: texts.byMonth, columns: [words.month, numeric(words.income)], rows: months, isSmall: true })}
      ${roundingNote(language, income.months.map(exactView), total)}
    </details>
    <h3>${texts.byAsset}</h3>
    <div class="with-total">
      ${table({ caption: texts.byAsset, columns: [texts.asset, numeric(words.income)], rows, isSmall: true })}
      ${roundingNote(
        language,
        income.assets.map(({ sum }) => exactView(sum)),
        total,
      )}
    </div>
    <p class="small">${texts.noKinds} <a href="${address}">${words.incomeTransactions}</a></p>`;
}

/** The page of all years, side by side. */
import type { YearlyBreakdown } from '@ctx/contract/schemas';
import type { z } from 'zod';
import type { Visitor } from '../../http/visitor.ts';
import { type Bar, type Column, columnsChart } from '../../ui/charts/columns.ts';
import { hatchPattern } from '../../ui/charts/hatch.ts';
import { numeric, table } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { amountCell, amountView, betweenOf, type Bounds, gainBar } from './amount.ts';
import { lackOfYears } from './completeness.ts';
import { swatch } from './swatch.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

type Breakdown = z.output<typeof YearlyBreakdown>;

export interface YearsView {
  readonly language: Language;
  readonly visitor: Visitor;
  /** Newest first. */
  readonly years: readonly Breakdown[];
  /** What is owed for each year after the exemption; null where it is not known. */
  readonly owed: ReadonlyMap<number, Bounds | null>;
  /** Open questions by year, as the inbox counts them. */
  readonly questions: ReadonlyMap<number, number>;
  readonly upgradeUrl: string;
}

/** Returns the page: gains, income and what is owed for each year, as bars and as a table. In a locked year every amount is a range. */
export function yearsPage(view: YearsView): string {
  const { language, visitor, years, upgradeUrl } = view;
  const { general, sections } = TEXTS[language];
  const { year: texts, yearStatus } = FIGURES_TEXTS[language];
  const title = sections.years;
  const hasLocked = years.some(({ locked }) => locked);
  const content = html`${hatchPattern()}
    <h1>${title}</h1>
    <p class="tags"><span class="tag">${texts.badge}</span></p>
    ${
      years.length === 0
        ? html`<p class="lead">${yearStatus.noYears} ${texts.firstStep}</p>
            <p><a class="button" href="${PATHS.files}">${general.addFile}</a></p>`
        : html`<section class="card" aria-labelledby="side-by-side">
              <h2 id="side-by-side">${texts.sideBySide}</h2>
              ${yearCharts(view)} ${hasLocked ? unlock(language, upgradeUrl) : null}
            </section>
            <section class="card" aria-labelledby="figures">
              <h2 id="figures">${texts.allFigures}</h2>
              ${lackOfYears(language, years)} ${yearsTable(view)}
              <p class="small">${texts.owedMeaning}</p>
            </section>`
    }`;
  return sitePage({ language, title, visitor, section: 'years', content });
}

/** Returns the chart of all years, oldest first. */
function yearCharts({ years, owed, language }: YearsView): Html {
  const { year: texts } = FIGURES_TEXTS[language];
  return html`<p class="legend">
      ${swatch('gain', texts.gains)} ${swatch('loss', texts.losses)} ${swatch('income', texts.income)}
      ${swatch('tax', texts.owedTax)}
    </p>
    ${columnsChart(
      years.toReversed().map((each) => columnOf(each, owed.get(each.year) ?? null)),
      language,
    )}`;
}

function columnOf({ year, totalCapitalGains, totalIncome }: Breakdown, owed: Bounds | null): Column {
  const bars: readonly Bar[] = [
    gainBar(totalCapitalGains),
    { kind: 'income', ...betweenOf(totalIncome) },
    ...(owed === null ? [] : [{ kind: 'tax' as const, ...betweenOf(amountView(owed)) }]),
  ];
  return { label: String(year), bars };
}

function unlock(language: Language, upgradeUrl: string): Html {
  const { year: texts, yearStatus } = FIGURES_TEXTS[language];
  return html`<p class="small">${texts.hatched} ${yearStatus.lockedMeaning}</p>
    <p><a class="button" href="${upgradeUrl}">${TEXTS[language].general.unlock}</a></p>`;
}

function yearsTable({ years, owed, questions, language }: YearsView): Html {
  const { year: texts, yearStatus } = FIGURES_TEXTS[language];
  const rows = years.map((each): readonly Content[] => [
    html`<a href="${PATHS.overview}/${each.year}">${each.year}</a>`,
    amountCell(language, each.totalCapitalGains),
    amountCell(language, each.totalIncome),
    owedCell(language, owed.get(each.year) ?? null),
    questionsLink(each.year, questions.get(each.year) ?? 0),
    html`<span class="tag ${each.locked ? 'closed' : 'open'}">
        ${each.locked ? yearStatus.locked : yearStatus.paid}
      </span>
      ${each.frozen ? html`<span class="tag closed">${yearStatus.submitted}</span>` : null}`,
  ]);
  return table({
    caption: texts.allFigures,
    columns: [
      yearStatus.year,
      ...[texts.gains, texts.income, texts.owedTax, texts.issues].map(numeric),
      yearStatus.status,
    ],
    rows,
  });
}

function owedCell(language: Language, owed: Bounds | null): Content {
  const { owedUnknown } = FIGURES_TEXTS[language].year;
  return owed === null
    ? html`<span class="nothing">${owedUnknown}</span>`
    : amountCell(language, amountView(owed));
}

/** Returns the number of open questions of a year, with a link to them if there are any. */
function questionsLink(year: number, count: number): Content {
  return count === 0 ? '0' : html`<a href="${PATHS.inbox}?year=${String(year)}">${count}</a>`;
}

/** The page of one year: where the taxpayer stands, and the figures behind it. */
import { ISSUE_TYPES } from '@ctx/domain/issues';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { Visitor } from '../../http/visitor.ts';
import { hatchPattern } from '../../ui/charts/hatch.ts';
import { columnsChart, isFlat } from '../../ui/charts/columns.ts';
import { facts, numeric, table } from '../../ui/components.ts';
import { fill, fillText, html, type Html } from '../../ui/html.ts';
import { type Language, monthText, time } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { PATHS, reportedAddress, submissionAddress, VERIFIER_PATH } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { answer, taxSteps } from './answer-view.ts';
import { amountCell, gainBar } from './amount.ts';
import { figuresClass, lackNote, provenNote } from './completeness.ts';
import { declarationTable, foreignAccounts, withoutCode } from './declaration.ts';
import { householdTable } from './household-view.ts';
import { exemptionParts } from './exemption-view.ts';
import type { IncomeOfYear } from './income-of-year.ts';
import { photoNotice } from './photo-notice.ts';
import { readingsAddress } from './readings-view.ts';
import type { YearFigures } from './year-figures.ts';
import { roundingNote } from './rounding.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { yearEstimate } from './year-estimate.ts';
import { incomeOfYear } from './year-income.ts';
import { yearRegime, type YearRegime } from './year-regime.ts';

export interface YearPageView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly figures: YearFigures;
  /** Null for a locked year. */
  readonly income: IncomeOfYear | 'TOO_MANY' | null;
  /** Null for a locked year. */
  readonly regime: YearRegime | null;
  /** Assets held at the end of 2025 without a price, while that is a notice. */
  readonly assetsWithoutPrice: number;
  readonly upgradeUrl: string;
  /** Whether users of this service submit their years themselves. */
  readonly isSubmittedByUser: boolean;
}

/** Returns the page of a year. In a locked year every amount is a range. */
export function yearPage(view: YearPageView): string {
  const { language, visitor, figures } = view;
  const { year: texts, yearStatus } = FIGURES_TEXTS[language];
  const { year, locked, frozen, stale } = figures;
  const title = texts.title.replace('{year}', String(year));
  const content = html`${hatchPattern()}
    <h1>${title}</h1>
    <p class="tags">
      <span class="tag">${texts.indicative}</span>
      ${locked ? html`<span class="tag">${yearStatus.locked}</span>` : null}
      ${frozen ? html`<span class="tag">${yearStatus.submitted}</span>` : null}
    </p>
    ${answerSection(view)} ${photoNotice(language, view.assetsWithoutPrice)}
    ${stale ? html`<p class="note" role="status">${texts.stale}</p>` : null} ${waiting(view)}
    ${exemption(view)}
    ${locked ? null : section('circumstances', FIGURES_TEXTS[language].yearEstimate.title, yearEstimate(language, figures))}
    ${view.regime && section('regime', FIGURES_TEXTS[language].regime.heading, yearRegime(language, view.regime, frozen))}
    ${household(view)} ${section('totals', texts.totals, totals(view))}
    ${section('months', texts.months, months(view))} ${income(view)} ${declaration(view)}
    ${section('issues', texts.issues, issues(view))} ${locked ? null : reports(view)}`;
  return sitePage({ language, title, visitor, section: 'year', content });
}

/** Returns what is owed and how it is made, with what the figures lack. In a locked year it is a sentence with a range. */
function answerSection({ language, figures, upgradeUrl }: YearPageView): Html {
  const { answer: label, steps: texts, way } = FIGURES_TEXTS[language].year;
  const { year } = figures;
  const [steps, lacks] = [taxSteps(language, figures), lackNote(language, figures)];
  return html`<section class="card answer" aria-label="${label}">
    ${answer(language, figures)}
    ${
      figures.locked
        ? html`<p><a class="button" href="${upgradeUrl}">${TEXTS[language].general.unlock}</a></p>`
        : null
    }
    <div class="side-by-side">
      ${lacks}
      ${
        steps === null
          ? null
          : html`<div>
              <h2>${texts.title}</h2>
              ${steps}
            </div>`
      }
    </div>
    ${provenNote(language, figures)}
    <p><a href="${PATHS.overview}/${year}/steps">${fill(way, { year })}</a></p>
  </section>`;
}

/** Returns the note of a locked year whose ranges wait for files. */
function waiting({ language, figures: { rangesSince } }: YearPageView): Html | null {
  if (rangesSince == null) return null;
  const since = time(language, rangesSince, 'minute');
  return html`<p class="note">${fill(FIGURES_TEXTS[language].year.rangesWait, { since })}</p>`;
}

/** Returns the page of a user without transactions, with the first step. */
export function noYearsPage({ language, visitor }: Pick<YearPageView, 'language' | 'visitor'>): string {
  const { year: texts, yearStatus } = FIGURES_TEXTS[language];
  const content = html`<h1>${texts.emptyTitle}</h1>
    <p class="lead">${yearStatus.noYears} ${texts.firstStep}</p>
    <p><a class="button" href="${PATHS.files}">${TEXTS[language].general.addFile}</a></p>
    <p><a href="${PATHS.docs}">${TEXTS[language].documentation}</a></p>`;
  return sitePage({ language, title: texts.emptyTitle, visitor, section: 'year', content });
}

function section(id: string, title: string, content: Html): Html {
  return html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

function totals({ language, figures, visitor }: YearPageView): Html {
  const texts = FIGURES_TEXTS[language].year;
  const year = String(figures.year);
  return html`<p class="tags"><span class="tag">${texts.badge}</span></p>
    <div class="${figuresClass(figures)}">
      ${facts([
        [texts.gains, amountCell(language, figures.totalCapitalGains)],
        [texts.gainsTax, amountCell(language, figures.totalCapitalGainsTax)],
        [texts.income, amountCell(language, figures.totalIncome)],
        [texts.incomeTax, amountCell(language, figures.totalIncomeTax)],
        [texts.tax, amountCell(language, figures.totalTax)],
      ])}
    </div>
    <p class="small">${texts.taxMeaning}</p>
    <p class="links">
      <a href="${PATHS.accounts}">${fillText(texts.wallets, { count: figures.walletCount })}</a>
      <a href="${PATHS.transactions}?year=${year}">
        ${texts.transactions.replace('{count}', String(figures.transactionCount))}
      </a>
      <a href="${PATHS.transactions}?year=${year}&amp;type=INCOME">${texts.incomeTransactions}</a>
      <a href="${PATHS.law}">${texts.lawLink}</a>
      ${figures.year < FIRST_TAXED_YEAR ? null : html`<a href="${PATHS.photo}?year=${year}">${FIGURES_TEXTS[language].photo.link}</a>`}
      <a href="${reportedAddress(figures.year)}">
        ${FIGURES_TEXTS[language].reported.link.replace('{year}', String(figures.year))}
      </a>
      ${
        figures.locked || figures.frozen
          ? null
          : html`<a href="${readingsAddress(figures.year)}">${FIGURES_TEXTS[language].yearReadings.link}</a>`
      }
      ${
        figures.locked || figures.frozen || !visitor.betas.includes('portfolio')
          ? null
          : html`<a href="${PATHS.sale}">${FIGURES_TEXTS[language].whatIf.title}</a>`
      }
    </p>`;
}

function exemption({ language, figures }: YearPageView): Html | null {
  const parts = exemptionParts(language, figures);
  return parts && section('exemption', FIGURES_TEXTS[language].year.exemption.title, parts);
}

function household({ language, figures }: YearPageView): Html | null {
  const content = householdTable(language, figures);
  return content && section('household', FIGURES_TEXTS[language].household.title, content);
}

function months({ language, figures }: YearPageView): Html {
  const texts = FIGURES_TEXTS[language].year;
  const { monthlyRealizedGains: all, totalCapitalGains: total } = figures;
  const columns = all.map(({ month, gain }) => ({
    label: monthText(language, month, 'short'),
    narrowLabel: monthText(language, month, 'narrow'),
    bars: [gainBar(gain)],
  }));
  const rows = [
    ...all.map(({ month, gain }) => [monthText(language, month, 'long'), amountCell(language, gain)]),
    [texts.wholeYear, amountCell(language, total)],
  ];
  const columnNames = [texts.month, numeric(texts.gains)];
  return html`${
      isFlat(columns) ? html`<p class="empty">${texts.noMonths}</p>` : columnsChart(columns, language)
    }
    <details class="with-total">
      <summary>${texts.asTable}</summary>
      ${table({ caption: texts.months, columns: columnNames, rows, isSmall: true })}
      ${roundingNote(
        language,
        all.map(({ gain }) => gain),
        total,
      )}
    </details>`;
}

function income({ language, figures, income: of }: YearPageView): Html | null {
  if (of === null || (of !== 'TOO_MANY' && of.assets.length === 0)) return null;
  const { year } = figures;
  return section(
    'income',
    FIGURES_TEXTS[language].yearIncome.title,
    incomeOfYear({ language, year, income: of, total: figures.totalIncome }),
  );
}

function declaration({ language, figures }: YearPageView): Html | null {
  const texts = FIGURES_TEXTS[language].year.declaration;
  const { declarationSummary: of } = figures;
  if (!of) return null;
  const content = html`<p class="lead">${texts.lead}</p>
    ${declarationsOf(figures, of, language)} ${withoutCode(of, language)} ${foreignAccounts(of, language)}`;
  return section('declaration', texts.title, content);
}

/** Returns the rows of the return: the taxpayer’s, or the rows of both partners. */
function declarationsOf(
  { household: partners }: YearFigures,
  of: NonNullable<YearFigures['declarationSummary']>,
  language: Language,
): Html {
  if (partners === undefined) return declarationTable(of.rows, language);
  const { you, partner } = FIGURES_TEXTS[language].household;
  return html`<h3>${you}</h3>
    ${declarationTable(partners.taxpayer.declarationRows, language)}
    <h3>${partner}</h3>
    ${declarationTable(partners.partner.declarationRows, language, 'partner-')}`;
}

function reports({ language, figures, isSubmittedByUser }: YearPageView): Html {
  const { yearReport: texts } = FIGURES_TEXTS[language];
  const address = `${PATHS.overview}/${String(figures.year)}/report`;
  return section(
    'report',
    texts.forms,
    html`<p>${texts.formsLead}</p>
      <p class="actions">
        <a class="button" href="${address}">${texts.asPage}</a>
        <a href="${address}?format=xlsx">${texts.xlsx}</a>
        <a href="${address}?format=csv-be">${texts.csvFiles}</a>
        <a href="${address}?format=csv">${texts.csv}</a>
        <a href="${address}?format=jsonl">${texts.jsonl}</a>
        <a href="${address}?format=dossier">${texts.dossier}</a>
        <a href="${VERIFIER_PATH}">${texts.verifier}</a>
      </p>
      ${
        isSubmittedByUser && !figures.frozen
          ? html`<p>
              <a href="${submissionAddress(figures.year)}">
                ${texts.submission.replace('{year}', String(figures.year))}
              </a>
            </p>`
          : null
      }`,
  );
}

function issues({ language, figures }: YearPageView): Html {
  const texts = FIGURES_TEXTS[language].year;
  const { issueTypes } = TEXTS[language];
  const { total, countsByIssueType } = figures.reviewQueueCounts;
  if (total === 0) return html`<p class="empty">${texts.noIssues}</p>`;
  const year = String(figures.year);
  const rows = ISSUE_TYPES.filter((type) => (countsByIssueType[type] ?? 0) > 0).map((type) => [
    html`<a href="${PATHS.inbox}?year=${year}&amp;type=${type}">${issueTypes[type].title}</a>`,
    String(countsByIssueType[type] ?? 0),
    issueTypes[type].effect,
  ]);
  return html`${table({
      caption: texts.issues,
      columns: [texts.issue, numeric(texts.count), texts.effect],
      rows,
    })}
    <p><a href="${PATHS.inbox}?year=${year}">${texts.allIssues}</a></p>`;
}

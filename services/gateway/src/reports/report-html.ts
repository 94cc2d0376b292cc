/** A report as one HTML file without links to other files, which prints on A4 and can be sent on. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LIMITS } from '@ctx/domain/limits';
import { fillText, html, type Html } from '../ui/html.ts';
import type { Language } from '../ui/language.ts';
import { cover } from './cover.ts';
import { htmlCell } from './html-cell.ts';
import { readingsSection } from './readings-section.ts';
import type { Report } from './report.ts';
import { type Survey, surveyOf } from './survey.ts';
import type { Cell, Column } from './tables/cell.ts';
import { titleOf } from './tables/overview.ts';
import { type Table, tablesOf } from './tables/tables.ts';
import { REPORT_TEXTS } from './texts/texts.ts';

const STYLE = readFileSync(new URL('report.css', import.meta.url), 'utf8');

/** Returns the style of a report. The note that the figures are indicative is on every printed page. */
function styleOf(language: Language): string {
  const note = JSON.stringify(REPORT_TEXTS[language].report.everyPage);
  return `${STYLE}@page{@bottom-left{content:${note};font-size:8pt}@bottom-right{content:counter(page) "/" counter(pages);font-size:8pt}}`;
}

/** Returns the source of the style in a content security policy. */
export function styleSource(language: Language): string {
  return `'sha256-${createHash('sha256').update(styleOf(language)).digest('base64')}'`;
}

/** Reads what a report has in all, and returns it as parts of one HTML document. */
export async function htmlReport(report: Report): Promise<AsyncGenerator<string>> {
  return htmlOf(report, await surveyOf(report));
}

/** Returns a report whose survey was made, as parts of HTML. */
export function htmlOf(report: Report, survey: Survey): AsyncGenerator<string> {
  return partsOf(report, tablesOf(report, survey), survey.counts.get('ISSUE') ?? 0);
}

/** The readings of the law follow the last table of the body that they explain. */
const READINGS_AFTER: Table['id'] = 'ISSUE';

async function* partsOf(report: Report, tables: readonly Table[], questions: number): AsyncGenerator<string> {
  const { language } = report;
  const texts = REPORT_TEXTS[language].report;
  yield `${head(report)}${cover(report, tables, questions).toString()}`;
  let isAnnex = false;
  for (const table of tables) {
    if (table.isAnnex && !isAnnex)
      yield html`<h1 id="ANNEX">${texts.annex}</h1>
        <p>${texts.annexLead}</p> `.toString();
    isAnnex = table.isAnnex;
    yield* tableParts(table, language);
    if (table.id === READINGS_AFTER) yield readingsSection(report);
  }
  yield '</main></body></html>\n';
}

function head(report: Report): string {
  const { language } = report;
  // The style is raw text: in an element of this kind, characters are not escaped.
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${html`<title>${titleOf(report)}</title>`.toString()}
<style>${styleOf(language)}</style></head>
<body><main>`;
}

/** Tables of so many columns are printed smaller, so that large amounts fit on A4. */
const DENSE_FROM = 8;

async function* tableParts(table: Table, language: Language): AsyncGenerator<string> {
  const { id, title, lead, columns, rowCount, sum } = table;
  const { none, moreQuestions } = REPORT_TEXTS[language].report;
  const heading = html`<h2 id="${id}">${title}</h2>
    <p class="lead">${lead}</p>`;
  if (rowCount === 0) {
    yield html`${heading}
      <p>${none}</p> `.toString();
    return;
  }
  const isDense = table.isAnnex || columns.length >= DENSE_FROM;
  const titles = columns.map((column) => html`<th scope="col" ${aligned(column)}>${column.title}</th>`);
  yield `${heading.toString()}<div class="scroll${isDense ? ' dense' : ''}" tabindex="0" role="region" aria-labelledby="${id}"><table aria-labelledby="${id}"><thead><tr>${html`${titles}`.toString()}</tr></thead><tbody>`;
  for await (const row of table.rows()) yield rowOf(row, columns, language).toString();
  if (sum !== null) yield html`</tbody><tfoot>${rowOf(sum, columns, language)}`.toString();
  yield `</${sum === null ? 'tbody' : 'tfoot'}></table></div>\n`;
  const { reportQuestionsMax: max } = LIMITS;
  if (id === 'ISSUE' && rowCount === max)
    yield html`<p>${fillText(moreQuestions, { count: max })}</p> `.toString();
}

function rowOf(row: readonly Cell[], columns: readonly Column[], language: Language): Html {
  const cells = row.map((cell, position) => {
    const align = aligned(columns[position]);
    const content = htmlCell(cell, language);
    return position === 0
      ? html`<th scope="row" ${align}>${content}</th>`
      : html`<td ${align}>${content}</td>`;
  });
  return html`<tr>
    ${cells}
  </tr> `;
}

const NUMBER = html`class="number"`;

function aligned(column: Column | undefined): Html | null {
  return column?.isNumber === true ? NUMBER : null;
}

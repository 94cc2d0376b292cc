/** The cover of a report: whose it is, of which period, its status, what is missing, and its contents. */
import { fillText, html, type Html } from '../ui/html.ts';
import { lackSection } from './completeness.ts';
import { htmlCell } from './html-cell.ts';
import type { Report } from './report.ts';
import { supportingSection } from './supporting.ts';
import { overviewOf, titleOf } from './tables/overview.ts';
import type { Table } from './tables/tables.ts';
import { REPORT_TEXTS } from './texts/texts.ts';

/** Returns the cover of a report with these tables. `questions` is the number of open questions. */
export function cover(report: Report, tables: readonly Table[], questions: number): Html {
  const { language, first } = report;
  const texts = REPORT_TEXTS[language].report;
  const lacks = lackSection(language, first.lines);
  return html`<header class="cover">
    <h1>${titleOf(report)}</h1>
    <p class="stamps">
      ${first.submittedAt == null ? html`<strong>${texts.draft}</strong>` : null}
      ${lacks === null ? null : html`<strong>${texts.incompleteStamp}</strong>`}
    </p>
    <dl>
      ${overviewOf(report).map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${htmlCell(value, language)}</dd>
          </div>`,
      )}
    </dl>
    <p class="indicative">${texts.indicative}</p>
    ${
      lacks === null
        ? null
        : html`<h2>${texts.missing}</h2>
            ${lacks}`
    }
    ${supportingSection(report, questions)}
    <h2>${texts.contents}</h2>
    ${contents(tables, ({ isAnnex }) => !isAnnex, report)}
    <p>${texts.annex}</p>
    ${contents(tables, ({ isAnnex }) => isAnnex, report)}
    <p>${texts.digits}</p>
  </header>`;
}

function contents(tables: readonly Table[], isListed: (table: Table) => boolean, { language }: Report): Html {
  const { rows } = REPORT_TEXTS[language].report;
  return html`<ul class="contents">
    ${tables.filter(isListed).map(
      ({ id, title, rowCount }) =>
        html`<li>
          <a href="#${id}">${title}</a>
          <span>${fillText(rowCount === 1 ? rows.one : rows.several, { count: rowCount })}</span>
        </li> `,
    )}
  </ul>`;
}

/** The cover of a report: whose it is, of which period, its status, what is missing, and its contents. */
import { brusselsDayText, yearStartMs } from '@ctx/domain/brussels';
import { name } from '../ui/components.ts';
import { type Content, fill, fillText, html, type Html } from '../ui/html.ts';
import { time } from '../ui/language.ts';
import { lackSection } from './completeness.ts';
import type { Report } from './report.ts';
import type { Table } from './tables/tables.ts';
import { wordOf } from './tables/cell.ts';
import { REPORT_TEXTS } from './texts/texts.ts';

/** Returns the cover of a report with these tables. */
export function cover(report: Report, tables: readonly Table[]): Html {
  const { language, first } = report;
  const texts = REPORT_TEXTS[language].report;
  const lacks = lackSection(language, first.lines);
  const isDraft = first.submittedAt == null;
  return html`<header class="cover">
    <h1>${titleOf(report)}</h1>
    <p class="stamps">
      ${isDraft ? html`<strong>${texts.draft}</strong>` : null}
      ${lacks === null ? null : html`<strong>${texts.incompleteStamp}</strong>`}
    </p>
    <dl>
      ${facts(report).map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
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
    <h2>${texts.contents}</h2>
    ${contents(tables, ({ isAnnex }) => !isAnnex, report)}
    <p>${texts.annex}</p>
    ${contents(tables, ({ isAnnex }) => isAnnex, report)}
    <p>${texts.digits}</p>
  </header>`;
}

/** Returns the title of the document. */
export function titleOf({ year, language }: Report): string {
  return fillText(REPORT_TEXTS[language].report.title, { year });
}

function facts(report: Report): readonly (readonly [string, Content])[] {
  const { language, first, taxpayer, madeOn } = report;
  const texts = REPORT_TEXTS[language].report;
  const { submittedAt, stale, regime } = first;
  const status =
    submittedAt == null
      ? html`${texts.notSubmitted} ${stale ? texts.stale : null}`
      : fill(texts.submittedOn, { day: time(language, submittedAt, 'day') });
  return [
    ...(taxpayer === null ? [] : [[texts.taxpayer, name(taxpayer)] as const]),
    [texts.period, period(report)],
    [texts.status, status],
    // The document of a submitted year stays the same, whenever it is printed.
    ...(submittedAt == null ? [[texts.madeOn, time(language, madeOn, 'day')] as const] : []),
    [texts.regime, wordOf(texts.regimes, regime)],
  ];
}

/** The days that the figures cover: the year, or its part that was over when the report was made. */
function period({ year, language, first, madeOn }: Report): Html {
  const end = brusselsDayText(yearStartMs(year + 1) - 1);
  const seen = first.submittedAt == null ? madeOn : brusselsDayText(Date.parse(first.submittedAt));
  return fill(REPORT_TEXTS[language].report.periodOf, {
    from: time(language, brusselsDayText(yearStartMs(year)), 'day'),
    until: time(language, seen < end ? seen : end, 'day'),
  });
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

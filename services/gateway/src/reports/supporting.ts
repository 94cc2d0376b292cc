/** The report as the supporting document of the return (income tax code, art. 307, § 1/1), and what it lacks to be complete. */
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { fillText, html, type Html } from '../ui/html.ts';
import { lacksOfLines } from './completeness.ts';
import type { Report } from './report.ts';
import { REPORT_TEXTS } from './texts/texts.ts';

/** Returns the section of the cover; null for a year without an exemption, in which there is nothing to claim. */
export function supportingSection(report: Report, questions: number): Html | null {
  const lacks = supportingLacks(report, questions);
  if (lacks === null) return null;
  const { supporting: texts } = REPORT_TEXTS[report.language];
  const missing =
    lacks.length === 0
      ? html`<p>${texts.complete}</p>`
      : html`<p>${texts.incomplete}</p>
          <ul>
            ${lacks.map((lack) => html`<li>${lack}</li> `)}
          </ul>`;
  return html`<h2>${texts.title}</h2>
    <p>${texts.statement}</p>
    ${missing}`;
}

/** Returns the same as rows of a sheet, each with its term. */
export function supportingRows(report: Report, questions: number): (readonly [string | null, string])[] {
  const lacks = supportingLacks(report, questions);
  if (lacks === null) return [];
  const { supporting: texts } = REPORT_TEXTS[report.language];
  const missing = lacks.map((lack, index) => [index === 0 ? texts.incomplete : null, lack] as const);
  return [
    [texts.title, texts.statement],
    ...(lacks.length === 0 ? [[null, texts.complete] as const] : missing),
  ];
}

/**
 * Returns what the document lacks; null for a year without an exemption. `questions` is the number of open questions. The report of a
 * submitted year has no estimate, so it does not say whether circumstances were stated.
 */
function supportingLacks({ language, year, first }: Report, questions: number): string[] | null {
  if (year < FIRST_TAXED_YEAR || first.regime !== 'NORMAAL_BEHEER') return null;
  const { lacks: texts } = REPORT_TEXTS[language].supporting;
  const { withoutValue, photoPricesMissing } = lacksOfLines(first.lines);
  const isSubmitted = first.submittedAt != null;
  const hasEstimate = first.lines.some(({ name }) => name?.startsWith('estimate.') ?? false);
  return [
    ...counted(texts.questions, questions),
    ...counted(texts.values, withoutValue),
    ...counted(texts.photoPrices, photoPricesMissing),
    ...(isSubmitted || hasEstimate ? [] : [texts.circumstances]),
    ...(isSubmitted ? [] : [texts.submission]),
  ];
}

function counted(texts: { readonly one: string; readonly several: string }, count: number): string[] {
  return count === 0 ? [] : [fillText(count === 1 ? texts.one : texts.several, { count })];
}

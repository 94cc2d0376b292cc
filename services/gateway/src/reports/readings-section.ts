/** The part of a report with the year under other readings of the law. */
import { html, type Html } from '../ui/html.ts';
import { readingColumns, readingRows, unchangedReadings } from './readings-tables.ts';
import type { Report } from './report.ts';
import { REPORT_TEXTS } from './texts/texts.ts';

/** Returns the readings of the year, or why they are not there; nothing for a report that has none. */
export function readingsSection({ language, readings }: Report): string {
  if (readings === null) return '';
  const { readings: texts } = REPORT_TEXTS[language];
  const start = html`<h2 id="READINGS">${texts.heading}</h2>
    <p>${texts.lead}</p>`;
  if (typeof readings === 'string')
    return html`${start}
      <p>${texts[readings]}</p>`.toString();
  const columns = readingColumns(language);
  const cellsOf = ([first = '', ...amounts]: readonly string[]): Html =>
    html`<th scope="row">${first}</th>
      ${amounts.map((amount) => html`<td class="number">${amount}</td>`)}`;
  return html`${start}
    <div class="scroll" tabindex="0" role="region" aria-labelledby="READINGS">
      <table aria-labelledby="READINGS">
        <thead>
          <tr>
            ${columns.map((title, index) => html`<th scope="col" ${index > 0 ? html`class="number"` : null}>${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${readingRows(language, readings).map(
            (row) =>
              html`<tr>
                ${cellsOf(row)}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    ${unchangedReadings(language, readings)}`.toString();
}

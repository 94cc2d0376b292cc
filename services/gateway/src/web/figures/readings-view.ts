/** The page of a year under other readings of the law. */
import type { Visitor } from '../../http/visitor.ts';
import {
  type NoReadings,
  readingColumns,
  readingRows,
  type Readings,
  unchangedReadings,
} from '../../reports/readings-tables.ts';
import { REPORT_TEXTS } from '../../reports/texts/texts.ts';
import { numeric, table } from '../../ui/components.ts';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

export interface ReadingsPageView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly year: number;
  readonly readings: Readings | NoReadings;
}

/** The address of the readings of a year. */
export function readingsAddress(year: number): string {
  return `${PATHS.overview}/${String(year)}/readings`;
}

/** Returns the page of the readings of a year. */
export function readingsPage({ language, visitor, year, readings }: ReadingsPageView): string {
  const { readings: texts } = REPORT_TEXTS[language];
  const { year: yearTexts, yearReadings } = FIGURES_TEXTS[language];
  const title = yearReadings.title.replace('{year}', String(year));
  const content = html`<h1>${title}</h1>
    <p class="lead">${texts.lead}</p>
    ${
      typeof readings === 'string'
        ? html`<p class="note" role="status">${texts[readings]}</p>`
        : html`${readingsTable(language, readings)} ${unchangedReadings(language, readings)}`
    }
    <p class="links">
      <a href="${PATHS.overview}/${String(year)}">${yearReadings.back.replace('{year}', String(year))}</a>
      <a href="${PATHS.law}">${yearTexts.lawLink}</a>
    </p>`;
  return sitePage({ language, title, visitor, section: 'year', content });
}

function readingsTable(language: Language, readings: Readings): Html {
  const { heading, hidden } = REPORT_TEXTS[language].readings;
  const [first = '', ...amounts] = readingColumns(language);
  const rows = readingRows(language, readings).map(([reading = '', ...cells]) => [
    reading,
    ...cells.map((cell) => (cell === hidden ? cell : html`<bdi class="number">${cell}</bdi>`)),
  ]);
  return table({ caption: heading, columns: [first, ...amounts.map(numeric)], rows });
}

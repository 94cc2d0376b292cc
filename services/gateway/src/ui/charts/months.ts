/** A chart of the months of a year. */
import { html, type Html } from '../html.ts';
import type { Language } from '../language.ts';
import { type Column, columnsChart, domainOf } from './columns.ts';

/** The chart has two halves, which are below each other on a narrow screen. */
const HALF_YEARS = [
  [0, 6],
  [6, 12],
] as const;
const HALF_WIDTH = 288;

/** Returns the chart of twelve columns, on one scale. */
export function monthsChart(columns: readonly Column[], language: Language): Html {
  const domain = domainOf(columns);
  const halves = HALF_YEARS.map(
    ([from, to]) =>
      html`${columnsChart({ columns: columns.slice(from, to), domain, width: HALF_WIDTH, language })} `,
  );
  return html`<div class="charts">${halves}</div>`;
}

/** Returns whether all columns are 0. */
export function isFlat(columns: readonly Column[]): boolean {
  const [low, high] = domainOf(columns);
  return low === high;
}

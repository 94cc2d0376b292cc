/** Bars of the value and the cost of assets, on one scale. */
import { scaleLinear } from 'd3-scale';
import { html, type Html } from '../html.ts';

/** The value and cost of an asset in EUR. */
export interface ValueBars {
  readonly label: string;
  readonly value: number;
  readonly cost: number;
}

const BAR_HEIGHT = 14;
const ROW_HEIGHT = 2 * BAR_HEIGHT + 4;

/** Returns a row for each asset: its value above, its cost below. Screen readers skip the bars: a table has the figures. */
export function valueBars(assets: readonly ValueBars[]): Html {
  const percent = scaleLinear(
    [0, Math.max(1, ...assets.flatMap(({ value, cost }) => [value, cost]))],
    [0, 100],
  );
  const width = (eur: number): string => `${percent(Math.max(0, eur)).toFixed(2)}%`;
  const rows = assets.map(
    ({ label, value, cost }) =>
      html`<div class="value-bars">
        <span><bdi>${label}</bdi></span>
        <svg width="100%" height="${ROW_HEIGHT}" focusable="false">
          <rect class="gain" width="${width(value)}" height="${BAR_HEIGHT}" />
          <rect class="tax" y="${BAR_HEIGHT + 2}" width="${width(cost)}" height="${BAR_HEIGHT}" />
        </svg>
      </div>`,
  );
  return html`<div aria-hidden="true">${rows}</div>`;
}

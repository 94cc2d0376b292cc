/** Bars of the value and the cost of assets, on one scale. */
import { scaleLinear } from 'd3-scale';
import { html, type Html } from '../html.ts';

/** The value and cost of an asset in EUR. */
export interface ValueBars {
  readonly label: string;
  /** Null where no price is known. */
  readonly value: number | null;
  readonly cost: number;
}

const BAR_HEIGHT = 14;
const ROW_HEIGHT = 2 * BAR_HEIGHT + 4;

/** Returns a row for each asset: its value above, or the word `unknown`, and its cost below, all to one scale. Screen readers skip the bars: a table has the figures. */
export function valueBars(assets: readonly ValueBars[], unknown: string): Html {
  const percent = scaleLinear(
    [0, Math.max(1, ...assets.flatMap(({ value, cost }) => [value ?? 0, cost]))],
    [0, 100],
  );
  const width = (eur: number): string => `${percent(Math.max(0, eur)).toFixed(2)}%`;
  const rows = assets.map(
    ({ label, value, cost }) =>
      html`<div class="value-bars">
        <span><bdi>${label}</bdi></span>
        <svg width="100%" height="${ROW_HEIGHT}" focusable="false">
          ${
            value === null
              ? html`<text class="unknown" y="${BAR_HEIGHT - 2}">${unknown}</text>`
              : html`<rect class="gain" width="${width(value)}" height="${BAR_HEIGHT}" />`
          }
          <rect class="tax" y="${BAR_HEIGHT + 2}" width="${width(cost)}" height="${BAR_HEIGHT}" />
        </svg>
      </div>`,
  );
  return html`<div aria-hidden="true">${rows}</div>`;
}

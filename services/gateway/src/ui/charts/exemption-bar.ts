/** The exemption of a year as one bar: used, left, and above it. */
import { scaleLinear } from 'd3-scale';
import { html, type Html } from '../html.ts';

/** A figure in EUR, between two bounds in a locked year. */
export interface Between {
  readonly low: number;
  readonly high: number;
}

export interface ExemptionView {
  readonly gains: Between;
  readonly total: Between;
  readonly used: Between;
  readonly carriedIn: Between;
  readonly carriedOut: Between;
}

/**
 * Returns the bar. A strip below it marks the part that earlier years carried in, at its start, and the part that goes to later
 * years, at its end. Figures between bounds are hatched. Screen readers skip it: the figures are in a list next to it.
 */
export function exemptionBar({ gains, total, used, carriedIn, carriedOut }: ExemptionView): Html {
  const percent = scaleLinear([0, Math.max(total.high, gains.high)], [0, 100]).clamp(true);
  const part = (kind: string, from: number, to: number): Html | null =>
    to <= from
      ? null
      : html`<rect class="${kind}" ${place(percent(from), percent(to))} height="100%" />
          ${kind === 'uncertain' ? html`<rect fill="url(#hatch)" ${place(percent(from), percent(to))} height="100%" />` : null}`;
  const strips = [
    part('carried-in', 0, carriedIn.low),
    part('uncertain', carriedIn.low, carriedIn.high),
    part('uncertain', total.low - carriedOut.high, total.low - carriedOut.low),
    part('carried-out', total.low - carriedOut.low, total.low),
  ];
  return html`<svg class="exemption" width="100%" height="24" aria-hidden="true" focusable="false">
      ${part('left', 0, total.low)} ${part('used', 0, used.low)} ${part('uncertain', used.low, used.high)}
      ${part('uncertain', total.low, total.high)} ${part('excess', total.high, gains.low)}
    </svg>
    <svg class="exemption strip" width="100%" height="6" aria-hidden="true" focusable="false">
      ${strips}
    </svg>`;
}

function place(from: number, to: number): Html {
  const percent = (value: number): string => `${String(Math.round(value * 100) / 100)}%`;
  return html`x="${percent(from)}" width="${percent(to - from)}"`;
}

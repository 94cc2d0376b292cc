/** A chart of columns as SVG. It has no style of its own: style.css colours it, also in dark mode. */
import { scaleBand, scaleLinear } from 'd3-scale';
import { html, type Html } from '../html.ts';
import { type Language, wholeEuroText } from '../language.ts';

/** What a bar shows; its class in style.css. Losses are below the axis. */
export type BarKind = 'gain' | 'loss' | 'income' | 'tax';

/** One bar, in EUR. An exact figure has equal ends; the figure of a locked year is drawn as a hatched range between them. */
export interface Bar {
  readonly kind: BarKind;
  readonly low: number;
  readonly high: number;
}

/** A group of bars with one label. */
export interface Column {
  readonly label: string;
  readonly bars: readonly Bar[];
}

/** The lowest and the highest value of charts that are compared, at most and at least 0. */
export type Domain = readonly [low: number, high: number];

/** Returns the domain that holds all bars. */
export function domainOf(columns: readonly Column[]): Domain {
  const bars = columns.flatMap((column) => column.bars);
  return [Math.min(0, ...bars.map(({ low }) => low)), Math.max(0, ...bars.map(({ high }) => high))];
}

const HEIGHT = 200;
const LABEL_HEIGHT = 22;
/** Room for the figures above and below the bars, which have two lines for a range. */
const FIGURE_HEIGHT = 32;
const LINE_HEIGHT = 13;
const THINNEST = 1.5;

/** Returns a chart, `width` units wide. Screen readers skip it: the figures are in a table next to it. */
export function columnsChart({
  columns,
  domain,
  width,
  language,
}: {
  readonly columns: readonly Column[];
  readonly domain: Domain;
  readonly width: number;
  readonly language: Language;
}): Html {
  const labels = columns.map(({ label }) => label);
  const x = scaleBand(labels, [0, width]).paddingInner(0.2).paddingOuter(0.1);
  const y = scaleLinear(domain, [HEIGHT - LABEL_HEIGHT - (domain[0] < 0 ? FIGURE_HEIGHT : 0), FIGURE_HEIGHT]);
  const groups = columns.map(({ label, bars }) => {
    const left = x(label) ?? 0;
    const within = scaleBand(
      bars.map(({ kind }) => kind),
      [left, left + x.bandwidth()],
    ).paddingInner(0.1);
    const shapes = bars.map((bar) => barShape(bar, within(bar.kind) ?? 0, within.bandwidth(), y, language));
    const middle = String(left + x.bandwidth() / 2);
    return html`${shapes}<text class="label" x="${middle}" y="${String(HEIGHT - 6)}">${label}</text> `;
  });
  const axis = rounded(y(0));
  return html`<svg class="columns" viewBox="0 0 ${width} ${HEIGHT}" aria-hidden="true" focusable="false">
    ${groups}
    <line class="axis" x1="0" x2="${width}" y1="${axis}" y2="${axis}" />
  </svg>`;
}

/** Returns a bar with its figure; nothing for 0. */
function barShape(
  { kind, low, high }: Bar,
  left: number,
  width: number,
  y: (eur: number) => number,
  language: Language,
): Html | null {
  if (low === 0 && high === 0) return null;
  const isRange = low !== high;
  const [top, bottom] = isRange ? [y(high), y(low)] : [y(Math.max(low, 0)), y(Math.min(low, 0))];
  const height = Math.max(bottom - top, THINNEST);
  const lines = isRange
    ? [`${wholeEuroText(language, low)} –`, wholeEuroText(language, high)]
    : [wholeEuroText(language, low)];
  const isBelow = high <= 0;
  const first = isBelow ? bottom + LINE_HEIGHT : top - 5 - (lines.length - 1) * LINE_HEIGHT;
  const middle = rounded(left + width / 2);
  const figures = lines.map(
    (text, index) =>
      html`<text class="figure" x="${middle}" y="${rounded(first + index * LINE_HEIGHT)}">${text}</text> `,
  );
  const place = html`x="${rounded(left)}" y="${rounded(top)}" width="${rounded(width)}"
  height="${rounded(height)}"`;
  return html`<rect class="bar ${kind} ${isRange ? 'range' : null}" ${place} />
    ${isRange ? html`<rect fill="url(#hatch)" ${place} />` : null}${figures}`;
}

function rounded(length: number): string {
  return String(Math.round(length * 100) / 100);
}

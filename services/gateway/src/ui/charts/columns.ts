/** A chart of columns as SVG, as wide as its place. It has no style of its own: style.css colours it, also in dark mode. */
import { scaleBand, scaleLinear } from 'd3-scale';
import { html, type Html } from '../html.ts';
import { chartEuroText, type Language } from '../language.ts';

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
  /** What the label is on a phone. */
  readonly narrowLabel?: string;
  readonly bars: readonly Bar[];
}

const HEIGHT = 232;
const LABEL_HEIGHT = 24;
/** Room for the figures above and below the bars, which have two lines for a range. */
const FIGURE_HEIGHT = 32;
const LINE_HEIGHT = 13;
const THINNEST = 1.5;
const TICKS = 4;
const TICKS_WIDTH = 68;
/** Width that figures may take on a desktop, and that of one character. */
const FIGURES_WIDTH = 620;
const CHARACTER_WIDTH = 6;
/** A phone has room for the figures of so many bars. */
const BARS_ON_A_PHONE = 4;

type Scale = (eur: number) => number;

/** Returns a chart with an axis of values. Screen readers skip it: the figures are in a table next to it. */
export function columnsChart(columns: readonly Column[], language: Language): Html {
  const bars = columns.flatMap((column) => column.bars);
  const low = Math.min(0, ...bars.map((bar) => bar.low));
  const high = Math.max(0, ...bars.map((bar) => bar.high));
  const bottom = HEIGHT - LABEL_HEIGHT - (low < 0 ? FIGURE_HEIGHT : 0);
  const y = scaleLinear([low, high], [bottom, FIGURE_HEIGHT]).nice(TICKS);
  const ticks = y.ticks(TICKS);
  const x = scaleBand(
    columns.map(({ label }) => label),
    [0, 100],
  )
    .paddingInner(0.3)
    .paddingOuter(0.15);
  const hasFigures = fit(bars, language);
  const groups = columns.map((column) => {
    const left = x(column.label) ?? 0;
    const within = scaleBand(
      column.bars.map(({ kind }) => kind),
      [left, left + x.bandwidth()],
    ).paddingInner(0.1);
    const shapes = column.bars.map((bar) => {
      const place = { left: within(bar.kind) ?? 0, width: within.bandwidth() };
      return html`${barShape(bar, place, y)}${hasFigures && figuresOf(bar, place, { y, language })}`;
    });
    return html`${shapes}${labelOf(column, left + x.bandwidth() / 2)}`;
  });
  const isDense = bars.length > BARS_ON_A_PHONE;
  return html`<div class="chart ${isDense && 'dense'}" aria-hidden="true">
    <svg class="ticks" width="${TICKS_WIDTH}" height="${HEIGHT}" focusable="false">
      ${ticks.map((eur) => html`<text x="${TICKS_WIDTH - 8}" y="${rounded(y(eur) + 4)}">${chartEuroText(language, eur)}</text> `)}
    </svg>
    <svg class="columns" width="100%" height="${HEIGHT}" focusable="false">
      ${ticks.map((eur) => html`<line class="grid" x1="0" x2="100%" y1="${rounded(y(eur))}" y2="${rounded(y(eur))}" /> `)}
      ${groups}
      <line class="axis" x1="0" x2="100%" y1="${rounded(y(0))}" y2="${rounded(y(0))}" />
    </svg>
  </div>`;
}

/** Tells whether the figures of all bars have room beside each other. */
function fit(bars: readonly Bar[], language: Language): boolean {
  const lengths = bars.flatMap((bar) => linesOf(bar, language).map((line) => line.length));
  return Math.max(0, ...lengths) * CHARACTER_WIDTH * bars.length <= FIGURES_WIDTH;
}

function labelOf({ label, narrowLabel }: Column, middle: number): Html {
  const text = (content: string, kind: string): Html =>
    html`<text class="label ${kind}" x="${percent(middle)}" y="${HEIGHT - 6}">${content}</text> `;
  return narrowLabel === undefined
    ? text(label, '')
    : html`${text(label, 'only-wide')}${text(narrowLabel, 'only-narrow')}`;
}

interface Place {
  readonly left: number;
  readonly width: number;
}

/** Returns a bar; nothing for 0. */
function barShape({ kind, low, high }: Bar, { left, width }: Place, y: Scale): Html | null {
  if (low === 0 && high === 0) return null;
  const isRange = low !== high;
  const { top, bottom } = endsOf(low, high, y);
  const place = html`x="${percent(left)}" y="${rounded(top)}" width="${percent(width)}"
  height="${rounded(Math.max(bottom - top, THINNEST))}"`;
  return html`<rect class="bar ${kind} ${isRange ? 'range' : null}" ${place} />
    ${isRange ? html`<rect fill="url(#hatch)" ${place} />` : null}`;
}

function endsOf(low: number, high: number, y: Scale): { readonly top: number; readonly bottom: number } {
  return low === high
    ? { top: y(Math.max(low, 0)), bottom: y(Math.min(low, 0)) }
    : { top: y(high), bottom: y(low) };
}

/** Returns the figure of a bar above it, or below a loss; nothing for 0. */
function figuresOf(
  bar: Bar,
  { left, width }: Place,
  { y, language }: { readonly y: Scale; readonly language: Language },
): Html | null {
  const { low, high } = bar;
  if (low === 0 && high === 0) return null;
  const { top, bottom } = endsOf(low, high, y);
  const lines = linesOf(bar, language);
  const first = high <= 0 ? bottom + LINE_HEIGHT : top - 5 - (lines.length - 1) * LINE_HEIGHT;
  const texts = lines.map(
    (text, index) =>
      html`<text class="figure" x="${percent(left + width / 2)}" y="${rounded(first + index * LINE_HEIGHT)}"
        >${text}</text
      > `,
  );
  return html`${texts}`;
}

function linesOf({ low, high }: Bar, language: Language): string[] {
  return low === high
    ? [chartEuroText(language, low)]
    : [`${chartEuroText(language, low)} –`, chartEuroText(language, high)];
}

/** Returns whether all columns are 0. */
export function isFlat(columns: readonly Column[]): boolean {
  return columns.every(({ bars }) => bars.every(({ low, high }) => low === 0 && high === 0));
}

function rounded(length: number): string {
  return String(Math.round(length * 100) / 100);
}

function percent(part: number): string {
  return `${rounded(part)}%`;
}

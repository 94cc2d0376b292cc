/** Renders a line chart as SVG for light and dark mode; an axis is logarithmic if its values span more than a factor of ten. */
import { escaped } from './escape.ts';
import type { Point, Series } from './growth-results.ts';
import { digits } from './report.ts';

const [WIDTH, HEIGHT] = [640, 360];
const MARGIN = { left: 64, right: 24, top: 48, bottom: 72 };
const COLOURS = [
  { light: '#0b5fb0', dark: '#6cb6ff' },
  { light: '#b3410b', dark: '#ffa657' },
  { light: '#1a7f37', dark: '#7ee787' },
];

interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Returns the chart of one series. */
export function svgOf({ title, x, y, lines, isLinear = false }: Series): string {
  const named = Object.entries(lines);
  const points = named.flatMap(([, each]) => each);
  const across = scaleOf(
    points.map((point) => point.x),
    MARGIN.left,
    WIDTH - MARGIN.right,
    isLinear,
  );
  const heights = [0, ...points.map((point) => point.y)];
  const up = scaleOf(heights, HEIGHT - MARGIN.bottom, MARGIN.top, isLinear);
  const bottom = HEIGHT - MARGIN.bottom;
  const parts = [
    `<text x="${MARGIN.left}" y="24" class="title">${escaped(title)}</text>`,
    ...up.ticks.map((tick) => {
      const at = place(up.at(tick));
      return `<path class="grid" d="M${MARGIN.left} ${at}H${WIDTH - MARGIN.right}"/><text class="end" x="${MARGIN.left - 8}" y="${at}" dy="4">${short(tick)}</text>`;
    }),
    ...across.ticks.map((tick) => {
      const at = place(across.at(tick));
      return `<path class="grid" d="M${at} ${MARGIN.top}V${bottom}"/><text class="middle" x="${at}" y="${bottom + 18}">${short(tick)}</text>`;
    }),
    `<text class="middle" x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${bottom + 38}">${escaped(x)}</text>`,
    `<text x="${MARGIN.left}" y="40">${escaped(y)}</text>`,
    ...named.map(([name, each], index) => lineOf(name, each, index, { across, up })),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}">
${STYLE}
${parts.join('\n')}
</svg>
`;
}

const STYLE = `<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; font-size: 14px; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.grid { stroke: #8888; stroke-width: 0.5; fill: none; }
.line { fill: none; stroke-width: 2; }
${COLOURS.map(({ light }, index) => `.s${index} { stroke: ${light}; } .d${index} { fill: ${light}; }`).join('\n')}
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
${COLOURS.map(({ dark }, index) => `.s${index} { stroke: ${dark}; } .d${index} { fill: ${dark}; }`).join('\n')}
}
</style>`;

function lineOf(
  name: string,
  points: readonly Point[],
  index: number,
  { across, up }: { readonly across: Scale; readonly up: Scale },
): string {
  const colour = index % COLOURS.length;
  const at = points.map((point) => [place(across.at(point.x)), place(up.at(point.y))] as const);
  const path = at.map(([left, top]) => `${left} ${top}`).join('L');
  const dots =
    at.length > DOTS_MAX
      ? []
      : at.map(([left, top]) => `<circle class="d${colour}" cx="${left}" cy="${top}" r="3"/>`);
  const legend = `<circle class="d${colour}" cx="${MARGIN.left + index * 190}" cy="${HEIGHT - 14}" r="5"/><text x="${MARGIN.left + index * 190 + 10}" y="${HEIGHT - 10}">${escaped(name)}</text>`;
  return `<path class="line s${colour}" d="M${path}"/>${dots.join('')}${legend}`;
}

const DOTS_MAX = 20;
const TICKS = 5;

/** Returns the scale from values to pixels. Zero has no logarithm, so a scale with zero and few powers of ten is linear. */
function scaleOf(values: readonly number[], from: number, to: number, isLinear: boolean): Scale {
  const positive = values.filter((value) => value > 0);
  const [low, high] = [Math.min(...positive, Infinity), Math.max(...positive, 1e-9)];
  if (!isLinear && high / low > 20) {
    const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
    const at = (value: number): number =>
      from + ((Math.log10(Math.max(value, 10 ** first)) - first) / (last - first)) * (to - from);
    return { at, ticks: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)) };
  }
  const step = stepOf(high);
  const top = Math.ceil(high / step) * step;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  return { at: (value) => from + (value / top) * (to - from), ticks };
}

/** Returns a step between ticks: 1, 2 or 5 times a power of ten. */
function stepOf(high: number): number {
  const rough = high / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? rough;
}

function place(value: number): string {
  return value.toFixed(1);
}

function short(value: number): string {
  if (value >= 1_000_000) return `${String(value / 1_000_000)}M`;
  if (value >= 1000) return `${String(value / 1000)}k`;
  return value === 0 ? '0' : String(Number(digits(value)));
}

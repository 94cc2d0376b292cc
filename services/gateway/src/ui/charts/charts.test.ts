import { describe, expect, it } from '@jest/globals';
import { type Bar, columnsChart, isFlat } from './columns.ts';
import { exemptionBar } from './exemption-bar.ts';

const exactly = (eur: number) => ({ low: eur, high: eur });
const gain = (eur: number): Bar => ({ kind: eur < 0 ? 'loss' : 'gain', ...exactly(eur) });

interface Shape {
  readonly kind: string;
  readonly y: number;
  readonly height: number;
}

/** Returns the chart of these bars, one in each column, with its shapes, its figures and the height of its axis. */
function draw(...bars: readonly Bar[]): { svg: string; shapes: Shape[]; figures: string[]; axis: number } {
  const columns = bars.map((bar, index) => ({ label: String(index), bars: [bar] }));
  const svg = String(columnsChart(columns, 'en'));
  const rects = [...svg.matchAll(/<rect\s+class="bar ([^"]*?) ?"[^>]*y="([^"]+)"[^>]*height="([^"]+)"/g)];
  const texts = [...svg.matchAll(/<text class="figure"[^>]*>([^<]+)/g)];
  return {
    svg,
    shapes: rects.map(([, kind = '', y, height]) => ({ kind, y: Number(y), height: Number(height) })),
    figures: texts.map(([, text = '']) => text),
    axis: Number(/class="axis"[^>]* y1="([^"]+)"/.exec(svg)?.[1]),
  };
}

describe('a chart of columns', () => {
  it('draws gains on the axis and losses below it, on one scale', () => {
    const { shapes, axis, figures } = draw(gain(1000), gain(-500));
    const [up, down] = shapes;
    expect(shapes.map(({ kind }) => kind)).toEqual(['gain', 'loss']);
    expect((up?.y ?? 0) + (up?.height ?? 0)).toBeCloseTo(axis, 1);
    expect(down?.y).toBeCloseTo(axis, 1);
    expect((up?.height ?? 0) / (down?.height ?? 1)).toBeCloseTo(2, 1);
    expect(figures).toEqual(['€1,000', '-€500']);
  });

  it('draws nothing for 0, and something for the smallest figure', () => {
    const { shapes } = draw(gain(0), gain(0.01), gain(100_000));
    expect(shapes).toHaveLength(2);
    expect(Math.min(...shapes.map(({ height }) => height))).toBeGreaterThanOrEqual(1);
  });

  it('draws the range of a locked year as a hatched bar between its ends', () => {
    const { shapes, axis, figures, svg } = draw({ kind: 'gain', low: 400, high: 600 });
    expect(figures).toEqual(['€400 –', '€600']);
    expect(svg).toContain('fill="url(#hatch)"');
    expect((shapes[0]?.y ?? 0) + (shapes[0]?.height ?? 0)).toBeLessThan(axis);
  });

  it('has an axis with values that hold every bar, and lines at them', () => {
    const { svg } = draw(gain(18_600), gain(-4000));
    const ticks = [...svg.matchAll(/<svg class="ticks"[^]*?<\/svg>/g)][0]?.[0] ?? '';
    const values = [...ticks.matchAll(/<text[^>]*>([^<]+)/g)].map(([, text]) => text);
    expect(values).toEqual(['-€5,000', '€0', '€5,000', '€10,000', '€15,000', '€20,000']);
    expect(svg.match(/class="grid"/g)).toHaveLength(values.length);
  });

  it('draws a small amount in its own measure, with cents', () => {
    const { shapes, figures, axis } = draw(gain(0.6), gain(0.3));
    expect(figures).toEqual(['€0.60', '€0.30']);
    expect(axis - shapes[0]!.y).toBeCloseTo(2 * (axis - shapes[1]!.y), 0);
  });

  it('leaves the figures to the table where they have no room', () => {
    expect(draw(...Array.from({ length: 12 }, () => gain(1234))).figures).toHaveLength(12);
    expect(draw(...Array.from({ length: 40 }, () => gain(1234))).figures).toEqual([]);
  });

  it('is flat without any amount', () => {
    const columns = [{ label: 'a', bars: [gain(0)] }];
    expect([isFlat(columns), isFlat([...columns, { label: 'b', bars: [gain(-1)] }])]).toEqual([true, false]);
  });

  it('keeps bars and figures inside the picture', () => {
    const { svg } = draw(gain(5), gain(-900), { kind: 'loss', low: -1200, high: -800 }, gain(9e12));
    const height = Number(/<svg class="columns"[^>]* height="([^"]+)"/.exec(svg)?.[1]);
    for (const [, y] of svg.matchAll(/ y="([^"]+)"/g)) {
      expect(Number(y)).toBeGreaterThanOrEqual(0);
      expect(Number(y)).toBeLessThanOrEqual(height);
    }
    expect(svg).not.toMatch(/NaN|Infinity|style=/);
  });
});

describe('the bar of the exemption', () => {
  const nothing = exactly(0);
  const view = {
    gains: exactly(2500),
    total: exactly(10_000),
    used: exactly(2500),
    carriedIn: nothing,
    carriedOut: exactly(1000),
  };
  const widthOf = (svg: string, kind: string): string | undefined =>
    new RegExp(`class="${kind}"[^>]*width="([^"]+)"`).exec(svg)?.[1];

  it('shows the used part, and what is carried to later years', () => {
    const svg = String(exemptionBar(view));
    expect(['left', 'used', 'carried-out', 'excess'].map((kind) => widthOf(svg, kind))).toEqual([
      '100%',
      '25%',
      '10%',
      undefined,
    ]);
  });

  it('shows the gains above the exemption after it', () => {
    const svg = String(
      exemptionBar({ ...view, gains: exactly(12_500), used: exactly(10_000), carriedOut: nothing }),
    );
    expect(['used', 'excess'].map((kind) => widthOf(svg, kind))).toEqual(['80%', '20%']);
  });

  it('hatches what depends on a locked year', () => {
    const svg = String(exemptionBar({ ...view, used: { low: 2000, high: 4000 } }));
    expect(widthOf(svg, 'uncertain')).toBe('20%');
    expect(svg).toContain('fill="url(#hatch)"');
  });
});

/** Each load test for a second: that it loads, that what is answered is right, and when a run does not count. Never how fast. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { reasonToVoid } from './measure.ts';
import { tableOf } from './picture.ts';
import { growthOf } from './soak.ts';
import { svgOf } from './svg.ts';
import { judge, type Suite, SUITES, TARGETS } from './targets.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
/** Four stacks start and end, on a machine that does other things too. */
const TEST_MS_MAX = 500_000;
const SHORT = [
  '--seconds',
  '1',
  '--rounds',
  '1',
  '--users',
  '8',
  '--clients',
  '8',
  '--events',
  '1500',
  '--json',
];

interface Printed {
  readonly throughput: number;
  readonly errors: number;
  readonly targets: Readonly<Record<string, unknown>>;
  readonly lines: readonly {
    readonly name: string;
    readonly throughput: number;
    readonly errors: number;
    readonly wrong: number;
  }[];
}

function load(...args: readonly string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(process.execPath, [MAIN, ...args], {
    env: { ...process.env, FORCE_COLOR: '0' },
  });
}

describe('each service under load', () => {
  test.each(SUITES)(
    '%s answers, and rightly',
    async (suite: Suite) => {
      const { stdout } = await load(suite, ...SHORT);
      const report = JSON.parse(stdout) as Printed;
      expect(report.lines.filter(({ errors, wrong }) => errors + wrong > 0)).toEqual([]);
      expect(report.lines.filter(({ throughput }) => !(throughput > 0))).toEqual([]);
      const expected = Object.entries(TARGETS).filter(
        ([name, { of }]) => of === suite && !name.endsWith('Memory'),
      );
      expect(Object.keys(report.targets).sort()).toEqual(expected.map(([name]) => name).sort());
    },
    TEST_MS_MAX,
  );
});

describe('a target elsewhere', () => {
  test.each(['http://example.org', 'http://10.0.0.1:8080', 'http://127.0.0.1.example.org'])(
    '%s is not loaded unless that is meant',
    async (target) => {
      const refused = (await load('gateway', '--target', target).catch((error: unknown) => error)) as {
        code: number;
        stderr: string;
      };
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('--allow-remote');
    },
  );
});

describe('a run counts', () => {
  const driven = { requests: 100, errors: 0 };
  const used = (service: number, driver: number) => ({ service: { cpu: service }, driver: { cpu: driver } });

  test('unless its driver was the bottleneck', () => {
    expect(reasonToVoid(driven, 0, used(0.6, 0.9))).toContain('the driver was the bottleneck');
    expect(reasonToVoid(driven, 0, used(0.97, 0.9))).toBeNull();
    expect(reasonToVoid(driven, 0, used(0.6, 0.7))).toBeNull();
  });

  test('unless answers were missing or wrong', () => {
    expect(reasonToVoid({ ...driven, errors: 1 }, 0, used(1, 0.1))).toContain('1 errors');
    expect(reasonToVoid(driven, 2, used(1, 0.1))).toContain('2 wrong');
    expect(reasonToVoid({ requests: 0, errors: 0 }, 0, used(1, 0.1))).toContain('nothing');
  });
});

test('a target is reached from its side of the limit, and never by a figure that is none', () => {
  expect(judge('pageFresh', 0.5).reached).toBe(true);
  expect(judge('pageFresh', 0.49).reached).toBe(false);
  expect(judge('pageP99', 3).reached).toBe(true);
  expect(judge('pageP99', 3.1).reached).toBe(false);
  expect(judge('pageP99', NaN).reached).toBe(false);
  expect(judge('pageFresh', Infinity).reached).toBe(false);
});

test('memory that still grows in the last third is growth; what grew before is not', () => {
  expect(growthOf([10, 50, 100, 100, 100, 100, 100, 100, 100])).toBe(1);
  expect(growthOf([100, 100, 100, 100, 100, 100, 120, 120, 120])).toBeCloseTo(1.2);
});

test('results become a table of their points and a picture that holds every line', () => {
  const points = [1000, 10_000, 100_000].map((x) => ({ x, y: x / 500 }));
  const series = { id: 'a', title: 'Cost <b>', x: 'events', y: 'ms', lines: { median: points, p99: points } };
  expect(tableOf(series).trim().split('\n')).toHaveLength(2 + points.length);
  const svg = svgOf(series);
  expect(svg.match(/class="line /g)).toHaveLength(2);
  expect(svg).toContain('prefers-color-scheme: dark');
  expect(svg).not.toContain('<b>');
  expect(svg).not.toContain('NaN');
});

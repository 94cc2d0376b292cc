/** Runs each load test for a second: checks that it loads, that responses are right and when a run is void, never how fast. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Results } from './growth-results.ts';
import { reasonToVoid } from './measure.ts';
import { tableOf } from './picture.ts';
import { growthOf } from './soak.ts';
import { svgOf } from './svg.ts';
import { judge, type Suite, SUITES, TARGETS } from './targets.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const POPULATION = fileURLToPath(new URL('population.ts', import.meta.url));
const NIGHT = fileURLToPath(new URL('night.ts', import.meta.url));
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

interface PrintedReport {
  readonly throughput: number;
  readonly errors: number;
  readonly targets: Readonly<Record<string, unknown>>;
  readonly lines: readonly {
    readonly name: string;
    readonly throughput: number;
    readonly errors: number;
    readonly reasons: Readonly<Record<string, number>>;
    readonly wrong: number;
  }[];
}

/** The responses that the contract allows when the machine is too busy: 503, or UNAVAILABLE over gRPC. */
const BUSY = /^(UNAVAILABLE|HTTP 503): /;

type Output = Readonly<Record<'stdout' | 'stderr', string>>;

function load(...args: readonly string[]): Promise<Output> {
  return promisify(execFile)(process.execPath, [MAIN, ...args], {
    env: { ...process.env, FORCE_COLOR: '0' },
  });
}

/** Runs a short load test and returns its report; throws with all of its output when it printed no report. */
async function reportOf(suite: Suite): Promise<PrintedReport> {
  const { stdout, stderr } = await load(suite, ...SHORT).catch((error: unknown) => error as Output);
  if (!stdout.startsWith('{')) throw new Error(`load:${suite} printed no report:\n${stderr}${stdout}`);
  return JSON.parse(stdout) as PrintedReport;
}

describe('each service under load', () => {
  test.each(SUITES)('%s answers every request correctly', async (suite: Suite) => {
    const { lines, targets } = await reportOf(suite);
    const isBad = ({ wrong, reasons, throughput }: (typeof lines)[number]): boolean =>
      wrong > 0 || !(throughput > 0) || Object.keys(reasons).some((reason) => !BUSY.test(reason));
    expect(lines.filter(isBad)).toEqual([]);
    const expected = Object.entries(TARGETS).filter(
      ([name, { of }]) => of === suite && !name.endsWith('Memory'),
    );
    expect(Object.keys(targets).sort()).toEqual(expected.map(([name]) => name).sort());
  });
});

test('a database of copied users is measured, backed up, restored and rebuilt, and every copy equals its template', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-population-'));
  const out = join(folder, 'results.json');
  const few = ['--users', '10', '--events', '60', '--large', '1', '--large-events', '300', '--samples', '5'];
  try {
    await promisify(execFile)(process.execPath, [POPULATION, '--out', out, ...few]);
    const { series } = JSON.parse(readFileSync(out, 'utf8')) as Results;
    expect(series.map(({ id }) => id)).toEqual(SERIES.map((name) => `population-${name}`));
    const points = series.flatMap(({ lines }) => Object.values(lines));
    expect(points.map((line) => line.map(({ x }) => x))).toEqual(points.map(() => [5, 10]));
    expect(points.flat().filter(({ y }) => !(y > 0))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const SERIES = [
  'page',
  'admission',
  'correction',
  'run',
  'check',
  'sweep',
  'cleanup',
  'prices',
  'backup',
  'size',
  'machine',
];

test('a night is measured, and prices that change no figure request no run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-night-'));
  const out = join(folder, 'results.json');
  try {
    const few = [
      '--users',
      '6',
      '--history',
      '60',
      '--events',
      '3',
      '--checked',
      '2',
      '--rates-from',
      '2026-10-01',
    ];
    await promisify(execFile)(process.execPath, [NIGHT, '--out', out, ...few]);
    const { series } = JSON.parse(readFileSync(out, 'utf8')) as Results;
    const [cost, whole, runs, memory] = series.map(({ lines }) =>
      Object.fromEntries(Object.entries(lines).map(([name, [point]]) => [name, point?.y])),
    );
    expect(runs).toEqual({ 'new events': 6, 'prices of 50 assets': 0, 'rates of the ECB': 0 });
    for (const figures of [cost, whole, memory])
      expect(Object.values(figures!).filter((y) => !((y ?? 0) > 0))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a target on another machine', () => {
  test.each(['http://example.org', 'http://10.0.0.1:8080', 'http://127.0.0.1.example.org'])(
    '%s is rejected without --allow-remote',
    async (target) => {
      const rejected = (await load('gateway', '--target', target).catch((error: unknown) => error)) as {
        code: number;
        stderr: string;
      };
      expect(rejected.code).toBe(2);
      expect(rejected.stderr).toContain('--allow-remote');
    },
  );
});

describe('a measured run', () => {
  const driven = { requests: 100, errors: 0, reasons: {} };
  const used = (service: number, driver: number) => ({ service: { cpu: service }, driver: { cpu: driver } });

  test('is void if its driver was the bottleneck', () => {
    expect(reasonToVoid(driven, 0, used(0.6, 0.9))).toContain('the driver was the bottleneck');
    expect(reasonToVoid(driven, 0, used(0.97, 0.9))).toBeNull();
    expect(reasonToVoid(driven, 0, used(0.6, 0.7))).toBeNull();
  });

  test('is void if responses were missing or wrong', () => {
    const failed = { ...driven, errors: 3, reasons: { 'UNAVAILABLE: try again': 2, 'no answer': 1 } };
    expect(reasonToVoid(failed, 0, used(1, 0.1))).toBe('3 errors: 2 × UNAVAILABLE: try again, 1 × no answer');
    expect(reasonToVoid(driven, 2, used(1, 0.1))).toContain('2 wrong');
    expect(reasonToVoid({ ...driven, requests: 0 }, 0, used(1, 0.1))).toContain('nothing');
  });
});

test('a target is reached on its side of the limit, and never by a missing figure', () => {
  expect(judge('pageFresh', 0.5).reached).toBe(true);
  expect(judge('pageFresh', 0.49).reached).toBe(false);
  expect(judge('pageP99', 3).reached).toBe(true);
  expect(judge('pageP99', 3.1).reached).toBe(false);
  expect(judge('pageP99', NaN).reached).toBe(false);
  expect(judge('pageFresh', Infinity).reached).toBe(false);
});

test('memory growth counts only in the last third of a soak test', () => {
  expect(growthOf([10, 50, 100, 100, 100, 100, 100, 100, 100])).toBe(1);
  expect(growthOf([100, 100, 100, 100, 100, 100, 120, 120, 120])).toBeCloseTo(1.2);
});

test('results are rendered as a table of their points and a picture with every line', () => {
  const points = [1000, 10_000, 100_000].map((x) => ({ x, y: x / 500 }));
  const series = { id: 'a', title: 'Cost <b>', x: 'events', y: 'ms', lines: { median: points, p99: points } };
  expect(tableOf(series).trim().split('\n')).toHaveLength(2 + points.length);
  const svg = svgOf(series);
  expect(svg.match(/class="line /g)).toHaveLength(2);
  expect(svg).toContain('prefers-color-scheme: dark');
  expect(svg).not.toContain('<b>');
  expect(svg).not.toContain('NaN');
});

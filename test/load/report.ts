/** The report of a load test, as tables for people and as one line of JSON for programs. */
import type { Second } from './drivers/driver.ts';
import type { Measurement } from './measure.ts';
import type { ProfileRow } from './bed/profile.ts';
import type { JudgedTarget, Suite } from './targets.ts';

/** All results of one load test. */
export interface Report {
  readonly suite: Suite;
  /** The line that represents the service. */
  readonly main: Measurement;
  readonly lines: readonly Measurement[];
  readonly targets: readonly JudgedTarget[];
  /** Single figures, by name. */
  readonly figures: Readonly<Record<string, number>>;
  readonly profile: readonly ProfileRow[] | null;
  /** The results of each second, of a test of a running installation; its targets also judge its errors. */
  readonly course?: readonly Second[];
}

/** Returns the report as one line of JSON: the figures of the main run, then everything else. */
export function asJson(report: Report): string {
  const { suite, main, lines, targets, figures, profile } = report;
  return JSON.stringify({
    suite,
    name: main.name,
    unit: `${main.unit}/s`,
    throughput: round(main.throughput),
    p50: round(main.p50),
    p95: round(main.p95),
    p99: round(main.p99),
    errors: lines.reduce((sum, { errors, wrong }) => sum + errors + wrong, 0),
    void: main.void !== null,
    voids: lines.flatMap((line) => (line.void === null ? [] : [`${line.name}: ${line.void}`])),
    targets: Object.fromEntries(
      targets.map(({ name, figure, reached, but }) => [name, { figure: round(figure), reached, but }]),
    ),
    figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)])),
    lines,
    ...(profile === null ? {} : { profile }),
  });
}

/** Returns the report as tables: each run, each target with its figure, the profile. */
export function asTables({ lines, targets, figures, profile }: Report): string {
  const parts = lines.length === 0 ? [] : [tableOfLines(lines)];
  const named = Object.entries(figures);
  if (named.length > 0)
    parts.push(table([['what', 'figure'], ...named.map(([name, value]) => [name, digits(value)])]));
  if (targets.length > 0) parts.push(tableOfTargets(targets));
  if (profile !== null) parts.push(tableOfProfile(profile));
  return parts.join('\n');
}

/** Returns a table with one row per run; void runs show the reason. */
export function tableOfLines(lines: readonly Measurement[]): string {
  return table(rowsOfLines(lines));
}

/** Returns the rows of a table of runs; the first is the header. */
export function rowsOfLines(lines: readonly Measurement[]): string[][] {
  const head = [
    'run',
    'a second',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'p99.9 ms',
    'errors',
    'cpu: service',
    'driver',
    'database',
    'others',
    'MB',
    'counts',
  ];
  const rows = lines.map((line) => [
    line.name,
    `${line.throughput.toFixed(line.throughput < 100 ? 1 : 0)} ${line.unit}`,
    ...[line.p50, line.p95, line.p99, line.p999].map(digits),
    String(line.errors + line.wrong),
    ...[line.cpu.service, line.cpu.driver, line.cpu.database, line.cpu.others].map(share),
    line.rss === null ? '–' : `${line.rss.start.toFixed(0)} → ${line.rss.end.toFixed(0)}`,
    line.void === null ? 'yes' : `VOID: ${line.void}`,
  ]);
  return [head, ...rows];
}

/** Returns a table with one row per target. */
export function tableOfTargets(targets: readonly JudgedTarget[]): string {
  return table(rowsOfTargets(targets));
}

/** Returns the rows of a table of targets; the first is the header. */
export function rowsOfTargets(targets: readonly JudgedTarget[]): string[][] {
  const rows = targets.map(({ of, what, limit, figure, reached, but }) => [
    of,
    what,
    limit,
    digits(figure),
    `${reached ? 'reached' : 'MISSED'}${but === null ? '' : ` (${but})`}`,
  ]);
  return [['service', 'what', 'target', 'figure', ''], ...rows];
}

/** Returns one line for each target that was missed. */
export function missedTargets(targets: readonly JudgedTarget[]): string[] {
  return targets.filter(({ reached }) => !reached).map(missedTarget);
}

/** Returns the line of a target that was missed. */
export function missedTarget({ of, what, limit, figure, but }: JudgedTarget): string {
  const reason = but === null ? '' : ` (${but})`;
  return `${of}: ${what}: ${digits(figure)}, the target is ${limit}${reason}`;
}

/** Returns the lines whose errors or wrong responses fail the test. In a test of a running installation its targets judge them. */
export function failedLines({ lines, course }: Report): readonly Measurement[] {
  return course === undefined ? lines.filter(({ errors, wrong }) => errors + wrong > 0) : [];
}

function tableOfProfile(profile: readonly ProfileRow[]): string {
  const rows = profile.map(({ self, name, place }) => [`${self.toFixed(1)} %`, name, place]);
  return table([['self time', 'function', 'where'], ...rows]);
}

/** Returns a Markdown table with aligned columns; the first row is the header. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${[line(head), rule, ...rows.slice(1).map(line)].join('\n')}\n`;
}

/** Formats a number with three significant digits, or more if it has more before the decimal point. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function share(value: number | null): string {
  return value === null ? '–' : `${(value * 100).toFixed(0)} %`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

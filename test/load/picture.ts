/** `npm run load:picture`: the results of `load:growth`, `load:population` and `load:night` as Markdown tables and as SVG pictures. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWrong, parseOptions } from '../command-line.ts';
import type { Results, Series } from './growth-results.ts';
import { digits, table } from './report.ts';
import { svgOf } from './svg.ts';

const HELP = `npm run load:picture -- FILE [--docs FOLDER]

Reads the results of load:growth, load:population or load:night, prints them as Markdown tables, and writes the pictures that docs/performance-figures.md
shows to FOLDER/performance-NAME.svg (default folder: docs). The tables of that page are from test/load/results.json.
`;

/** Series that have a picture: each shows a decision. All others are tables. */
export const PICTURES: ReadonlySet<string> = new Set([
  // Files are staged on disk (ADR 42).
  'import-memory',
  // Values, pools or everything (ADR 8).
  'correction',
  // A page far back starts at a mark.
  'depth',
  // A user's cost does not grow with the number of other users.
  'population-page',
]);

/** Points of one series beside each other, one row an x; long ones (memory over time) are left to their picture. */
export function tableOf({ x, y, lines }: Series): string {
  const names = Object.keys(lines);
  const xs = [...new Set(Object.values(lines).flatMap((points) => points.map((point) => point.x)))].sort(
    (a, b) => a - b,
  );
  if (xs.length > ROWS_MAX) return '';
  const rows = xs.map((each) => [
    each.toLocaleString('en'),
    ...names.map((name) => {
      const point = lines[name]?.find((one) => one.x === each);
      return point === undefined
        ? ''
        : digits(point.y) + (point.void === undefined ? '' : ` (void: ${point.void})`);
    }),
  ]);
  return table([[x, ...names.map((name) => `${name}, ${y}`)], ...rows]);
}

const ROWS_MAX = 12;

if (import.meta.main) {
  const { values, positionals } = parseOptions({
    allowPositionals: true,
    options: { docs: { type: 'string', default: 'docs' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const { series } = resultsIn(
    positionals[0] ?? endWrong('name the file of load:growth, load:population or load:night'),
  );
  for (const each of series) {
    if (PICTURES.has(each.id)) writeFileSync(join(values.docs, `performance-${each.id}.svg`), svgOf(each));
    process.stdout.write(`### ${each.title}\n\n${tableOf(each)}\n`);
  }
}

function resultsIn(file: string): Results {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results;
  } catch {
    return endWrong(
      `${file} cannot be read, or is not a result of load:growth, load:population or load:night`,
    );
  }
}

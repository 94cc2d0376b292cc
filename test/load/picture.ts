/** `npm run load:picture`: renders the results of `load:growth` as Markdown tables and SVG pictures. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Results, Series } from './growth-results.ts';
import { digits, table } from './report.ts';
import { svgOf } from './svg.ts';

const HELP = `npm run load:picture -- FILE [--docs FOLDER]

Reads the results of load:growth, writes FOLDER/performance-NAME.svg (default docs) for each, and prints Markdown tables.
docs/performance-figures.md shows both, from test/load/results.json.
`;

/** Returns a table of the points of a series, one row per x; long series (memory over time) have only their picture. */
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
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { docs: { type: 'string', default: 'docs' }, help: { type: 'boolean' } },
  });
  const [file] = positionals;
  if (values.help === true || file === undefined) {
    (values.help === true ? process.stdout : process.stderr).write(HELP);
    process.exit(values.help === true ? 0 : 2);
  }
  const { series } = JSON.parse(readFileSync(file, 'utf8')) as Results;
  for (const each of series) {
    const name = `performance-${each.id}.svg`;
    writeFileSync(join(values.docs, name), svgOf(each));
    process.stdout.write(`### ${each.title}\n\n![${each.title}](${name})\n\n${tableOf(each)}\n`);
  }
}

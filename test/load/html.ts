/** The report of load tests as one HTML page: verdicts, figures, and pictures of a test of a running installation. */
import type { Second } from './drivers/driver.ts';
import { escaped } from './escape.ts';
import { rowsOfLines, rowsOfTargets, type Report } from './report.ts';
import { svgOf } from './svg.ts';

/** Returns the page; `subject` is what was loaded. */
export function htmlOf(reports: readonly Report[], subject: string, at: Date): string {
  const when = at.toISOString().replace(/\.\d+/, '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Load test of ${escaped(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Load test</h1>
<p>${escaped(subject)}, ${when}</p>
${reports.map(sectionOf).join('')}</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; font: 14px system-ui, sans-serif; }
body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #8886; }
svg { max-width: 100%; height: auto; }
`;

function sectionOf({ suite, lines, targets, course }: Report): string {
  const parts = [
    `<h2>${suite}</h2>`,
    ...(targets.length === 0 ? [] : [tableOf(rowsOfTargets(targets))]),
    tableOf(rowsOfLines(lines)),
    ...(course === undefined || course.length === 0 ? [] : picturesOf(suite, course)),
  ];
  return `${parts.join('\n')}\n`;
}

function picturesOf(id: string, course: readonly Second[]): string[] {
  const line = (of: (second: Second) => number): { x: number; y: number }[] =>
    course.map((each) => ({ x: each.second, y: of(each) }));
  const times = { p50: line(({ p50 }) => p50), p95: line(({ p95 }) => p95), p99: line(({ p99 }) => p99) };
  const counts = { operations: line(({ requests }) => requests), errors: line(({ errors }) => errors) };
  return [
    svgOf({ id, title: 'Time of an operation', x: 'seconds', y: 'ms', lines: times, isLinear: true }),
    svgOf({ id, title: 'Operations a second', x: 'seconds', y: '', lines: counts, isLinear: true }),
  ];
}

function tableOf([head = [], ...rows]: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>\n${[row(head, 'th'), ...rows.map((cells) => row(cells, 'td'))].join('\n')}\n</table>`;
}

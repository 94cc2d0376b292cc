/** The runbook of each alert has all of its parts, and names only panels and log lines that exist. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');

const TEXT = read('docs/operations/alerts.md');
const SECTIONS = new Map(
  TEXT.split('\n## ')
    .slice(1)
    .map((section): [string, string] => {
      const [alert = ''] = section.split('\n');
      return [alert, section.slice(alert.length)];
    }),
);
const ALERTS = globSync('charts/crypto-tax/rules/*.yaml', { cwd: ROOT })
  .flatMap((file) => [...read(file).matchAll(/- alert: (\w+)/g)])
  .map(([, alert = '']) => alert);
/** Each once, in this order: what users notice, what to run, what to do, and when it ends. */
const PARTS = ['**Impact**: ', '**First**', '**Decide**', '**Over when**: '];

const { panels } = JSON.parse(read('charts/crypto-tax/dashboards/overview.json')) as {
  panels: readonly { readonly title: string }[];
};
const SOURCES = globSync(['services/**/*.ts'], {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules') || path.endsWith('.test.ts'),
})
  .map(read)
  .join('\n');

describe('The runbook', () => {
  it('has a section for each alert, and no other', () => {
    expect([...SECTIONS.keys()].sort()).toEqual(ALERTS.toSorted());
  });

  it.each([...SECTIONS])('of %s says what it means and has each part once, in order', (_alert, section) => {
    const places = PARTS.map((part) => section.indexOf(part));
    expect(section.slice(0, places[0]).trim().length).toBeGreaterThan(40);
    expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true);
    for (const part of PARTS) expect([part, section.split(part).length - 1]).toEqual([part, 1]);
  });

  it.each([...SECTIONS])('of %s begins with a command', (_alert, section) => {
    const [, first = ''] = section.split('**First**');
    expect(first.split('**Decide**')[0]).toMatch(/```sh\n\S/);
  });

  it('names only panels of the dashboard', () => {
    const named = [...TEXT.replaceAll(/```.*?```/gs, '').matchAll(/(?<![\w_])_([A-Z][^_]+)_(?![\w_])/g)].map(
      ([, title = '']) => title.replaceAll(/\s+/g, ' '),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((title) => !panels.some((panel) => panel.title.startsWith(title)))).toEqual([]);
  });

  it('looks only for log lines that a service writes', () => {
    const greps = [...TEXT.matchAll(/grep (?:-c |-E )?'"([^']+)'/g)].map(([, pattern = '']) => pattern);
    const lines = greps.flatMap((pattern) => pattern.replaceAll(/^\(|\)?"$/g, '').split('|'));
    expect(lines.length).toBeGreaterThan(15);
    const isOfField = (line: string): boolean =>
      /^(msg|status|network)"/.test(line) || /^[A-Z_]+$/.test(line);
    expect(lines.filter((line) => !isOfField(line) && !SOURCES.includes(`'${line}`))).toEqual([]);
  });
});

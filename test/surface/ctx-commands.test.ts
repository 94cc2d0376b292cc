/** README.md, the documents and the sources name the command `ctx` in the one form that works, with commands that exist. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { CTX } from '../../deploy/ctx/examples.ts';
import { runCtx } from '../ctx/run.ts';
import { shellBlocks, spansOf } from '../docs/commands.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENTS = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })].sort();
const SOURCES = globSync(
  ['deploy/**/*.{ts,mjs,yaml}', 'charts/**/*.{md,txt,yaml,tpl}', 'services/*/src/**/*.ts'],
  {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  },
);
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Returns the lines of a document's shell blocks; a line that ends in a backslash continues on the next. */
function shellLines(text: string): string[] {
  return shellBlocks(text)
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
}

/** Any way to start `ctx` through npm, right or wrong. */
const THROUGH_NPM = /\bnp(?:x|m (?:exec|x|run))\b[^\n|;&`'"]*?(?<![\w/.-])ctx\b/g;
const INVOCATION = /(?:^|\$\(|&& |[|;] )(?:npx --no -- )?ctx ((?:[a-z][a-z-]* ?)*)([^|&;#)]*)/g;

it(`README, docs and sources start ctx through npm only as "${CTX}"`, () => {
  const forms = [...DOCUMENTS, ...SOURCES].flatMap((file) =>
    [...read(file).matchAll(THROUGH_NPM)].map(([form]) => ({ file, form })),
  );
  expect(forms.length).toBeGreaterThan(10);
  expect(forms.filter(({ form }) => form !== CTX)).toEqual([]);
});

describe.each(DOCUMENTS)('The shell blocks of %s', (file) => {
  it('never start ctx by its name alone, which is not on the PATH of a checkout', () => {
    const text = read(file);
    // Pages of docs/operations define a shell function of that name for a cluster.
    if (/^ctx\(\) \{/m.test(text)) return;
    expect(shellLines(text).filter((line) => /(?:^|\$\(|&& |[|;] )ctx\b/.test(line))).toEqual([]);
  });
});

describe('The ctx commands in README and docs', () => {
  const helps = new Map<string, Set<string>>();
  const lines = DOCUMENTS.map(read).flatMap((text) => [...shellLines(text), ...spansOf(text)]);
  for (const line of lines)
    for (const [, words = '', rest = ''] of line.matchAll(INVOCATION)) {
      const known = helps.get(words.trim()) ?? new Set();
      for (const [option] of rest.matchAll(/(?<=^|\s)--[a-z-]+/g)) known.add(option);
      helps.set(words.trim(), known);
    }

  it('are found by the test, among them those of the README', () => {
    expect([...helps.keys()]).toEqual(
      expect.arrayContaining([
        '',
        'user create',
        'token create',
        'import',
        'audit',
        'user export',
        'user delete',
      ]),
    );
  });

  it.each([...helps])('exist with their options: `ctx %s`', async (words, options) => {
    const { stdout } = await runCtx([...words.split(' ').filter(Boolean), '--help'], {});
    const [, path = ''] = /^Usage: ctx ((?:[a-z][a-z-]* ?)*)/m.exec(stdout) ?? [];
    expect(path.trim()).toBe(words);
    for (const option of options) expect(stdout).toMatch(new RegExp(`^ +(?:-\\w, )?${option}\\b`, 'm'));
  });
});

/** docs/tax-assumptions.md explains each assumption of the code, and no other. */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ASSUMPTIONS } from './assumptions.ts';
import { READING_OF } from './readings.ts';
import { statusOfRule } from './rules.ts';
import type { LawStatus } from './source.ts';

const page = readFileSync(new URL('../../../../docs/tax-assumptions.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| **'));

const codes = rows.map((row) => /`([A-Z][A-Z_]+)` \|/.exec(row.replace(/(?<!\s)\s+\|/g, ' |'))?.[1]);
const withStatus = (status: LawStatus) => ASSUMPTIONS.filter((code) => statusOfRule(code) === status);

it('docs/tax-assumptions.md has a row for each assumption, in the order of the list, then for each that a source states', () => {
  expect(codes).toEqual([...withStatus('ASSUMED'), ...withStatus('CONFIRMED')]);
});

it('docs/tax-assumptions.md has the rules that a source states in a section of their own', () => {
  const [, stated = ''] = page.split('## Rules that a source states');
  for (const code of withStatus('CONFIRMED')) expect(stated).toContain(`\`${code}\``);
});

it.each(Object.entries(READING_OF))(
  'docs/tax-assumptions.md has the reading %s in the row of %s',
  (reading, assumption) => {
    const row = rows.find((each) => each.includes(`\`${assumption}\``));
    expect(row).toContain(`(\`${reading}\`)`);
  },
);

it('docs/tax-assumptions.md says of each assumption without a reading why it has none', () => {
  const explained = page.split('\n').flatMap((line) => /^\| `([A-Z_]+)` +\| \S/.exec(line)?.[1] ?? []);
  const replaced = new Set<string>(Object.values(READING_OF));
  expect(explained).toEqual(ASSUMPTIONS.filter((assumption) => !replaced.has(assumption)));
});

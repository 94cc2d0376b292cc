/** docs/tax-assumptions.md explains each assumption of the code, and no other. */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ASSUMPTIONS } from './assumptions.ts';

it('docs/tax-assumptions.md has a row for each assumption, in the order of the list', () => {
  const page = readFileSync(new URL('../../../../docs/tax-assumptions.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| **'));
  const codes = rows.map((row) => /`([A-Z][A-Z_]+)` \|/.exec(row.replace(/\s+\|/g, ' |'))?.[1]);
  expect(codes).toEqual(ASSUMPTIONS);
});

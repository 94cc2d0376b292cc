/** docs/threat-model.md: the files that it names exist. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const ROOT = new URL('../../', import.meta.url);
const text = readFileSync(new URL('docs/threat-model.md', ROOT), 'utf8');

it('the threat model names only files that exist', () => {
  const files = [...text.matchAll(/`((?:services|test|charts|deploy|docs)\/[^`\s]+)`/g)].map(
    ([, file = '']) => file,
  );
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !existsSync(fileURLToPath(new URL(file, ROOT))))).toEqual([]);
});

/** The documents that `npm run docs` generates from test/load/results.json and from the decision records. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { generatedDocuments } from '../docs/generate.ts';

const documents = await generatedDocuments();

describe('npm run docs', () => {
  it.each([...documents.keys()])('has nothing to change in %s', (file) => {
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toBe(documents.get(file));
  });
});

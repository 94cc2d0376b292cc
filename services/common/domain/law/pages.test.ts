/** Explanations name pages of this repository: each page and each section exists. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LAW_PAGES, PAGE_OF_METHOD } from './pages.ts';
import { BASIS_METHODS } from './photo.ts';

const ROOT = new URL('../../../../', import.meta.url);

/** Returns the anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('The page of a rule of law', () => {
  it.each(Object.entries(LAW_PAGES))('%s has the section that it names: %s', (_name, address) => {
    const [page = '', section = ''] = address.split('#');
    expect(anchorsOf(page)).toContain(section);
  });

  it('is known for each way to choose a basis', () => {
    expect(BASIS_METHODS.filter((method) => !PAGE_OF_METHOD[method].startsWith('docs/'))).toEqual([]);
  });
});

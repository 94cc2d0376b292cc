import { describe, expect, it } from '@jest/globals';
import { plain, VISITOR } from '../../../test/views.ts';
import type { Language } from '../../ui/language.ts';
import { filesPage, type FilesView } from './files-view.ts';

const CHOICES = { format: '', account: '', newAccount: '', timeZone: '', mapping: '' };

const page = (changes: Partial<FilesView> = {}): string =>
  filesPage({
    language: 'en',
    visitor: VISITOR,
    done: null,
    choices: CHOICES,
    faults: [],
    rejected: [],
    files: [],
    accounts: [],
    formats: [],
    ...changes,
  });

describe('the page of files', () => {
  it.each<[Language, string]>([
    ['nl', 'Bestanden'],
    ['fr', 'Fichiers'],
  ])('is in the language %s', (language, title) => {
    expect(page({ language })).toContain(`<h1>${title}</h1>`);
  });

  it('explains what is wrong with a file, by file, line and column', () => {
    const faults = [
      { reason: 'has no header of a known format.' },
      { line: 2, reason: 'has no line break at its end.' },
      { line: 3, column: 'amount', reason: 'is not a number.' },
    ];
    const html = page({ rejected: [{ name: 'x.csv', faults }] });
    const text = plain(html);
    for (const expected of [
      'The file “ x.csv ” was not read, and nothing was stored.',
      'The file has no header of a known format.',
      'Line 2: has no line break at its end.',
    ])
      expect(text).toContain(expected);
    expect(text).toMatch(/Line 3, column amount ?: is not a number\./);
    expect(html).toContain('<title>Error: Files');
    expect(html).toContain('role="alert"');
  });

  it('takes a mapping file beside the file, and links the guide that has an example', () => {
    const faults = [{ field: 'mapping', text: 'Choose either a format or a mapping file.' }];
    const html = page({ faults });
    expect(html).toMatch(/<input\s+type="file"\s+id="mapping"[^>]*aria-invalid="true"\s+autofocus/);
    expect(html).toContain('href="#mapping"');
    expect(page()).toContain('<a href="/docs/files">');
    expect(page()).toMatch(/id="file"[^>]*required/);
    expect(page()).not.toMatch(/id="mapping"[^>]*required/);
  });

  it('has the focus on the field of a file that is missing', () => {
    const html = page({ faults: [{ field: 'file', text: 'Choose a file.' }] });
    expect(html).toMatch(/id="file"[^>]*aria-invalid="true"\s+autofocus/);
    expect(html).toContain('href="#file"');
  });
});

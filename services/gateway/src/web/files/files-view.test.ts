import { describe, expect, it } from '@jest/globals';
import type { FileFaultCode } from '@ctx/domain/file-faults';
import type { FileFault } from '@ctx/proto/gen/ctx/v1/corrections';
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

const messages = (...codes: readonly FileFaultCode[]): FileFault['messages'] =>
  codes.map((code) => ({ code, values: {} }));

describe('the page of files', () => {
  it.each<[Language, string]>([
    ['nl', 'Bestanden'],
    ['fr', 'Fichiers'],
  ])('is in the language %s', (language, title) => {
    expect(page({ language })).toContain(`<h1>${title}</h1>`);
  });

  it('explains what is wrong with a file, by file, line and column', () => {
    const faults = [
      { reason: '', messages: messages('UNKNOWN_HEADER', 'EXPORT_IN_ENGLISH') },
      { line: 2, reason: '', messages: messages('OPEN_QUOTE') },
      { line: 3, column: 'amount', reason: '', messages: messages('NOT_NUMBER') },
    ];
    const rejected = [{ name: 'x.csv', faults }];
    const html = page({ rejected });
    const text = plain(html);
    for (const expected of [
      'The file “ x.csv ” was not read, and nothing was stored.',
      'The file has no header of a known format: set the language of the site to English and export it again.',
      'Line 2: has a quotation mark that is never closed: the file may be cut off.',
      'guide to files says for each platform which file to download',
    ])
      expect(text).toContain(expected);
    expect(text).toMatch(/Line 3, column amount ?: is not a number\./);
    expect(html).toContain('<title>Error: Files');
    expect(html).toContain('role="alert"');
    expect(plain(page({ language: 'nl', rejected }))).toContain(
      'Het bestand heeft geen kopregel van een bekend formaat: zet de taal van de site op Engels en exporteer het opnieuw.',
    );
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

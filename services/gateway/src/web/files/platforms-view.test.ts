import { describe, expect, it } from '@jest/globals';
import { FORMATS } from '@ctx/converters/formats';
import { plain, VISITOR } from '../../../test/views.ts';
import { filesPage, type FilesView } from './files-view.ts';
import { platformsOf } from './platforms-view.ts';
import { FORMAT_TEXTS } from '../../ui/texts/format-texts.ts';

const formats = FORMATS.map(({ id, title, platform, guide }) => ({
  id,
  title,
  needsTimeZone: false,
  platform: platform.name,
  download: guide.download,
}));

const page = (changes: Partial<FilesView> = {}): string =>
  filesPage({
    language: 'en',
    visitor: VISITOR,
    done: null,
    choices: { format: '', account: '', newAccount: '', timeZone: '', mapping: '' },
    faults: [],
    rejected: [],
    files: [],
    accounts: [],
    formats,
    ...changes,
  });

describe('the texts of formats', () => {
  it.each(['nl', 'fr'] as const)('name each format and its download in the language %s', (language) => {
    const texts = FORMAT_TEXTS[language];
    expect(Object.keys(texts).toSorted()).toEqual(formats.map(({ id }) => id).toSorted());
    for (const { id, platform, title, download } of formats) {
      const text = texts[id]!;
      expect(text.title.startsWith(platform)).toBe(title.startsWith(platform));
      expect(text.title).not.toBe('');
      expect(text.download).not.toBe(download);
      expect(text.download).not.toBe('');
    }
  });
});

describe('the platforms on the page of files', () => {
  it('are offered as ticks, opened on the first visit', () => {
    const html = page();
    expect(html).toContain('<details open>');
    expect(html.match(/name="platform"/g)).toHaveLength(new Set(formats.map((each) => each.platform)).size);
  });

  it.each([
    ['en', 'Kraken: ledgers', 'On the website: History'],
    ['nl', 'Kraken: grootboek (ledgers)', 'Op de website: History'],
    ['fr', 'Kraken : grand livre (ledgers)', 'Sur le site : History'],
  ] as const)('say in the language %s where the ticked ones offer their files', (language, title, where) => {
    const text = plain(page({ language, platforms: ['Kraken'] })).replaceAll('\u00a0', ' ');
    expect(text).toContain(title);
    expect(text).toContain(where);
    expect(text).not.toContain('Transaction Log');
  });

  it('of an address are those with a format, each once', () => {
    const hostile = ['Kraken', '<b>', 'Kraken', 'Bitvavo', { x: 'Nexo' }];
    expect(platformsOf(hostile, formats)).toEqual(['Bitvavo', 'Kraken']);
    expect(platformsOf('Kraken', formats)).toEqual(['Kraken']);
    expect(platformsOf({ toString: 'Kraken' }, formats)).toEqual([]);
    expect(platformsOf(undefined, formats)).toEqual([]);
  });
});

/** docs/official-terms.md: the texts of the pages use the words of the law, and no other word for the same thing. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '../src');
const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/official-terms.md'), 'utf8');
const LANGUAGES = ['en', 'nl', 'fr'] as const;

/** Rows of the page: a term in three languages, and words that no text has. */
const ROWS = PAGE.split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (English|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, en = '', nl = '', fr = '', , not = '']) => ({
    terms: { en, nl, fr },
    not: not.split(', ').filter((word) => word !== ''),
  }));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const tables = await Promise.all(
  globSync('**/texts/texts.ts', { cwd: SOURCES }).map(
    async (file) => (await import(join(SOURCES, file))) as Record<string, Record<string, object>>,
  ),
);

/** All texts of a language, in small letters and with plain spaces. */
const textOf = (language: string): string =>
  tables
    .flatMap((exported) => Object.values(exported))
    .flatMap((each) => textsIn(each[language]))
    .join('\n')
    .toLowerCase()
    .replaceAll('\u00a0', ' ');
const TEXTS = { nl: textOf('nl'), fr: textOf('fr') };

describe('The official terms', () => {
  it('are a list in three languages', () => {
    expect(ROWS.length).toBeGreaterThan(15);
    for (const { terms } of ROWS) for (const language of LANGUAGES) expect(terms[language]).not.toBe('');
  });

  it.each(ROWS.map(({ terms }) => [terms.en, terms] as const))(
    'have the words for %s that Dutch and French texts use',
    (_english, { nl, fr }) => {
      expect([nl, TEXTS.nl.includes(nl), fr, TEXTS.fr.includes(fr)]).toEqual([nl, true, fr, true]);
    },
  );

  it.each(ROWS.filter(({ not }) => not.length > 0).map(({ terms, not }) => [terms.en, not] as const))(
    'exclude other words for %s from all texts',
    (_english, not) => {
      expect(not.filter((word) => TEXTS.nl.includes(word) || TEXTS.fr.includes(word))).toEqual([]);
    },
  );
});

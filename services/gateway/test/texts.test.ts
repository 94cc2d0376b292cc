import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../src/ui/language.ts';
import { OAUTH_TEXTS } from '../src/oauth/texts/texts.ts';

const SOURCES = join(import.meta.dirname, '../src');
type Tables = Readonly<Record<Language, object>>;

/** Each table of texts in all languages, with the file that exports it: every `texts/texts.ts` has one. */
const TABLES: readonly (readonly [file: string, tables: Tables])[] = await Promise.all(
  globSync('**/texts/texts.ts', { cwd: SOURCES }).map(async (file) => {
    const exported = Object.values((await import(join(SOURCES, file))) as Record<string, Tables>);
    return [file, exported[0]!] as const;
  }),
);

/** The words of the product's sources, except the texts. Many keys are values of other services, such as reasons and types. */
const SOURCE_WORDS = new Set(
  globSync('*/**/*.ts', { cwd: join(SOURCES, '../..'), exclude: (name) => name === 'node_modules' })
    .filter((file) => !/\.test\.ts$|\/texts\//.test(file))
    .flatMap((file) => readFileSync(join(SOURCES, '../..', file), 'utf8').match(/[\w-]+/g) ?? []),
);
/** The group whose texts are listed, whatever their keys are. */
const LISTED = 'connect.questions.';

/** Returns all texts of a table with their paths. */
function textsOf(table: object, path = ''): [path: string, text: string][] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? ([[`${path}${key}`, value]] as [string, string][])
      : textsOf(value as object, `${path}${key}.`),
  );
}

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();
const CASES = TABLES.flatMap(([file, tables]) =>
  LANGUAGES.map((language) => [file, language, tables] as const),
);

describe('The texts of the pages', () => {
  it('are found in each feature that has its own', () => {
    const features = [
      'account',
      'answers',
      'balances',
      'entry',
      'figures',
      'files',
      'inbox',
      'log',
      'prices',
      'public',
      'rules',
      'sign-in',
      'upload',
      'way',
    ].map((name) => `web/${name}`);
    expect(TABLES.map(([file]) => file).toSorted()).toEqual(
      ['oauth', 'reports', 'ui', ...features].map((folder) => `${folder}/texts/texts.ts`),
    );
  });

  it.each(CASES)(
    'of %s have the same keys and placeholders in %s as in English',
    (_file, language, tables) => {
      const english = new Map(textsOf(tables.en));
      const texts = textsOf(tables[language]);
      expect(texts.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted());
      const placeholdersByPath = texts.map(([path, text]) => [path, placeholders(text)]);
      expect(placeholdersByPath).toEqual(
        texts.map(([path]) => [path, placeholders(english.get(path) ?? '')]),
      );
    },
  );

  it.each(TABLES)('of %s are all named in a source', (_file, { en }) => {
    const unused = textsOf(en).filter(
      ([path]) => !path.startsWith(LISTED) && path.split('.').some((key) => !SOURCE_WORDS.has(key)),
    );
    expect(unused).toEqual([]);
  });

  it.each(CASES)('of %s have typographic quotes and no stray spaces in %s', (_file, language, tables) => {
    const faulty = textsOf(tables[language]).filter(
      ([, text]) => text.trim() !== text || text === '' || /['"]| {2}|\.\.\./.test(text),
    );
    expect(faulty).toEqual([]);
  });

  it.each(TABLES)('of %s have non-breaking spaces around French punctuation', (_file, { fr }) => {
    const broken = textsOf(fr).filter(([, text]) => / [?!:;»]|« /.test(text));
    expect(broken).toEqual([]);
    expect(OAUTH_TEXTS.fr.consent.title).toBe('Autoriser {app} à utiliser vos données\u00a0?');
  });

  it.each(TABLES)('of %s address users formally in Dutch and French', (_file, { nl, fr }) => {
    const dutch = /(^|\P{L})(je|jij|jouw|jullie)(\P{L}|$)/iu;
    // "Je" is the reader's own word there, as in "Je ne sais pas".
    const french = /(^|\P{L})(tu|ton|ta|tes|toi)(\P{L}|$)/iu;
    expect(textsOf(nl).filter(([, text]) => dutch.test(text))).toEqual([]);
    expect(textsOf(fr).filter(([, text]) => french.test(text))).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { TEXTS } from './texts.ts';

/** Returns all texts of a table with their paths. */
function textsOf(table: object, path = ''): [path: string, text: string][] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? ([[`${path}${key}`, value]] as [string, string][])
      : textsOf(value as object, `${path}${key}.`),
  );
}

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();
const english = new Map(textsOf(TEXTS.en));

describe('the texts of the pages', () => {
  it.each(LANGUAGES.map((language) => [language]))(
    'have the same keys and placeholders in %s as in English',
    (language) => {
      const texts = textsOf(TEXTS[language]);
      expect(texts.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted());
      const placeholdersByPath = texts.map(([path, text]) => [path, placeholders(text)]);
      expect(placeholdersByPath).toEqual(
        texts.map(([path]) => [path, placeholders(english.get(path) ?? '')]),
      );
    },
  );

  it.each(LANGUAGES.map((language) => [language]))(
    'have typographic quotes and no stray spaces in %s',
    (language) => {
      const faulty = textsOf(TEXTS[language]).filter(
        ([, text]) => text.trim() !== text || text === '' || /['"]| {2}|\.\.\./.test(text),
      );
      expect(faulty).toEqual([]);
    },
  );

  it('have non-breaking spaces around French punctuation', () => {
    const broken = textsOf(TEXTS.fr).filter(([, text]) => / [?!:;»]|« /.test(text));
    expect(broken).toEqual([]);
    expect(TEXTS.fr.consent.title).toBe('Autoriser {app} à utiliser vos données\u00a0?');
  });

  it('address users formally in Dutch and French', () => {
    const informal = [...textsOf(TEXTS.nl), ...textsOf(TEXTS.fr)].filter(([, text]) =>
      /(^|\P{L})(je|jij|jouw|jullie|tu|ton|ta|tes|toi)(\P{L}|$)/iu.test(text),
    );
    expect(informal).toEqual([]);
  });
});

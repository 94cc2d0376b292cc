/** Names of the formats of files, and where to download each, in the reader's language. */
import type { FileFormat } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Language } from '../../../ui/language.ts';
import { inLanguages } from '../../../ui/texts/in-languages.ts';
import { frFormats } from './fr-formats.ts';
import { nlFormats } from './nl-formats.ts';
import { FILES_TEXTS } from './texts.ts';

export interface FormatText {
  /** Platform and file, such as `Kraken: trades`. */
  readonly title: string;
  /** Where to find the file, and what to choose there. */
  readonly download: string;
}

/** Texts by the id of a format. */
export type FormatTexts = Readonly<Record<string, FormatText>>;

/** The texts of each language. English is missing: the service sends its own, of the converters. */
export const FORMAT_TEXTS = inLanguages<FormatTexts>({ en: {}, nl: nlFormats, fr: frFormats });

/** Returns the title of a format by its id. `title` is the English one. */
export function formatTitle(id: string, title: string, language: Language): string {
  return id === 'custom'
    ? FILES_TEXTS[language].platforms.ownColumns
    : formatText({ id, title, download: '' }, language).title;
}

/** Returns the texts of a format; English for one without a translation. */
export function formatText(
  { id, title, download }: Pick<FileFormat, 'id' | 'title' | 'download'>,
  language: Language,
): FormatText {
  const texts = FORMAT_TEXTS[language];
  return Object.hasOwn(texts, id) ? texts[id]! : { title, download };
}

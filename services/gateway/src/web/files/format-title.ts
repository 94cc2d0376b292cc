/** The title and guide of a format in the reader's language. */
import type { FileFormat } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Language } from '../../ui/language.ts';
import { FORMAT_TEXTS } from './texts/format-texts.ts';
import type { FormatText } from './texts/format-types.ts';
import { FILES_TEXTS } from './texts/texts.ts';

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
  return (Object.hasOwn(texts, id) ? texts[id] : undefined) ?? { title, download };
}

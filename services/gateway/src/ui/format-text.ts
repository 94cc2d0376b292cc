/** The name of a format of files in the reader's language, and where to download its files. */
import type { FileFormat } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Language } from './language.ts';
import { FORMAT_TEXTS } from './texts/format-texts.ts';
import type { FormatText } from './texts/format-types.ts';

/** Returns the texts of a format; English for one without a translation. */
export function formatText(
  { id, title, download }: Pick<FileFormat, 'id' | 'title' | 'download'>,
  language: Language,
): FormatText {
  const texts = FORMAT_TEXTS[language];
  return (Object.hasOwn(texts, id) ? texts[id] : undefined) ?? { title, download };
}

/** The title of a format in the reader's language. */
import { formatText } from '../../ui/format-text.ts';
import type { Language } from '../../ui/language.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** Returns the title of a format by its id. `title` is the English one. */
export function formatTitle(id: string, title: string, language: Language): string {
  return id === 'custom'
    ? FILES_TEXTS[language].platforms.ownColumns
    : formatText({ id, title, download: '' }, language).title;
}

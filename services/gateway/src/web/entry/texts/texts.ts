/** Texts that only the pages that enter a transaction show, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enEntry } from './en-entry.ts';
import { frEntry } from './fr-entry.ts';
import { nlEntry } from './nl-entry.ts';

export const ENTRY_TEXTS = inLanguages<WithTexts<typeof enEntry>>({
  en: enEntry,
  nl: nlEntry,
  fr: frEntry,
});

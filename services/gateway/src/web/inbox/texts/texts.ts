/** Texts that only the inbox shows, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enInbox } from './en-inbox.ts';
import { frInbox } from './fr-inbox.ts';
import { nlInbox } from './nl-inbox.ts';

export const INBOX_TEXTS = inLanguages<WithTexts<typeof enInbox>>({
  en: enInbox,
  nl: nlInbox,
  fr: frInbox,
});
